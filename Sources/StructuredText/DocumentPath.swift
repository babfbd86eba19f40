public import Diagnostics

/// A place in a structured document, such as `theme.layers[2].shaders[0].path`; the root is empty.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
    /// The path as shown to people and programs.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The document itself.
    public static let root = DocumentPath("")

    /// The path of a member; keys that are no plain words are written `["key"]`.
    public func key(_ key: String) -> DocumentPath {
        let isWord =
            !key.isEmpty
            && key.utf8.allSatisfy {
                $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x30 && $0 <= 0x39
                    || $0 == 0x5F || $0 == 0x2D || $0 == 0x24
            }
        guard isWord, key.utf8.count <= 60 else { return DocumentPath(description + "[\(Wording.quoted(key))]") }
        return DocumentPath(description.isEmpty ? key : description + "." + key)
    }

    /// The path of an element, counted from 0.
    public func index(_ index: Int) -> DocumentPath { DocumentPath(description + "[\(index)]") }
}

/// A place in a structured document that a diagnostic can point at.
public struct DocumentPlace: Sendable {
    public let source: SourceText
    public let span: SourceSpan
    public let path: DocumentPath

    public init(source: SourceText, span: SourceSpan, path: DocumentPath) {
        self.source = source
        self.span = span
        self.path = path
    }

    /// The line and column of the start.
    public var location: SourceLocation { source.location(at: span.start) }

    /// A diagnostic that points here.
    public func diagnostic(_ severity: Severity, _ code: String, _ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(
            severity, code, message, source: source, span: span,
            path: path.description.isEmpty ? nil : path.description,
            hint: hint)
    }
}

/// A value with the place it was read from.
public struct Located<Wrapped: Sendable>: Sendable {
    public let value: Wrapped
    public let place: DocumentPlace

    public init(_ value: Wrapped, at place: DocumentPlace) {
        self.value = value
        self.place = place
    }
}

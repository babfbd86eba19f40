/// How much a diagnostic matters.
public enum Severity: String, Sendable, Comparable {
    /// Rest: what a person may like to know.
    case note
    /// A value was ignored or replaced.
    case warning
    /// A package, layer, pass or track will not appear.
    case error

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

/// A mistake of an author (of a package, shader or scenario): a value that is collected, never thrown.
public struct Diagnostic: Sendable {
    public var severity: Severity
    /// A stable code such as `manifest.video-missing`; the room that reports it owns the prefix.
    public var code: String
    /// What is wrong, one sentence without a full stop.
    public var message: String
    /// The file concerned, as shown to people; nil when no file is.
    public var file: String?
    /// The text that `span` points into; nil when the file has no text that could be shown.
    public var source: SourceText?
    /// Where in `source`.
    public var span: SourceSpan?
    /// The place in a structured document, such as `theme.layers[2].shaders[0].path`.
    public var path: String?
    /// What to do about it, one sentence.
    public var hint: String?

    public init(
        _ severity: Severity, _ code: String, _ message: String, file: String? = nil, source: SourceText? = nil,
        span: SourceSpan? = nil, path: String? = nil, hint: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.file = file ?? source?.name
        self.source = source
        self.span = span
        self.path = path
        self.hint = hint
    }

    /// The line and column of the start of the span; nil without one.
    public var location: SourceLocation? {
        guard let source, let span else { return nil }
        return source.location(at: span.start)
    }
}

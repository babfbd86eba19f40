import Diagnostics
import Testing

@testable import ShaderLanguage

/// A shader with a `¦` before each place where something is to be reported.
struct Marked {
    let source: String
    /// `line:column` of each mark, both from 1.
    let places: [String]

    init(_ text: String) {
        var source = ""
        var places: [String] = []
        var line = 1
        var column = 1
        for scalar in text.unicodeScalars {
            if scalar == "¦" {
                places.append("\(line):\(column)")
                continue
            }
            source.unicodeScalars.append(scalar)
            column = scalar == "\n" ? 1 : column + 1
            if scalar == "\n" { line += 1 }
        }
        self.source = source
        self.places = places
    }
}

/// One mistake: its code, and where it is.
struct Mistake: CustomTestStringConvertible, Sendable {
    let code: String
    let text: String
    let hint: String?
    let severity: Severity
    var testDescription: String { "\(code): \(text.suffix(60))" }

    /// A mistake in the body of an entry point, after helper functions.
    init(_ code: String, _ body: String, helpers: String = "", hint: String? = nil, severity: Severity = .error) {
        self.init(code, file: shader(body, helpers: helpers), hint: hint, severity: severity)
    }

    /// A mistake in a whole file.
    init(_ code: String, file: String, hint: String? = nil, severity: Severity = .error) {
        self.code = code
        text = file
        self.hint = hint
        self.severity = severity
    }

    /// Checks that it is reported once, at its place, with a hint, and nothing else is.
    func check(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let marked = Marked(text)
        let result = compile(marked.source)
        let found = result.diagnostics.map {
            "\($0.severity.rawValue) \($0.code) \($0.location?.line ?? 0):\($0.location?.column ?? 0)"
        }
        let expected = (marked.places.isEmpty ? ["0:0"] : marked.places)
            .map { "\(severity.rawValue) msl.\(code) \($0)" }
        #expect(found == expected, "\(describe(result))", sourceLocation: sourceLocation)
        #expect((result.shader == nil) == (severity == .error), sourceLocation: sourceLocation)
        for diagnostic in result.diagnostics {
            #expect(diagnostic.message.count <= 160 && !diagnostic.message.hasSuffix("."), "\(diagnostic.message)")
            #expect(!(diagnostic.hint ?? "").isEmpty, "\(diagnostic.message)")
        }
        if let hint {
            #expect(
                result.diagnostics.first?.hint?.contains(hint) ?? false, "\(describe(result))",
                sourceLocation: sourceLocation)
        }
    }
}

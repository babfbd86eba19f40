import Diagnostics

/// Collects what is wrong with a shader: each mistake once, and not more than a person reads.
struct DiagnosticSink {
    /// Errors after which nothing more is looked for.
    static let errorLimit = 400
    /// Errors that a person is shown.
    static let shownErrorLimit = 25
    /// Warnings after which no more are kept.
    static let warningLimit = 50
    /// Longest message in characters: names in it may have any length.
    static let messageLimit = 600

    /// What makes two diagnostics the same: what a macro repeats stands at one place with the same words.
    private struct Key: Hashable {
        let code: String
        let file: Int32
        let start: Int32
        let message: String
    }

    let sources: [SourceText]
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var errorCount = 0
    private var warningCount = 0
    /// Where in `diagnostics` each one stands.
    private var seen: [Key: Int] = [:]
    /// The serial numbers of the functions that each diagnostic is about; 0 for what is outside of functions.
    private var owners: [Set<Int>] = []
    /// The function that is looked at.
    var owner = 0
    private var codes: Set<String> = []
    /// A part of the text is missing for what comes after, so that looking further would find only consequences.
    private(set) var isFatal = false
    /// What follows every message: the template whose instance is being checked.
    var suffix = ""
    /// While this is not 0, nothing is kept, and errors only counted in `silentErrors`.
    private(set) var silence = 0
    private(set) var silentErrors = 0

    init(sources: [SourceText]) {
        self.sources = sources
    }

    var hasErrors: Bool { errorCount > 0 }
    var isFull: Bool { errorCount >= DiagnosticSink.errorLimit }

    /// Whether a warning would be kept.
    var takesWarnings: Bool { silence == 0 && warningCount < DiagnosticSink.warningLimit }

    /// Whether something with a code was reported, even if more than once.
    func contains(_ code: String) -> Bool { codes.contains(code) }

    mutating func error(_ code: String, _ message: String, at span: Span, hint: String? = nil) {
        guard silence == 0 else {
            silentErrors += 1
            return
        }
        guard !isFull else { return }
        if report(.error, code, message, span, hint ?? DiagnosticCatalog.hint(for: code)) { errorCount += 1 }
    }

    /// An error after which the rest of the text is not looked at.
    mutating func fatal(_ code: String, _ message: String, at span: Span, hint: String? = nil) {
        error(code, message, at: span, hint: hint)
        isFatal = true
    }

    mutating func warning(_ code: String, _ message: String, at span: Span, hint: String? = nil) {
        guard takesWarnings else { return }
        if report(.warning, code, message, span, hint ?? DiagnosticCatalog.hint(for: code)) { warningCount += 1 }
    }

    /// Begins to try something that may be wrong without being a mistake.
    mutating func hush() {
        if silence == 0 { silentErrors = 0 }
        silence += 1
    }

    /// Ends it.
    mutating func unhush() { silence -= 1 }

    private mutating func report(
        _ severity: Severity, _ code: String, _ message: String, _ span: Span, _ hint: String?
    ) -> Bool {
        let message = DiagnosticSink.clipped(message)
        // Two complaints of the grammar about one place are one mistake, whatever they say, and so are those that
        // the instances of a template have in common.
        let isOne = code == "syntax" || !suffix.isEmpty
        let key = Key(code: code, file: span.file, start: span.start, message: isOne ? "" : message)
        codes.insert(code)
        if let known = seen[key] {
            owners[known].insert(owner)
            return false
        }
        seen[key] = diagnostics.count
        owners.append([owner])
        // What has no place of its own belongs to the file that is compiled.
        let source = sources.indices.contains(Int(span.file)) ? sources[Int(span.file)] : nil
        diagnostics.append(
            Diagnostic(
                severity, "msl." + code, message + suffix, file: sources.last?.name, source: source,
                span: source == nil ? nil : SourceSpan(Int(span.start), Int(span.end)),
                hint: hint.map(DiagnosticSink.clipped)))
        return true
    }

    private static func clipped(_ text: String) -> String {
        text.utf8.count <= messageLimit ? text : text.prefix(messageLimit) + "…"
    }

    /// What a person is shown, in the order of the text: the first errors, and all warnings.
    ///
    /// Not fewer are kept, since errors in functions that are never reached become warnings only at the end.
    var shown: [Diagnostic] {
        let ordered = diagnostics.enumerated().sorted { a, b in
            // What has no place comes first; what has the same place, as it was found.
            let first = a.element.span?.start ?? -1
            let second = b.element.span?.start ?? -1
            return first == second ? a.offset < b.offset : first < second
        }
        var errors = 0
        return ordered.map(\.element).filter { diagnostic in
            if diagnostic.severity == .error { errors += 1 }
            return diagnostic.severity != .error || errors <= DiagnosticSink.shownErrorLimit
        }
    }

    /// Turns the errors that `isDemoted` picks into warnings, if all functions that they are about are among some.
    mutating func demote(in functions: Set<Int>, where isDemoted: (Diagnostic) -> Bool) {
        for index in diagnostics.indices where diagnostics[index].severity == .error {
            guard owners[index].isSubset(of: functions), isDemoted(diagnostics[index]) else { continue }
            diagnostics[index].severity = .warning
            errorCount -= 1
        }
    }
}

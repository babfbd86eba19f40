import Diagnostics

/// Collects what is wrong with a shader: each mistake once, and not more than a person reads.
struct DiagnosticSink {
    /// Errors after which nothing more is looked for.
    static let errorLimit = 400
    /// Errors that a person is shown.
    static let shownErrorLimit = 25
    /// Warnings after which no more are kept.
    static let warningLimit = 50

    /// What makes two diagnostics the same.
    private struct Key: Hashable {
        let code: String
        let file: Int32
        let start: Int32
    }

    let sources: [SourceText]
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var errorCount = 0
    private var warningCount = 0
    private var seen: Set<Key> = []
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

    mutating func error(_ code: String, _ message: String, at span: Span, hint: String? = nil) {
        guard silence == 0 else {
            silentErrors += 1
            return
        }
        guard !isFull else { return }
        if report(.error, code, message, span, hint ?? StandingHints.hint(for: code)) { errorCount += 1 }
    }

    mutating func warning(_ code: String, _ message: String, at span: Span, hint: String? = nil) {
        guard silence == 0, warningCount < DiagnosticSink.warningLimit else { return }
        if report(.warning, code, message, span, hint) { warningCount += 1 }
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
        guard seen.insert(Key(code: code, file: span.file, start: span.start)).inserted else { return false }
        // What has no place of its own belongs to the file that is compiled.
        let source = sources.indices.contains(Int(span.file)) ? sources[Int(span.file)] : nil
        diagnostics.append(
            Diagnostic(
                severity, "msl." + code, message + suffix, file: sources.last?.name, source: source,
                span: source == nil ? nil : SourceSpan(Int(span.start), Int(span.end)), hint: hint))
        return true
    }

    /// What a person is shown: the first errors, and all warnings.
    ///
    /// Not fewer are kept, since errors in functions that are never reached become warnings only at the end.
    var shown: [Diagnostic] {
        var errors = 0
        return diagnostics.filter { diagnostic in
            if diagnostic.severity == .error { errors += 1 }
            return diagnostic.severity != .error || errors <= DiagnosticSink.shownErrorLimit
        }
    }

    /// A place in the list to come back to.
    var mark: Int { diagnostics.count }

    /// Turns the errors that `isDemoted` picks among those since `mark` into warnings.
    mutating func demote(from mark: Int, to end: Int, where isDemoted: (Diagnostic) -> Bool) {
        for index in mark..<min(end, diagnostics.count) where diagnostics[index].severity == .error {
            guard isDemoted(diagnostics[index]) else { continue }
            diagnostics[index].severity = .warning
            errorCount -= 1
        }
    }
}

public import Diagnostics
import FrameCore
import StructuredText

/// Reads a file that a scenario includes.
///
/// The path is the one of the including file's folder and the one written, joined. What is thrown becomes an error of
/// the step, in its own words.
public typealias ScenarioLoader = (_ path: String) throws -> SourceText

/// Reads a scenario; nil when it has an error.
///
/// All errors are reported, each with line and column. Paths in the scenario are relative to the name of the text.
///
/// - Parameter load: reads included files, each once; without it `include` is an error.
public func parseScenario(_ text: SourceText, including load: ScenarioLoader? = nil) -> (Scenario?, [Diagnostic]) {
    var parser = ScenarioParser(load)
    let file = parser.file(text, isMain: true)
    let diagnostics = parser.report()
    guard let file, !parser.hasErrors else { return (nil, diagnostics) }
    return (Scenario(header: parser.header, steps: file.steps, source: text), diagnostics)
}

/// Reads one step, as a live session gets them: `wait: 2s`, `- wait: 2s`, `{"wait": "2s"}` or `activate`; nil after an
/// error.
public func parseStep(_ text: SourceText, including load: ScenarioLoader? = nil) -> (Scenario.Step?, [Diagnostic]) {
    var parser = ScenarioParser(load)
    let step = parser.single(text)
    let diagnostics = parser.report()
    return (parser.hasErrors ? nil : step, diagnostics)
}

/// One reading of one scenario and of all it includes.
struct ScenarioParser {
    let load: ScenarioLoader?
    var header = ScenarioHeader()
    /// The text that is being read.
    var source = SourceText(name: "", bytes: [])
    /// Included files, by their plain path; nil for one with an error, which was reported.
    var files: [String: File?] = [:]
    /// The files that are being read, outermost first, by their plain paths.
    var chain: [String] = []
    /// Lists of steps that are being read in one another, files included.
    var nesting = 0
    /// What playing the last list of steps that was read amounts to.
    var lastTotals = Totals()
    private var diagnostics: [Diagnostic] = []
    private var errorCount = 0
    private var noteCount = 0

    /// The steps of a file.
    struct File {
        var steps: [Scenario.Step]
        var totals: Totals
    }

    init(_ load: ScenarioLoader?) { self.load = load }

    // MARK: - Limits

    /// 64 MiB: room for a million steps.
    static let limits = ReadLimits(bytes: 64 << 20, depth: 32)
    /// More errors than this help nobody.
    static let mostErrors = 100
    /// A text with more errors than this is not read on.
    static let errorsToGiveUp = 10_000
    /// Lists of steps in one another, through `repeat` and `include`.
    static let deepestNesting = 32
    static let mostFiles = 1000

    // MARK: - Reporting

    /// Reports an error; its words are not even made when there are too many.
    mutating func fail(
        _ code: String, _ message: @autoclosure () -> String, _ span: SourceSpan,
        _ path: @autoclosure () -> DocumentPath,
        hint: @autoclosure () -> String?
    ) {
        guard errorCount < ScenarioParser.mostErrors else {
            errorCount += 1
            return
        }
        diagnose(place(span, path()).diagnostic(.error, code, message(), hint: hint()))
    }

    mutating func complain(_ complaint: Complaint, _ span: SourceSpan, _ path: DocumentPath, example: String) {
        fail(
            "scenario.bad-value", complaint.message, span, path,
            hint: complaint.hint ?? (example.isEmpty ? nil : "write for example \(example)"))
    }

    mutating func wrongKind(_ field: Field, shown: String, example: String) {
        complain(
            Complaint(message: "the value is \(field.node.kindName), where \(shown) could stand"), field.node.span,
            field.path, example: example)
    }

    mutating func diagnose(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error {
            errorCount += 1
            if errorCount <= ScenarioParser.mostErrors { diagnostics.append(diagnostic) }
        } else {
            noteCount += 1
            if noteCount <= ScenarioParser.mostErrors { diagnostics.append(diagnostic) }
        }
    }

    var hasErrors: Bool { errorCount > 0 }

    var givesUp: Bool { errorCount >= ScenarioParser.errorsToGiveUp }

    /// What was found, in order.
    func report() -> [Diagnostic] {
        let hiddenErrors = errorCount - ScenarioParser.mostErrors
        guard hiddenErrors > 0 else { return diagnostics }
        let rest = givesUp ? ", and the rest was not read" : ""
        return diagnostics + [
            Diagnostic(
                .error, "scenario.more-errors", "\(hiddenErrors) more errors are not shown" + rest,
                hint: "mend those above first")
        ]
    }

    func place(_ span: SourceSpan, _ path: DocumentPath) -> DocumentPlace {
        DocumentPlace(source: source, span: span, path: path)
    }
}

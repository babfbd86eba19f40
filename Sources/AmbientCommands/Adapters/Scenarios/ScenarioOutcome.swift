import AmbientEngine
import Diagnostics
import FrameCore
import FrameDiff

/// What became of one scenario.
struct ScenarioOutcome {
    let path: String
    var passed = 0
    var failed = 0
    /// The worst of its steps, and of its clip.
    var status = ExitStatus.done
    /// Why it could not be played to its end.
    private(set) var failure: CommandFailure?
    /// What was wrong with its files.
    private var diagnostics: [Diagnostic] = []
    /// The first failed steps.
    private(set) var failures: [StepVerdict] = []
    /// The members of its clip, as `render` has them; none without.
    var clip: [(String, JSONText)] = []
    var moments: [SessionMoment] = []
    /// The JSON of each step, and of each line of the log; none unless they are kept.
    private var steps: [String] = []
    private var log: [JSONText] = []
    private let keepsSteps: Bool

    /// Failed steps that are reported one by one.
    static let mostFailures = 100
    /// Lines of the log that are kept.
    private static let mostLogLines = 10_000

    init(path: String, keepsSteps: Bool) {
        self.path = path
        self.keepsSteps = keepsSteps
    }

    /// Ends it: it cannot be played on.
    mutating func end(with failure: CommandFailure, diagnostics: [Diagnostic]) {
        self.failure = failure
        self.diagnostics = diagnostics
        failed += 1
        worsen(failure.status)
    }

    /// Takes the verdict of the next step in.
    mutating func add(_ verdict: StepVerdict) {
        if !verdict.isOK {
            failed += 1
            if failures.count < Self.mostFailures { failures.append(verdict) }
            worsen(verdict.status)
        } else if verdict.result.isCheck {
            passed += 1
        }
        guard keepsSteps else { return }
        steps.append(verdict.json.text)
        for line in verdict.result.log where log.count < Self.mostLogLines {
            log.append(
                .object([
                    ("time", .number(line.time.double)), ("line", .integer(verdict.result.step.line)),
                    ("message", .string(line.text)),
                ]))
        }
    }

    mutating func worsen(_ other: ExitStatus) {
        if other.rawValue > status.rawValue { status = other }
    }

    /// Whether it was played and nothing in it could fail.
    var assertsNothing: Bool { passed + failed == 0 && failure == nil }

    // MARK: - For programs

    /// Writes the object piece by piece: a million steps are not held twice.
    func writeJSON(named: Bool = false, _ write: (String) -> Void) {
        var head: [(String, JSONText)] = named ? [("scenario", .string(path))] : []
        head += [("passed", .integer(passed)), ("failed", .integer(failed))]
        write(String(JSONText.object(head).text.dropLast()) + ", \"steps\": [")
        for (index, step) in steps.enumerated() { write(index > 0 ? ", " + step : step) }
        var tail: [(String, JSONText)] = [
            ("states", .array(moments.map(\.json))), ("log", .array(log)),
        ]
        if assertsNothing { tail.append(("note", .string("the scenario asserts nothing"))) }
        if let failure {
            tail.append(("error", .string(failure.message)))
            tail.append(("diagnostics", .array(diagnostics.map(\.json))))
        }
        write("], " + JSONText.object(tail + clip).text.dropFirst())
    }

    var junit: JUnitReport.Case {
        if let failure {
            let details =
                diagnostics.map { $0.rendered() } + failures.map { $0.diagnostic.rendered() } + [failure.hint ?? ""]
            let first = diagnostics.first { $0.severity == .error }?.message
            return JUnitReport.Case(
                name: path, failure: (first ?? failure.message, details.joined(separator: "\n")))
        }
        guard let first = failures.first else {
            return JUnitReport.Case(
                name: path, failure: status == .done ? nil : ("it ended with exit status \(status.rawValue)", ""))
        }
        let details = failures.map { $0.diagnostic.rendered() + $0.notes.map { "\n" + $0 }.joined() }
        return JUnitReport.Case(
            name: path,
            failure: ("line \(first.result.step.line): \(first.message)", details.joined(separator: "\n")))
    }
}

extension SessionMoment {
    fileprivate var json: JSONText {
        .object([
            ("time", .number(time.double)), ("state", .string(state.rawValue)), ("scene", .string(sceneID)),
            ("playlist", playlist.map(JSONText.string) ?? .null),
        ])
    }
}

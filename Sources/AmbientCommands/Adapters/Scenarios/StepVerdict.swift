import AmbientEngine
import Diagnostics
import FrameCore
import Scenarios

/// What became of one step, once everything that had to be drawn for it is drawn.
struct StepVerdict {
    let result: StepResult
    /// `.done` for a step that is fine.
    var status = ExitStatus.done
    /// The expected and the actual value of a failed step.
    var message = ""
    var code = "scenario.assertion"
    var hint: String?
    /// Files of a failed frame.
    var triple: String?
    var report: String?

    /// The verdict of a step that needed no drawing.
    init(_ result: StepResult) {
        self.result = result
        if !result.isOK {
            status = .failedCheck
            message = result.message
        }
    }

    var isOK: Bool { status == .done }

    /// Which of many playings it was, where repeats are around the step.
    private var round: String {
        guard !result.rounds.isEmpty else { return "" }
        let rounds = result.rounds.map(String.init).joined(separator: ".")
        return " (round \(rounds), at \(GoldenReport.seconds(result.time)))"
    }

    /// What to print about a failed step.
    var diagnostic: Diagnostic { result.step.place.diagnostic(.error, code, message + round, hint: hint) }

    /// More lines for people.
    var notes: [String] {
        [triple.map { "  picture: \($0) (expected, difference, actual)" }, report.map { "  report:  \($0)" }]
            .compactMap { $0 }
    }

    var json: JSONText {
        var members: [(String, JSONText)] = [
            ("line", .integer(result.step.line)), ("step", .string(result.step.description)), ("ok", .bool(isOK)),
            ("message", .string(message)), ("time", .number(result.time.double)),
        ]
        if let triple { members.append(("picture", .string(triple))) }
        if let report { members.append(("report", .string(report))) }
        return .object(members)
    }
}

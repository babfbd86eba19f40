import Diagnostics
import FrameCore
import FrameDiff
import Goldens

/// What a check found of one case.
struct GoldenVerdict {
    /// Frames that are not as recorded.
    struct Changes {
        /// Places in the case's list of frames, ascending; not empty.
        var places: [Int]
        /// The layer that differs first in the first of these frames; nil when it is not known.
        var difference: LayerDifference?
        /// The shader file of the pass that differs first.
        var shader: String?

        /// `layer effect, pass 0 (Shaders/Tint.metal)`.
        var layerText: String? {
            guard let difference else { return nil }
            switch difference.kind {
            case .changed:
                let pass = difference.pass.map { ", pass \($0)" } ?? ""
                return "layer \(difference.layer)" + pass + (shader.map { " (\($0))" } ?? "")
            case .added: return "layer \(difference.layer), which the recording does not have"
            case .removed: return "layer \(difference.layer), which is gone"
            case .otherScene: return "another scene is shown: \(difference.layer)"
            }
        }
    }

    let name: String
    /// What records the case.
    let updateCommand: String
    /// `.done` for a case that is as it should be.
    var status = ExitStatus.done
    /// Why it fails, or what is worth knowing of one that does not; one sentence without a full stop.
    var message = ""
    /// More about it, a line each.
    var notes: [String] = []
    /// What to do about it where nothing was drawn.
    var hint: String?
    var changes: Changes?
    /// The number of the first frame that differs.
    var firstFrame: Int?
    /// Files of the report; nil where there is none.
    var triple: String?
    var report: String?
    /// Whether there is nothing recorded of it.
    var isMissing = false
    /// Whether what is recorded is not what was drawn once: a file is missing, damaged, or of other frames.
    var isRecordingDamaged = false
    /// Whether recording what is drawn now would mend it.
    var isAcceptable = false
    /// Whether it is marked as a known failure.
    var isKnownFailure = false

    var isOK: Bool { status == .done }

    /// The command that accepts what the case draws now; nil where that would not help.
    var acceptCommand: String? {
        if isMissing { return updateCommand }
        guard !isOK, !isKnownFailure else { return nil }
        if isRecordingDamaged { return updateCommand }
        return isAcceptable ? updateCommand + " --reason \"…\"" : nil
    }

    /// Lines for people.
    var text: String {
        var lines = [(isOK ? "ok   " : "FAIL ") + name + (message.isEmpty ? "" : ": " + message)]
        lines += notes.map { "       " + $0 }
        if let hint { lines.append("       hint: " + hint) }
        if let triple { lines.append("       picture: " + triple + " (expected, difference, actual)") }
        if let report { lines.append("       report:  " + report) }
        if let acceptCommand { lines.append("       accept:  " + acceptCommand) }
        // Names from files must not steer the terminal.
        return lines.map(Wording.printable).joined(separator: "\n")
    }

    var json: JSONText {
        func string(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }
        func integer(_ number: Int?) -> JSONText { number.map(JSONText.integer) ?? .null }
        return .object([
            ("name", .string(name)), ("ok", .bool(isOK)), ("firstFrame", integer(firstFrame)),
            ("layer", string(changes?.difference?.layer)), ("report", string(report)),
            ("pass", integer(changes?.difference?.pass)), ("differingFrames", .integer(changes?.places.count ?? 0)),
            ("message", .string(message)), ("notes", .array(notes.map(JSONText.string))), ("picture", string(triple)),
            ("accept", string(acceptCommand)),
        ])
    }

    var junit: JUnitReport.Case {
        JUnitReport.Case(name: name, failure: isOK ? nil : (message: message, details: text))
    }
}

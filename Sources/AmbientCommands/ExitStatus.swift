import MediaIO
import ShaderExecution

/// What a process ends with; the table of the contract.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// A difference, a failed assertion or check, or a warning under `--strict`.
    case failedCheck = 1
    /// Wrong usage, or an output that exists.
    case usage = 2
    /// A package, shader, scenario or media file that cannot be read or used.
    case badInput = 3
    /// Disk, encoder, network.
    case failedWork = 4
    case interrupted = 130
}

/// Why a command ends early: the status, a sentence, and what to do about it.
struct CommandFailure: Error {
    let status: ExitStatus
    let message: String
    let hint: String?
    /// The part of the work that failed, for `--progress json`.
    let stage: String

    init(_ status: ExitStatus, _ message: String, hint: String? = nil, stage: String = "setup") {
        self.status = status
        self.message = message
        self.hint = hint
        self.stage = stage
    }

    static func usage(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(.usage, message, hint: hint, stage: "usage")
    }
}

extension CommandFailure {
    /// Any error of the rooms below, as the exit status of the contract.
    init(_ error: any Error, stage: String) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let media as MediaError:
            let isUsage = media.code == .exists || media.code == .badSetting
            let status: ExitStatus = isUsage ? .usage : media.isInputFault ? .badInput : .failedWork
            self.init(
                status, "\(media)", hint: media.code == .exists ? "use -y to replace it, or another name" : nil,
                stage: stage)
        case ShaderFailure.deadline:
            self.init(.failedWork, "a frame took too long", hint: "raise --frame-timeout", stage: stage)
        default: self.init(.failedWork, "\(error)", stage: stage)
        }
    }
}

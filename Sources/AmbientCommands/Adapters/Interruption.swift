import Dispatch
import Glibc
import MediaIO
import Synchronization

/// Ctrl-C and its kin: the first asks the work to finish a playable file, the second stops at once.
final class Interruption: Sendable {
    /// A process that writes to a reader, is asked to end, and makes no progress for so long stops: nobody reads.
    private static let patience = DispatchTimeInterval.seconds(5)

    private let state = Mutex((signals: 0, beats: 0))
    private let queue = DispatchQueue(label: "ambient.interruption")
    private let hasReader: Bool

    /// Starts to listen for SIGINT, SIGTERM and SIGHUP.
    ///
    /// `hasReader`: the output is a pipe or device, which may block; a file is always finished, however long that takes.
    init(hasReader: Bool) {
        self.hasReader = hasReader
        ProcessSignals.tell(self)
    }

    /// Whether the work should end.
    var isRequested: Bool { state.withLock { $0.signals > 0 } }

    /// Ends the command if that was asked for.
    func check() throws(CommandFailure) {
        if isRequested { throw CommandFailure(.interrupted, "interrupted", stage: "interrupted") }
    }

    /// Says that the work goes on.
    func beat() { state.withLock { $0.beats += 1 } }

    /// A signal came.
    func arrived() {
        let (signals, beats) = state.withLock { state in
            state.signals += 1
            return (state.signals, state.beats)
        }
        if signals > 1 { stop() }
        if hasReader { watch(since: beats) }
    }

    private func watch(since beats: Int) {
        queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            guard let self else { return }
            let now = state.withLock { $0.beats }
            if now == beats { stop() }
            watch(since: now)
        }
    }

    private func stop() {
        PartialOutputs.removeAll()
        ExtractedPackages.removeAll()
        _exit(ExitStatus.interrupted.rawValue)
    }
}

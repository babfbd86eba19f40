import Dispatch
import Glibc
import Synchronization

/// Ctrl-C and its kin: the first asks the work to finish a playable file, the second stops at once.
final class Interruption: Sendable {
    private let state = Mutex<(count: Int, cleanUp: @Sendable () -> Void)>((0, {}))
    // Only held, so that they stay alive; nothing touches them after `init`.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Starts to listen for SIGINT and SIGTERM, and ignores SIGPIPE so that a closed reader is an error code.
    init() {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "ambient.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for source in sources {
            source.setEventHandler { [weak self] in self?.arrived() }
            source.resume()
        }
    }

    /// Whether the work should end.
    var isRequested: Bool { state.withLock { $0.count > 0 } }

    /// What removes half-written output when the process is stopped at once.
    func onStop(_ cleanUp: @escaping @Sendable () -> Void) { state.withLock { $0.cleanUp = cleanUp } }

    private func arrived() {
        let cleanUp = state.withLock { state -> (@Sendable () -> Void)? in
            state.count += 1
            return state.count > 1 ? state.cleanUp : nil
        }
        guard let cleanUp else { return }
        cleanUp()
        _exit(ExitStatus.interrupted.rawValue)
    }
}

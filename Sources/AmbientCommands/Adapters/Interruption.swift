import Dispatch
import Glibc
import MediaIO
import Synchronization

/// Ctrl-C and its kin: the first asks the work to finish a playable file, the second stops at once.
final class Interruption: Sendable {
    private let count = Mutex(0)
    // Only held, so that they stay alive; nothing touches them after `init`.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Starts to listen for SIGINT and SIGTERM.
    init() {
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
    var isRequested: Bool { count.withLock { $0 > 0 } }

    private func arrived() {
        let isSecond = count.withLock { count in
            count += 1
            return count > 1
        }
        guard isSecond else { return }
        PartialOutputs.removeAll()
        _exit(ExitStatus.interrupted.rawValue)
    }
}

import Dispatch
import Glibc
import MediaIO
import Synchronization

/// SIGINT, SIGTERM and SIGHUP of the process, heard in one place: of two sources for one signal, only one would be told.
enum ProcessSignals {
    private struct Listener: Sendable {
        weak var interruption: Interruption?
    }

    private struct State {
        var listeners: [Listener] = []
        // Only held, so that they stay alive.
        var sources: [any DispatchSourceSignal] = []
    }

    private static let state = Mutex(State())
    private static let queue = DispatchQueue(label: "ambient.signals")

    /// Tells `interruption` of the signals from now on, as long as it lives.
    static func tell(_ interruption: Interruption) {
        listen()
        state.withLock { state in
            state.listeners.removeAll { $0.interruption == nil }
            state.listeners.append(Listener(interruption: interruption))
        }
    }

    /// Takes the signals over: while nobody is told of them they end the process, without what it extracted.
    static func listen() {
        let made = state.withLock { state in
            guard state.sources.isEmpty else { return [any DispatchSourceSignal]() }
            state.sources = [SIGINT, SIGTERM, SIGHUP].map { number in
                signal(number, SIG_IGN)
                return DispatchSource.makeSignalSource(signal: number, queue: queue)
            }
            return state.sources
        }
        for source in made {
            source.setEventHandler { arrived() }
            source.resume()
        }
    }

    private static func arrived() {
        let listeners = state.withLock { $0.listeners.compactMap(\.interruption) }
        guard listeners.isEmpty else { return listeners.forEach { $0.arrived() } }
        PartialOutputs.removeAll()
        ExtractedPackages.removeAll()
        _exit(ExitStatus.interrupted.rawValue)
    }
}

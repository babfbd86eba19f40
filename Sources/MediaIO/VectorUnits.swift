import CFFmpeg
import Glibc

/// Which vector units of the CPU libav may use.
///
/// Codecs choose their routines when they are opened, and some again at the first packet or when the stream changes.
/// Floating-point ones for sound give other bits with other units, so they get none, by a switch of libav that holds
/// for the whole process. Whoever needs them all meanwhile, for speed, takes turns.
enum VectorUnits {
    private final class Turn: @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            lock = .allocate(capacity: 1)
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
        }

        func take() { pthread_mutex_lock(lock) }

        func leave() { pthread_mutex_unlock(lock) }
    }

    private static let turn = Turn()

    /// Runs `body` while libav uses no vector unit.
    static func without<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        turn.take()
        let usual = av_get_cpu_flags()
        av_force_cpu_flags(0)
        defer {
            av_force_cpu_flags(usual)
            turn.leave()
        }
        return try body()
    }

    /// Runs `body` while nobody keeps libav from using all vector units.
    static func withAll<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        turn.take()
        defer { turn.leave() }
        return try body()
    }
}

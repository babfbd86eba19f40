import FrameCore
import MediaIO
import Synchronization

/// Videos that are open, at most so many: the one that was not used for longest is closed for the next.
final class VideoPool: Sendable {
    private final class Slot: Sendable {
        let path: String
        let video = Mutex<LoopingVideo?>(nil)

        init(_ path: String) { self.path = path }
    }

    private let limit: Int
    /// The most recently used last.
    private let slots = Mutex<[Slot]>([])

    init(limit: Int) { self.limit = max(1, limit) }

    /// The video of a file, opened where it is not; who opens it makes others wait for this file only.
    func video(_ path: String) throws -> LoopingVideo {
        let slot = slots.withLock { slots in
            let known = slots.firstIndex { $0.path == path }.map { slots.remove(at: $0) }
            let slot = known ?? Slot(path)
            slots.append(slot)
            if slots.count > limit { slots.removeFirst() }
            return slot
        }
        return try slot.video.withLock { video in
            if let video { return video }
            let opened = try LoopingVideo(path: path)
            video = opened
            return opened
        }
    }

    /// How many files are kept.
    var count: Int { slots.withLock { $0.count } }
}

/// A looped file that is open only while a pool keeps it so.
final class PooledVideo: VideoSource {
    let duration: Rational
    private let path: String
    private let pool: VideoPool
    private let onFailure: @Sendable (any Error) -> any Error

    /// `onFailure` is told of a picture that cannot be had, and says what to throw.
    init(
        path: String, duration: Rational, pool: VideoPool, onFailure: @escaping @Sendable (any Error) -> any Error
    ) {
        self.path = path
        self.duration = duration
        self.pool = pool
        self.onFailure = onFailure
    }

    func image(at time: Rational) throws -> VideoImage {
        do {
            return try pool.video(path).image(at: time)
        } catch {
            throw onFailure(error)
        }
    }
}

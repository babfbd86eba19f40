import Dispatch
public import FrameCore
import Synchronization

/// Draws a run of frames and hands them to a sink in order.
public struct Recorder: Sendable {
    private let renderer: FrameRenderer
    private let threads: Int

    /// Draws on `threads` threads (at least one), which changes no pixel.
    public init(renderer: FrameRenderer, threads: Int) {
        self.renderer = renderer
        self.threads = max(1, threads)
    }

    /// Writes the frames of `range` to `sink`, neither finishing nor abandoning it.
    ///
    /// Whole frames are drawn side by side while the sink works on the ones before, since a frame depends on nothing but
    /// its state. `shouldStop` is asked between groups of frames.
    /// - Returns: how many frames were written, which is fewer than asked for only when `shouldStop` said so.
    public func record(
        _ range: Range<Int>, to sink: any FrameSink, state: @Sendable (Int) -> FrameState,
        shouldStop: () -> Bool, progress: (Int) -> Void
    ) throws -> Int {
        let writer = Writer(sink)
        var next = range.lowerBound
        defer { writer.drain() }
        while next < range.upperBound, !shouldStop() {
            let group = next..<min(next + threads, range.upperBound)
            let results = Mutex<[(frame: Int, picture: Result<PixelBuffer, any Error>)]>([])
            let frameThreads = max(1, threads / group.count)
            DispatchQueue.concurrentPerform(iterations: group.count) { index in
                let frame = group.lowerBound + index
                let picture = Result { try renderer.frame(state(frame), threads: frameThreads) }
                results.withLock { $0.append((frame, picture)) }
            }
            let drawn = results.withLock { $0.sorted { $0.frame < $1.frame } }
            try writer.write(try drawn.map { try $0.picture.get() })
            next = group.upperBound
            progress(next - range.lowerBound)
        }
        try writer.finish()
        return next - range.lowerBound
    }
}

/// Runs a sink on a queue of its own, one group of frames behind the drawing.
private final class Writer: @unchecked Sendable {
    // Proof of the unchecked conformance: `sink` is touched only by blocks on the serial queue; the caller waits for
    // them (`drain`) before it touches the sink again.
    private let sink: any FrameSink
    private let queue = DispatchQueue(label: "ambient.writer")
    private let failure = Mutex<(any Error)?>(nil)

    init(_ sink: any FrameSink) { self.sink = sink }

    /// Hands over frames; throws what the sink threw for earlier ones.
    ///
    /// Waits until those are written.
    func write(_ pictures: [PixelBuffer]) throws {
        try finish()
        queue.async { [self] in
            do {
                for picture in pictures { try sink.write(picture) }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until everything is written; throws what the sink threw.
    func finish() throws {
        drain()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    func drain() { queue.sync {} }
}

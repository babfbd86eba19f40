import AmbientEngine
import Compositing
import FrameCore
import Synchronization
import Testing

/// Frames reach the sink once each and in order, whatever the number of threads, and failures come out.
@Suite struct RecorderTests {
    /// A clip whose picture at any time is one grey, the time in tenths of a second.
    private final class Ramp: VideoSource {
        let duration = Rational(20)
        let failsAfter: Rational

        init(failsAfter: Rational = Rational(1000)) { self.failsAfter = failsAfter }

        struct Damaged: Error {}

        func image(at time: Rational) throws -> VideoImage {
            if time >= failsAfter { throw Damaged() }
            let grey = UInt8(truncatingIfNeeded: (time.modulo(duration) * Rational(10)).floor)
            return VideoImage(
                size: PixelSize(2, 2),
                samples: .bgra(Array(repeating: [grey, grey, grey, 255], count: 4).flatMap { $0 }))
        }
    }

    private final class Provider: SceneProvider {
        let background: Ramp
        init(_ background: Ramp) { self.background = background }
        func scene(_ theme: PackageEdition) throws -> Scene {
            Scene(
                id: theme.id,
                stack: LayerStack(background: background, layers: [], size: PixelSize(2, 2), pointScale: 1))
        }
    }

    private final class Collector: FrameSink {
        var greys: [UInt8] = []
        var failsAt = Int.max
        struct Full: Error {}
        func write(_ frame: PixelBuffer) throws {
            if greys.count == failsAt { throw Full() }
            greys.append(frame.bytes[0])
        }
        func finish() {}
        func abandon() {}
    }

    private func record(
        _ range: Range<Int>, threads: Int, background: Ramp = Ramp(), sink: Collector, stopAfter: Int = .max
    ) throws -> Int {
        let timeline = Timeline(sceneID: "a", rate: .thirty, start: .zero)
        let recorder = Recorder(renderer: FrameRenderer(provider: Provider(background)), threads: threads)
        var done = 0
        return try recorder.record(
            range, to: sink, state: { timeline.state(ofFrame: $0) }, shouldStop: { done >= stopAfter },
            progress: { done = $0 })
    }

    @Test(arguments: [1, 2, 3, 8]) func everyFrameOnceAndInOrder(threads: Int) throws {
        let sink = Collector()
        #expect(try record(31..<130, threads: threads, sink: sink) == 99)
        #expect(sink.greys == (31..<130).map { UInt8($0 / 3) })
    }

    @Test func stoppingKeepsWhatIsWritten() throws {
        let sink = Collector()
        let count = try record(0..<100, threads: 2, sink: sink, stopAfter: 10)
        #expect(count >= 10 && count < 100)
        #expect(sink.greys.count == count)
    }

    @Test func failuresOfSourceAndSinkComeOut() {
        #expect(throws: Ramp.Damaged.self) {
            try record(0..<90, threads: 2, background: Ramp(failsAfter: Rational(2)), sink: Collector())
        }
        #expect(throws: Collector.Full.self) {
            let sink = Collector()
            sink.failsAt = 7
            _ = try record(0..<90, threads: 2, sink: sink)
        }
    }
}

import FrameCore
import Testing

@testable import MediaIO

@Suite struct TimelineTests {
    private func timeline(
        _ packets: [(presentation: Int64?, decoding: Int64?, duration: Int64)], frameRate: Rational? = nil
    ) -> StreamTimeline? {
        var builder = TimelineBuilder(timeBase: Rational(1, 1000), frameRate: frameRate)
        for packet in packets {
            _ = builder.add(
                PacketRecord(
                    presentation: packet.presentation, decoding: packet.decoding, duration: packet.duration,
                    isKey: false, isDiscarded: false))
        }
        return builder.build()
    }

    @Test("a missing duration is the interval before it, else one frame, else a second")
    func missingDuration() {
        #expect(timeline([(0, 0, 0), (40, 40, 0), (100, 100, 0)])?.duration == Rational(160, 1000))
        #expect(timeline([(7, 7, 0)], frameRate: Rational(25))?.duration == Rational(40, 1000))
        #expect(timeline([(7, 7, -5)])?.duration == .one)
    }

    @Test func lookUp() throws {
        let timeline = try #require(self.timeline([(100, 0, 50), (200, 50, 50), (150, 100, 50)]))
        #expect(timeline.duration == Rational(150, 1000))
        #expect(timeline.starts == [100, 150, 200])
        let cases: [(Rational, Int)] = [
            (.zero, 0), (Rational(49999, 1_000_000), 0), (Rational(50, 1000), 1), (Rational(149, 1000), 2),
            (Rational(150, 1000), 0), (Rational(-1, 1_000_000), 2), (Rational(15_000_100, 1000), 2),
        ]
        for (time, index) in cases { #expect(timeline.index(at: time) == index, "\(time)") }
    }

    @Test("pictures that others refer to are shown when the next such one is decoded")
    func fills() {
        // I P B B P B B with stamps on the B pictures alone, as libav reads AVI.
        let packets: [(Int64?, Int64?, Int64)] = [
            (nil, 0, 1), (nil, 1, 1), (2, 2, 1), (3, 3, 1), (nil, 4, 1), (5, 5, 1), (6, 6, 1),
        ]
        let timeline = self.timeline(packets)
        #expect(timeline?.starts == [1, 2, 3, 4, 5, 6, 7])
        #expect(timeline?.filled == [0: 1, 1: 4, 4: 7])
    }

    @Test("stamps beyond reason are refused, not trapped on")
    func extremes() {
        #expect(timeline([]) == nil)
        #expect(timeline([(.min + 1, 0, 1), (.max, 1, 1)]) == nil)
        #expect(timeline([(.max - 1, 0, .max)])?.starts == [.max - 1])
        #expect(timeline([(nil, .max, .max), (nil, nil, .max), (nil, nil, 5)]) == nil)
        let twice = timeline([(0, 0, 10), (0, 5, 30), (20, 10, 5), (20, 12, 9)])
        #expect(twice?.starts == [0, 20])
        #expect(twice?.duration == Rational(29, 1000))
    }
}

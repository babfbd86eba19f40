import FrameCore
import Playlists
import Synchronization
import Testing

@Suite("Playlist timeline")
struct PlaylistTimelineTests {
    /// 2 s at 44.1 kHz, not playable, 1/3 s at 48 kHz, nothing, 1.5 s at 8 kHz: 23/6 s in all.
    private static let lengths: [TrackLength?] = [
        TrackLength(sampleCount: 88_200, sampleRate: 44_100), nil, TrackLength(sampleCount: 16_000, sampleRate: 48_000),
        TrackLength(sampleCount: 0, sampleRate: 44_100), TrackLength(sampleCount: 12_000, sampleRate: 8000),
    ]

    private func timeline(_ repeats: RepeatMode, seed: UInt64? = nil) -> PlaylistTimeline {
        PlaylistTimeline(trackCount: Self.lengths.count, repeats: repeats, shuffleSeed: seed) { Self.lengths[$0] }
    }

    private func seconds(_ count: Int) -> @Sendable (Int) -> TrackLength? {
        { _ in TrackLength(sampleCount: count * 1000, sampleRate: 1000) }
    }

    @Test("tracks follow each other without a gap, skipping what cannot be played")
    func order() throws {
        let timeline = timeline(.off)
        let expected: [(Rational, Int?, Int)] = [
            (Rational(0), 0, 0), (Rational(1, 88_200), 0, 0), (Rational(1, 44_100), 0, 1),
            (Rational(2) - Rational(1, 1_000_000), 0, 88_199), (Rational(2), 2, 0), (Rational(13, 6), 2, 8000),
            (Rational(7, 3), 4, 0), (Rational(23, 6) - Rational(1, 8000), 4, 11_999), (Rational(23, 6), nil, 0),
            (Rational(1000), nil, 0), (Rational(-1), nil, 0),
        ]
        for (time, track, sample) in expected.reversed() {
            let playing = try timeline.playing(at: time)
            #expect(playing?.track == track, "\(time)")
            if let playing {
                #expect(playing.sample(at: time) == sample)
                #expect(playing.start <= time && time < playing.end)
                #expect(playing.position(at: time) == time - playing.start)
            }
        }
    }

    @Test("all: the list begins again, exactly, however often")
    func repeatAll() throws {
        let timeline = timeline(.all)
        for pass in [0, 1, 2, 1_000_000] {
            let begin = Rational(Int64(pass) * 23, 6)
            #expect(try timeline.playing(at: begin)?.track == 0)
            #expect(try timeline.playing(at: begin)?.start == begin)
            #expect(try timeline.playing(at: begin + Rational(7, 3))?.track == 4)
            #expect(try timeline.playing(at: begin + Rational(7, 3))?.sample(at: begin + Rational(7, 3)) == 0)
            #expect(try timeline.playing(at: begin + Rational(22, 6))?.end == begin + Rational(23, 6))
        }
    }

    @Test("one: the first playable track, over and over")
    func repeatOne() throws {
        let timeline = PlaylistTimeline(trackCount: 5, repeats: .one) { $0 < 2 ? nil : Self.lengths[$0] }
        for time in [Rational(0), Rational(1, 3), Rational(1000)] {
            let playing = try timeline.playing(at: time)
            #expect(playing?.track == 2)
            #expect(playing?.start == time)
        }
        #expect(try timeline.playing(at: Rational(1, 2))?.start == Rational(1, 3))
        #expect(try timeline.playing(at: Rational(1, 2))?.sample(at: Rational(1, 2)) == 8000)
    }

    @Test("shuffle: each pass is a new order of all tracks, none twice in a row", arguments: [3, 5, 12])
    func shuffle(count: Int) throws {
        var passes: Set<[Int]> = []
        for seed in 0..<20 {
            let timeline = PlaylistTimeline(trackCount: count, shuffleSeed: UInt64(seed), length: seconds(1))
            let tracks = try (0..<(20 * count)).map { try timeline.playing(at: Rational($0))?.track ?? -1 }
            for pass in 0..<20 {
                let order = Array(tracks[(pass * count)..<((pass + 1) * count)])
                #expect(order.sorted() == Array(0..<count))
                passes.insert(order)
            }
            #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0 != $1 })
        }
        #expect(passes.count > (count == 3 ? 5 : count == 5 ? 100 : 390))
    }

    @Test("shuffle: the same seed gives the same orders, asked in any order")
    func shuffleIsPure() throws {
        let first = timeline(.all, seed: 9)
        let second = timeline(.all, seed: 9)
        let times = (0..<300).map { Rational(Int64($0) * 7, 11) }
        let expected = try times.map { try first.playing(at: $0) }
        var random = SeededRandom(seed: 1)
        for index in random.shuffled(Array(times.indices)) {
            #expect(try second.playing(at: times[index]) == expected[index])
        }
        // Passes last equally long, and their tracks meet.
        for playing in expected.compactMap(\.self) {
            #expect(try first.playing(at: playing.end)?.start == playing.end)
            #expect(try first.playing(at: playing.end)?.track != playing.track)
        }
        let other = timeline(.all, seed: 10)
        #expect(try times.map { try other.playing(at: $0) } != expected)
    }

    @Test("shuffle: tracks that cannot be played do not bring two of a kind together")
    func shuffleSkips() throws {
        for seed in 0..<50 {
            let timeline = PlaylistTimeline(trackCount: 12, shuffleSeed: UInt64(seed)) { track in
                track % 4 == 0 ? TrackLength(sampleCount: 1, sampleRate: 1) : nil
            }
            let tracks = try (0..<60).map { try timeline.playing(at: Rational($0))?.track ?? -1 }
            #expect(Set(tracks) == [0, 4, 8])
            #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0 != $1 })
        }
        let two = PlaylistTimeline(trackCount: 2, shuffleSeed: 3, length: seconds(1))
        let turns = try (0..<20).map { try two.playing(at: Rational($0))?.track ?? -1 }
        #expect(zip(turns, turns.dropFirst()).allSatisfy { $0 != $1 })
        let only = PlaylistTimeline(trackCount: 1, shuffleSeed: 3, length: seconds(1))
        #expect(try only.playing(at: Rational(7))?.start == Rational(7))
    }

    @Test("lengths are asked once, and only as far as the time needs")
    func lazy() throws {
        let asked = Mutex<[Int]>([])
        let timeline = PlaylistTimeline(trackCount: 10_000) { track in
            asked.withLock { $0.append(track) }
            return track % 2 == 0 ? TrackLength(sampleCount: 1000, sampleRate: 100) : nil
        }
        #expect(try timeline.playing(at: Rational(25))?.track == 4)
        #expect(try timeline.playing(at: Rational(5))?.track == 0)
        #expect(asked.withLock { $0 } == [0, 1, 2, 3, 4])
        // 5000 tracks of 10 s: 10⁶ s are 20 passes.
        #expect(try timeline.playing(at: Rational(1_000_000))?.track == 0)
        #expect(asked.withLock { $0 } == Array(0..<10_000))
    }

    @Test("nothing playable is silence, in bounded time", arguments: RepeatMode.allCases)
    func nothingPlayable(repeats: RepeatMode) throws {
        for length in [nil, TrackLength(sampleCount: 0, sampleRate: 1), TrackLength(sampleCount: 5, sampleRate: 0)] {
            let asked = Mutex(0)
            let timeline = PlaylistTimeline(trackCount: 10_000, repeats: repeats, shuffleSeed: 1) { _ in
                asked.withLock { $0 += 1 }
                return length
            }
            #expect(try timeline.playing(at: .zero) == nil)
            #expect(try timeline.playing(at: Rational(3600)) == nil)
            #expect(asked.withLock { $0 } == 10_000)
        }
        #expect(try PlaylistTimeline(trackCount: 0, repeats: repeats, length: seconds(1)).playing(at: .zero) == nil)
        #expect(try PlaylistTimeline(trackCount: -1, repeats: repeats, length: seconds(1)).playing(at: .zero) == nil)
    }

    @Test("a length that throws is thrown, and asked again")
    func failure() throws {
        struct Failure: Error {}
        let isBroken = Mutex(true)
        let timeline = PlaylistTimeline(trackCount: 3) { track in
            if track == 1, isBroken.withLock({ $0 }) { throw Failure() }
            return TrackLength(sampleCount: 2, sampleRate: 1)
        }
        #expect(try timeline.playing(at: .one)?.track == 0)
        #expect(throws: Failure.self) { try timeline.playing(at: Rational(3)) }
        isBroken.withLock { $0 = false }
        #expect(try timeline.playing(at: Rational(3))?.track == 1)
    }

    @Test("odd rates and lengths never trap, and stay within the track")
    func extremes() throws {
        let odd = [
            TrackLength(sampleCount: 1_000_003, sampleRate: 44_101),
            TrackLength(sampleCount: 999_983, sampleRate: 47_999),
            TrackLength(sampleCount: 777_777, sampleRate: 95_989), TrackLength(sampleCount: 31, sampleRate: 191_999),
            TrackLength(sampleCount: 123_457, sampleRate: 4_294_967_291),
            TrackLength(sampleCount: 1, sampleRate: Int.max),
        ]
        for seed in [nil, UInt64(4)] {
            let timeline = PlaylistTimeline(trackCount: 600, shuffleSeed: seed) { odd[$0 % odd.count] }
            for step in 0..<2000 {
                let time = Rational(Int64(step) * 1_000_003, 30_030)
                let playing = try #require(try timeline.playing(at: time))
                let sample = playing.sample(at: time)
                #expect(sample >= 0 && sample < playing.length.sampleCount)
                // Sums beyond 64 bits lose their last bits: far below a sample.
                #expect(playing.start <= time && (time - playing.end).double < 1e-9)
            }
            #expect(try timeline.playing(at: Rational(Int.max)) != nil)
        }
        let endless = PlaylistTimeline(trackCount: 2) { _ in TrackLength(sampleCount: Int.max, sampleRate: 1) }
        #expect(try endless.playing(at: Rational(Int.max)) != nil)
        #expect(try endless.playing(at: Rational(5))?.sample(at: Rational(Int.max)) == Int.max - 1)
    }
}

import Foundation
import FrameCore
import Synchronization
import Testing

@testable import AudioLevels

@Suite("Levels over time")
struct LevelTimelineTests {
    static let rate = 8000

    /// A made-up piece: a bass that comes and goes, a melody that steps twice a second, 4 s of rest in each 40.
    private static let samples: [Float] = {
        var bass = 0.0
        var melody = 0.0
        return (0..<(rate * 72)).map { index in
            let time = Double(index) / Double(rate)
            let note = 220 * pow(2, Double(Int(time * 2) * 7 % 24) / 12)
            bass += 2 * .pi * 60 / Double(rate)
            melody += 2 * .pi * note / Double(rate)
            if time.truncatingRemainder(dividingBy: 40) > 36 { return 0 }
            return Float(0.4 * (0.02 + pow(abs(sin(time / 5)), 3)) * sin(bass) + 0.3 * sin(melody))
        }
    }()

    static func piece(_ tick: Int) -> PCMBlock? {
        let first = tick * rate / 30 - 2048
        guard first + 4096 <= samples.count else { return nil }
        let block = [Float](repeating: 0, count: max(0, -first)) + samples[max(0, first)..<(first + 4096)]
        return PCMBlock(sampleRate: rate, channels: [block])
    }

    private static let tone = PCMBlock(sampleRate: rate, channels: [Signal.sine(500, rate: rate)])

    static let constant: @Sendable (Int) -> PCMBlock? = { _ in tone }

    private func time(_ tick: Int) -> Rational { Rational(Int64(tick), 30) }

    @Test("levels are those of the plain recursion from the start")
    func plainRecursion() throws {
        let ticks = 2000
        let timeline = try LevelTimeline { Self.piece($0) }
        let analyser = try SpectrumAnalyser()
        var gain = AutoGain()
        var envelope = LevelEnvelope()
        for tick in 0..<ticks {
            let bands = analyser.bands(of: Self.piece(tick))
            let reference = gain.follow(bands.max() ?? 0)
            let spectrum = bands.map { AutoGain.output($0, reference: reference) }
            #expect(try timeline.spectrum(atTick: tick) == spectrum)
            envelope.advance(to: spectrum, sensitivity: 0.7)
            let levels = try timeline.levels(at: time(tick), sensitivity: 0.7)
            #expect(levels == envelope.levels.map { (($0 * 4096 + 0.5).rounded(.down)) / 4096 })
        }
    }

    @Test("any order, any thread and any beginning give the same levels")
    func purity() async throws {
        let moments = (0..<1200).map { Rational(Int64($0), 24) }
        func levels(_ timeline: LevelTimeline, _ moment: Rational) throws -> [[Float]] {
            [
                try timeline.levels(at: moment), try timeline.levels(at: moment, layerStart: Rational(17, 2)),
                try timeline.levels(at: moment, layerStart: Rational(40), sensitivity: 3),
            ]
        }
        let sequential = try LevelTimeline { Self.piece($0) }
        let expected = try moments.map { try levels(sequential, $0) }
        var random = SeededRandom(seed: 3)
        let shuffled = try LevelTimeline { Self.piece($0) }
        for index in random.shuffled(Array(moments.indices)) {
            #expect(try levels(shuffled, moments[index]) == expected[index])
        }
        let shared = try LevelTimeline { Self.piece($0) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for part in 0..<8 {
                group.addTask {
                    try stride(from: 1199 - part, through: 0, by: -8).allSatisfy {
                        try levels(shared, moments[$0]) == expected[$0]
                    }
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
        for index in [1, 700, 1199] {
            let alone = try LevelTimeline { Self.piece($0) }
            #expect(try levels(alone, moments[index]) == expected[index])
        }
    }

    @Test("a frame an hour in costs at most 48 s of sound, and a clip asks each tick once")
    func cost() throws {
        let asked = Mutex<[Int]>([])
        let timeline = try LevelTimeline { tick in
            asked.withLock { $0.append(tick) }
            return nil
        }
        _ = try timeline.levels(at: Rational(3600) + Rational(597, 60))
        #expect(asked.withLock { $0.count } <= 48 * 30)
        #expect(asked.withLock { $0.max() } == 3600 * 30 + 299)
        asked.withLock { $0 = [] }
        for frame in 0..<3000 { _ = try timeline.levels(at: Rational(Int64(frame), 60)) }
        #expect(asked.withLock { $0 } == Array(0...1500))
    }

    @Test("24, 30 and 60 frames a second agree at common instants")
    func frameRates() throws {
        let seconds = try [24, 30, 60].map { fps in
            let timeline = try LevelTimeline { Self.piece($0) }
            return try (0..<(fps * 20)).map { try timeline.levels(at: Rational(Int64($0), Int64(fps))) }
                .enumerated().filter { $0.offset % (fps / 6) == 0 }.map(\.element)
        }
        #expect(seconds[0].count == 120)
        #expect(seconds[0] == seconds[1] && seconds[1] == seconds[2])
        #expect(Set(seconds[0]).count > 100)
    }

    @Test("a layer is at 0 until its first tick, moves by the attack there, and between ticks in a line")
    func layerStart() throws {
        let timeline = try LevelTimeline(block: Self.constant)
        func level(_ top: Int64, _ bottom: Int64, from start: Rational) throws -> Float {
            try timeline.levels(at: Rational(top, bottom), layerStart: start).max() ?? -1
        }
        #expect(try level(0, 1, from: .zero) == (0.6 * 4096).rounded() / 4096)
        // Built at 0.05 s: the first tick is at 2/30 s.
        let start = Rational(1, 20)
        #expect(try level(1, 20, from: start) == 0)
        #expect(try level(65, 1000, from: start) == 0)
        #expect(try level(2, 30, from: start) == (0.6 * 4096).rounded() / 4096)
        #expect(try level(3, 30, from: start) == (0.84 * 4096).rounded() / 4096)
        #expect(try level(5, 60, from: start) == (0.72 * 4096).rounded() / 4096)
        // Built on a tick, it is updated at that tick; a long time later it begins at 0 all the same.
        #expect(try level(41, 1, from: Rational(41)) == (0.6 * 4096).rounded() / 4096)
        #expect(try level(41, 1, from: .zero) == 1)
        #expect(try level(41, 1, from: Rational(42)) == 0)
    }

    @Test("a layer built anew starts at 0, the gain goes on")
    func rebuilt() throws {
        let timeline = try LevelTimeline { tick in
            PCMBlock(
                sampleRate: Self.rate, channels: [Signal.sine(500, rate: Self.rate, amplitude: tick < 30 ? 1 : 0.25)])
        }
        // 1 s after the loud tone its peak is 2^(−1/3) of it, against which a quarter counts.
        let level = try timeline.levels(at: time(59), layerStart: time(59)).max() ?? 0
        #expect(near(level, 0.6 * pow(0.25 * pow(2, 30.0 / 90), 0.75), 1e-3))
    }

    @Test("levels are 4096ths, and digital silence is 0")
    func quantised() throws {
        let timeline = try LevelTimeline { Self.piece($0) }
        for frame in 0..<200 {
            for level in try timeline.levels(at: Rational(Int64(frame), 50)) {
                #expect(level >= 0 && level <= 1 && level * 4096 == (level * 4096).rounded())
            }
        }
        let silent = try LevelTimeline { _ in PCMBlock(sampleRate: 44_100, channels: [[0, 0]]) }
        #expect(try silent.levels(at: Rational(50)) == [Float](repeating: 0, count: 64))
        #expect(try silent.spectrum(atTick: 99) == [Float](repeating: 0, count: 32))
    }

    @Test("a tone after silence rises again within the attack")
    func toneSilenceTone() throws {
        let timeline = try LevelTimeline { tick in (60..<150).contains(tick) ? nil : Self.constant(tick) }
        func level(_ tick: Int) throws -> Float { try timeline.levels(at: time(tick)).max() ?? -1 }
        #expect(try level(59) == 1)
        #expect(try level(149) == 0)
        #expect(try level(150) > 0.59 && level(152) > 0.9)
    }

    @Test("a click is brightest in the frame of its tick", arguments: [44_100, 48_000, 22_050])
    func click(rate: Int) throws {
        let timeline = try LevelTimeline { tick in
            guard let first = AudioAlignment.centred.firstSample(at: Rational(Int64(tick), 30), sampleRate: rate) else {
                return nil
            }
            let samples = (first..<(first + 4096)).map { $0 == 2 * rate ? Float(1) : 0 }
            return PCMBlock(sampleRate: rate, channels: [samples])
        }
        let levels = try (0..<120).map { try timeline.levels(at: time($0)).reduce(0, +) }
        #expect(levels.firstIndex(of: levels.max() ?? -1) == 60)
        #expect(levels[..<57].allSatisfy { $0 == 0 })
        #expect(try timeline.levels(at: time(95)).allSatisfy { $0 < 0.01 })
    }

    @Test("blocks are centred, or the device's last complete ones")
    func alignment() {
        func first(_ alignment: AudioAlignment, _ top: Int64, _ bottom: Int64, _ rate: Int) -> Int? {
            alignment.firstSample(at: Rational(top, bottom), sampleRate: rate)
        }
        #expect(first(.centred, 0, 1, 44_100) == -2048)
        #expect(first(.centred, 1, 30, 44_100) == 1470 - 2048)
        // 11025 / 30 is 367.5, which rounds up.
        #expect(first(.centred, 1, 30, 11_025) == 368 - 2048)
        #expect(first(.device, 4095, 44_100, 44_100) == nil)
        #expect(first(.device, 4096, 44_100, 44_100) == 0)
        #expect(first(.device, 8191, 44_100, 44_100) == 0)
        #expect(first(.device, 1, 1, 44_100) == 9 * 4096)
        #expect(first(.centred, Int64.min, 1, Int.max) != nil)
    }

    @Test("what the source throws is thrown, and asked again")
    func failure() throws {
        struct Failure: Error {}
        let isBroken = Mutex(true)
        let timeline = try LevelTimeline { tick in
            if tick == 10, isBroken.withLock({ $0 }) { throw Failure() }
            return Self.constant(tick)
        }
        let good = try LevelTimeline(block: Self.constant)
        #expect(try timeline.levels(at: time(9)) == good.levels(at: time(9)))
        #expect(throws: Failure.self) { try timeline.levels(at: time(12)) }
        isBroken.withLock { $0 = false }
        #expect(try timeline.levels(at: time(12)) == good.levels(at: time(12)))
    }

    @Test("no time or sensitivity traps")
    func extremes() throws {
        let timeline = try LevelTimeline(block: Self.constant)
        let zeros = [Float](repeating: 0, count: 64)
        for extreme in [Rational(-1), Rational(Int.max), Rational(Int.min)] {
            #expect(try timeline.levels(at: extreme) == zeros)
            #expect(try timeline.levels(at: extreme, layerStart: extreme) == zeros)
        }
        #expect(try timeline.levels(at: .one, layerStart: Rational(Int.max)) == zeros)
        #expect(try timeline.levels(at: .one, layerStart: Rational(Int.min)) == timeline.levels(at: .one))
        for sensitivity: Float in [.nan, -1, -Float.infinity] {
            #expect(try timeline.levels(at: .one, sensitivity: sensitivity) == zeros)
        }
        #expect(try timeline.levels(at: .one, sensitivity: .infinity) == timeline.levels(at: .one, sensitivity: 10))
        #expect(try timeline.spectrum(atTick: Int.min).count == 32)
        #expect(try timeline.spectrum(atTick: Int.max).count == 32)
        #expect(try timeline.levels(at: Rational(1_000_000_000)).count == 64)
    }
}

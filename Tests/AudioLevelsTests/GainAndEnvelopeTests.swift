import Foundation
import FrameCore
import Testing

@testable import AudioLevels

@Suite("Gain and envelope")
struct GainAndEnvelopeTests {
    @Test("the peak rises at once, halves in 3 s and has a ceiling and a floor")
    func gain() {
        var gain = AutoGain()
        #expect(gain.follow(0) == 0.004)
        #expect(gain.follow(0.5) == 0.5)
        var reference: Float = 0
        for _ in 0..<90 { reference = gain.follow(0.01) }
        #expect(near(reference, 0.25))
        #expect(gain.follow(100) == 2.5)
    }

    @Test("after 28 s nothing of the loudest peak is left")
    func memory() {
        var gain = AutoGain()
        _ = gain.follow(2.5)
        var references: [Float] = []
        for _ in 0..<AutoGain.memory { references.append(gain.follow(0)) }
        #expect(references.last == AutoGain.floor)
        // 2.5 · 2^(−n/90) is 0.004 at n = 90 log₂ 625 = 835.9.
        #expect((references.firstIndex(of: AutoGain.floor) ?? 0) + 1 == 836)
    }

    @Test("a start 28 s ago gives the reference to the last bit")
    func freshStart() {
        var random = SeededRandom(seed: 1)
        // Loud at times, quiet at others, so that old peaks matter as long as they can.
        let loudest = (0..<4000).map { tick in
            Float(random.next(below: 1000)) / 1000 * (tick / 700 % 2 == 0 ? 2.6 : 0.003)
        }
        var plain = AutoGain()
        let references = loudest.map { plain.follow($0) }
        for tick in stride(from: 900, to: 4000, by: 37) {
            var fresh = AutoGain()
            for earlier in (tick - AutoGain.memory)..<tick { _ = fresh.follow(loudest[earlier]) }
            #expect(fresh.follow(loudest[tick]) == references[tick])
        }
    }

    @Test("the output is the power 0.75, at most 1")
    func output() {
        #expect(AutoGain.output(0.0625, reference: 1) == 0.125)
        #expect(AutoGain.output(2, reference: 1) == 1)
        #expect(near(AutoGain.output(0.001, reference: 0.004), pow(0.25, 0.75)))
        #expect(near(AutoGain.output(0.3, reference: 0.7), pow(0.3 / 0.7, 0.75), 1e-7))
    }

    @Test("attack and release take 36 ms and 205 ms")
    func timeConstants() {
        var envelope = LevelEnvelope()
        let loud = [Float](repeating: 1, count: 32)
        for tick in 1...8 {
            envelope.advance(to: loud, sensitivity: 1)
            #expect(near(envelope.levels[0], 1 - exp(-Double(tick) / 30 / 0.03638), 1e-4))
        }
        for _ in 0..<40 { envelope.advance(to: loud, sensitivity: 1) }
        #expect(envelope.levels == [Float](repeating: 1, count: 64))
        for tick in 1...30 {
            envelope.advance(to: [Float](repeating: 0, count: 32), sensitivity: 1)
            #expect(near(envelope.levels[63], exp(-Double(tick) / 30 / 0.20511), 1e-4))
        }
        #expect(envelope.levels.allSatisfy { $0 < 0.01 })
    }

    @Test("each of 64 levels is the mean of its share of the bands")
    func shares() {
        let bands = (0..<32).map { Float($0) / 32 }
        for index in 0..<64 {
            #expect(
                LevelEnvelope.target(index, of: 64, in: bands, sensitivity: 1) == bands[index / 2])
        }
        let many = (0..<128).map { Float($0) / 128 }
        #expect(LevelEnvelope.target(5, of: 64, in: many, sensitivity: 1) == 10.5 / 128)
        // 100 / 64: level 1 is bands 1 … 2, level 2 is band 3.
        let odd = (0..<100).map { Float($0) / 128 }
        #expect(LevelEnvelope.target(1, of: 64, in: odd, sensitivity: 1) == 1.5 / 128)
        #expect(LevelEnvelope.target(2, of: 64, in: odd, sensitivity: 1) == 3.0 / 128)
        #expect(LevelEnvelope.target(9, of: 64, in: bands, sensitivity: 2) == 0.25)
        #expect(LevelEnvelope.target(63, of: 64, in: bands, sensitivity: 10) == 1)
        #expect(LevelEnvelope.target(63, of: 64, in: bands, sensitivity: 0) == 0)
    }

    @Test("what a level was 10 s ago is forgotten to the last bit", arguments: [1, 2, 3])
    func forgets(kind: Int) {
        var random = SeededRandom(seed: UInt64(kind))
        func bands() -> [Float] { (0..<32).map { _ in Float(random.next(below: 1000)) / 1000 } }
        var old = LevelEnvelope()
        var fresh = LevelEnvelope()
        for _ in 0..<50 { old.advance(to: [Float](repeating: 1, count: 32), sensitivity: 1) }
        var spectrum = bands()
        for tick in 0..<300 {
            switch kind {
            case 1: spectrum = bands()
            // A new note twice a second.
            case 2: spectrum = tick % 15 == 0 ? bands() : spectrum
            // A slow walk.
            default: spectrum = zip(spectrum, bands()).map { min(max($0 + $1 / 50 - 0.01, 0), 1) }
            }
            old.advance(to: spectrum, sensitivity: 1)
            fresh.advance(to: spectrum, sensitivity: 1)
        }
        #expect(old.levels == fresh.levels)
    }

    @Test("towards a target that stands still, a few units in the last place may remain")
    func standsStill() {
        var random = SeededRandom(seed: 9)
        var worst: Float = 0
        for _ in 0..<100 {
            let spectrum = (0..<32).map { _ in Float(random.next(below: 100_000)) / 100_000 }
            var old = LevelEnvelope()
            var fresh = LevelEnvelope()
            for _ in 0..<50 { old.advance(to: [Float](repeating: 1, count: 32), sensitivity: 1) }
            for _ in 0..<300 {
                old.advance(to: spectrum, sensitivity: 1)
                fresh.advance(to: spectrum, sensitivity: 1)
            }
            worst = max(worst, zip(old.levels, fresh.levels).map { abs($0 - $1) }.max() ?? 1)
        }
        // Of 1/4096 = 2.4 · 10⁻⁴.
        #expect(worst < 3e-7, "\(worst)")
    }
}

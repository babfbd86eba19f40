import Foundation
import FrameCore
import Testing

@testable import MediaIO

@Suite struct ResamplerTests {
    /// A tone of a whole number of hertz, exact however far out.
    private static func tone(_ index: Int, frequency: Int, rate: Int) -> Double {
        let (_, steps) = (index % rate * frequency).quotientAndRemainder(dividingBy: rate)
        return 0.5 * sin(2 * Double.pi * Double(steps) / Double(rate))
    }

    private static func block(_ first: Int, _ count: Int, frequency: Int, rate: Int) -> PCMBlock {
        let samples = (first..<first + count).map { Float(tone($0, frequency: frequency, rate: rate)) }
        return PCMBlock(sampleRate: rate, channels: [samples, samples.map { -$0 }])
    }

    private static let stereo = StereoMix.standard(channelCount: 2)
    static let rates = [8000, 11025, 16000, 22050, 32000, 37_999, 44099, 44100, 48000, 88200, 96000, 192_000, 767_999]

    @Test("a tone keeps its size and phase, after a day as at the start", arguments: rates)
    func tones(rate: Int) throws {
        let resampler = Resampler48(inputRate: rate, mix: Self.stereo)
        for frequency in [50, 997, 3200] {
            for first in [0, 3600 * 48000 + 17, 86_400 * 48000 - 1] {
                let block = resampler.samples(from: first, count: 600) {
                    Self.block($0, $1, frequency: frequency, rate: rate)
                }
                #expect(block.sampleRate == 48000)
                let error = (0..<600).map {
                    abs(Double(block.channels[0][$0]) - Self.tone(first + $0, frequency: frequency, rate: 48000))
                }.max()
                #expect(try #require(error) < 2e-4, "\(frequency) Hz, sample \(first)")
                #expect(block.channels[1] == block.channels[0].map { -$0 })
            }
        }
    }

    @Test("high tones pass up to 19 kHz, and what 48 kHz cannot hold is gone")
    func response() throws {
        func peak(rate: Int, frequency: Int) -> Float {
            let resampler = Resampler48(inputRate: rate, mix: Self.stereo)
            let block = resampler.samples(from: 1000, count: 4800) {
                Self.block($0, $1, frequency: frequency, rate: rate)
            }
            return block.channels[0].map(\.magnitude).max() ?? 0
        }
        for rate in [44100, 96000, 192_000] {
            #expect(abs(peak(rate: rate, frequency: 15_000) - 0.5) < 0.001)
            #expect(abs(peak(rate: rate, frequency: 18_500) - 0.5) < 0.01)
        }
        for (rate, frequency) in [(96000, 26_000), (96000, 40_000), (192_000, 25_000), (192_000, 90_000)] {
            #expect(peak(rate: rate, frequency: frequency) < 1e-4, "\(rate) \(frequency)")
        }
    }

    @Test("a constant stays what it is", arguments: rates)
    func constant(rate: Int) throws {
        let resampler = Resampler48(inputRate: rate, mix: Self.stereo)
        let block = resampler.samples(from: 12345, count: 500) { _, count in
            PCMBlock(
                sampleRate: rate,
                channels: [[Float](repeating: 0.25, count: count)] + [[Float](repeating: 0, count: count)])
        }
        #expect(block.channels[0].allSatisfy { abs($0 - 0.25) < 1e-6 })
        #expect(block.channels[1].allSatisfy { $0 == 0 })
    }

    @Test("a click stands where it belongs: at the nearest output sample", arguments: [8000, 44100, 96000])
    func click(rate: Int) throws {
        let resampler = Resampler48(inputRate: rate, mix: Self.stereo)
        let place = rate * 3 / 2
        let block = resampler.samples(from: 71_000, count: 2000) { first, count in
            let samples = (first..<first + count).map { $0 == place ? Float(1) : 0 }
            return PCMBlock(sampleRate: rate, channels: [samples, samples])
        }
        let loudest = block.channels[0].indices.max { block.channels[0][$0] < block.channels[0][$1] }
        #expect(loudest == 72_000 - 71_000)
    }

    @Test("samples do not depend on what is asked for with them", arguments: [8000, 44100, 44099, 192_000])
    func pieces(rate: Int) throws {
        let resampler = Resampler48(inputRate: rate, mix: Self.stereo)
        func read(_ first: Int, _ count: Int) -> PCMBlock {
            let samples = (first..<first + count).map { index -> Float in
                guard index >= 0 else { return 0 }
                let mixed = UInt64(index) &* 0x9e37_79b9_7f4a_7c15
                return Float(mixed >> 40) / Float(1 << 24) - 0.5
            }
            return PCMBlock(sampleRate: rate, channels: [samples, samples.reversed().reversed()])
        }
        let whole = resampler.samples(from: -100, count: 1500, reading: read)
        var joined: [Float] = []
        for (first, count) in [(-100, 1), (-99, 199), (100, 0), (100, 500), (600, 3), (603, 797)] {
            joined += resampler.samples(from: first, count: count, reading: read).channels[0]
        }
        #expect(joined == whole.channels[0])
        // Before the first sample there is only what the filter rings ahead.
        let before = resampler.samples(from: -500, count: 10, reading: read)
        #expect(before.channels == [[Float]](repeating: [Float](repeating: 0, count: 10), count: 2))
    }

    @Test("places beyond all tracks are silent and do not trap", arguments: [Int.min, Int.max, -1 << 62, 1 << 62])
    func extremes(first: Int) {
        for rate in [1000, 44100, 768_000, 0, -5, .max] {
            let resampler = Resampler48(inputRate: rate, mix: Self.stereo)
            let block = resampler.samples(from: first, count: 3) { _, count in
                PCMBlock(
                    sampleRate: rate, channels: [[Float]](repeating: [Float](repeating: 0, count: count), count: 2))
            }
            #expect(block.channels == [[0, 0, 0], [0, 0, 0]])
            #expect(resampler.samples(from: 5, count: -1) { _, _ in block }.count == 0)
            // A reader that gives too little is silence, too.
            #expect(resampler.samples(from: 5, count: 2) { _, _ in PCMBlock(sampleRate: 1, channels: []) }.count == 2)
        }
    }

    @Test func counts() {
        let resampler = Resampler48(inputRate: 44100, mix: Self.stereo)
        #expect(resampler.outputCount(ofInput: 441_000) == 480_000)
        #expect(resampler.outputCount(ofInput: 44100 * 3600) == 48000 * 3600)
        #expect(resampler.outputCount(ofInput: 1) == 1)
        #expect(resampler.outputCount(ofInput: 0) == 0)
        #expect(Resampler48(inputRate: 48000, mix: Self.stereo).outputCount(ofInput: 7) == 7)
    }

    @Test("a track comes out as ffmpeg's resampler has it")
    func asFFmpeg() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "aevalsrc=exprs='0.3*sin(2*PI*(200+2000*t)*t)':s=44100:d=2", "-c:a", "pcm_s16le", path,
        ])
        let expected = try Tool.samples(path, ["-ar", "48000", "-af", "aresample=filter_size=64"])
        let track = try AudioTrack(path: path)
        let resampler = Resampler48(inputRate: track.sampleRate, mix: track.stereoMix)
        let block = try resampler.samples(from: 0, count: 96000, of: track)
        #expect(block.channels[0] == block.channels[1])
        let error = stride(from: 200, to: 95_000, by: 7).map { abs(block.channels[0][$0] - expected[$0]) }.max()
        #expect(try #require(error) < 1e-3)
    }

    // MARK: - Level

    @Test("gains are powers of ten", arguments: [-120.0, -60, -6.02, -3, -0.1, 0, 0.1, 3, 20, 60])
    func gain(decibels: Double) {
        let expected = pow(10, decibels / 20)
        #expect(abs(Double(SoundLevel(gain: decibels).factor) / expected - 1) < 1e-7)
    }

    @Test func gainsBeyond() {
        #expect(SoundLevel(gain: .nan).factor == 1)
        #expect(SoundLevel(gain: .infinity).factor == SoundLevel(gain: 60).factor)
        #expect(SoundLevel(gain: -.infinity).factor == SoundLevel(gain: -120).factor)
    }

    @Test("the last half second falls to silence in a straight line, and nothing exceeds full scale")
    func fade() {
        let ones = PCMBlock(sampleRate: 48000, channels: [[Float](repeating: 1, count: 48000)])
        let level = SoundLevel(fadeEnd: 48000)
        let whole = level.apply(to: ones, at: 0).channels[0]
        #expect(whole[..<24000].allSatisfy { $0 == 1 })
        #expect(whole[24001] == Float(23999) / 24000)
        #expect(whole[36000] == 0.5)
        #expect(whole[47999] == Float(1) / 24000)
        let part = PCMBlock(sampleRate: 48000, channels: [[Float](repeating: 1, count: 100)])
        #expect(level.apply(to: part, at: 30_000).channels[0] == Array(whole[30_000..<30_100]))
        #expect(level.apply(to: part, at: 48_000).channels[0] == [Float](repeating: 0, count: 100))
        #expect(SoundLevel().apply(to: part, at: 48_000) == part)
        let loud = PCMBlock(sampleRate: 48000, channels: [[3, -3, .nan, .infinity, 0.25]])
        #expect(SoundLevel().apply(to: loud, at: 0).channels == [[1, -1, 0, 1, 0.25]])
        #expect(SoundLevel(gain: 20).apply(to: loud, at: 0).channels[0][4] == 1)
    }

    @Test("functions of our own against the C library's and published values")
    func functions() {
        for step in -400...400 {
            let x = Double(step) * 0.173
            #expect(abs(Elementary.sineOfPi(times: x) - sin(Double.pi * x)) < 1e-12)
            #expect(abs(Elementary.exponential(x) / exp(x) - 1) < 1e-13)
        }
        #expect(Elementary.sineOfPi(times: 7) == 0)
        // Abramowitz and Stegun, table 9.8; and 1093.588354511375 for 9.
        for (x, value) in [
            (0.0, 1.0), (1, 1.266_065_877_752_008), (2, 2.279_585_302_336_067), (9, 1093.588_354_511_375),
        ] {
            #expect(abs(Elementary.besselI0(x) / value - 1) < 1e-13)
        }
    }
}

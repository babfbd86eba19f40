import Foundation
import FrameCore
import Testing

@testable import AudioLevels

@Suite("Spectrum")
struct SpectrumAnalyserTests {
    private func bands(_ samples: [Float], rate: Int = 44_100) throws -> [Float] {
        try SpectrumAnalyser().bands(of: PCMBlock(sampleRate: rate, channels: [samples]))
    }

    @Test("the plan has no step that depends on the machine's vector units")
    func plan() throws {
        let text = try RealTransform().planText
        #expect(text.contains("r2c"))
        for unit in ["sse", "avx", "simd", "kcvi", "fma", "vsx", "neon"] { #expect(!text.contains(unit), "\(text)") }
        #expect(AudioLevelsVersions.all.first?.version.contains("fftw-3") == true)
    }

    @Test("a full-scale sine on a bin is √(2/3) there")
    func sineOnBin() throws {
        // At 192 kHz a bin is 46.875 Hz wide and band 0 reads bin 1 alone.
        let low = try bands(Signal.sine(46.875, rate: 192_000), rate: 192_000)
        #expect(near(low[0], (2.0 / 3).squareRoot() * Oracle.tilt(0, rate: 192_000)))
        // At 44.1 kHz band 0 lies between bins 4 (the sine) and 5 (half of it).
        let between = try bands(Signal.sine(4 * 44_100 / 4096.0, rate: 44_100))
        let fraction = Oracle.centre(0, rate: 44_100) * 4096 / 44_100 - 4
        #expect(
            near(between[0], (2.0 / 3).squareRoot() * (1 - fraction / 2) * Oracle.tilt(0, rate: 44_100)))
    }

    @Test("a full-scale sine on a bin is 1/√M in a band of M bins")
    func sineInBand() throws {
        // Bin 99 is inside band 17, bins 90 to 108, and its two neighbours too.
        let result = try bands(Signal.sine(99 * 44_100 / 4096.0, rate: 44_100))
        #expect(near(result[17], 1 / 19.0.squareRoot() * Oracle.tilt(17, rate: 44_100)))
        #expect(result.enumerated().allSatisfy { $0.offset == 17 || $0.element < 1e-4 })
    }

    @Test("1 kHz at 44.1 kHz is 0.2294, and 0.2874 after the tilt")
    func kilohertz() throws {
        let result = try bands(Signal.sine(1000, rate: 44_100))
        #expect(near(result[17], 0.2874, 5e-5))
        #expect(near(result[17], 0.2294 * Oracle.tilt(17, rate: 44_100), 1e-4))
        #expect(result.max() == result[17])
        var gain = AutoGain()
        #expect(AutoGain.output(result[17], reference: gain.follow(result.max() ?? 0)) == 1)
    }

    @Test("a tone is loudest in its own band", arguments: [8000, 22_050, 44_100, 48_000, 96_000, 192_000])
    func tones(rate: Int) throws {
        let edges = Oracle.edges(rate: rate)
        for band in 0..<32 where edges[band + 1] - edges[band] > 4 * Double(rate) / 4096 {
            let result = try bands(Signal.sine(Oracle.centre(band, rate: rate), rate: rate), rate: rate)
            #expect(result.firstIndex(of: result.max() ?? 0) == band, "\(rate) Hz, band \(band)")
        }
    }

    @Test("sound equals the definition in double precision, at any rate")
    func oracle() throws {
        let samples = zip(Signal.noise(seed: 1), Signal.sine(440, rate: 44_100, amplitude: 2)).map { $0 * 0.3 + $1 }
        let amplitudes = Oracle.amplitudes(samples)
        for rate in [8000, 11_025, 44_100, 48_000, 192_000] {
            for (value, expected) in zip(try bands(samples, rate: rate), Oracle.bands(amplitudes, rate: rate)) {
                #expect(near(value, expected, 2e-6), "\(value) \(expected)")
            }
        }
    }

    @Test("an impulse is 2 w[n] / N in every bin", arguments: [1, 1000, 2048, 4095])
    func impulse(index: Int) throws {
        let window = (2.0 / 3).squareRoot() * (1 - cos(2 * .pi * Double(index) / 4096))
        for (band, value) in try bands(Signal.impulse(at: index)).enumerated() {
            let expected = 2 * window / 4096 * Oracle.tilt(band, rate: 44_100)
            #expect(near(value, expected, expected * 1e-3 + 1e-10))
        }
    }

    @Test("silence is exactly 0")
    func silence() throws {
        let zeros = [Float](repeating: 0, count: LevelTimeline.bandCount)
        let analyser = try SpectrumAnalyser()
        #expect(analyser.bands(of: nil) == zeros)
        for samples in [[], [0], [Float](repeating: 0, count: 4096), [Float](repeating: -0.0, count: 4096)] {
            #expect(try bands(samples) == zeros)
        }
        #expect(analyser.bands(of: PCMBlock(sampleRate: 44_100, channels: [])) == zeros)
        #expect(try bands(Signal.noise(seed: 1), rate: 0) == zeros)
        #expect(AutoGain.output(0, reference: 0.004) == 0)
    }

    @Test("short blocks are padded, long ones cut, and only the first channel counts")
    func lengths() throws {
        let noise = Signal.noise(seed: 2, count: 5000)
        let padded = Array(noise[..<100]) + [Float](repeating: 0, count: 3996)
        #expect(try bands(Array(noise[..<100])) == bands(padded))
        #expect(try bands(noise) == bands(Array(noise[..<4096])))
        let analyser = try SpectrumAnalyser()
        _ = analyser.bands(of: PCMBlock(sampleRate: 44_100, channels: [noise]))
        let two = PCMBlock(sampleRate: 44_100, channels: [padded, noise])
        #expect(try analyser.bands(of: two) == bands(padded))
    }

    @Test("samples that are no sound count as 0")
    func nonsense() throws {
        var samples = Signal.noise(seed: 3)
        var expected = samples
        for (index, value) in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 65_537].enumerated() {
            samples[7 * index] = value
            expected[7 * index] = 0
        }
        #expect(try bands(samples) == bands(expected))
        #expect(try bands([Float](repeating: .nan, count: 4096)).allSatisfy { $0 == 0 })
        #expect(try bands(Signal.noise(seed: 4).map { $0 * 65_536 }).allSatisfy(\.isFinite))
    }

    /// Mean-square bands of noise whose power falls with f^−s follow f^(0.3 − s/2): white rises as the tilt does, pink
    /// falls by 1.2 dB an octave.
    @Test("white noise follows the tilt, pink noise falls by f^0.2", arguments: [(false, 0.3), (true, -0.2)])
    func noise(isPink: Bool, slope: Double) throws {
        let blocks = 60
        var samples = Signal.noise(seed: 5, count: 4096 * (blocks + 1))
        if isPink {
            // Paul Kellet's filter: within 0.05 dB of 1/f above 9 Hz at 44.1 kHz.
            var b = [Double](repeating: 0, count: 7)
            samples = samples.map { white in
                let white = Double(white)
                b[0] = 0.99886 * b[0] + white * 0.0555179
                b[1] = 0.99332 * b[1] + white * 0.0750759
                b[2] = 0.96900 * b[2] + white * 0.1538520
                b[3] = 0.86650 * b[3] + white * 0.3104856
                b[4] = 0.55000 * b[4] + white * 0.5329522
                b[5] = -0.7616 * b[5] - white * 0.0168980
                let pink = b.reduce(white * 0.5362, +)
                b[6] = white * 0.115926
                return Float(pink * 0.11)
            }
        }
        let analyser = try SpectrumAnalyser()
        var power = [Double](repeating: 0, count: 32)
        for block in 1...blocks {
            let part = Array(samples[(4096 * block)..<(4096 * (block + 1))])
            for (band, value) in analyser.bands(of: PCMBlock(sampleRate: 44_100, channels: [part])).enumerated() {
                power[band] += Double(value) * Double(value)
            }
        }
        // From band 8 on every band has bins of its own.
        let points = (8..<32).map { (log(Oracle.centre($0, rate: 44_100)), log(power[$0]) / 2) }
        let meanX = points.reduce(0) { $0 + $1.0 } / 24
        let meanY = points.reduce(0) { $0 + $1.1 } / 24
        let fitted =
            points.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
            / points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
        #expect(abs(fitted - slope) < 0.02, "\(fitted)")
        for (x, y) in points { #expect(abs(y - meanY - slope * (x - meanX)) < 0.15) }
    }
}

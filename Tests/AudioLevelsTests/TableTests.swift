import Foundation
import Testing

@testable import AudioLevels

@Suite("Tables")
struct TableTests {
    @Test("cosines are those of the C library", arguments: [8, 64, 4096])
    func cosines(count: Int) {
        for (index, value) in PinnedMath.cosines(count: count).enumerated() {
            #expect(abs(value - cos(2 * .pi * Double(index) / Double(count))) < 1e-15)
        }
    }

    @Test("powers are those of the C library", arguments: [0.08, 0.5, 1, 1.0046, 2, 98, 400, 32_768])
    func powers(base: Double) {
        for exponent in [0, 1.0 / 90, 1.0 / 32, 0.3, 0.5, 0.75, 31.0 / 32, 0.999] {
            let expected = pow(base, exponent)
            #expect(abs(PinnedMath.power(base, exponent) / expected - 1) < 1e-14, "\(base)^\(exponent)")
        }
    }

    @Test("the window is a Hann window of energy 1")
    func window() {
        let window = SpectrumAnalyser.window.map(Double.init)
        #expect(window.count == 4096)
        for (index, value) in window.enumerated() {
            let expected = (2.0 / 3).squareRoot() * (1 - cos(2 * .pi * Double(index) / 4096))
            #expect(abs(value - expected) < 1e-7)
        }
        #expect(window[0] == 0)
        let sum: Double = window.reduce(0, +)
        let energy: Double = window.reduce(0) { $0 + $1 * $1 }
        #expect(abs(sum - 3344.37) < 0.01)
        #expect(abs(energy - 4096) < 1e-3)
    }

    @Test("tables have these very bits on every machine")
    func bits() throws {
        #expect(hash(SpectrumAnalyser.window) == 879_032_240_650_768_218)
        #expect(AutoGain.decay.bitPattern == Float(exp2(-1.0 / 90)).bitPattern)
        let plans = try [8000, 22_050, 44_100, 48_000, 192_000].map { try #require(BandPlan(sampleRate: $0)) }
        #expect(hash(plans.flatMap(\.edges)) == 11_722_175_922_229_167_024)
        #expect(hash(plans.flatMap { $0.bands.map(\.tilt) }) == 2_566_934_604_344_813_025)
    }

    @Test(
        "edges rise by one ratio from 40 Hz to min(16000, 0.98 Nyquist)",
        arguments: [(8000, 3920.0), (11_025, 5402.25), (32_000, 15_680), (44_100, 16_000), (192_000, 16_000)])
    func edges(rate: Int, top: Double) throws {
        let plan = try #require(BandPlan(sampleRate: rate))
        #expect(plan.edges.first == 40)
        #expect(abs((plan.edges.last ?? 0) - top) < 1e-9)
        #expect(plan.bands.count == 32)
        for (edge, expected) in zip(plan.edges, Oracle.edges(rate: rate)) {
            #expect(abs(edge / expected - 1) < 1e-13)
        }
        for (index, band) in plan.bands.enumerated() {
            #expect(near(band.tilt, Oracle.tilt(index, rate: rate), 1e-6))
        }
    }

    @Test("narrow bands lie between two bins, wide ones are whole bins")
    func readings() throws {
        let plan = try #require(BandPlan(sampleRate: 44_100))
        // Bins are 10.767 Hz apart. Band 17 is 964.7 … 1163.4 Hz: bins 89.6 … 108.1.
        #expect(plan.bands[17].reading == .meanSquare(first: 90, last: 108))
        // Band 0 is 40 … 48.2 Hz, its centre 43.93 Hz, which is bin 4.08.
        guard case .between(4, 5, let fraction) = plan.bands[0].reading else {
            Issue.record("band 0 is \(plan.bands[0].reading)")
            return
        }
        #expect(near(fraction, 40 * pow(400, 1.0 / 64) * 4096 / 44_100 - 4))
        // At 192 kHz the centre is bin 0.94, which counts as 1.
        guard case .between(1, 1, _)? = BandPlan(sampleRate: 192_000)?.bands[0].reading else {
            Issue.record("band 0 at 192 kHz")
            return
        }
    }

    @Test("any rate reads bins 1 to 2048 only")
    func anyRate() throws {
        for rate in [Int.min, -1, 0, 1, 81] { #expect(BandPlan(sampleRate: rate) == nil) }
        for rate in Array(82...700) + [8000, 96_000, 384_000, 1_000_000, Int(UInt32.max), Int.max] {
            let plan = try #require(BandPlan(sampleRate: rate))
            for band in plan.bands {
                switch band.reading {
                case .between(let lower, let upper, let fraction):
                    #expect(lower >= 1 && lower <= upper && upper <= 2048 && fraction >= 0 && fraction <= 1)
                case .meanSquare(let first, let last):
                    #expect(first >= 1 && first <= last && last <= 2048)
                }
            }
        }
    }
}

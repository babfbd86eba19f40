import Foundation
import FrameCore

@testable import AudioLevels

/// Analytic signals and a plain analysis in double precision after the device's description, as the oracle.
enum Signal {
    static func sine(_ frequency: Double, rate: Int, amplitude: Double = 1, from first: Int = 0, count: Int = 4096)
        -> [Float]
    {
        (first..<(first + count)).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
    }

    static func noise(seed: UInt64, count: Int = 4096) -> [Float] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in Float(Int(random.next() >> 40)) / 0x80_0000 - 1 }
    }

    static func impulse(at index: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: 4096)
        samples[index] = 1
        return samples
    }
}

enum Oracle {
    /// Edges in Hz by the C library's power.
    static func edges(rate: Int) -> [Double] {
        let top = min(16_000, 0.98 * Double(rate) / 2)
        return (0...32).map { 40 * pow(top / 40, Double($0) / 32) }
    }

    static func centre(_ band: Int, rate: Int) -> Double {
        let edges = edges(rate: rate)
        return (edges[band] * edges[band + 1]).squareRoot()
    }

    static func tilt(_ band: Int, rate: Int) -> Double { pow(centre(band, rate: rate) / 500, 0.3) }

    /// 2 |X[k]| / N of a block under the window √(2/3) (1 − cos(2πn/N)), by summing the definition.
    static func amplitudes(_ samples: [Float]) -> [Double] {
        let count = 4096
        let cosines = (0..<count).map { cos(2 * .pi * Double($0) / Double(count)) }
        let sines = (0..<count).map { sin(2 * .pi * Double($0) / Double(count)) }
        let windowed = samples.enumerated().map { (2.0 / 3).squareRoot() * (1 - cosines[$0]) * Double($1) }
        return (0...count / 2).map { bin in
            var real = 0.0
            var imaginary = 0.0
            for (index, value) in windowed.enumerated() {
                real += value * cosines[index * bin & 4095]
                imaginary -= value * sines[index * bin & 4095]
            }
            return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(count)
        }
    }

    static func bands(_ amplitudes: [Double], rate: Int) -> [Double] {
        let edges = edges(rate: rate)
        let width = Double(rate) / 4096
        return (0..<32).map { band in
            let (low, high) = (edges[band], edges[band + 1])
            if high - low < width {
                let place = (low * high).squareRoot() / width
                let lower = amplitudes[max(1, Int(place))]
                let upper = amplitudes[max(1, Int(place) + 1)]
                return (lower + (upper - lower) * (place - floor(place))) * tilt(band, rate: rate)
            }
            let first = max(1, Int(ceil(low / width)))
            let last = max(first, Int(floor(high / width)))
            let sum = amplitudes[first...last].reduce(0) { $0 + $1 * $1 }
            return (sum / Double(last - first + 1)).squareRoot() * tilt(band, rate: rate)
        }
    }
}

/// FNV-1a over the bit patterns.
func hash(_ values: [Float]) -> UInt64 { hash(values.map { UInt64($0.bitPattern) }) }
func hash(_ values: [Double]) -> UInt64 { hash(values.map(\.bitPattern)) }
private func hash(_ words: [UInt64]) -> UInt64 {
    var result: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words {
        for byte in 0..<8 {
            result ^= (word >> UInt64(8 * byte)) & 0xFF
            result = result &* 0x100_0000_01B3
        }
    }
    return result
}

func near(_ value: Float, _ expected: Double, _ tolerance: Double = 1e-5) -> Bool {
    abs(Double(value) - expected) <= tolerance
}

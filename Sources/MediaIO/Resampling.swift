import FrameCore

/// Converts sound from one rate to another by a windowed sinc, each sample a pure function of its place.
///
/// Output sample n stands at input time n · from / to exactly, so nothing drifts. Arithmetic is float32 + and × in a
/// fixed order, and the table comes of functions of our own: the same bits on every CPU.
struct Resampling: Sendable {
    /// Zero crossings of the sinc on each side at the narrower rate.
    private static let halfWidth = 48
    /// Where the response is down by half, as a share of the narrower Nyquist frequency.
    private static let cutoff = 0.94
    /// Of the Kaiser window: about −90 dB beyond the narrower Nyquist frequency.
    private static let beta = 9.0
    private static let lanes = 8
    /// Finer steps than this between two input samples are interpolated.
    private static let mostPhases = 1024
    private static let largestTable = 1 << 20

    /// Output steps that make up `down` input steps, in lowest terms.
    private let up: Int
    private let down: Int
    private let phases: Int
    /// A multiple of `lanes`.
    private let taps: Int
    /// `taps` numbers for each of `phases`, and one phase more for interpolation.
    private let table: [Float]

    /// Whether both rates are the same.
    var isIdentity: Bool { up == down }

    /// Makes the table; both rates are positive and at most 768 000.
    init(from: Int, to: Int) {
        var (a, b) = (max(1, from), max(1, to))
        while b != 0 { (a, b) = (b, a % b) }
        up = max(1, to) / a
        down = max(1, from) / a
        guard up != down else {
            (phases, taps, table) = (1, 0, [])
            return
        }
        let scale = min(1, Double(up) / Double(down))
        let reach = Double(Self.halfWidth) / scale
        let taps = (Int(reach) * 2 + Self.lanes - 1) / Self.lanes * Self.lanes
        let phases = min(up, max(64, min(Self.mostPhases, Self.largestTable / taps)))
        var table: [Float] = []
        table.reserveCapacity((phases + 1) * taps)
        let window = 1 / Elementary.besselI0(Self.beta)
        for phase in 0...phases {
            let offset = Double(phase) / Double(phases) + Double(taps / 2 - 1)
            var row = (0..<taps).map { tap -> Double in
                let distance = Double(tap) - offset
                let place = distance / reach
                guard place.magnitude < 1 else { return 0 }
                let angle = distance * scale * Self.cutoff
                let sinc = angle == 0 ? 1 : Elementary.sineOfPi(times: angle) / (angle * Double.pi)
                return sinc * Elementary.besselI0(Self.beta * (1 - place * place).squareRoot()) * window
            }
            let sum = row.reduce(0, +)
            for tap in row.indices { row[tap] /= sum }
            table += row.map { Float($0) }
        }
        (self.phases, self.taps, self.table) = (phases, taps, table)
    }

    /// How many samples a number of samples becomes, to the nearest.
    static func count(_ count: Int, from: Int, to: Int) -> Int {
        guard from != to, from > 0 else { return count }
        let (high, low) = count.multipliedFullWidth(by: to)
        let half = Int128(from / 2)
        let sum = (Int128(high) << 64 | Int128(low)) + half
        return Int(clamping: sum / Int128(from))
    }

    /// The input samples that a run of output samples depends on.
    func source(of output: Range<Int>) -> Range<Int> {
        guard !isIdentity, !output.isEmpty else { return output }
        let (first, last) = (position(output.lowerBound).sample, position(output.upperBound - 1).sample)
        return first - taps / 2 + 1..<last + taps / 2 + 1
    }

    /// The input sample at or before an output sample, and how far it is behind, in `up`ths.
    private func position(_ output: Int) -> (sample: Int, phase: Int) {
        let place = Int128(output) * Int128(down)
        var (sample, phase) = place.quotientAndRemainder(dividingBy: Int128(up))
        if phase < 0 { (sample, phase) = (sample - 1, phase + Int128(up)) }
        // So far out there is only silence; room is left for the taps.
        let limit = Int128(Int.max / 2)
        return (Int(max(-limit, min(limit, sample))), Int(phase))
    }

    /// A run of output samples of one channel.
    ///
    /// - Parameter input: the samples of `source(of: output)`.
    func resample(_ input: [Float], to output: Range<Int>) -> [Float] {
        guard !isIdentity else { return input }
        var result = [Float](repeating: 0, count: output.count)
        guard let first = output.first else { return result }
        let start = position(first)
        input.withUnsafeBufferPointer { input in
            table.withUnsafeBufferPointer { table in
                guard let inputStart = input.baseAddress, let tableStart = table.baseAddress else { return }
                var (sample, phase) = (0, start.phase)
                for index in result.indices {
                    guard sample + taps <= input.count else { return }
                    let place = inputStart + sample
                    if phases == up {
                        result[index] = product(place, tableStart + phase * taps)
                    } else {
                        let step = phase * phases
                        let row = tableStart + step / up * taps
                        let share = Float(Double(step % up) / Double(up))
                        let (near, far) = (product(place, row), product(place, row + taps))
                        result[index] = near + (far - near) * share
                    }
                    phase += down
                    sample += phase / up
                    phase %= up
                }
            }
        }
        return result
    }

    @inline(__always)
    private func product(_ input: UnsafePointer<Float>, _ row: UnsafePointer<Float>) -> Float {
        var sum = SIMD8<Float>(repeating: 0)
        var (left, right) = (UnsafeRawPointer(input), UnsafeRawPointer(row))
        for _ in 0..<taps / Self.lanes {
            sum += left.loadUnaligned(as: SIMD8<Float>.self) * right.loadUnaligned(as: SIMD8<Float>.self)
            left += MemoryLayout<SIMD8<Float>>.size
            right += MemoryLayout<SIMD8<Float>>.size
        }
        let half = sum.lowHalf + sum.highHalf
        return (half[0] + half[2]) + (half[1] + half[3])
    }
}

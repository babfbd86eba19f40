import FrameCore

/// Taps and weights that scale one axis of a picture about its centre.
///
/// Output pixel `p` of `target` looks at source position (p + ½ − target/2) / scale + source/2 − ½ through a triangle
/// filter, 1 source pixel wide to each side or 1/scale when that is more. Positions and weights are exact fractions;
/// taps beyond an edge count for the pixel on the edge. Weights become whole numbers that sum to 2¹⁴ by the method of
/// the largest remainder: each is rounded down, then the largest remainders, the leftmost first among equals, get 1.
struct ScaleTable: Sendable {
    /// The outputs that show the picture, those whose centre lies on it; the others are bars.
    let inside: Range<Int>
    /// Weights an output, the same for all; even.
    let taps: Int
    /// The first source pixel of each output inside.
    let starts: [Int32]
    /// `taps` weights for each output inside, zero after the last that counts.
    let weights: [Int16]
    /// How many of the weights count, for each output inside.
    let counts: [Int]
    /// The source pixel of the first output inside if every output copies one pixel and they follow one another.
    let copyStart: Int?

    /// The sum of the weights of an output.
    static let unit = 1 << 14

    /// Creates a table; `source` and `target` are at least 1, `scale` is output pixels for a source pixel, positive.
    init(source: Int, target: Int, scale: Rational) {
        // scale = a / b; all positions below are multiples of 1 / (2 a).
        let (a, b) = (Int128(scale.numerator), Int128(scale.denominator))
        let halfWidth = max(a, b)
        let extent = Int128(source) * a
        func centre(_ output: Int) -> Int128 { Int128(2 * output + 1 - target) * b }
        let shown = (0..<target).filter { -extent <= centre($0) && centre($0) < extent }
        inside = (shown.first ?? 0)..<(shown.last.map { $0 + 1 } ?? 0)

        var firsts: [Int32] = []
        var lists: [[Int16]] = []
        for output in inside {
            let position = centre(output) + Int128(source - 1) * a
            // |2 a i − position| < 2 halfWidth
            let lowest = Self.floor(position - 2 * halfWidth, 2 * a) + 1
            let highest = -Self.floor(-(position + 2 * halfWidth), 2 * a) - 1
            let last = Int128(source - 1)
            let start = min(max(lowest, 0), last)
            let end = min(max(highest, start), last)
            var raw = [Int128](repeating: 0, count: Int(end - start) + 1)
            for tap in stride(from: lowest, through: highest, by: 1) {
                raw[Int(min(max(tap, start), end) - start)] += 2 * halfWidth - abs(2 * a * tap - position)
            }
            firsts.append(Int32(start))
            lists.append(Self.whole(raw))
        }
        let longest = lists.map(\.count).max() ?? 0
        let taps = longest + longest % 2
        self.taps = taps
        starts = firsts
        weights = lists.flatMap { $0 + [Int16](repeating: 0, count: taps - $0.count) }
        counts = lists.map(\.count)
        let isCopy =
            !lists.isEmpty
            && lists.indices.allSatisfy { lists[$0] == [Int16(Self.unit)] && firsts[$0] == firsts[0] + Int32($0) }
        copyStart = isCopy ? Int(firsts[0]) : nil
    }

    private static func floor(_ top: Int128, _ bottom: Int128) -> Int128 {
        let quotient = top / bottom
        return top % bottom < 0 ? quotient - 1 : quotient
    }

    /// Scales weights to whole numbers that sum to `unit`, without trailing zeros.
    private static func whole(_ raw: [Int128]) -> [Int16] {
        let sum = raw.reduce(0, +)
        guard sum > 0 else { return [Int16(unit)] }
        var weights = raw.map { Int16(clamping: $0 * Int128(unit) / sum) }
        let remainders = raw.map { $0 * Int128(unit) % sum }
        let missing = unit - weights.reduce(0) { $0 + Int($1) }
        let order = raw.indices.sorted {
            remainders[$0] != remainders[$1] ? remainders[$0] > remainders[$1] : $0 < $1
        }
        for index in order.prefix(missing) { weights[index] += 1 }
        while weights.count > 1, weights.last == 0 { weights.removeLast() }
        return weights
    }
}

/// Elementary functions of + − × ÷ √ alone, so that the tables made with them have the same bits on every machine.
enum PinnedMath {
    /// cos(2πn/count) for n = 0 ..< count; `count` is a multiple of 8.
    ///
    /// Folded into the first eighth of the circle, where the series converges at once: within 2⁻⁵² of the value.
    static func cosines(count: Int) -> [Double] {
        let step = 2 * Double.pi / Double(count)
        return (0..<count).map { index in
            var place = index
            var sign = 1.0
            if place > count / 2 { place = count - place }
            if place > count / 4 {
                place = count / 2 - place
                sign = -1
            }
            let value =
                place > count / 8 ? sine(step * Double(count / 4 - place)) : cosine(step * Double(place))
            return sign * value
        }
    }

    /// cos x for 0 ≤ x ≤ π/4: Taylor's series to x²⁰.
    private static func cosine(_ x: Double) -> Double {
        stride(from: 19, to: 0, by: -2).reduce(1.0) { 1 - x * x / Double($1 * ($1 + 1)) * $0 }
    }

    /// sin x for 0 ≤ x ≤ π/4: Taylor's series to x²¹.
    private static func sine(_ x: Double) -> Double {
        x * stride(from: 20, to: 0, by: -2).reduce(1.0) { 1 - x * x / Double($1 * ($1 + 1)) * $0 }
    }

    /// base^exponent for a positive base and 0 ≤ exponent < 1, within about 10⁻¹⁴ of the value.
    ///
    /// The exponent's binary digits choose among base^½, base^¼, base^⅛ …, each the square root of the one before.
    static func power(_ base: Double, _ exponent: Double) -> Double {
        var result = 1.0
        var root = base
        var rest = exponent
        // Doubling and taking 1 away are exact; a double below 1 has no digit beyond the 1074th.
        while rest > 0, rest < 1 {
            root = root.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= root
                rest -= 1
            }
        }
        return result
    }
}

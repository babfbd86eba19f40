/// Functions of our own in place of the C library's, whose last bits depend on the CPU.
///
/// Only + − × ÷ on doubles, in a fixed order, so that tables made by them are the same everywhere.
enum Elementary {
    /// sin(π x), for |x| up to about 10⁶; right to about 15 digits of the largest value.
    static func sineOfPi(times x: Double) -> Double {
        let turns = x.rounded(.toNearestOrEven)
        let angle = (x - turns) * Double.pi
        let square = angle * angle
        // Taylor's series; |angle| ≤ π/2, so the next term is below 10⁻¹⁷.
        var sum = 0.0
        for number in stride(from: 10.0, through: 1, by: -1) {
            sum = (1 + sum) * -square / ((2 * number) * (2 * number + 1))
        }
        let sine = angle + angle * sum
        return turns.truncatingRemainder(dividingBy: 2) == 0 ? sine : -sine
    }

    /// The modified Bessel function of the first kind and order zero, for x of 0 to 20.
    static func besselI0(_ x: Double) -> Double {
        let quarter = x * x / 4
        var (sum, term) = (1.0, 1.0)
        for number in 1...50 {
            term *= quarter / (Double(number) * Double(number))
            sum += term
        }
        return sum
    }

    /// e to the power of x, for |x| up to 700.
    static func exponential(_ x: Double) -> Double {
        let ln2 = 0.693_147_180_559_945_3
        let doublings = (x / ln2).rounded(.toNearestOrEven)
        let rest = x - doublings * ln2
        var sum = 1.0
        for number in stride(from: 20.0, through: 1, by: -1) { sum = 1 + rest / number * sum }
        return sum * Double(sign: .plus, exponent: Int(max(-1000, min(1000, doublings))), significand: 1)
    }
}

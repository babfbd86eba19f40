/// An exact fraction, in lowest terms, with a positive denominator.
///
/// Times are rationals in seconds, so that nothing accumulates. Arithmetic is exact as long as the result in lowest
/// terms fits 64-bit parts; beyond that both parts are shifted down together (never a trap).
public struct Rational: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let numerator: Int64
    /// Always positive.
    public let denominator: Int64

    public static let zero = Rational(0)
    public static let one = Rational(1)

    /// Creates a whole number.
    public init(_ value: Int) {
        self.init(wide: Int128(value), 1)
    }

    /// Creates `numerator / denominator` in lowest terms; a zero denominator gives zero.
    public init(_ numerator: Int64, _ denominator: Int64) {
        self.init(wide: Int128(numerator), Int128(denominator))
    }

    private init(wide numerator: Int128, _ denominator: Int128) {
        var (top, bottom) = Rational.lowestTerms(numerator, denominator)
        let excess = 65 - max(top.magnitude, bottom.magnitude).leadingZeroBitCount
        if excess > 0 {
            // Beyond 63 bits both parts lose the same number of low bits; a quotient without a denominator left is
            // whole, and saturates.
            let divisor = Int128(1) << Int128(excess)
            if bottom / divisor > 0 {
                (top, bottom) = Rational.lowestTerms(top / divisor, bottom / divisor)
            } else {
                let largest = Int128(Int64.max)
                (top, bottom) = (max(-largest, min(largest, top / bottom)), 1)
            }
        }
        self.numerator = Int64(top)
        self.denominator = Int64(bottom)
    }

    private static func lowestTerms(_ numerator: Int128, _ denominator: Int128) -> (Int128, Int128) {
        guard denominator != 0 else { return (0, 1) }
        let (top, bottom) = denominator < 0 ? (-numerator, -denominator) : (numerator, denominator)
        var (a, b) = (top.magnitude, bottom.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        return (top / Int128(a), bottom / Int128(a))
    }

    public static func + (left: Rational, right: Rational) -> Rational {
        Rational(
            wide: Int128(left.numerator) * Int128(right.denominator) + Int128(right.numerator)
                * Int128(left.denominator),
            Int128(left.denominator) * Int128(right.denominator))
    }

    public static func - (left: Rational, right: Rational) -> Rational { left + -right }

    public static prefix func - (value: Rational) -> Rational {
        Rational(wide: -Int128(value.numerator), Int128(value.denominator))
    }

    public static func * (left: Rational, right: Rational) -> Rational {
        Rational(
            wide: Int128(left.numerator) * Int128(right.numerator),
            Int128(left.denominator) * Int128(right.denominator))
    }

    /// The quotient; a zero divisor gives zero.
    public static func / (left: Rational, right: Rational) -> Rational {
        Rational(
            wide: Int128(left.numerator) * Int128(right.denominator),
            Int128(left.denominator) * Int128(right.numerator))
    }

    public static func < (left: Rational, right: Rational) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }

    /// The largest whole number not above the value.
    public var floor: Int {
        let quotient = numerator / denominator
        return Int(numerator % denominator < 0 ? quotient - 1 : quotient)
    }

    /// The smallest whole number not below the value.
    public var ceiling: Int {
        let quotient = numerator / denominator
        return Int(numerator % denominator > 0 ? quotient + 1 : quotient)
    }

    /// The remainder of the floored division, in 0 ..< `period`; zero for a period that is not positive.
    public func modulo(_ period: Rational) -> Rational {
        guard period > .zero else { return .zero }
        // a/b mod c/d = (ad mod cb) / bd, all within 126 bits: exact where the quotient would not be.
        let divisor = Int128(period.numerator) * Int128(denominator)
        let remainder = Int128(numerator) * Int128(period.denominator) % divisor
        return Rational(
            wide: remainder < 0 ? remainder + divisor : remainder, Int128(denominator) * Int128(period.denominator))
    }

    /// The nearest double, ties to even.
    public var double: Double { rounded(bits: 55) }

    /// The value rounded once to float32, ties to even.
    public var float: Float { rounded(bits: 26) }

    /// The nearest value of a binary type whose significand has at most `bits - 2` bits.
    private func rounded<Result: BinaryFloatingPoint>(bits: Int) -> Result {
        guard numerator != 0 else { return 0 }
        // A quotient of `bits` or one more bits, and a sticky bit for the remainder: converting that integer is the
        // only rounding. The scale is a power of two and, with 64-bit parts, never leaves the normal range.
        let top = UInt128(numerator.magnitude)
        let bottom = UInt128(denominator.magnitude)
        let shift = bits - (bottom.leadingZeroBitCount - top.leadingZeroBitCount)
        let (quotient, remainder) =
            shift >= 0
            ? (top << UInt128(shift)).quotientAndRemainder(dividingBy: bottom)
            : top.quotientAndRemainder(dividingBy: bottom << UInt128(-shift))
        let significand = Result(UInt64(quotient) << 1 | (remainder == 0 ? 0 : 1))
        let magnitude = significand * Result(sign: .plus, exponent: Result.Exponent(-shift - 1), significand: 1)
        return numerator < 0 ? -magnitude : magnitude
    }

    /// `n` or `n/d`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

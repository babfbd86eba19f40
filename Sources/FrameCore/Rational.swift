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
        guard denominator != 0 else {
            self.numerator = 0
            self.denominator = 1
            return
        }
        var top = denominator < 0 ? -numerator : numerator
        var bottom = denominator < 0 ? -denominator : denominator
        var (a, b) = (top.magnitude, bottom.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        if a > 1 {
            top /= Int128(a)
            bottom /= Int128(a)
        }
        while top.magnitude > UInt128(Int64.max) || bottom > Int128(Int64.max) {
            top /= 2
            bottom = max(1, bottom / 2)
            if bottom == 1, top.magnitude > UInt128(Int64.max) {
                top = top < 0 ? -Int128(Int64.max) : Int128(Int64.max)
            }
        }
        self.numerator = Int64(top)
        self.denominator = Int64(bottom)
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
        return self - Rational((self / period).floor) * period
    }

    /// The nearest double.
    public var double: Double { Double(numerator) / Double(denominator) }

    /// The value rounded once to float32, ties to even.
    public var float: Float {
        guard numerator != 0 else { return 0 }
        // A quotient of 26 or 27 bits and a sticky bit for the remainder: exact in double, so that the conversion to
        // float32 is the only rounding. `Float(double)` would round twice.
        let top = UInt128(numerator.magnitude)
        let bottom = UInt128(denominator.magnitude)
        let shift = 26 - (bottom.leadingZeroBitCount - top.leadingZeroBitCount)
        let (quotient, remainder) =
            shift >= 0
            ? (top << shift).quotientAndRemainder(dividingBy: bottom)
            : top.quotientAndRemainder(dividingBy: bottom << -shift)
        let significand = Double(UInt64(quotient) << 1 | (remainder == 0 ? 0 : 1))
        let magnitude = Float(significand) * Float(sign: .plus, exponent: -shift - 1, significand: 1)
        return numerator < 0 ? -magnitude : magnitude
    }

    /// `n` or `n/d`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

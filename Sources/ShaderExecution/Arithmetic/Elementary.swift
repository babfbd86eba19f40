/// The elementary functions and the conversions, in binary32 arithmetic alone.
///
/// One expression tree each, so that every evaluator gives the same bits; Docs/ShaderExecution.md lists the errors. The
/// coefficients are minimax fits of our own, rounded to binary32 one after the other.
enum Elementary {}

// MARK: - Whole numbers

extension Elementary {
    /// 2²³: from here on every number is whole.
    @inline(__always) static var wholeFrom: Float { 8_388_608 }

    /// To the nearest whole number, ties to even, of a magnitude; NaN and large ones stay.
    @inline(__always) private static func nearest<F: FloatLanes>(magnitude: F) -> F {
        (magnitude .< wholeFrom).select((magnitude + wholeFrom) - wholeFrom, magnitude)
    }

    /// To the nearest whole number, ties to even; keeps the sign of zero.
    @inline(__always) static func roundEven<F: FloatLanes>(_ x: F) -> F {
        (nearest(magnitude: x.magnitude).bits | x.signBits).asFloatBits
    }

    /// Toward zero; keeps the sign of zero.
    @inline(__always) static func truncate<F: FloatLanes>(_ x: F) -> F {
        let magnitude = x.magnitude
        let near = nearest(magnitude: magnitude)
        let whole = near - (magnitude .< near).select(1, near.splat(0))
        return (whole.bits | x.signBits).asFloatBits
    }

    /// Downward; keeps the sign of zero.
    @inline(__always) static func floor<F: FloatLanes>(_ x: F) -> F {
        let near = roundEven(x)
        return near - (x .< near).select(1, near.splat(0))
    }

    /// Upward; what rounds to zero from below is −0.
    @inline(__always) static func ceiling<F: FloatLanes>(_ x: F) -> F {
        let near = roundEven(x)
        let whole = near + (near .< x).select(1, near.splat(0))
        return (whole.bits | x.signBits).asFloatBits
    }
}

// MARK: - Choices

extension Elementary {
    /// The smaller; the number when one is NaN; the first of two equals.
    @inline(__always) static func minimum<F: FloatLanes>(_ a: F, _ b: F) -> F { ((b .< a) .| a.isNaN).select(b, a) }

    /// The larger; the number when one is NaN; the first of two equals.
    @inline(__always) static func maximum<F: FloatLanes>(_ a: F, _ b: F) -> F { ((a .< b) .| a.isNaN).select(b, a) }

    /// The magnitude of `a` with the sign of `b`; a NaN counts as positive, its sign is not arithmetic.
    @inline(__always) static func copySign<F: FloatLanes>(_ a: F, _ b: F) -> F {
        (a.magnitude.bits | b.isNumber.select(b.signBits, b.bits.splat(0))).asFloatBits
    }

    /// The 32 bits; every NaN gives 0x7FC00000, since its payload and sign are not arithmetic.
    @inline(__always) static func bits<F: FloatLanes>(_ x: F) -> F.Integers {
        x.isNumber.select(x.bits, x.bits.splat(0x7FC0_0000))
    }
}

// MARK: - Conversions

extension Elementary {
    /// The whole number as an integer modulo 2³², for magnitudes below 2³² + 2¹⁵.
    @inline(__always) private static func integer<F: FloatLanes>(whole: F) -> F.Integers {
        let high = (whole * 0x1p-16).nearestSmall
        let low = whole - high * 65_536
        return high.wholeSmall.shiftedLeft(16) &+ low.wholeSmall
    }

    /// Toward zero, saturating; NaN gives 0.
    @inline(__always) static func signed<F: FloatLanes>(_ x: F) -> F.Integers {
        // Nearly always all are small, and then the sum that rounds has the integer in its low bits.
        let near = x.nearestSmall
        let excess = (x.magnitude .< near.magnitude).select(x.bits.splat(1), x.bits.splat(0))
        let isNegative = x.signBits.shiftedRight(31)
        let small = x.wholeSmall &- ((excess ^ isNegative) &- isNegative)
        let isLarge = .!(x.magnitude .< 4_194_304)
        return isLarge.replacing(in: small.asFloatBits) { wide(x).asFloatBits }.bits
    }

    @inline(__always) private static func wide<F: FloatLanes>(_ x: F) -> F.Integers {
        let zero = x.bits.splat(0)
        let inside = ((x.splat(-0x1p31) .<= x) .& (x .< 0x1p31)).select(integer(whole: truncate(x)), zero)
        let above = (x.splat(0x1p31) .<= x).select(zero.splat(.max), inside)
        return (x .< -0x1p31).select(zero.splat(.min), above)
    }

    /// Toward zero to an unsigned integer, saturating; NaN gives 0.
    @inline(__always) static func unsigned<F: FloatLanes>(_ x: F) -> F.Integers {
        let zero = x.bits.splat(0)
        let inside = ((x.splat(0) .< x) .& (x .< 0x1p32)).select(integer(whole: truncate(x)), zero)
        return (x.splat(0x1p32) .<= x).select(zero.splat(-1), inside)
    }

    /// An unsigned integer as a number, rounded to nearest even.
    ///
    /// Numbers with the top bit go by halves; the upper one is exact, so that the sum rounds once.
    @inline(__always) static func float<I: IntegerLanes>(unsigned x: I) -> I.Floats {
        (x .< x.splat(0)).replacing(in: x.converted) {
            x.shiftedRightLogical(16).converted * 65_536 + (x & 0xFFFF).converted
        }
    }

    /// To the nearest binary16, ties to even, and back.
    @inline(__always) static func roundToHalf<F: FloatLanes>(_ x: F) -> F {
        let magnitude = x.magnitude
        // Ten of the 23 bits stay; the carry may run into the exponent, which is right.
        let bits = magnitude.bits
        let odd = bits.shiftedRightLogical(13) & 1
        let normal = ((bits &+ 0xFFF &+ odd) & ~0x1FFF).asFloatBits
        // Subnormal halves are multiples of 2⁻²⁴, the ulp of numbers from 0.5 to 1.
        let small = (magnitude + 0.5) - 0.5
        let rounded = (magnitude .< 0x1p-14).select(small, normal)
        let finite = (magnitude .< 65_520).select(rounded, magnitude.splat(.infinity))
        let result = x.isNumber.select(finite, magnitude)
        return (result.bits | x.signBits).asFloatBits
    }
}

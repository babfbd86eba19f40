extension Elementary {
    /// `x` times 2 to the power of `exponent`, from −252 to 254, rounded once.
    @inline(__always) private static func scale<F: FloatLanes>(_ x: F, by exponent: F.Integers) -> F {
        let half = exponent.shiftedRight(1)
        return x * half.powerOfTwo * (exponent &- half).powerOfTwo
    }

    @inline(__always) private static func clamp<F: FloatLanes>(_ x: F, _ low: Float, _ high: Float) -> F {
        let above = (x .< low).select(low, x)
        return (x.splat(high) .< above).select(high, above)
    }

    /// e to the power of x, times 2 to the power of `exponent`.
    @inline(__always) private static func exponential<F: FloatLanes>(_ x: F, exponent: Int32) -> F {
        let inside = clamp(x, -110, 100)
        let position = inside * 1.442695
        let whole = position.nearestSmall
        let r = (inside - whole * 6.9311523e-01) - whole * 3.1946183e-05
        var p = r * 1.3836432e-03 + 8.369131e-03
        p = p * r + 4.1668106e-02
        p = p * r + 1.6666517e-01
        p = p * r + 4.9999994e-01
        let value = (p * (r * r) + r) + 1
        return scale(value, by: position.wholeSmall &+ exponent)
    }

    static func exponential<F: FloatLanes>(_ x: F) -> F { exponential(x, exponent: 0) }

    /// 2 to the power of r, from −0.5 to 0.5.
    @inline(__always) private static func exponential2Polynomial<F: FloatLanes>(_ r: F) -> F {
        var p = r * 1.3313742e-04 + 1.3388228e-03
        p = p * r + 9.625555e-03
        p = p * r + 5.5503655e-02
        p = p * r + 2.4022593e-01
        p = p * r + 6.931472e-01
        return p * r + 1
    }

    static func exponential2<F: FloatLanes>(_ x: F) -> F {
        let inside = clamp(x, -160, 140)
        let whole = inside.nearestSmall
        return scale(exponential2Polynomial(inside - whole), by: inside.wholeSmall)
    }

    /// The exponent, and the significand from √½ to √2, of a positive finite number.
    @inline(__always) private static func split<F: FloatLanes>(_ x: F) -> (exponent: F, significand: F) {
        let isTiny = x .< 0x1p-126
        let bits = isTiny.select(x * 0x1p23, x).bits
        let exponent = (bits &- 0x3F35_04F3).shiftedRight(23)
        let significand = (bits &- exponent.shiftedLeft(23)).asFloatBits
        return (exponent.converted - isTiny.select(23, x.splat(0)), significand)
    }

    /// ln(1 + f) − f + f²/2, for 1 + f from √½ to √2; `square` is f².
    @inline(__always) private static func logarithmRest<F: FloatLanes>(_ f: F, _ square: F) -> F {
        var p = f * 5.23704e-02 + -1.08915396e-01
        p = p * f + 1.2125237e-01
        p = p * f + -1.255515e-01
        p = p * f + 1.4209129e-01
        p = p * f + -1.665891e-01
        p = p * f + 2.000223e-01
        p = p * f + -2.5000176e-01
        p = p * f + 3.3333313e-01
        return p * f * square
    }

    /// `value` where x is positive and finite; else what a logarithm is there.
    @inline(__always) private static func logarithm<F: FloatLanes>(of x: F, is value: F) -> F {
        let atZero = (x .== 0).select(-.infinity, (x .< 0).select(.nan, x))
        return ((x.splat(0) .< x) .& (x .< .infinity)).select(value, atZero)
    }

    static func logarithm<F: FloatLanes>(_ x: F) -> F {
        let (exponent, significand) = split(x)
        let f = significand - 1
        let square = f * f
        let rest = (logarithmRest(f, square) + exponent * 3.1946183e-05) - square * 0.5
        return logarithm(of: x, is: (f + rest) + exponent * 6.9311523e-01)
    }

    /// A logarithm to another base: `factor` is 1 / ln(base), `step` is its logarithm of 2, both in two parts of which
    /// the first has twelve bits.
    @inline(__always) private static func logarithm<F: FloatLanes>(
        _ x: F, factor: (Float, Float), step: (Float, Float)
    ) -> F {
        let (exponent, significand) = split(x)
        let f = significand - 1
        let square = f * f
        let half = square * 0.5
        let high = (f - half).leading
        let low = ((f - high) - half) + logarithmRest(f, square)
        // Only the sum of the two exact products can be large; what it loses is added to the rest.
        let whole = exponent * step.0
        let part = high * factor.0
        let sum = whole + part
        let lost = (whole - sum) + part
        let rest = (low * factor.0 + (low + high) * factor.1) + (lost + exponent * step.1)
        return logarithm(of: x, is: sum + rest)
    }

    static func logarithm2<F: FloatLanes>(_ x: F) -> F {
        logarithm(x, factor: (0x1.714p0, 3.122284e-04), step: (1, 0))
    }

    static func logarithm10<F: FloatLanes>(_ x: F) -> F {
        logarithm(x, factor: (0x1.BCAp-2, 9.038034e-05), step: (0x1.344p-2, 4.605039e-06))
    }

    static func hyperbolicSine<F: FloatLanes>(_ x: F) -> F {
        let magnitude = x.magnitude
        let square = magnitude * magnitude
        var p = square * 2.0376634e-04 + 8.330223e-03
        p = p * square + 1.6666718e-01
        let small = p * square * magnitude + magnitude
        let half = exponential(magnitude, exponent: -1)
        let large = half - half.splat(0.25) / half
        return (magnitude .< 1).select(small, large).flipped(by: x.signBits)
    }

    static func hyperbolicCosine<F: FloatLanes>(_ x: F) -> F {
        let half = exponential(x.magnitude, exponent: -1)
        return half + half.splat(0.25) / half
    }

    static func hyperbolicTangent<F: FloatLanes>(_ x: F) -> F {
        let magnitude = x.magnitude
        let square = magnitude * magnitude
        var p = square * -5.7140635e-03 + 2.0648062e-02
        p = p * square + -5.3742774e-02
        p = p * square + 1.3331483e-01
        p = p * square + -3.3333284e-01
        let small = p * square * magnitude + magnitude
        let large = magnitude.splat(1) - magnitude.splat(2) / (exponential(magnitude, exponent: 0).squared + 1)
        return (magnitude .< 0.625).select(small, large).flipped(by: x.signBits)
    }
}

extension FloatLanes {
    @inline(__always) fileprivate var squared: Self { self * self }
}

// MARK: - Powers and remainders

extension Elementary {
    /// Whether a magnitude is a whole number, and whether that is odd; from 2²⁴ on all are even.
    @inline(__always) private static func parity<F: FloatLanes>(_ magnitude: F) -> (isWhole: F.Mask, isOdd: F.Mask) {
        let near = (magnitude + wholeFrom) - wholeFrom
        let half = magnitude * 0.5
        let nearHalf = (half + wholeFrom) - wholeFrom
        let isWhole = (near .== magnitude) .| (magnitude.splat(wholeFrom) .<= magnitude)
        return (isWhole, isWhole .& (magnitude .< 16_777_216) .& .!(nearHalf .== half))
    }

    /// x to the power of y with the special cases of C.
    ///
    /// 2 to the power of y · log₂|x|; the logarithm and the product are sums of two numbers, good to about 30 bits.
    static func power<F: FloatLanes>(_ x: F, _ y: F) -> F {
        // log₂ of the significand from s = (m − 1) / (m + 1): s · 2/ln 2 + s³ · R(s²).
        let base = x.magnitude
        let (exponent, m) = split(base)
        let numerator = m - 1
        let denominator = m + 1
        let s = numerator / denominator
        let sHigh = s.leading
        let dHigh = denominator.leading
        let dLow = m - (dHigh - 1)
        let sLow = ((numerator - sHigh * dHigh) - sHigh * dLow) / denominator
        let square = s * s
        var p = square * 3.3662483e-01 + 4.1192147e-01
        p = p * square + 5.770789e-01
        p = p * square + 9.617967e-01
        let high = sHigh * 0x1.714p1
        let low = (sLow * 2.88539 + sHigh * 6.244568e-04) + p * square * s
        let sum = exponent + high
        let rest = ((exponent - sum) + high) + low
        let logHigh = (sum + rest).leading
        let logLow = (sum - logHigh) + rest
        // Beyond 2⁴⁰ every power but that of 1 is 0 or infinite already.
        let factor = clamp(y, -0x1p40, 0x1p40)
        let factorHigh = factor.leading
        let productHigh = clamp(factorHigh * logHigh, -250, 250)
        let productLow = (productHigh.magnitude .< 250)
            .select((factor - factorHigh) * logHigh + factor * logLow, 0)
        let position = productHigh + productLow
        let whole = position.nearestSmall
        let finite = scale(exponential2Polynomial((productHigh - whole) + productLow), by: position.wholeSmall)

        let (isWhole, isOdd) = parity(y.magnitude)
        let isRising = y.splat(0) .< y
        let infinity = x.splat(.infinity)
        let zero = x.splat(0)
        let ofZero = isRising.select(zero, infinity)
        let ofInfinity = isRising.select(infinity, zero)
        let unsigned = (base .== 0).select(ofZero, (base .== infinity).select(ofInfinity, finite))
        let isNegative = x .< 0
        let signed = unsigned.flipped(by: isOdd.select(x.signBits, x.bits.splat(0)))
        let isUndefined = isNegative .& (base .< infinity) .& .!isWhole
        let defined = isUndefined.select(.nan, signed)
        let number = (x.isNumber .& y.isNumber).select(defined, x + y)
        return ((x .== 1) .| (y .== 0)).select(1, number)
    }

    /// a − b · q for a ≥ 0, b > 0 with a / b < 2²², q whole, so that the result is from 0 to below b: exact.
    ///
    /// The result is a multiple of the lesser ulp and not above b, so it is a binary32 number; the product is taken
    /// apart into halves whose products are exact (Dekker).
    @inline(__always) private static func remainderStep<F: FloatLanes>(_ a: F, _ b: F) -> F {
        let quotient = (a / b).nearestSmall
        let product = quotient * b
        let qHigh = quotient.leading
        let qLow = quotient - qHigh
        let bHigh = b.leading
        let bLow = b - bHigh
        let error = ((qHigh * bHigh - product) + qHigh * bLow) + qLow * bHigh
        let difference = (a - product) - (error + qLow * bLow)
        return (difference .< 0).select(difference + b, difference)
    }

    /// A positive number's significand from 1 to 2 and its exponent, denormals included.
    @inline(__always) private static func normalize<F: FloatLanes>(_ x: F) -> (F, F.Integers) {
        let isTiny = x .< 0x1p-126
        let bits = isTiny.select(x * 0x1p24, x).bits
        let exponent = bits.shiftedRightLogical(23) &- 127
        let significand = ((bits & 0x7F_FFFF) | 0x3F80_0000).asFloatBits
        return (significand, exponent &- isTiny.select(bits.splat(24), bits.splat(0)))
    }

    /// x − y · trunc(x / y), exactly, for any ratio: twenty bits of the quotient at a time.
    private static func longRemainder<F: FloatLanes>(_ a: F, _ b: F) -> F {
        let (significandA, exponentA) = normalize(a)
        let (significandB, exponentB) = normalize(b)
        let first = remainderStep(significandA, significandB)
        let last = F.Mask.iterate(first, count: exponentA &- exponentB) { value, count in
            let zero = count.splat(0)
            let bits = (count .< zero).select(zero, count.minimum(20))
            return (remainderStep(value * bits.powerOfTwo, significandB), count &- bits)
        }
        return scale(last, by: exponentB)
    }

    /// C `fmodf`, exact.
    static func remainder<F: FloatLanes>(_ x: F, _ y: F) -> F {
        let a = x.magnitude
        let b = y.magnitude
        let isEasy = (b.splat(0x1p-60) .< b) .& (a .< b * 2_097_152) .& (a .< 0x1p90)
        let isProper = (b.splat(0) .< b) .& (a .< .infinity) .& (b .<= a) .& (b .< .infinity)
        let quick = remainderStep(a, b)
        let isLong = isProper .& .!isEasy
        let exact = isLong.replacing(in: quick) { longRemainder(isLong.select(a, 1), isLong.select(b, 1)) }
        let isUnchanged = (a .< b) .& (a .< .infinity)
        let isDefined = isProper .| isUnchanged
        let value = isDefined.select(isUnchanged.select(a, exact), .nan)
        return (value.bits | x.signBits).asFloatBits
    }
}

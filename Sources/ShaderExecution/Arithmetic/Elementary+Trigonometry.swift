extension Elementary {
    // π/2 in three parts: twelve leading bits, twelve more, the rest; so that products with whole numbers below 2¹² of
    // the first two are exact.
    @inline(__always) private static var quarter1: Float { 0x1.92p0 }
    @inline(__always) private static var quarter2: Float { 0x1.FB4p-12 }
    @inline(__always) private static var quarter3: Float { 7.54979e-08 }

    /// An angle less the nearest multiple of π/2, and that multiple modulo 4 in the low bits.
    ///
    /// First whole multiples of 4096 · π/2 go, then those of π/2; what the third part of π/2 takes away in the first
    /// step is kept aside until the end, so that no bit of a large angle is lost. Nearly always there are none of the
    /// former, and their step is left out; it would change no bit. Beyond ±2²⁴ the angle counts as 0; infinities give
    /// NaN.
    @inline(__always) private static func reduce<F: FloatLanes>(_ angle: F) -> (rest: F, quarters: F.Integers) {
        // Half of 4096 · π/2 is 3216.99.
        let isLarge = .!(angle.magnitude .<= 3216)
        let (near, aside) = isLarge.replacing(in: (angle, angle.splat(0))) {
            let x = (angle.magnitude .<= 16_777_216).select(angle, angle * 0)
            let turns = (x * 1.5542474e-04).nearestSmall
            return ((x - turns * (4096 * quarter1)) - turns * (4096 * quarter2), turns * (4096 * quarter3))
        }
        let position = (near - aside) * 0.63661975
        let whole = position.nearestSmall
        let rest = ((near - whole * quarter1) - whole * quarter2) - (whole * quarter3 + aside)
        return (rest, position.wholeSmall)
    }

    /// sin x from −π/4 to π/4; `square` is x².
    @inline(__always) private static func sinePolynomial<F: FloatLanes>(_ x: F, _ square: F) -> F {
        var p = square * -1.9495569e-04 + 8.331981e-03
        p = p * square + -1.6666651e-01
        return p * square * x + x
    }

    /// cos x from −π/4 to π/4 of x².
    @inline(__always) private static func cosinePolynomial<F: FloatLanes>(_ square: F) -> F {
        var p = square * 2.443067e-05 + -1.3887301e-03
        p = p * square + 4.1666646e-02
        return (p * square * square - square * 0.5) + 1
    }

    /// sin of `rest` plus `quarters` quarter turns.
    @inline(__always) private static func sine<F: FloatLanes>(_ rest: F, quarters: F.Integers) -> F {
        let square = rest * rest
        let isOdd = (quarters & 1) .== quarters.splat(1)
        let value = isOdd.select(cosinePolynomial(square), sinePolynomial(rest, square))
        return value.flipped(by: (quarters & 2).shiftedLeft(30))
    }

    static func sine<F: FloatLanes>(_ x: F) -> F {
        let (rest, quarters) = reduce(x)
        return sine(rest, quarters: quarters)
    }

    static func cosine<F: FloatLanes>(_ x: F) -> F {
        let (rest, quarters) = reduce(x)
        return sine(rest, quarters: quarters &+ 1)
    }

    static func tangent<F: FloatLanes>(_ x: F) -> F {
        let (rest, quarters) = reduce(x)
        let square = rest * rest
        let sine = sinePolynomial(rest, square)
        let cosine = cosinePolynomial(square)
        let isOdd = (quarters & 1) .== quarters.splat(1)
        return isOdd.select(cosine.negated, sine) / isOdd.select(sine, cosine)
    }

    /// atan(a / b) for a ≥ 0 and b > 0 that are not both infinite.
    @inline(__always) private static func arcTangent<F: FloatLanes>(_ a: F, over b: F) -> F {
        // Beyond tan(3π/8): π/2 − atan(b / a); beyond tan(π/8): π/4 + atan((a − b) / (a + b)).
        let isLarge = (b * 2.4142137) .< a
        let isMiddle = (b * 0.41421357) .< a
        let numerator = isLarge.select(b.negated, isMiddle.select(a - b, a))
        let denominator = isLarge.select(a, isMiddle.select(a + b, b))
        let offset = isLarge.select(1.5707964, isMiddle.select(a.splat(0.7853982), 0))
        let correction = isLarge.select(-4.371139e-08, isMiddle.select(a.splat(-2.1855694e-08), 0))
        let x = numerator / denominator
        let square = x * x
        var p = square * -6.089156e-02 + 1.0598944e-01
        p = p * square + -1.4244378e-01
        p = p * square + 1.9998528e-01
        p = p * square + -3.3333316e-01
        return offset + ((p * square * x + correction) + x)
    }

    static func arcTangent<F: FloatLanes>(_ x: F) -> F {
        arcTangent(x.magnitude, over: x.splat(1)).flipped(by: x.signBits)
    }

    /// The angle of (x, y), with the special cases of C.
    static func arcTangent<F: FloatLanes>(y: F, x: F) -> F {
        let areInfinite = (y.magnitude .== .infinity) .& (x.magnitude .== .infinity)
        // The sum of the magnitudes must not overflow, and a quotient of denormals is as good as any.
        let scale = ((y.magnitude .< 0x1p126) .& (x.magnitude .< 0x1p126)).select(1, y.splat(0.25))
        let a = areInfinite.select(1, y.magnitude * scale)
        let b = areInfinite.select(1, x.magnitude * scale)
        let isZero = a .== 0
        let base = arcTangent(a, over: isZero.select(1, b))
        let isLeft = x.signBits .< x.bits.splat(0)
        let angle = isLeft.select((base.negated + -8.742278e-08) + 3.1415927, base)
        let signed = angle.flipped(by: y.signBits)
        return (y.isNumber .& x.isNumber).select(signed, y + x)
    }

    /// asin x − x for |x| ≤ 0.5; `square` is x².
    @inline(__always) private static func arcSineRest<F: FloatLanes>(_ x: F, _ square: F) -> F {
        var p = square * 4.221993e-02 + 2.4148082e-02
        p = p * square + 4.5476664e-02
        p = p * square + 7.495249e-02
        p = p * square + 1.6666754e-01
        return p * square * x
    }

    static func arcSine<F: FloatLanes>(_ x: F) -> F {
        // Beyond 0.5: π/2 − 2·asin(√((1 − x) / 2)).
        let magnitude = x.magnitude
        let isLarge = x.splat(0.5) .< magnitude
        let square = isLarge.select((magnitude.splat(1) - magnitude) * 0.5, magnitude * magnitude)
        let base = isLarge.select(square.squareRoot(), magnitude)
        let rest = arcSineRest(base, square)
        let large = (base.splat(1.5707964) - base * 2) - (rest * 2 + 4.371139e-08)
        let value = isLarge.select(large, base + rest)
        return value.flipped(by: x.signBits)
    }

    static func arcCosine<F: FloatLanes>(_ x: F) -> F {
        let magnitude = x.magnitude
        let isLarge = x.splat(0.5) .< magnitude
        let square = isLarge.select((magnitude.splat(1) - magnitude) * 0.5, magnitude * magnitude)
        let base = isLarge.select(square.squareRoot(), x)
        let rest = arcSineRest(base, square)
        let right = (base + rest) * 2
        let left = (base.splat(3.1415927) - base * 2) - (rest * 2 + 8.742278e-08)
        let middle = base.splat(1.5707964) - (base + (rest + 4.371139e-08))
        return isLarge.select((x .< 0).select(left, right), middle)
    }
}

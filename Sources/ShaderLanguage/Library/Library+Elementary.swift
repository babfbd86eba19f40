import ShaderIR

extension Library {
    private static let pi = Float.pi

    /// Functions of one or two numbers, which the evaluator computes or which follow from those.
    static let elementary: [LibraryFunction] = [
        .operation("fabs", .absoluteFloat, "magnitude"),
        .operation("acos", .arcCosine, "arc cosine"),
        .operation("asin", .arcSine, "arc sine"),
        .operation("atan", .arcTangent, "arc tangent"),
        .operation("atan2", .atan2Float, "angle of (y, x) → `atan2(y, x)`; 0 at the origin"),
        .operation("ceil", .ceiling, "up to a whole number"),
        .operation("cos", .cosine, "cosine"),
        .operation("cosh", .hyperbolicCosine, "hyperbolic cosine"),
        .operation("exp", .exponential, "e to the x"),
        .operation("exp2", .exponential2, "2 to the x"),
        .operation("floor", .floor, "down to a whole number"),
        .operation("fmod", .remainderFloat, "x − y·trunc(x / y), exact, sign of x"),
        .operation("log", .logarithm, "natural logarithm"),
        .operation("log2", .logarithm2, "logarithm to base 2"),
        .operation("log10", .logarithm10, "logarithm to base 10"),
        .operation("pow", .powFloat, "x to the y as in C; negative x needs a whole y"),
        .operation("rint", .roundEven, "to the nearest whole number, ties to even"),
        .operation("sin", .sine, "sine"),
        .operation("sinh", .hyperbolicSine, "hyperbolic sine"),
        .operation("sqrt", .squareRoot, "square root, correctly rounded"),
        .operation("tan", .tangent, "tangent"),
        .operation("tanh", .hyperbolicTangent, "hyperbolic tangent"),
        .operation("trunc", .truncate, "toward zero to a whole number"),
        .operation("copysign", .copySignFloat, "magnitude of x, sign of y"),
        .operation("fmin", .minimumFloat, "the smaller; the number when one is NaN"),
        .operation("fmax", .maximumFloat, "the larger; the number when one is NaN"),
        .operation("dfdx", .derivativeX, "right − left in the pixel's row of its 2×2 quad"),
        .operation("dfdy", .derivativeY, "lower − upper in the pixel's column of its 2×2 quad"),
        .component("fwidth", .floats, [.same], "abs(dfdx(x)) + abs(dfdy(x))", rule: .quad) { e, x, _ in
            let dx = e.apply(.derivativeX, x[0])
            let dy = e.apply(.derivativeY, x[0])
            let width = e.apply(.absoluteFloat, dx)
            let height = e.apply(.absoluteFloat, dy)
            return e.add(width, height)
        },
        .component("abs", .floats, [.same], "magnitude") { e, x, _ in e.apply(.absoluteFloat, x[0]) },
        .component("rsqrt", .floats, [.same], "1 / sqrt(x)") { e, x, _ in
            let one = e.float(1)
            let root = e.apply(.squareRoot, x[0])
            return e.divide(one, root)
        },
        .component("exp10", .floats, [.same], "pow(10, x)") { e, x, _ in
            let ten = e.float(10)
            return e.apply(.powFloat, ten, x[0])
        },
        .component("powr", .floats, [.same, .same], "pow(x, y); NaN for x < 0") { e, x, _ in
            let zero = e.float(0)
            let isNegative = e.apply(.lessFloat, x[0], zero)
            let power = e.apply(.powFloat, x[0], x[1])
            let nan = e.constant(.float, bits: 0x7FC0_0000)
            return e.select(isNegative, nan, power)
        },
        .component("round", .floats, [.same], "to the nearest whole number, halves away from zero") { e, x, _ in
            let whole = e.apply(.truncate, x[0])
            let rest = e.subtract(x[0], whole)
            let size = e.apply(.absoluteFloat, rest)
            let half = e.float(0.5)
            let isFar = e.apply(.lessEqualFloat, half, size)
            let one = e.float(1)
            let step = e.apply(.copySignFloat, one, x[0])
            let next = e.add(whole, step)
            return e.select(isFar, next, whole)
        },
        .component("fract", .floats, [.same], "fmin(x − floor(x), the largest number below 1)") { e, x, scalar in
            let floor = e.apply(.floor, x[0])
            let rest = e.subtract(x[0], floor)
            let limit = e.float(scalar == .half ? 0x1.FFCp-1 : 0x1.FFFFFEp-1)
            return e.apply(.minimumFloat, rest, limit)
        },
        .component("acosh", .floats, [.same], "log(x + sqrt(x·x − 1))") { e, x, _ in
            let one = e.float(1)
            let square = e.multiply(x[0], x[0])
            let inner = e.subtract(square, one)
            let root = e.apply(.squareRoot, inner)
            let sum = e.add(x[0], root)
            return e.apply(.logarithm, sum)
        },
        .component("asinh", .floats, [.same], "copysign(log(abs(x) + sqrt(x·x + 1)), x)") { e, x, _ in
            let one = e.float(1)
            let square = e.multiply(x[0], x[0])
            let inner = e.add(square, one)
            let root = e.apply(.squareRoot, inner)
            let size = e.apply(.absoluteFloat, x[0])
            let sum = e.add(size, root)
            let result = e.apply(.logarithm, sum)
            return e.apply(.copySignFloat, result, x[0])
        },
        .component("atanh", .floats, [.same], "0.5·log((1 + x) / (1 − x))") { e, x, _ in
            let one = e.float(1)
            let upper = e.add(one, x[0])
            let lower = e.subtract(one, x[0])
            let ratio = e.divide(upper, lower)
            let log = e.apply(.logarithm, ratio)
            let half = e.float(0.5)
            return e.multiply(half, log)
        },
        .component("sinpi", .floats, [.same], "sin(π·(x − 2·rint(x / 2)))") { e, x, _ in
            let angle = turn(&e, x[0], period: 2)
            return e.apply(.sine, angle)
        },
        .component("cospi", .floats, [.same], "cos(π·(x − 2·rint(x / 2)))") { e, x, _ in
            let angle = turn(&e, x[0], period: 2)
            return e.apply(.cosine, angle)
        },
        .component("tanpi", .floats, [.same], "tan(π·(x − rint(x)))") { e, x, _ in
            let angle = turn(&e, x[0], period: 1)
            return e.apply(.tangent, angle)
        },
        .whole("sincos", .floats, [.same, .output], "returns sin(x), stores cos(x)") { e, x, _ in
            let sines = x[0].map { e.apply(.sine, $0) }
            return sines + x[0].map { e.apply(.cosine, $0) }
        },
        .whole("modf", .floats, [.same, .output], "stores trunc(x), returns the rest with the sign of x") { e, x, _ in
            let wholes = x[0].map { e.apply(.truncate, $0) }
            var rests: [ValueID] = []
            for (value, whole) in zip(x[0], wholes) {
                let rest = e.subtract(value, whole)
                // An infinity has no rest.
                let isWhole = e.apply(.equalFloat, value, whole)
                let zero = e.float(0)
                let size = e.select(isWhole, zero, rest)
                rests.append(e.apply(.copySignFloat, size, value))
            }
            return rests + wholes
        },
        .component("ldexp", .floats, [.same, .int], "x·2^k, scaled in two steps") { e, x, _ in
            let one = e.int(1)
            let first = e.apply(.shiftRightArithmetic, x[1], one)
            let second = e.apply(.subtractInt, x[1], first)
            let firstScale = powerOfTwo(&e, first)
            let secondScale = powerOfTwo(&e, second)
            let scaled = e.multiply(x[0], firstScale)
            return e.multiply(scaled, secondScale)
        },
        .whole("frexp", .floats, [.same, .intOutput], "x = m·2^k with m from 0.5 to 1; stores k, returns m") { e, x, _ in
            var fractions: [ValueID] = []
            var exponents: [ValueID] = []
            for value in x[0] {
                let (fraction, exponent) = split(&e, value)
                fractions.append(fraction)
                exponents.append(exponent)
            }
            return fractions + exponents
        },
    ]

    /// π times what is left of a number of half turns.
    private static func turn(_ e: inout Emitter, _ x: ValueID, period: Float) -> ValueID {
        let scale = e.float(1 / period)
        let turns = e.multiply(x, scale)
        let whole = e.apply(.roundEven, turns)
        let factor = e.float(period)
        let full = e.multiply(whole, factor)
        let rest = e.subtract(x, full)
        let half = e.float(pi)
        return e.multiply(rest, half)
    }

    /// 2 to the power of an int from −126 to 127, beyond which the power stays the same.
    private static func powerOfTwo(_ e: inout Emitter, _ exponent: ValueID) -> ValueID {
        let low = e.int(-126)
        let high = e.int(127)
        let raised = e.apply(.maximumSigned, exponent, low)
        let limited = e.apply(.minimumSigned, raised, high)
        let biased = e.apply(.addInt, limited, high)
        let places = e.int(23)
        let bits = e.apply(.shiftLeft, biased, places)
        return e.apply(.floatFromBits, bits)
    }

    private static func split(_ e: inout Emitter, _ value: ValueID) -> (fraction: ValueID, exponent: ValueID) {
        let size = e.apply(.absoluteFloat, value)
        let smallest = e.float(Float.leastNormalMagnitude)
        let isSmall = e.apply(.lessFloat, size, smallest)
        let scale = e.float(16_777_216)
        let enlarged = e.multiply(value, scale)
        let normal = e.select(isSmall, enlarged, value)
        let bits = e.apply(.floatBits, normal)
        let places = e.int(23)
        let shifted = e.apply(.shiftRightLogical, bits, places)
        let mask = e.int(255)
        let biased = e.apply(.bitAnd, shifted, mask)
        let plainBias = e.int(126)
        let smallBias = e.int(150)
        let bias = e.select(isSmall, smallBias, plainBias)
        let exponent = e.apply(.subtractInt, biased, bias)
        let keep = e.constant(.int, bits: 0x807F_FFFF)
        let kept = e.apply(.bitAnd, bits, keep)
        let half = e.constant(.int, bits: 0x3F00_0000)
        let made = e.apply(.bitOr, kept, half)
        let fraction = e.apply(.floatFromBits, made)
        // Zero, infinities and NaN are their own fractions.
        let zero = e.float(0)
        let isZero = e.apply(.equalFloat, value, zero)
        let infinity = e.float(.infinity)
        let isFinite = e.apply(.lessFloat, size, infinity)
        let isSpecial = e.apply(.logicalNot, isFinite)
        let isPlain = e.apply(.logicalOr, isZero, isSpecial)
        let none = e.int(0)
        let finalFraction = e.select(isPlain, value, fraction)
        let finalExponent = e.select(isPlain, none, exponent)
        return (finalFraction, finalExponent)
    }
}

import ShaderIR

extension Library {
    /// Blends, limits and choices.
    static let common: [LibraryFunction] = [
        .component("min", .floats, [.same, .same], "the smaller; the number when one is NaN") { e, x, _ in
            e.apply(.minimumFloat, x[0], x[1])
        },
        .component("max", .floats, [.same, .same], "the larger; the number when one is NaN") { e, x, _ in
            e.apply(.maximumFloat, x[0], x[1])
        },
        .component("clamp", .floats, [.same, .same, .same], "fmin(fmax(x, lo), hi); NaN gives lo") { e, x, _ in
            e.clamp(x[0], x[1], x[2])
        },
        .component("saturate", .floats, [.same], "clamp(x, 0, 1); NaN gives 0") { e, x, _ in
            let zero = e.float(0)
            let one = e.float(1)
            return e.clamp(x[0], zero, one)
        },
        .component("mix", .floats, [.same, .same, .same], "x + (y − x)·a") { e, x, _ in
            let difference = e.subtract(x[1], x[0])
            let part = e.multiply(difference, x[2])
            return e.add(x[0], part)
        },
        .component("step", .floats, [.same, .same], "x < edge ? 0 : 1 for `step(edge, x)`") { e, x, _ in
            let isBelow = e.apply(.lessFloat, x[1], x[0])
            let zero = e.float(0)
            let one = e.float(1)
            return e.select(isBelow, zero, one)
        },
        .component(
            "smoothstep", .floats, [.same, .same, .same],
            "t·t·(3 − 2·t) with t = clamp((x − e0) / (e1 − e0), 0, 1), for reversed edges too"
        ) { e, x, _ in
            let offset = e.subtract(x[2], x[0])
            let width = e.subtract(x[1], x[0])
            let ratio = e.divide(offset, width)
            let zero = e.float(0)
            let one = e.float(1)
            let t = e.clamp(ratio, zero, one)
            let square = e.multiply(t, t)
            let two = e.float(2)
            let three = e.float(3)
            let double = e.multiply(two, t)
            let rest = e.subtract(three, double)
            return e.multiply(square, rest)
        },
        .component("sign", .floats, [.same], "−1, 1, or x itself where it is ±0; NaN gives 0") { e, x, _ in
            let zero = e.float(0)
            let one = e.float(1)
            let minusOne = e.float(-1)
            let isPositive = e.apply(.lessFloat, zero, x[0])
            let isNegative = e.apply(.lessFloat, x[0], zero)
            let isZero = e.apply(.equalFloat, x[0], zero)
            let rest = e.select(isZero, x[0], zero)
            let lower = e.select(isNegative, minusOne, rest)
            return e.select(isPositive, one, lower)
        },
        .component("fma", .floats, [.same, .same, .same], "x·y + z, the product rounded") { e, x, _ in
            let product = e.multiply(x[0], x[1])
            return e.add(product, x[2])
        },
        .component("fdim", .floats, [.same, .same], "x <= y ? 0 : x − y") { e, x, _ in
            let isBelow = e.apply(.lessEqualFloat, x[0], x[1])
            let zero = e.float(0)
            let difference = e.subtract(x[0], x[1])
            return e.select(isBelow, zero, difference)
        },
        .component("min3", .floats, [.same, .same, .same], "fmin(x, fmin(y, z))") { e, x, _ in
            let inner = e.apply(.minimumFloat, x[1], x[2])
            return e.apply(.minimumFloat, x[0], inner)
        },
        .component("max3", .floats, [.same, .same, .same], "fmax(x, fmax(y, z))") { e, x, _ in
            let inner = e.apply(.maximumFloat, x[1], x[2])
            return e.apply(.maximumFloat, x[0], inner)
        },
        .component("fmin3", .floats, [.same, .same, .same], "fmin(x, fmin(y, z))") { e, x, _ in
            let inner = e.apply(.minimumFloat, x[1], x[2])
            return e.apply(.minimumFloat, x[0], inner)
        },
        .component("fmax3", .floats, [.same, .same, .same], "fmax(x, fmax(y, z))") { e, x, _ in
            let inner = e.apply(.maximumFloat, x[1], x[2])
            return e.apply(.maximumFloat, x[0], inner)
        },
        .component(
            "median3", .floats, [.same, .same, .same], "fmax(fmin(x, y), fmin(fmax(x, y), z))"
        ) { e, x, _ in
            let low = e.apply(.minimumFloat, x[0], x[1])
            let high = e.apply(.maximumFloat, x[0], x[1])
            let middle = e.apply(.minimumFloat, high, x[2])
            return e.apply(.maximumFloat, low, middle)
        },
        .component(
            "fmedian3", .floats, [.same, .same, .same], "fmax(fmin(x, y), fmin(fmax(x, y), z))"
        ) { e, x, _ in
            let low = e.apply(.minimumFloat, x[0], x[1])
            let high = e.apply(.maximumFloat, x[0], x[1])
            let middle = e.apply(.minimumFloat, high, x[2])
            return e.apply(.maximumFloat, low, middle)
        },
        .component("divide", .floats, [.same, .same], "x / y") { e, x, _ in e.divide(x[0], x[1]) },
        .component("select", .anything, [.same, .same, .bool], "b where c is true, else a") { e, x, _ in
            e.select(x[2], x[1], x[0])
        },
    ]

    /// Questions about numbers and bools.
    static let relational: [LibraryFunction] = [
        .component("isnan", .floats, [.same], "x ≠ x", result: .bool) { e, x, _ in
            e.apply(.notEqualFloat, x[0], x[0])
        },
        .component("isinf", .floats, [.same], "abs(x) is infinite", result: .bool) { e, x, _ in
            let size = e.apply(.absoluteFloat, x[0])
            let infinity = e.float(.infinity)
            return e.apply(.equalFloat, size, infinity)
        },
        .component("isfinite", .floats, [.same], "abs(x) is less than infinity", result: .bool) { e, x, _ in
            let size = e.apply(.absoluteFloat, x[0])
            let infinity = e.float(.infinity)
            return e.apply(.lessFloat, size, infinity)
        },
        .component("isnormal", .floats, [.same], "finite and not below the least normal number", result: .bool) {
            e, x, scalar in
            let size = e.apply(.absoluteFloat, x[0])
            let infinity = e.float(.infinity)
            let least = e.float(scalar == .half ? 0x1p-14 : Float.leastNormalMagnitude)
            let isFinite = e.apply(.lessFloat, size, infinity)
            let isLarge = e.apply(.lessEqualFloat, least, size)
            return e.apply(.logicalAnd, isFinite, isLarge)
        },
        .component("signbit", .floats, [.same], "the sign bit is set", result: .bool) { e, x, _ in
            let bits = e.apply(.floatBits, x[0])
            let zero = e.int(0)
            return e.apply(.lessSigned, bits, zero)
        },
        .component("isordered", .floats, [.same, .same], "neither is NaN", result: .bool) { e, x, _ in
            let first = e.apply(.equalFloat, x[0], x[0])
            let second = e.apply(.equalFloat, x[1], x[1])
            return e.apply(.logicalAnd, first, second)
        },
        .component("isunordered", .floats, [.same, .same], "one is NaN", result: .bool) { e, x, _ in
            let first = e.apply(.notEqualFloat, x[0], x[0])
            let second = e.apply(.notEqualFloat, x[1], x[1])
            return e.apply(.logicalOr, first, second)
        },
        .component("isequal", .floats, [.same, .same], "x == y", result: .bool) { e, x, _ in
            e.apply(.equalFloat, x[0], x[1])
        },
        .component("isnotequal", .floats, [.same, .same], "x ≠ y", result: .bool) { e, x, _ in
            e.apply(.notEqualFloat, x[0], x[1])
        },
        .component("isgreater", .floats, [.same, .same], "x > y", result: .bool) { e, x, _ in
            e.apply(.lessFloat, x[1], x[0])
        },
        .component("isgreaterequal", .floats, [.same, .same], "x >= y", result: .bool) { e, x, _ in
            e.apply(.lessEqualFloat, x[1], x[0])
        },
        .component("isless", .floats, [.same, .same], "x < y", result: .bool) { e, x, _ in
            e.apply(.lessFloat, x[0], x[1])
        },
        .component("islessequal", .floats, [.same, .same], "x <= y", result: .bool) { e, x, _ in
            e.apply(.lessEqualFloat, x[0], x[1])
        },
        .whole("all", .bools, [.same], "every component is true", result: .element) { e, x, _ in
            [x[0].dropFirst().reduce(x[0][0]) { e.apply(.logicalAnd, $0, $1) }]
        },
        .whole("any", .bools, [.same], "some component is true", result: .element) { e, x, _ in
            [x[0].dropFirst().reduce(x[0][0]) { e.apply(.logicalOr, $0, $1) }]
        },
        LibraryFunction(
            name: "discard_fragment", domain: .none, parameters: [], result: .void, rule: .effect,
            meaning: "drops the pixel's output; the code runs on", code: .discard),
    ]

    /// Functions of integers.
    static let integers: [LibraryFunction] = [
        .component("abs", .integers, [.same], "max(x, −x); the least int stays") { e, x, scalar in
            guard scalar.isSigned else { return x[0] }
            let negated = e.apply(.negateInt, x[0])
            return e.apply(.maximumSigned, x[0], negated)
        },
        .component("min", .integers, [.same, .same], "the smaller") { e, x, scalar in
            e.apply(scalar.isSigned ? .minimumSigned : .minimumUnsigned, x[0], x[1])
        },
        .component("max", .integers, [.same, .same], "the larger") { e, x, scalar in
            e.apply(scalar.isSigned ? .maximumSigned : .maximumUnsigned, x[0], x[1])
        },
        .component("clamp", .integers, [.same, .same, .same], "min(max(x, lo), hi)") { e, x, scalar in
            let raised = e.apply(scalar.isSigned ? .maximumSigned : .maximumUnsigned, x[0], x[1])
            return e.apply(scalar.isSigned ? .minimumSigned : .minimumUnsigned, raised, x[2])
        },
        .component("min3", .integers, [.same, .same, .same], "min(x, min(y, z))") { e, x, scalar in
            let operation: Operation = scalar.isSigned ? .minimumSigned : .minimumUnsigned
            let inner = e.apply(operation, x[1], x[2])
            return e.apply(operation, x[0], inner)
        },
        .component("max3", .integers, [.same, .same, .same], "max(x, max(y, z))") { e, x, scalar in
            let operation: Operation = scalar.isSigned ? .maximumSigned : .maximumUnsigned
            let inner = e.apply(operation, x[1], x[2])
            return e.apply(operation, x[0], inner)
        },
        .component("median3", .integers, [.same, .same, .same], "max(min(x, y), min(max(x, y), z))") { e, x, scalar in
            let smaller: Operation = scalar.isSigned ? .minimumSigned : .minimumUnsigned
            let larger: Operation = scalar.isSigned ? .maximumSigned : .maximumUnsigned
            let low = e.apply(smaller, x[0], x[1])
            let high = e.apply(larger, x[0], x[1])
            let middle = e.apply(smaller, high, x[2])
            return e.apply(larger, low, middle)
        },
    ]
}

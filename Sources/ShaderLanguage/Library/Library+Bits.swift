import ShaderIR

extension Library {
    /// The bits of a type, as a value.
    private static func size(_ e: inout Emitter, _ scalar: Scalar) -> ValueID { e.int(scalar.size * 8) }

    /// Functions of integers as bits, and those that saturate or halve.
    static let bits: [LibraryFunction] = [
        .component("absdiff", .integers, [.same, .same], "the distance, unsigned", result: .unsigned) { e, x, scalar in
            let low = e.apply(scalar.isSigned ? .minimumSigned : .minimumUnsigned, x[0], x[1])
            let high = e.apply(scalar.isSigned ? .maximumSigned : .maximumUnsigned, x[0], x[1])
            return e.apply(.subtractInt, high, low)
        },
        .component("mulhi", .integers, [.same, .same], "the high half of the product") { e, x, scalar in
            guard scalar.size < 4 else {
                return e.apply(scalar.isSigned ? .multiplyHighSigned : .multiplyHighUnsigned, x[0], x[1])
            }
            let product = e.apply(.multiplyInt, x[0], x[1])
            let places = size(&e, scalar)
            return e.apply(scalar.isSigned ? .shiftRightArithmetic : .shiftRightLogical, product, places)
        },
        .component("madhi", .words, [.same, .same, .same], "mulhi(x, y) + z") { e, x, scalar in
            let high = e.apply(scalar.isSigned ? .multiplyHighSigned : .multiplyHighUnsigned, x[0], x[1])
            return e.apply(.addInt, high, x[2])
        },
        .component("mul24", .words, [.same, .same], "x·y") { e, x, _ in e.apply(.multiplyInt, x[0], x[1]) },
        .component("mad24", .words, [.same, .same, .same], "x·y + z") { e, x, _ in
            let product = e.apply(.multiplyInt, x[0], x[1])
            return e.apply(.addInt, product, x[2])
        },
        .component("addsat", .integers, [.same, .same], "x + y, held in the type's range") { e, x, scalar in
            let sum = e.apply(.addInt, x[0], x[1])
            return saturated(&e, sum, x, scalar, isSum: true)
        },
        .component("subsat", .integers, [.same, .same], "x − y, held in the type's range") { e, x, scalar in
            let difference = e.apply(.subtractInt, x[0], x[1])
            return saturated(&e, difference, x, scalar, isSum: false)
        },
        .component("hadd", .integers, [.same, .same], "(x + y) >> 1, without overflow") { e, x, scalar in
            let common = e.apply(.bitAnd, x[0], x[1])
            let different = e.apply(.bitXor, x[0], x[1])
            let one = e.int(1)
            let half = e.apply(scalar.isSigned ? .shiftRightArithmetic : .shiftRightLogical, different, one)
            return e.apply(.addInt, common, half)
        },
        .component("rhadd", .integers, [.same, .same], "(x + y + 1) >> 1, without overflow") { e, x, scalar in
            let all = e.apply(.bitOr, x[0], x[1])
            let different = e.apply(.bitXor, x[0], x[1])
            let one = e.int(1)
            let half = e.apply(scalar.isSigned ? .shiftRightArithmetic : .shiftRightLogical, different, one)
            return e.apply(.subtractInt, all, half)
        },
        .component("popcount", .integers, [.same], "bits that are 1") { e, x, scalar in
            let bits = e.bits(of: x[0], scalar)
            return e.apply(.countOneBits, bits)
        },
        .component("clz", .integers, [.same], "leading zero bits; all of the type's for 0") { e, x, scalar in
            let bits = e.bits(of: x[0], scalar)
            let zeros = e.apply(.countLeadingZeros, bits)
            let unused = e.int(32 - scalar.size * 8)
            return e.apply(.subtractInt, zeros, unused)
        },
        .component("ctz", .integers, [.same], "trailing zero bits; all of the type's for 0") { e, x, scalar in
            let zeros = e.apply(.countTrailingZeros, x[0])
            let all = size(&e, scalar)
            return e.apply(.minimumUnsigned, zeros, all)
        },
        .component("reverse_bits", .integers, [.same], "the bits in reverse") { e, x, scalar in
            let reversed = e.apply(.reverseBits, x[0])
            let unused = e.int(32 - scalar.size * 8)
            return e.apply(.shiftRightLogical, reversed, unused)
        },
        .component("rotate", .integers, [.same, .same], "x turned left by n bits") { e, x, scalar in
            let bits = e.bits(of: x[0], scalar)
            let mask = e.int(scalar.size * 8 - 1)
            let amount = e.apply(.bitAnd, x[1], mask)
            let left = e.apply(.shiftLeft, bits, amount)
            let opposite = e.apply(.negateInt, x[1])
            let rest = e.apply(.bitAnd, opposite, mask)
            let right = e.apply(.shiftRightLogical, bits, rest)
            return e.apply(.bitOr, left, right)
        },
        .bitField(
            "extract_bits", [.same, .fixed(.uint), .fixed(.uint)],
            "the n bits of x from bit o on, for `extract_bits(x, o, n)`; the top one is the sign"
        ) { e, x, scalar in
            // Moved to the top and back, so that the sign follows; n = 0 gives 0.
            let all = e.int(32)
            let end = e.apply(.addInt, x[1], x[2])
            let up = e.apply(.subtractInt, all, end)
            let raised = e.apply(.shiftLeft, x[0], up)
            let down = e.apply(.subtractInt, all, x[2])
            let field = e.apply(scalar.isSigned ? .shiftRightArithmetic : .shiftRightLogical, raised, down)
            let zero = e.int(0)
            let isEmpty = e.apply(.equalInt, x[2], zero)
            return e.select(isEmpty, zero, field)
        },
        .bitField(
            "insert_bits", [.same, .same, .fixed(.uint), .fixed(.uint)],
            "base with its n bits from bit o on taken from the low ones of x, for `insert_bits(base, x, o, n)`"
        ) { e, x, _ in
            let all = e.int(32)
            let ones = e.constant(.int, bits: .max)
            let unused = e.apply(.subtractInt, all, x[3])
            let low = e.apply(.shiftRightLogical, ones, unused)
            let mask = e.apply(.shiftLeft, low, x[2])
            let raised = e.apply(.shiftLeft, x[1], x[2])
            let new = e.apply(.bitAnd, raised, mask)
            let outside = e.apply(.bitNot, mask)
            let old = e.apply(.bitAnd, x[0], outside)
            let result = e.apply(.bitOr, new, old)
            let zero = e.int(0)
            let isEmpty = e.apply(.equalInt, x[3], zero)
            return e.select(isEmpty, x[0], result)
        },
    ]

    /// A sum or difference that wrapped, held at the end of the range that it passed.
    private static func saturated(
        _ e: inout Emitter, _ result: ValueID, _ x: [ValueID], _ scalar: Scalar, isSum: Bool
    ) -> ValueID {
        let ends = (TypeTraits.limit(scalar, "min")?.bits ?? 0, TypeTraits.limit(scalar, "max")?.bits ?? 0)
        let least = e.constant(.int, bits: ends.0)
        let most = e.constant(.int, bits: ends.1)
        if scalar.size < 4 {
            // 32 bits hold the exact result.
            let raised = e.apply(.maximumSigned, result, least)
            return e.apply(.minimumSigned, raised, most)
        }
        guard scalar.isSigned else {
            let hasWrapped = e.apply(.lessUnsigned, isSum ? result : x[0], isSum ? x[0] : x[1])
            return e.select(hasWrapped, isSum ? most : least, result)
        }
        // The operands' signs (for a difference, opposite ones) agree, and the result's does not.
        let first = e.apply(.bitXor, x[0], result)
        let second = e.apply(.bitXor, isSum ? x[1] : x[0], isSum ? result : x[1])
        let both = e.apply(.bitAnd, first, second)
        let zero = e.int(0)
        let hasWrapped = e.apply(.lessSigned, both, zero)
        let isNegative = e.apply(.lessSigned, x[0], zero)
        let end = e.select(isNegative, least, most)
        return e.select(hasWrapped, end, result)
    }
}

extension LibraryFunction {
    /// A function of components and of two numbers that say which of their bits are meant.
    fileprivate static func bitField(
        _ name: String, _ parameters: [TypeShape], _ meaning: String,
        _ code: @escaping @Sendable (inout Emitter, [ValueID], Scalar) -> ValueID
    ) -> LibraryFunction {
        .whole(name, .integers, parameters, meaning) { e, x, type in
            let scalar = type.element ?? .uint
            return x[0].indices.map { component in
                let operands = x.map { $0[min(component, $0.count - 1)] }
                return code(&e, operands, scalar)
            }
        }
    }
}

import ShaderIR

extension Rebuilder {
    /// A value that an operation equals for every bit pattern of its operands; nil when none is known.
    mutating func simplified(
        _ operation: Operation, _ a: ValueID, _ b: ValueID, _ c: ValueID, _ type: ScalarType
    ) -> ValueID? {
        let (x, y, z) = (constantBits(a), constantBits(b), constantBits(c))
        let isUnary = operation.signature.operands.count == 1
        if operation == .select {
            if let x { return x != 0 ? b : c }
            if b == c { return b }
            if type == .bool, let y, let z, y != z {
                return y != 0 ? a : reuse(.operation(.logicalNot, a, a, a), .bool)
            }
            return nil
        }
        if let x, isUnary || y != nil, let bits = Folding.fold(operation, x, y ?? x, x) { return constant(type, bits) }
        let one = Float(1).bitPattern
        switch operation {
        case .multiplyFloat:
            if x == one { return b }
            if y == one { return a }
        case .divideFloat:
            if y == one { return a }
            // By a power of two: the reciprocal is exact, and so the product rounds like the quotient.
            if let y, let reciprocal = Rebuilder.exactReciprocal(y) {
                let factor = constant(.float, reciprocal)
                return reuse(.operation(.multiplyFloat, a, factor, a), .float)
            }
        case .subtractFloat where y == 0: return a
        case .addFloat:
            // Minus zero changes nothing; plus zero would turn it into plus zero.
            if y == 0x8000_0000 { return a }
            if x == 0x8000_0000 { return b }
        case .addInt, .bitOr, .bitXor:
            if x == 0 { return b }
            if y == 0 { return a }
        case .subtractInt, .shiftLeft, .shiftRightArithmetic, .shiftRightLogical:
            if y == 0 { return a }
        case .multiplyInt:
            if x == 1 { return b }
            if y == 1 { return a }
        case .logicalAnd:
            if let x { return x != 0 ? b : a }
            if let y { return y != 0 ? a : b }
            if a == b { return a }
        case .logicalOr:
            if let x { return x != 0 ? a : b }
            if let y { return y != 0 ? b : a }
            if a == b { return a }
        case .logicalNot:
            if case .operation(.logicalNot, let inner, _, _) = new.instructions[a.index] { return inner }
        case .negateFloat:
            if case .operation(.negateFloat, let inner, _, _) = new.instructions[a.index] { return inner }
        case .roundToHalf:
            if case .operation(.roundToHalf, _, _, _) = new.instructions[a.index] { return a }
        default: break
        }
        return nil
    }

    /// The bits of 1 / x where x is a power of two and its reciprocal a normal number.
    private static func exactReciprocal(_ bits: UInt32) -> UInt32? {
        let value = Float(bitPattern: bits)
        guard value.isNormal, value.significandBitPattern == 0, (-126...126).contains(value.exponent) else {
            return nil
        }
        return (1 / value).bitPattern
    }
}

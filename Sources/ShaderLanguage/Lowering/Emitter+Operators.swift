import ShaderIR

extension Emitter {
    /// An operator on one scalar.
    mutating func unary(_ operation: UnaryOperation, _ value: ValueID, _ scalar: Scalar) -> ValueID {
        switch operation {
        case .not: return apply(.logicalNot, value)
        case .complement:
            let result = apply(.bitNot, value)
            return wrap(result, scalar)
        case .negate:
            if scalar.isFloating { return apply(.negateFloat, value) }
            let result = apply(.negateInt, value)
            return wrap(result, scalar)
        }
    }

    /// An operator on two scalars of one type.
    mutating func binary(_ operation: BinaryOperator, _ a: ValueID, _ b: ValueID, _ scalar: Scalar) -> ValueID {
        switch scalar.representation {
        case .float: return floatBinary(operation, a, b, scalar)
        case .bool: return boolBinary(operation, a, b)
        case .int: break
        }
        let isSigned = scalar.isSigned
        let result: ValueID
        switch operation {
        case .multiply: result = apply(.multiplyInt, a, b)
        case .divide: result = apply(isSigned ? .divideSigned : .divideUnsigned, a, b)
        case .remainder: result = apply(isSigned ? .remainderSigned : .remainderUnsigned, a, b)
        case .add: result = apply(.addInt, a, b)
        case .subtract: result = apply(.subtractInt, a, b)
        case .shiftLeft:
            let amount = shiftAmount(b, scalar)
            result = apply(.shiftLeft, a, amount)
        case .shiftRight:
            let amount = shiftAmount(b, scalar)
            result = apply(isSigned ? .shiftRightArithmetic : .shiftRightLogical, a, amount)
        case .bitAnd: result = apply(.bitAnd, a, b)
        case .bitXor: result = apply(.bitXor, a, b)
        case .bitOr: result = apply(.bitOr, a, b)
        case .less: return apply(isSigned ? .lessSigned : .lessUnsigned, a, b)
        case .greater: return apply(isSigned ? .lessSigned : .lessUnsigned, b, a)
        case .lessEqual: return apply(isSigned ? .lessEqualSigned : .lessEqualUnsigned, a, b)
        case .greaterEqual: return apply(isSigned ? .lessEqualSigned : .lessEqualUnsigned, b, a)
        case .equal: return apply(.equalInt, a, b)
        case .notEqual: return apply(.notEqualInt, a, b)
        case .and, .or: return a
        }
        return wrap(result, scalar)
    }

    /// Narrow types shift by as many bits as they have; the operation itself looks at five.
    private mutating func shiftAmount(_ amount: ValueID, _ scalar: Scalar) -> ValueID {
        guard scalar.size < 4 else { return amount }
        let mask = int(scalar.size * 8 - 1)
        return apply(.bitAnd, amount, mask)
    }

    private mutating func floatBinary(
        _ operation: BinaryOperator, _ a: ValueID, _ b: ValueID, _ scalar: Scalar
    ) -> ValueID {
        let result: ValueID
        switch operation {
        case .multiply: result = apply(.multiplyFloat, a, b)
        case .divide: result = apply(.divideFloat, a, b)
        case .add: result = apply(.addFloat, a, b)
        case .subtract: result = apply(.subtractFloat, a, b)
        case .less: return apply(.lessFloat, a, b)
        case .greater: return apply(.lessFloat, b, a)
        case .lessEqual: return apply(.lessEqualFloat, a, b)
        case .greaterEqual: return apply(.lessEqualFloat, b, a)
        case .equal: return apply(.equalFloat, a, b)
        case .notEqual: return apply(.notEqualFloat, a, b)
        default: return a
        }
        return wrap(result, scalar)
    }

    private mutating func boolBinary(_ operation: BinaryOperator, _ a: ValueID, _ b: ValueID) -> ValueID {
        switch operation {
        case .bitAnd, .and: return apply(.logicalAnd, a, b)
        case .bitOr, .or: return apply(.logicalOr, a, b)
        case .equal:
            let differs = apply(.logicalXor, a, b)
            return apply(.logicalNot, differs)
        default: return apply(.logicalXor, a, b)
        }
    }
}

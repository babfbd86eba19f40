import ShaderIR

/// The operations on integers and truth values.
extension ShaderEmitter {
    func operateInteger(_ operation: Operation, _ a: Int, _ b: Int, _ scalar: Bool) -> String? {
        switch operation {
        case .logicalAnd: return (mask(a, scalar: scalar) .& mask(b, scalar: scalar)).name
        case .logicalOr: return (mask(a, scalar: scalar) .| mask(b, scalar: scalar)).name
        case .logicalXor: return (mask(a, scalar: scalar) .^ mask(b, scalar: scalar)).name
        case .logicalNot: return (.!mask(a, scalar: scalar)).name
        case .boolToInt:
            let from = code.type(.bool, isScalar: scalar)
            return code.emit("zext \(from) \(operand(a, scalar: scalar)) to \(code.type(.int, isScalar: scalar))")
        default: break
        }
        let (x, y) = (integers(a, scalar: scalar), integers(b, scalar: scalar))
        switch operation {
        case .addInt: return (x &+ y).name
        case .subtractInt: return (x &- y).name
        case .multiplyInt: return (x &* y).name
        case .bitAnd: return (x & y).name
        case .bitOr: return (x | y).name
        case .bitXor: return (x ^ y).name
        case .bitNot: return (x ^ x.splat(-1)).name
        case .negateInt: return (x.splat(0) &- x).name
        case .shiftLeft: return EmittedIntegers.binary("shl", x, y & 31).name
        case .shiftRightArithmetic: return EmittedIntegers.binary("ashr", x, y & 31).name
        case .shiftRightLogical: return EmittedIntegers.binary("lshr", x, y & 31).name
        case .minimumSigned: return x.intrinsic("smin", [y]).name
        case .maximumSigned: return x.intrinsic("smax", [y]).name
        case .minimumUnsigned: return x.intrinsic("umin", [y]).name
        case .maximumUnsigned: return x.intrinsic("umax", [y]).name
        case .equalInt: return x.compare("eq", y).name
        case .notEqualInt: return x.compare("ne", y).name
        case .lessSigned: return x.compare("slt", y).name
        case .lessEqualSigned: return x.compare("sle", y).name
        case .lessUnsigned: return x.compare("ult", y).name
        case .lessEqualUnsigned: return x.compare("ule", y).name
        case .signExtend8: return x.shiftedLeft(24).shiftedRight(24).name
        case .signExtend16: return x.shiftedLeft(16).shiftedRight(16).name
        case .zeroExtend8: return (x & 0xFF).name
        case .zeroExtend16: return (x & 0xFFFF).name
        case .countLeadingZeros: return x.intrinsic("ctlz", extra: "i1 false").name
        case .countTrailingZeros: return x.intrinsic("cttz", extra: "i1 false").name
        case .countOneBits: return x.intrinsic("ctpop").name
        case .reverseBits: return x.intrinsic("bitreverse").name
        case .multiplyHighSigned: return multiplyHigh(x, y, "sext")
        case .multiplyHighUnsigned: return multiplyHigh(x, y, "zext")
        case .divideSigned: return divide(x, y, b, isSigned: true).name
        case .divideUnsigned: return divide(x, y, b, isSigned: false).name
        case .remainderSigned: return remainder(x, y, b, isSigned: true)
        case .remainderUnsigned: return remainder(x, y, b, isSigned: false)
        default: return nil
        }
    }

    private func multiplyHigh(_ x: EmittedIntegers, _ y: EmittedIntegers, _ extension: String) -> String {
        let wide = x.isScalar ? "i64" : "<\(code.lanes) x i64>"
        let a = code.emit("\(`extension`) \(x.type) \(x.name) to \(wide)")
        let b = code.emit("\(`extension`) \(x.type) \(y.name) to \(wide)")
        let product = code.emit("mul \(wide) \(a), \(b)")
        let distance = x.isScalar ? "32" : code.splat("32", "i64")
        let high = code.emit("lshr \(wide) \(product), \(distance)")
        return code.emit("trunc \(wide) \(high) to \(x.type)")
    }

    /// A divisor with which no quotient is undefined and those that the language defines come out: x / 0 = x, and the
    /// one quotient that does not fit is its dividend.
    private func safeDivisor(_ x: EmittedIntegers, _ y: EmittedIntegers, isSigned: Bool) -> EmittedIntegers {
        var isUnsafe = y.compare("eq", y.splat(0))
        if isSigned {
            isUnsafe = isUnsafe .| (x.compare("eq", x.splat(.min)) .& y.compare("eq", y.splat(-1)))
        }
        return isUnsafe.select(y.splat(1), y)
    }

    /// A constant divisor becomes multiplications; any other goes through binary64, which holds every quotient so well
    /// that cutting it off is right, and which processors divide many at a time.
    private func divide(_ x: EmittedIntegers, _ y: EmittedIntegers, _ divisor: Int, isSigned: Bool) -> EmittedIntegers {
        let instruction = isSigned ? "sdiv" : "udiv"
        if x.isScalar { return EmittedIntegers.binary(instruction, x, safeDivisor(x, y, isSigned: isSigned)) }
        if case .constant(_, let bits) = draft.instructions[divisor], bits != 0, bits != .max {
            return EmittedIntegers.binary(instruction, x, y)
        }
        let safe = safeDivisor(x, y, isSigned: isSigned)
        let doubles = "<\(code.lanes) x double>"
        let convert = isSigned ? "sitofp" : "uitofp"
        let a = code.emit("\(convert) \(x.type) \(x.name) to \(doubles)")
        let b = code.emit("\(convert) \(x.type) \(safe.name) to \(doubles)")
        let quotient = code.emit("fdiv \(doubles) \(a), \(b)")
        return x.with(code.emit("\(isSigned ? "fptosi" : "fptoui") \(doubles) \(quotient) to \(x.type)"))
    }

    private func remainder(_ x: EmittedIntegers, _ y: EmittedIntegers, _ divisor: Int, isSigned: Bool) -> String {
        let quotient = divide(x, y, divisor, isSigned: isSigned)
        // x % 0 = 0: there the quotient is x, and so is the product with the divisor 1 that stood in.
        let difference = x &- (quotient &* y)
        return y.compare("eq", y.splat(0)).select(y.splat(0), difference).name
    }
}

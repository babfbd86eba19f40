import ShaderIR

/// The operations that plain Swift has exactly, one number at a time.
enum ReferenceOperations {
    /// Whether an operation is one of the functions whose expression tree is pinned rather than its mathematics.
    static func isElementary(_ operation: ShaderIR.Operation) -> Bool {
        switch operation {
        case .powFloat, .atan2Float, .sine, .cosine, .tangent, .arcSine, .arcCosine, .arcTangent, .hyperbolicSine,
            .hyperbolicCosine, .hyperbolicTangent, .exponential, .exponential2, .logarithm, .logarithm2,
            .logarithm10:
            true
        default: false
        }
    }

    /// The bits of the result for the bits of the operands.
    static func apply(_ operation: ShaderIR.Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
        let (x, y) = (Float(bitPattern: a), Float(bitPattern: b))
        switch operation {
        case .addFloat: return (x + y).bitPattern
        case .subtractFloat: return (x - y).bitPattern
        case .multiplyFloat: return (x * y).bitPattern
        case .divideFloat: return (x / y).bitPattern
        case .remainderFloat: return x.truncatingRemainder(dividingBy: y).bitPattern
        case .minimumFloat: return y < x || x.isNaN ? b : a
        case .maximumFloat: return x < y || x.isNaN ? b : a
        case .copySignFloat: return a & 0x7FFF_FFFF | (y.isNaN ? 0 : b & 0x8000_0000)
        case .negateFloat: return a ^ 0x8000_0000
        case .absoluteFloat: return a & 0x7FFF_FFFF
        case .squareRoot: return x.squareRoot().bitPattern
        case .floor: return x.rounded(.down).bitPattern
        case .ceiling: return x.rounded(.up).bitPattern
        case .truncate: return x.rounded(.towardZero).bitPattern
        case .roundEven: return x.rounded(.toNearestOrEven).bitPattern
        case .roundToHalf: return Float(Float16(x)).bitPattern
        case .lessFloat: return x < y ? 1 : 0
        case .lessEqualFloat: return x <= y ? 1 : 0
        case .equalFloat: return x == y ? 1 : 0
        case .notEqualFloat: return x != y ? 1 : 0
        case .floatToSigned:
            if x.isNaN { return 0 }
            let whole = x.rounded(.towardZero)
            return UInt32(bitPattern: Int32(exactly: whole) ?? (x < 0 ? .min : .max))
        case .floatToUnsigned: return x.isNaN || x <= 0 ? 0 : UInt32(exactly: x.rounded(.towardZero)) ?? .max
        case .signedToFloat: return Float(Int32(bitPattern: a)).bitPattern
        case .unsignedToFloat: return Float(a).bitPattern
        case .boolToInt, .floatFromBits: return a
        case .boolToFloat: return Float(a).bitPattern
        case .floatBits: return x.isNaN ? 0x7FC0_0000 : a
        case .select: return a != 0 ? b : c
        case .logicalAnd: return a & b
        case .logicalOr: return a | b
        case .logicalXor: return a ^ b
        case .logicalNot: return a ^ 1
        default: return integer(operation, a, b)
        }
    }

    private static func integer(_ operation: ShaderIR.Operation, _ a: UInt32, _ b: UInt32) -> UInt32 {
        let (i, j) = (Int32(bitPattern: a), Int32(bitPattern: b))
        func bits(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) }
        switch operation {
        case .addInt: return a &+ b
        case .subtractInt: return a &- b
        case .multiplyInt: return a &* b
        case .divideSigned: return j == 0 ? a : bits(i.dividedReportingOverflow(by: j).partialValue)
        case .divideUnsigned: return b == 0 ? a : a / b
        case .remainderSigned: return j == 0 ? 0 : bits(i.remainderReportingOverflow(dividingBy: j).partialValue)
        case .remainderUnsigned: return b == 0 ? 0 : a % b
        case .multiplyHighSigned: return bits(i.multipliedFullWidth(by: j).high)
        case .multiplyHighUnsigned: return a.multipliedFullWidth(by: b).high
        case .bitAnd: return a & b
        case .bitOr: return a | b
        case .bitXor: return a ^ b
        case .shiftLeft: return a << (b & 31)
        case .shiftRightArithmetic: return bits(i >> Int32(b & 31))
        case .shiftRightLogical: return a >> (b & 31)
        case .minimumSigned: return bits(min(i, j))
        case .maximumSigned: return bits(max(i, j))
        case .minimumUnsigned: return min(a, b)
        case .maximumUnsigned: return max(a, b)
        case .bitNot: return ~a
        case .negateInt: return 0 &- a
        case .countLeadingZeros: return UInt32(a.leadingZeroBitCount)
        case .countTrailingZeros: return UInt32(a.trailingZeroBitCount)
        case .countOneBits: return UInt32(a.nonzeroBitCount)
        case .reverseBits: return (0..<32).reduce(0) { $0 | (a >> UInt32($1) & 1) << UInt32(31 - $1) }
        case .signExtend8: return bits(Int32(Int8(truncatingIfNeeded: a)))
        case .signExtend16: return bits(Int32(Int16(truncatingIfNeeded: a)))
        case .zeroExtend8: return a & 0xFF
        case .zeroExtend16: return a & 0xFFFF
        case .equalInt: return a == b ? 1 : 0
        case .notEqualInt: return a != b ? 1 : 0
        case .lessSigned: return i < j ? 1 : 0
        case .lessEqualSigned: return i <= j ? 1 : 0
        case .lessUnsigned: return a < b ? 1 : 0
        case .lessEqualUnsigned: return a <= b ? 1 : 0
        default: return 0
        }
    }
}

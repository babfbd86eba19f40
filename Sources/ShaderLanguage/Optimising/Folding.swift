import ShaderIR

/// Computes operations on constants, with the bits an evaluator would give.
///
/// Only what IEEE 754 pins to the last bit is computed here; elementary functions belong to the evaluator.
enum Folding {
    /// The result's bits; nil when the operation is left to the evaluator.
    static func fold(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32? {
        let signature = operation.signature
        switch (signature.operands[0], signature.result) {
        case (.float, .float):
            let result = foldFloat(operation, Float(bitPattern: a), Float(bitPattern: b))
            // Which NaN comes out depends on the machine.
            return result.flatMap { $0.isNaN ? nil : $0.bitPattern }
        case (.float, _): return foldFromFloat(operation, Float(bitPattern: a), Float(bitPattern: b), a)
        case (.int, .bool): return foldComparison(operation, a, b).map { $0 ? 1 : 0 }
        case (.int, .int): return foldInt(operation, a, b)
        case (.int, .float):
            switch operation {
            case .signedToFloat: return Float(Int32(bitPattern: a)).bitPattern
            case .unsignedToFloat: return Float(a).bitPattern
            case .floatFromBits: return a
            default: return nil
            }
        case (.bool, _):
            switch operation {
            case .logicalAnd: return a & b
            case .logicalOr: return a | b
            case .logicalXor: return a ^ b
            case .logicalNot: return a ^ 1
            case .boolToInt: return a
            case .boolToFloat: return a == 0 ? 0 : Float(1).bitPattern
            case .select: return a != 0 ? b : c
            default: return nil
            }
        }
    }

    private static func foldFloat(_ operation: Operation, _ a: Float, _ b: Float) -> Float? {
        switch operation {
        case .addFloat: a + b
        case .subtractFloat: a - b
        case .multiplyFloat: a * b
        case .divideFloat: a / b
        case .minimumFloat: b < a || a.isNaN ? b : a
        case .maximumFloat: a < b || a.isNaN ? b : a
        case .copySignFloat:
            // The sign of a NaN is the evaluator's to choose.
            b.isNaN
                ? nil
                : Float(
                    sign: b.sign, exponentBitPattern: a.exponentBitPattern,
                    significandBitPattern: a.significandBitPattern)
        case .negateFloat: -a
        case .absoluteFloat: Float(bitPattern: a.bitPattern & 0x7FFF_FFFF)
        case .squareRoot: a.squareRoot()
        case .floor: a.rounded(.down)
        case .ceiling: a.rounded(.up)
        case .truncate: a.rounded(.towardZero)
        case .roundEven: a.rounded(.toNearestOrEven)
        case .roundToHalf: Float(Float16(a))
        default: nil
        }
    }

    private static func foldFromFloat(_ operation: Operation, _ a: Float, _ b: Float, _ bits: UInt32) -> UInt32? {
        switch operation {
        case .lessFloat: a < b ? 1 : 0
        case .lessEqualFloat: a <= b ? 1 : 0
        case .equalFloat: a == b ? 1 : 0
        case .notEqualFloat: a != b ? 1 : 0
        case .floatBits: Float(bitPattern: bits).isNaN ? nil : bits
        case .floatToSigned:
            if a.isNaN {
                0
            } else {
                UInt32(bitPattern: a >= 2_147_483_648 ? Int32.max : a < -2_147_483_648 ? Int32.min : Int32(a))
            }
        case .floatToUnsigned:
            if a.isNaN || a <= 0 { 0 } else { a >= 4_294_967_296 ? UInt32.max : UInt32(a) }
        default: nil
        }
    }

    private static func foldComparison(_ operation: Operation, _ a: UInt32, _ b: UInt32) -> Bool? {
        let (x, y) = (Int32(bitPattern: a), Int32(bitPattern: b))
        return switch operation {
        case .equalInt: a == b
        case .notEqualInt: a != b
        case .lessSigned: x < y
        case .lessEqualSigned: x <= y
        case .lessUnsigned: a < b
        case .lessEqualUnsigned: a <= b
        default: nil
        }
    }

    private static func foldInt(_ operation: Operation, _ a: UInt32, _ b: UInt32) -> UInt32? {
        let (x, y) = (Int32(bitPattern: a), Int32(bitPattern: b))
        return switch operation {
        case .addInt: a &+ b
        case .subtractInt: a &- b
        case .multiplyInt: a &* b
        case .divideSigned: y == 0 ? a : UInt32(bitPattern: y == -1 ? 0 &- x : x / y)
        case .divideUnsigned: b == 0 ? a : a / b
        case .remainderSigned: y == 0 || y == -1 ? 0 : UInt32(bitPattern: x % y)
        case .remainderUnsigned: b == 0 ? 0 : a % b
        case .multiplyHighSigned: UInt32(truncatingIfNeeded: (Int64(x) * Int64(y)) >> 32)
        case .multiplyHighUnsigned: UInt32(truncatingIfNeeded: (UInt64(a) * UInt64(b)) >> 32)
        case .bitAnd: a & b
        case .bitOr: a | b
        case .bitXor: a ^ b
        case .shiftLeft: a &<< b
        case .shiftRightLogical: a &>> b
        case .shiftRightArithmetic: UInt32(bitPattern: x &>> y)
        case .minimumSigned: x < y ? a : b
        case .maximumSigned: x > y ? a : b
        case .minimumUnsigned: min(a, b)
        case .maximumUnsigned: max(a, b)
        case .bitNot: ~a
        case .negateInt: 0 &- a
        case .countLeadingZeros: UInt32(a.leadingZeroBitCount)
        case .countTrailingZeros: UInt32(a.trailingZeroBitCount)
        case .countOneBits: UInt32(a.nonzeroBitCount)
        case .reverseBits: (0..<32).reduce(UInt32(0)) { $0 | ((a &>> UInt32($1)) & 1) &<< UInt32(31 - $1) }
        case .signExtend8: UInt32(bitPattern: Int32(Int8(truncatingIfNeeded: a)))
        case .signExtend16: UInt32(bitPattern: Int32(Int16(truncatingIfNeeded: a)))
        case .zeroExtend8: a & 0xFF
        case .zeroExtend16: a & 0xFFFF
        default: nil
        }
    }
}

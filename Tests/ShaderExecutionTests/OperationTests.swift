import Glibc
import ShaderIR
import Testing

@testable import ShaderExecution

/// Every operation, through the interpreter, against plain Swift on values at the edges.
@Suite struct OperationTests {
    private static let numbers: [UInt32] = [
        Float(0), -0.0, 1, -1, 0.5, -0.5, 1.5, -2.5, 2, 3, 7.25, -7.25, 0x1p-133, 1e38, -1e38, .infinity, -.infinity,
        .nan,
        2_147_483_648, -2_147_483_648, 4_294_967_296, 16_777_216, 65_519, 65_520, 6.1e-5, 3e-8,
    ].map(\.bitPattern)
    private static let integers: [UInt32] = [
        0, 1, 2, 3, 7, 31, 32, 33, 255, 128, 127, 32_768, 65_535, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFFE,
        0x1234_5678, 0xDEAD_BEEF,
    ]
    private static let truths: [UInt32] = [0, 1]

    private static func values(of type: ScalarType) -> [UInt32] {
        switch type {
        case .float: numbers
        case .int: integers
        case .bool: truths
        }
    }

    /// What the interpreter makes of pairs of operands, which come from tables so that nothing is uniform.
    private static func results(_ operation: Operation, _ pairs: [(UInt32, UInt32)], isUniform: Bool) throws -> [UInt32]
    {
        let types = operation.signature.operands
        func operand(_ builder: inout ProgramBuilder, _ index: Int, _ bits: [UInt32]) -> ValueID {
            let type = types[min(index, types.count - 1)]
            if isUniform { return builder.constant(type, bits: bits[0]) }
            let table = builder.makeTable("operands", type == .bool ? .int : type, bits: bits)
            let x = builder.apply(.floatToSigned, builder.input(.positionX))
            let value = builder.element(table, at: x)
            return type == .bool ? builder.apply(.notEqualInt, value, builder.constant(Int32(0))) : value
        }
        if isUniform {
            return try pairs.map { pair in
                try Probe.bytes { builder in
                    let a = operand(&builder, 0, [pair.0])
                    return builder.apply(operation, a, operand(&builder, 1, [pair.1]))
                }[0]
            }
        }
        return try Probe.bytes(width: pairs.count, height: 1) { builder in
            let a = operand(&builder, 0, pairs.map(\.0))
            if types.count == 1 { return builder.apply(operation, a) }
            return builder.apply(operation, a, operand(&builder, 1, pairs.map(\.1)))
        }
    }

    private static func isEqual(_ found: UInt32, _ expected: UInt32, _ type: ScalarType, _ tolerance: Int) -> Bool {
        guard type == .float else { return found == expected }
        let (a, b) = (Float(bitPattern: found), Float(bitPattern: expected))
        if a.isNaN || b.isNaN { return a.isNaN && b.isNaN }
        if tolerance > 0, a.isFinite, b.isFinite { return abs(a - b) <= Float(tolerance) * max(b.ulp, 0x1p-23) }
        return found == expected
    }

    @Test(arguments: Operation.allCases.filter { $0 != .select && $0 != .derivativeX && $0 != .derivativeY })
    func operation(_ operation: Operation) throws {
        let signature = operation.signature
        let first = Self.values(of: signature.operands[0])
        let second = signature.operands.count > 1 ? Self.values(of: signature.operands[1]) : [0]
        let pairs = first.flatMap { a in second.map { (a, $0) } }
        let found = try Self.results(operation, pairs, isUniform: false)
        for (pair, found) in zip(pairs, found) {
            let (expected, tolerance) = Expectation.of(operation, pair.0, pair.1)
            let isRight = Self.isEqual(found, expected, signature.result, tolerance)
            #expect(isRight, "\(operation) of \(pair): \(found) instead of \(expected)")
        }
        // The same with operands that are computed once per pass, and with one of each.
        let some = Array(pairs.prefix(3)) + pairs.suffix(3)
        let uniform = try Self.results(operation, some, isUniform: true)
        let varying = try Self.results(operation, some, isUniform: false)
        for (a, b) in zip(uniform, varying) { #expect(Self.isEqual(a, b, signature.result, 0)) }
    }

    /// Shifts by a uniform distance have instructions of their own.
    @Test(arguments: [Operation.shiftLeft, .shiftRightArithmetic, .shiftRightLogical])
    func uniformShift(_ operation: Operation) throws {
        for distance in [0, 1, 31, 32, 33, -1] as [Int32] {
            let found = try Probe.bytes(width: Self.integers.count, height: 1) { builder in
                let table = builder.makeTable("values", .int, bits: Self.integers)
                let x = builder.apply(.floatToSigned, builder.input(.positionX))
                return builder.apply(operation, builder.element(table, at: x), builder.constant(distance))
            }
            let expected = Self.integers.map { Expectation.of(operation, $0, UInt32(bitPattern: distance)).bits }
            #expect(found == expected)
        }
    }

    @Test func select() throws {
        let found = try Probe.bytes(width: 8, height: 1) { builder in
            let x = builder.apply(.floatToSigned, builder.input(.positionX))
            let isLow = builder.apply(.lessSigned, x, builder.constant(Int32(3)))
            return builder.select(isLow, builder.constant(Int32(-5)), x)
        }
        #expect(found == [UInt32(bitPattern: -5), UInt32(bitPattern: -5), UInt32(bitPattern: -5), 3, 4, 5, 6, 7])
    }

    /// Products that flow into sums are rounded first; a fused operation would give the exact −2⁻²⁴ here.
    @Test func nothingIsContracted() throws {
        let x: Float = 1 + 0x1p-12
        let found = try Probe.floats { builder in
            let a = builder.apply(.multiplyFloat, builder.input(.positionX), builder.constant(2 * x))
            let square = builder.apply(.multiplyFloat, a, a)
            return builder.apply(.subtractFloat, square, builder.constant(1 + 0x1p-11))
        }
        #expect(found[0] == x * x - (1 + 0x1p-11))
        #expect(found[0] != (-(1 + 0x1p-11) as Float).addingProduct(x, x))
    }
}

/// What operations give, written with the standard library and libm.
enum Expectation {
    /// The bits, and the tolerance in ulps.
    static func of(_ operation: Operation, _ a: UInt32, _ b: UInt32) -> (bits: UInt32, tolerance: Int) {
        let (x, y) = (Float(bitPattern: a), Float(bitPattern: b))
        let (i, j) = (Int32(bitPattern: a), Int32(bitPattern: b))
        func exact(_ value: Float) -> (UInt32, Int) { (value.bitPattern, 0) }
        func near(_ value: Double) -> (UInt32, Int) { (Float(value).bitPattern, 4) }
        func word(_ value: Int32) -> (UInt32, Int) { (UInt32(bitPattern: value), 0) }
        func truth(_ value: Bool) -> (UInt32, Int) { (value ? 1 : 0, 0) }
        switch operation {
        case .addFloat: return exact(x + y)
        case .subtractFloat: return exact(x - y)
        case .multiplyFloat: return exact(x * y)
        case .divideFloat: return exact(x / y)
        case .remainderFloat: return exact(fmodf(x, y))
        case .minimumFloat: return x.isNaN ? (b, 0) : y.isNaN ? (a, 0) : (y < x ? b : a, 0)
        case .maximumFloat: return x.isNaN ? (b, 0) : y.isNaN ? (a, 0) : (x < y ? b : a, 0)
        case .powFloat: return near(pow(Double(x), Double(y)))
        case .atan2Float: return near(atan2(Double(x), Double(y)))
        case .copySignFloat: return (a & 0x7FFF_FFFF | (y.isNaN ? 0 : b & 0x8000_0000), 0)
        case .negateFloat: return (a ^ 0x8000_0000, 0)
        case .absoluteFloat: return (a & 0x7FFF_FFFF, 0)
        case .squareRoot: return exact(Float(sqrt(Double(x))))
        case .floor: return exact(floorf(x))
        case .ceiling: return exact(ceilf(x))
        case .truncate: return exact(truncf(x))
        case .roundEven: return exact(rintf(x))
        case .sine: return abs(x) > 10_000 && x.isFinite ? (largeAngle(a, sine: true), 0) : near(sin(Double(x)))
        case .cosine: return abs(x) > 10_000 && x.isFinite ? (largeAngle(a, sine: false), 0) : near(cos(Double(x)))
        case .tangent: return abs(x) > 10_000 && x.isFinite ? (largeAngle(a, sine: nil), 0) : near(tan(Double(x)))
        case .arcSine: return near(asin(Double(x)))
        case .arcCosine: return near(acos(Double(x)))
        case .arcTangent: return near(atan(Double(x)))
        case .hyperbolicSine: return near(sinh(Double(x)))
        case .hyperbolicCosine: return near(cosh(Double(x)))
        case .hyperbolicTangent: return near(tanh(Double(x)))
        case .exponential: return near(exp(Double(x)))
        case .exponential2: return near(exp2(Double(x)))
        case .logarithm: return near(log(Double(x)))
        case .logarithm2: return near(log2(Double(x)))
        case .logarithm10: return near(log10(Double(x)))
        case .roundToHalf: return exact(Float(Float16(x)))
        case .derivativeX, .derivativeY: return (0, 0)
        case .lessFloat: return truth(x < y)
        case .lessEqualFloat: return truth(x <= y)
        case .equalFloat: return truth(x == y)
        case .notEqualFloat: return truth(x != y)
        case .addInt: return word(i &+ j)
        case .subtractInt: return word(i &- j)
        case .multiplyInt: return word(i &* j)
        case .divideSigned: return word(j == 0 ? i : j == -1 ? 0 &- i : i / j)
        case .divideUnsigned: return (b == 0 ? a : a / b, 0)
        case .remainderSigned: return word(j == 0 || j == -1 ? 0 : i % j)
        case .remainderUnsigned: return (b == 0 ? 0 : a % b, 0)
        case .multiplyHighSigned: return word(i.multipliedFullWidth(by: j).high)
        case .multiplyHighUnsigned: return (a.multipliedFullWidth(by: b).high, 0)
        case .bitAnd, .logicalAnd: return (a & b, 0)
        case .bitOr, .logicalOr: return (a | b, 0)
        case .bitXor, .logicalXor: return (a ^ b, 0)
        case .shiftLeft: return (a << (b % 32), 0)
        case .shiftRightArithmetic: return word(i >> Int32(b % 32))
        case .shiftRightLogical: return (a >> (b % 32), 0)
        case .minimumSigned: return word(min(i, j))
        case .maximumSigned: return word(max(i, j))
        case .minimumUnsigned: return (min(a, b), 0)
        case .maximumUnsigned: return (max(a, b), 0)
        case .bitNot: return (~a, 0)
        case .negateInt: return word(0 &- i)
        case .countLeadingZeros: return (UInt32(a.leadingZeroBitCount), 0)
        case .countTrailingZeros: return (UInt32(a.trailingZeroBitCount), 0)
        case .countOneBits: return (UInt32(a.nonzeroBitCount), 0)
        case .reverseBits: return ((0..<32).reduce(UInt32(0)) { $0 | (a >> UInt32($1) & 1) << UInt32(31 - $1) }, 0)
        case .signExtend8: return word(Int32(Int8(truncatingIfNeeded: a)))
        case .signExtend16: return word(Int32(Int16(truncatingIfNeeded: a)))
        case .zeroExtend8: return (a & 0xFF, 0)
        case .zeroExtend16: return (a & 0xFFFF, 0)
        case .equalInt: return truth(a == b)
        case .notEqualInt: return truth(a != b)
        case .lessSigned: return truth(i < j)
        case .lessEqualSigned: return truth(i <= j)
        case .lessUnsigned: return truth(a < b)
        case .lessEqualUnsigned: return truth(a <= b)
        case .logicalNot: return (a ^ 1, 0)
        case .floatToSigned: return word(Int32(exactly: truncf(x)) ?? (x.isNaN ? 0 : x < 0 ? .min : .max))
        case .floatToUnsigned: return (UInt32(exactly: truncf(x)) ?? (x.isNaN || x < 0 ? 0 : .max), 0)
        case .signedToFloat: return exact(Float(i))
        case .unsignedToFloat: return exact(Float(a))
        case .boolToInt: return (a, 0)
        case .boolToFloat: return exact(a == 0 ? 0 : 1)
        case .floatBits: return (x.isNaN ? 0x7FC0_0000 : a, 0)
        case .floatFromBits: return (a, 0)
        case .select: return (b, 0)
        }
    }

    /// Beyond 10⁴ only the bounds are promised, and the room's own answer stands in; beyond 2²⁴ the angle counts as 0.
    private static func largeAngle(_ bits: UInt32, sine: Bool?) -> UInt32 {
        let x = Float(bitPattern: bits)
        if abs(x) > 16_777_216 {
            return Float(sine == false ? 1 : 0).bitPattern
        }
        let lanes = VectorLanes(.init(repeating: x))
        switch sine {
        case true: return Elementary.sine(lanes).vector[0].bitPattern
        case false: return Elementary.cosine(lanes).vector[0].bitPattern
        default: return Elementary.tangent(lanes).vector[0].bitPattern
        }
    }
}

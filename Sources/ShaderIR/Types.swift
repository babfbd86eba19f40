/// The type of a value that one pixel holds: everything wider is taken apart by the front end.
///
/// Vectors, matrices and structs become several scalars; `half` is a `float` that is rounded by `Operation.roundToHalf`
/// after each operation; narrow integers are wrapped by the sign and zero extensions.
public enum ScalarType: UInt8, Sendable, CaseIterable {
    /// False or true.
    case bool
    /// A 32-bit integer; signedness belongs to the operation.
    case int
    /// An IEEE 754 binary32 number.
    case float
}

/// A value of the program: the index of the instruction that computes it.
public struct ValueID: Hashable, Sendable {
    public let index: Int
    public init(_ index: Int) { self.index = index }
}

/// A mutable scalar slot, one per pixel; starts as zero.
public struct VariableID: Hashable, Sendable {
    public let index: Int
    public init(_ index: Int) { self.index = index }
}

/// A mutable array of scalars with its own storage per pixel; starts as zeros.
public struct ArrayID: Hashable, Sendable {
    public let index: Int
    public init(_ index: Int) { self.index = index }
}

/// A constant array, the same for every pixel.
public struct TableID: Hashable, Sendable {
    public let index: Int
    public init(_ index: Int) { self.index = index }
}

/// A region of code that can be left early: `break`, `continue`, `return` and `switch` all become exits of a scope.
public struct ScopeID: Hashable, Sendable {
    public let index: Int
    public init(_ index: Int) { self.index = index }
}

/// What the host hands to a shader.
public enum Input: UInt8, Sendable, CaseIterable {
    // Varying: one value a pixel.
    /// `uv`, (0, 0) at the bottom left, at pixel centres.
    case uvX, uvY
    /// `position.xy` in pixels from the top left, at pixel centres.
    case positionX, positionY
    // Uniform: one value a pass.
    case time
    case resolutionX, resolutionY
    case paramX, paramY, paramZ, paramW
    case sensitivity

    /// Whether the value differs between pixels of a pass.
    public var isVarying: Bool { rawValue <= Input.positionY.rawValue }
}

/// What one pure instruction computes.
///
/// Operands are values of the types in brackets.
///
/// Every operation is defined for every operand: nothing traps, nothing is undefined. Floats are plain IEEE binary32,
/// round to nearest even, never contracted; denormals are kept.
public enum Operation: UInt8, Sendable, CaseIterable {
    // float × float → float
    case addFloat, subtractFloat, multiplyFloat, divideFloat
    /// x − y·trunc(x / y) exactly, with the sign of x, as C `fmodf`.
    case remainderFloat
    /// The smaller; the number when one is NaN; −0 and +0 in operand order: `b < a || a is NaN ? b : a`.
    case minimumFloat
    /// The larger; the number when one is NaN: `a < b || a is NaN ? b : a`.
    case maximumFloat
    case powFloat, atan2Float
    /// Magnitude of the first, sign of the second; a NaN counts as positive.
    case copySignFloat
    // float → float
    case negateFloat, absoluteFloat, squareRoot, floor, ceiling, truncate
    /// To the nearest whole number, ties to even (`rint`).
    case roundEven
    case sine, cosine, tangent, arcSine, arcCosine, arcTangent
    case hyperbolicSine, hyperbolicCosine, hyperbolicTangent
    case exponential, exponential2, logarithm, logarithm2, logarithm10
    /// To the nearest binary16 and back; above 65504 (after rounding) infinity.
    case roundToHalf
    /// Right minus left, in the pixel's own row of its 2×2 quad.
    case derivativeX
    /// Lower minus upper row (position.y grows downwards), in its own column of the quad.
    case derivativeY
    // float × float → bool (ordered, but notEqual is true for NaN)
    case lessFloat, lessEqualFloat, equalFloat, notEqualFloat
    // int × int → int; all wrap
    case addInt, subtractInt, multiplyInt
    /// Truncating; x / 0 = x, INT_MIN / −1 = INT_MIN.
    case divideSigned
    /// Truncating, unsigned; x / 0 = x.
    case divideUnsigned
    /// With the sign of x; x % 0 = 0, INT_MIN % −1 = 0.
    case remainderSigned
    /// Unsigned; x % 0 = 0.
    case remainderUnsigned
    /// The high 32 bits of the product.
    case multiplyHighSigned, multiplyHighUnsigned
    case bitAnd, bitOr, bitXor
    /// By the low five bits of the second.
    case shiftLeft, shiftRightArithmetic, shiftRightLogical
    case minimumSigned, maximumSigned, minimumUnsigned, maximumUnsigned
    // int → int
    case bitNot, negateInt, countLeadingZeros, countTrailingZeros, countOneBits, reverseBits
    case signExtend8, signExtend16, zeroExtend8, zeroExtend16
    // int × int → bool
    case equalInt, notEqualInt, lessSigned, lessEqualSigned, lessUnsigned, lessEqualUnsigned
    // bool × bool → bool
    case logicalAnd, logicalOr, logicalXor
    // bool → bool
    case logicalNot
    // conversions
    /// Toward zero; saturates; NaN gives 0.
    case floatToSigned, floatToUnsigned
    /// Rounded to nearest even.
    case signedToFloat, unsignedToFloat
    /// 0 or 1.
    case boolToInt, boolToFloat
    /// The same 32 bits; of any NaN 0x7FC00000, since no evaluator has to keep a payload.
    case floatBits
    /// The same 32 bits.
    case floatFromBits
    // bool × T × T → T
    /// The second operand where the first is true, else the third.
    case select
}

extension Operation {
    /// The operand and result types; `select` is typed by its second operand.
    public var signature: (operands: [ScalarType], result: ScalarType) {
        switch self {
        case .addFloat, .subtractFloat, .multiplyFloat, .divideFloat, .remainderFloat, .minimumFloat, .maximumFloat,
            .powFloat, .atan2Float, .copySignFloat:
            ([.float, .float], .float)
        case .negateFloat, .absoluteFloat, .squareRoot, .floor, .ceiling, .truncate, .roundEven, .sine, .cosine,
            .tangent, .arcSine, .arcCosine, .arcTangent, .hyperbolicSine, .hyperbolicCosine, .hyperbolicTangent,
            .exponential, .exponential2, .logarithm, .logarithm2, .logarithm10, .roundToHalf, .derivativeX,
            .derivativeY:
            ([.float], .float)
        case .lessFloat, .lessEqualFloat, .equalFloat, .notEqualFloat:
            ([.float, .float], .bool)
        case .addInt, .subtractInt, .multiplyInt, .divideSigned, .divideUnsigned, .remainderSigned, .remainderUnsigned,
            .multiplyHighSigned, .multiplyHighUnsigned, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRightArithmetic,
            .shiftRightLogical, .minimumSigned, .maximumSigned, .minimumUnsigned, .maximumUnsigned:
            ([.int, .int], .int)
        case .bitNot, .negateInt, .countLeadingZeros, .countTrailingZeros, .countOneBits, .reverseBits, .signExtend8,
            .signExtend16, .zeroExtend8, .zeroExtend16:
            ([.int], .int)
        case .equalInt, .notEqualInt, .lessSigned, .lessEqualSigned, .lessUnsigned, .lessEqualUnsigned:
            ([.int, .int], .bool)
        case .logicalAnd, .logicalOr, .logicalXor: ([.bool, .bool], .bool)
        case .logicalNot: ([.bool], .bool)
        case .floatToSigned, .floatToUnsigned, .floatBits: ([.float], .int)
        case .signedToFloat, .unsignedToFloat, .floatFromBits: ([.int], .float)
        case .boolToInt: ([.bool], .int)
        case .boolToFloat: ([.bool], .float)
        case .select: ([.bool, .float, .float], .float)
        }
    }
}

/// What the library says about types: `is_same<T, float>::value`, `enable_if<…>::type`, `numeric_limits<T>::max()`.
enum TypeTraits {
    /// Names that stand for types, given some.
    static let types: Set<String> = [
        "enable_if", "enable_if_t", "conditional", "conditional_t", "remove_const", "remove_const_t",
        "remove_reference", "remove_reference_t", "remove_cv", "remove_cv_t", "decay", "decay_t", "make_unsigned",
        "make_unsigned_t", "make_signed", "make_signed_t", "make_scalar", "make_scalar_t",
    ]

    private static let predicates: [String: @Sendable (Type) -> Bool] = [
        "is_integral": { $0.element.map { !$0.isFloating } ?? false },
        "is_floating_point": { $0.element?.isFloating ?? false },
        "is_arithmetic": { $0.element != nil && !$0.isMatrix },
        "is_scalar": { $0.isScalar },
        "is_vector": { $0.width.map { $0 > 1 } ?? false },
        "is_matrix": { $0.isMatrix },
        "is_signed": { $0.element?.isSigned ?? false },
        "is_unsigned": { $0.element.map { !$0.isSigned } ?? false },
        "is_void": { $0 == .void },
        "is_array": { $0.isArray },
        "is_class": { if case .structure = $0 { true } else { false } },
        "is_pointer": { if case .pointer = $0 { true } else { false } },
        "is_enum": { _ in false },
        "is_const": { _ in false },
        "is_reference": { _ in false },
    ]

    private static func plain(_ name: String) -> String { name.hasSuffix("_v") ? String(name.dropLast(2)) : name }

    /// Whether a name with template arguments is a value rather than a type.
    static func isValue(_ name: String) -> Bool {
        name == "numeric_limits" || plain(name) == "is_same" || plain(name) == "is_convertible"
            || predicates[plain(name)] != nil
    }

    /// The answer of a trait; nil when the arguments do not fit.
    static func value(_ name: String, _ arguments: [Type]) -> Bool? {
        switch (plain(name), arguments.count) {
        case ("is_same", 2): arguments[0] == arguments[1]
        case ("is_convertible", 2): Checker.rank(from: arguments[0], to: arguments[1]) != nil
        case (let name, 1): predicates[name]?(arguments[0])
        default: nil
        }
    }

    /// The type that a trait makes of another; nil when there is none.
    static func type(_ name: String, of type: Type) -> Type? {
        let unsigned: [Scalar: Scalar] = [.char: .uchar, .short: .ushort, .int: .uint]
        switch name.hasSuffix("_t") ? String(name.dropLast(2)) : name {
        case "remove_const", "remove_reference", "remove_cv", "decay": return type
        case "make_scalar": return type.element.map { .scalar($0) }
        case "make_unsigned":
            return type.element.flatMap { $0.isInteger ? type.with(unsigned[$0] ?? $0) : nil }
        case "make_signed":
            let signed = Dictionary(uniqueKeysWithValues: unsigned.map { ($0.value, $0.key) })
            return type.element.flatMap { $0.isInteger ? type.with(signed[$0] ?? $0) : nil }
        default: return nil
        }
    }

    /// A member of `numeric_limits<T>`: the bits and the type; nil when there is none.
    static func limit(_ scalar: Scalar, _ name: String) -> (bits: UInt32, type: Type)? {
        let flags: [String: Bool] = [
            "is_specialized": true, "is_signed": scalar.isSigned, "is_integer": !scalar.isFloating,
            "is_exact": !scalar.isFloating, "has_infinity": scalar.isFloating, "has_quiet_NaN": scalar.isFloating,
            "is_iec559": scalar.isFloating, "is_bounded": true, "is_modulo": scalar.isInteger && !scalar.isSigned,
        ]
        if let flag = flags[name] { return (flag ? 1 : 0, .bool) }
        let number = scalar.isFloating ? floating(scalar, name) : integer(scalar, name)
        if let number { return (number, .scalar(scalar)) }
        let counts: [String: Int]
        switch scalar {
        case .float:
            counts = [
                "digits": 24, "digits10": 6, "max_digits10": 9, "radix": 2, "min_exponent": -125, "max_exponent": 128,
                "min_exponent10": -37, "max_exponent10": 38,
            ]
        case .half:
            counts = [
                "digits": 11, "digits10": 3, "max_digits10": 5, "radix": 2, "min_exponent": -13, "max_exponent": 16,
                "min_exponent10": -4, "max_exponent10": 4,
            ]
        default:
            let digits = scalar == .bool ? 1 : scalar.size * 8 - (scalar.isSigned ? 1 : 0)
            counts = ["digits": digits, "digits10": digits * 30_103 / 100_000, "radix": 2]
        }
        return counts[name].map { (UInt32(truncatingIfNeeded: $0), .int) }
    }

    private static func floating(_ scalar: Scalar, _ name: String) -> UInt32? {
        let isHalf = scalar == .half
        let value: Float
        switch name {
        case "max": value = isHalf ? 65_504 : .greatestFiniteMagnitude
        case "lowest": value = isHalf ? -65_504 : -.greatestFiniteMagnitude
        case "min": value = isHalf ? 0x1p-14 : .leastNormalMagnitude
        case "epsilon": value = isHalf ? 0x1p-10 : .ulpOfOne
        case "infinity": value = .infinity
        case "quiet_NaN", "signaling_NaN": return 0x7FC0_0000
        case "denorm_min": value = isHalf ? 0x1p-24 : .leastNonzeroMagnitude
        case "round_error": value = 0.5
        default: return nil
        }
        return value.bitPattern
    }

    private static func integer(_ scalar: Scalar, _ name: String) -> UInt32? {
        let bits = UInt32(truncatingIfNeeded: scalar.size * 8)
        switch name {
        case "max":
            if scalar == .bool { return 1 }
            let unsigned = UInt32.max >> (32 - bits)
            return scalar.isSigned ? unsigned >> 1 : unsigned
        case "min", "lowest":
            return scalar.isSigned ? UInt32.max << (bits - 1) : 0
        case "epsilon", "infinity", "quiet_NaN", "signaling_NaN", "denorm_min", "round_error": return 0
        default: return nil
        }
    }
}

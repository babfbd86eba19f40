/// Constants as text.
enum Literal {
    /// A constant of a type that needs nothing but the type; nil where there is none.
    static func plain(_ type: ValueType) -> Node? {
        switch type {
        case .void, .array: nil
        case .scalar(.bool): .value(type, "true")
        case .scalar(.float): .value(type, "1.0")
        case .scalar(.half): .value(type, "1.0h")
        case .scalar(.int): .value(type, "1")
        case .scalar(.uint): .value(type, "1u")
        case .scalar, .vector, .matrix: .value(type, "\(type.name)(1)")
        case .structure(let name): .value(type, "\(name){}")
        }
    }

    static func float(_ value: Float) -> String {
        if value.isNaN { return "NAN" }
        if value.isInfinite { return value < 0 ? "(-INFINITY)" : "INFINITY" }
        return value.sign == .minus ? "(\(value))" : "\(value)"
    }

    /// `value` rounded to binary16.
    static func half(_ value: Float) -> String {
        let rounded = Float(Float16(value))
        if rounded.isNaN { return "half(NAN)" }
        if rounded.isInfinite { return rounded < 0 ? "(-HUGE_VALH)" : "HUGE_VALH" }
        return rounded.sign == .minus ? "(\(rounded)h)" : "\(rounded)h"
    }

    static func int(_ value: Int32) -> String {
        if value == .min { return "INT_MIN" }
        return value < 0 ? "(\(value))" : "\(value)"
    }

    static func uint(_ value: UInt32) -> String { "\(value)u" }
}

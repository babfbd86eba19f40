/// The arithmetic types of the language.
public enum ScalarKind: String, Hashable, Sendable, CaseIterable {
    case bool, char, uchar, short, ushort, int, uint, half, float

    var isFloating: Bool { self == .half || self == .float }
    var isInteger: Bool { !isFloating && self != .bool }
    /// Narrower than what C++ computes in.
    var isNarrow: Bool { [.bool, .char, .uchar, .short, .ushort].contains(self) }
    var isWord: Bool { self == .int || self == .uint }
}

/// A type that a generated expression or variable has.
public indirect enum ValueType: Hashable, Sendable {
    case void
    case scalar(ScalarKind)
    case vector(ScalarKind, Int)
    case matrix(ScalarKind, columns: Int, rows: Int)
    /// A structure of the program, by name.
    case structure(String)
    case array(ValueType, Int)

    static let bool = ValueType.scalar(.bool)
    static let int = ValueType.scalar(.int)
    static let uint = ValueType.scalar(.uint)
    static let float = ValueType.scalar(.float)

    /// A scalar, or a vector of two to four.
    static func make(_ scalar: ScalarKind, _ width: Int) -> ValueType {
        width == 1 ? .scalar(scalar) : .vector(scalar, width)
    }

    /// The element of a scalar, vector or matrix.
    var element: ScalarKind? {
        switch self {
        case .scalar(let scalar), .vector(let scalar, _), .matrix(let scalar, _, _): scalar
        default: nil
        }
    }

    /// The components of a scalar (1) or vector.
    var width: Int? {
        switch self {
        case .scalar: 1
        case .vector(_, let width): width
        default: nil
        }
    }

    /// As it is written before a name; arrays have their extents behind it.
    public var name: String {
        switch self {
        case .void: "void"
        case .scalar(let scalar): scalar.rawValue
        case .vector(let scalar, let width): "\(scalar.rawValue)\(width)"
        case .matrix(let scalar, let columns, let rows): "\(scalar.rawValue)\(columns)x\(rows)"
        case .structure(let name): name
        case .array(let element, _): element.name
        }
    }

    /// The extents of an array, outermost first.
    var extents: String {
        if case .array(let element, let count) = self { return "[\(count)]" + element.extents }
        return ""
    }
}

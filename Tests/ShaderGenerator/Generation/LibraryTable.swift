/// The functions of the library as an author sees them, written down apart from the compiler's own table.
///
/// A test compares the two, so that a new function is generated from its first day.
public struct LibraryEntry: Sendable {
    /// How a parameter or the result depends on the type that a function is taken for.
    public enum Shape: Sendable {
        case same, element, bool, int
        /// References that receive a second result.
        case output, intOutput
        case transposed
    }

    public let name: String
    public let types: [ValueType]
    let parameters: [Shape]
    let result: Shape

    init(_ name: String, _ types: [ValueType], _ parameters: [Shape], _ result: Shape = .same) {
        self.name = name
        self.types = types
        self.parameters = parameters
        self.result = result
    }
}

extension LibraryEntry.Shape {
    func type(for type: ValueType) -> ValueType {
        switch self {
        case .same, .output: return type
        case .element: return .scalar(type.element ?? .float)
        case .bool: return .make(.bool, type.width ?? 1)
        case .int, .intOutput: return .make(.int, type.width ?? 1)
        case .transposed:
            guard case .matrix(let scalar, let columns, let rows) = type else { return type }
            return .matrix(scalar, columns: rows, rows: columns)
        }
    }
}

/// All functions with a value; `discard_fragment` is a statement of the generator's.
public enum LibraryTable {
    private static func types(_ scalars: [ScalarKind], _ widths: ClosedRange<Int> = 1...4) -> [ValueType] {
        widths.flatMap { width in scalars.map { ValueType.make($0, width) } }
    }

    private static func matrices(square: Bool) -> [ValueType] {
        [ScalarKind.float, .half].flatMap { scalar in
            (2...4).flatMap { columns in
                (2...4).filter { !square || $0 == columns }
                    .map { ValueType.matrix(scalar, columns: columns, rows: $0) }
            }
        }
    }

    public static let entries: [LibraryEntry] = {
        let floats = types([.float, .half])
        let vectors = types([.float, .half], 2...4)
        let integers = types([.int, .uint, .short, .ushort, .char, .uchar])
        let words = types([.int, .uint])
        let bools = types([.bool])
        var all: [LibraryEntry] = []
        func add(
            _ names: String, _ types: [ValueType], _ parameters: [LibraryEntry.Shape],
            _ result: LibraryEntry.Shape = .same
        ) {
            for name in names.split(separator: " ") {
                all.append(LibraryEntry(String(name), types, parameters, result))
            }
        }
        add(
            "fabs acos asin atan ceil cos cosh exp exp2 floor log log2 log10 rint sin sinh sqrt tan tanh trunc dfdx dfdy "
                + "fwidth abs rsqrt exp10 round fract acosh asinh atanh sinpi cospi tanpi saturate sign", floats,
            [.same])
        add("atan2 fmod pow copysign fmin fmax powr min max step fdim", floats, [.same, .same])
        add(
            "clamp mix smoothstep fma min3 max3 fmin3 fmax3 median3", floats, [.same, .same, .same])
        add("sincos modf", floats, [.same, .output])
        add("ldexp", floats, [.same, .int])
        add("frexp", floats, [.same, .intOutput])
        add("isnan isinf isfinite isnormal signbit", floats, [.same], .bool)
        add("select", types(ScalarKind.allCases), [.same, .same, .bool])
        add("all any", bools, [.same], .element)
        add("abs", integers, [.same])
        add("min max", integers, [.same, .same])
        add("clamp min3 max3", integers, [.same, .same, .same])
        add("absdiff mulhi mul24 rotate", words, [.same, .same])
        add("mad24", words, [.same, .same, .same])
        add("popcount clz ctz reverse_bits", words, [.same])
        add("dot distance distance_squared", vectors, [.same, .same], .element)
        add("length length_squared", vectors, [.same], .element)
        add("normalize", vectors, [.same])
        add("cross", types([.float, .half], 3...3), [.same, .same])
        add("reflect", vectors, [.same, .same])
        add("refract", vectors, [.same, .same, .element])
        add("faceforward", vectors, [.same, .same, .same])
        add("transpose", matrices(square: false), [.same], .transposed)
        add("determinant", matrices(square: true), [.same], .element)
        return all
    }()

    /// What can be called for a result: positions in `entries` and the types to take them for.
    static let byResult: [ValueType: [(entry: Int, type: ValueType)]] = {
        var table: [ValueType: [(entry: Int, type: ValueType)]] = [:]
        for (index, entry) in entries.enumerated() {
            for type in entry.types { table[entry.result.type(for: type), default: []].append((index, type)) }
        }
        return table
    }()
}

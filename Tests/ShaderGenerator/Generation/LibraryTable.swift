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
        /// The unsigned type of the same size, one `uint`, one `ushort`.
        case unsigned, word, halfWord
        case fixed(ValueType)
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
        case .unsigned:
            let unsigned: [ScalarKind: ScalarKind] = [.int: .uint, .short: .ushort, .char: .uchar]
            let element = type.element ?? .uint
            return .make(unsigned[element] ?? element, type.width ?? 1)
        case .fixed(let own): return own
        case .word: return .scalar(.uint)
        case .halfWord: return .scalar(.ushort)
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
        add("absdiff", integers, [.same, .same], .unsigned)
        add("mulhi rotate addsat subsat hadd rhadd", integers, [.same, .same])
        add("mul24", words, [.same, .same])
        add("mad24 madhi", words, [.same, .same, .same])
        add("median3", integers, [.same, .same, .same])
        add("popcount clz ctz reverse_bits", integers, [.same])
        add("extract_bits", integers, [.same, .word, .word])
        add("insert_bits", integers, [.same, .same, .word, .word])
        add("divide", floats, [.same, .same])
        add("fmedian3", floats, [.same, .same, .same])
        add(
            "isordered isunordered isequal isnotequal isless islessequal isgreater isgreaterequal", floats,
            [.same, .same], .bool)
        for (scalar, name) in [(ScalarKind.float, "float"), (.half, "half")] {
            let (two, three, four) = (types([scalar], 2...2), types([scalar], 3...3), types([scalar], 4...4))
            add("pack_\(name)_to_unorm2x16 pack_\(name)_to_snorm2x16", two, [.same], .word)
            add(
                "unpack_unorm2x16_to_\(name) unpack_snorm2x16_to_\(name)", types([.uint], 1...1), [.same],
                .fixed(two[0]))
            add("pack_\(name)_to_unorm565", three, [.same], .halfWord)
            add("unpack_unorm565_to_\(name)", types([.ushort], 1...1), [.same], .fixed(three[0]))
            add(
                "pack_\(name)_to_unorm4x8 pack_\(name)_to_snorm4x8 pack_\(name)_to_srgb_unorm4x8 "
                    + "pack_\(name)_to_unorm10a2", four, [.same], .word)
            add(
                "unpack_unorm4x8_to_\(name) unpack_snorm4x8_to_\(name) unpack_unorm4x8_srgb_to_\(name) "
                    + "unpack_unorm10a2_to_\(name)", types([.uint], 1...1), [.same],
                .fixed(four[0]))
        }
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

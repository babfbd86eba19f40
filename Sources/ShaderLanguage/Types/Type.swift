import ShaderIR

/// The arithmetic types.
enum Scalar: UInt8, Hashable, Sendable, CaseIterable {
    case bool, char, uchar, short, ushort, int, uint, half, float

    var name: String { String(describing: self) }

    /// What the value is in the program that is made.
    var representation: ScalarType {
        switch self {
        case .bool: .bool
        case .half, .float: .float
        default: .int
        }
    }
    var isFloating: Bool { self == .half || self == .float }
    var isInteger: Bool { !isFloating && self != .bool }
    var isSigned: Bool { self == .char || self == .short || self == .int || isFloating }
    /// Bytes in a buffer.
    var size: Int {
        switch self {
        case .bool, .char, .uchar: 1
        case .short, .ushort, .half: 2
        case .int, .uint, .float: 4
        }
    }
    /// The type that C++ computes in.
    var promoted: Scalar { isInteger && size < 4 || self == .bool ? .int : self }

    /// The type that an operator on two scalars computes in.
    static func common(_ a: Scalar, _ b: Scalar) -> Scalar {
        if a == .float || b == .float { return .float }
        if a == .half || b == .half { return .half }
        return a.promoted == .uint || b.promoted == .uint ? .uint : .int
    }
}

/// What texels a texture has, as far as a shader says.
struct TextureType: Hashable, Sendable {
    /// 1 for `texture1d`, else 2.
    var dimensions: Int
    /// `half` or `float`.
    var element: Scalar
}

/// A type of the language.
indirect enum Type: Hashable, Sendable {
    case void
    case scalar(Scalar)
    case vector(Scalar, Int)
    /// A vector that lies in memory without padding.
    case packed(Scalar, Int)
    case matrix(Scalar, columns: Int, rows: Int)
    /// An index into `TypedProgram.structures`.
    case structure(Int)
    case array(Type, Int)
    case pointer(Type)
    case texture(TextureType)
    case sampler
    /// What `level()`, `bias()` and the like give: read and dropped.
    case sampleOption
    /// The type of what is wrong already; everything goes with it.
    case error

    static let bool = Type.scalar(.bool)
    static let int = Type.scalar(.int)
    static let uint = Type.scalar(.uint)
    static let float = Type.scalar(.float)
    static let float4 = Type.vector(.float, 4)

    /// A scalar, or a vector of two to four.
    static func make(_ scalar: Scalar, _ width: Int) -> Type {
        width == 1 ? .scalar(scalar) : .vector(scalar, width)
    }

    /// The element of a scalar, vector or matrix.
    var element: Scalar? {
        switch self {
        case .scalar(let scalar), .vector(let scalar, _), .packed(let scalar, _), .matrix(let scalar, _, _): scalar
        default: nil
        }
    }
    /// The components of a scalar (1) or vector; nil for others.
    var width: Int? {
        switch self {
        case .scalar: 1
        case .vector(_, let width), .packed(_, let width): width
        default: nil
        }
    }
    var isVector: Bool { if case .vector = self { true } else { false } }
    var isScalar: Bool { if case .scalar = self { true } else { false } }
    var isMatrix: Bool { if case .matrix = self { true } else { false } }
    var isArray: Bool { if case .array = self { true } else { false } }
    /// What a pointer points to.
    var pointee: Type? { if case .pointer(let pointee) = self { pointee } else { nil } }
    /// How deep arrays of arrays nest.
    var dimensions: Int {
        var depth = 0
        var type = self
        while case .array(let element, _) = type {
            depth += 1
            type = element
        }
        return depth
    }
    var isError: Bool { if case .error = self { true } else { false } }
    /// A structure or array, which a brace list fills part by part.
    var isAggregate: Bool {
        switch self {
        case .structure, .array: true
        default: false
        }
    }
    /// A binding rather than a value.
    var isOpaque: Bool {
        switch self {
        case .texture, .sampler, .pointer, .sampleOption: true
        case .array(let element, _): element.isOpaque
        default: false
        }
    }

    /// The type of a value that was read: a packed vector is an ordinary one then.
    var value: Type {
        if case .packed(let scalar, let width) = self { return .vector(scalar, width) }
        return self
    }

    /// The same shape with another element.
    func with(_ scalar: Scalar) -> Type {
        switch self {
        case .scalar: .scalar(scalar)
        case .vector(_, let width), .packed(_, let width): .vector(scalar, width)
        case .matrix(_, let columns, let rows): .matrix(scalar, columns: columns, rows: rows)
        default: self
        }
    }
}

/// A field of a structure.
struct Field: Sendable {
    var name: String
    var type: Type
    /// The names of its attributes, such as `position` and `color`.
    var attributes: [String: Int] = [:]
    /// `x` of `[[user(x)]]`.
    var userName: String?
    /// The value of a new structure's field, when that is not zero.
    var initial: TypedExpression?
}

/// An argument of a template.
enum TemplateValue: Hashable, Sendable {
    case type(Type)
    /// The bits of a whole number or bool, and its type.
    case value(UInt32, Type)
}

struct Structure: Sendable {
    var name: String
    var fields: [Field] {
        didSet { positions = Structure.positions(of: fields) }
    }
    /// Where the definition stands in the token list, to compare a repeated one.
    var tokens: Range<Int> = 0..<0
    /// The template that it was made from, and the arguments.
    var template: Int?
    var arguments: [TemplateValue] = []
    /// The namespaces around it.
    var path: [String] = []
    /// The name of the scope inside of it.
    var scopeName = ""
    /// Its functions by name, those of `operator` and constructors included; each takes the structure first unless it
    /// is static.
    var methods: [String: [Int]] = [:]
    var methodTemplates: [String: [Int]] = [:]
    var constructors: [Int] = []
    /// A field, or a field's field, has a first value or a constructor.
    var needsConstruction = false
    private var positions: [String: Int]

    init(name: String, fields: [Field], tokens: Range<Int> = 0..<0, path: [String] = []) {
        self.name = name
        self.fields = fields
        self.tokens = tokens
        self.path = path
        positions = Structure.positions(of: fields)
    }

    /// The position of a field; nil when there is none of the name.
    func position(of field: String) -> Int? { positions[field] }

    private static func positions(of fields: [Field]) -> [String: Int] {
        Dictionary(fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }
}

/// One scalar, or one array of scalars, that a type consists of.
struct Leaf: Hashable, Sendable {
    var scalar: Scalar
    /// The extents of the arrays around it, outermost first.
    var extents: [Int]

    var count: Int { extents.reduce(1, *) }
}

/// The structures of a program, which give types their shape.
struct TypeShapes: Sendable {
    /// Most elements of one array, which is also most scalars in one variable.
    static let elementLimit = 16_384

    var structures: [Structure] = []

    /// What a type consists of: fields in order, matrices by column.
    func leaves(of type: Type) -> [Leaf] {
        switch type {
        case .scalar(let scalar): return [Leaf(scalar: scalar, extents: [])]
        case .vector(let scalar, let width), .packed(let scalar, let width):
            return Array(repeating: Leaf(scalar: scalar, extents: []), count: width)
        case .matrix(let scalar, let columns, let rows):
            return Array(repeating: Leaf(scalar: scalar, extents: []), count: columns * rows)
        case .structure(let index): return structures[index].fields.flatMap { leaves(of: $0.type) }
        case .array(let element, let count):
            return leaves(of: element).map { Leaf(scalar: $0.scalar, extents: [count] + $0.extents) }
        default: return []
        }
    }

    /// The number of leaves.
    func leafCount(of type: Type) -> Int {
        switch type {
        case .scalar: 1
        case .vector(_, let width), .packed(_, let width): width
        case .matrix(_, let columns, let rows): columns * rows
        case .structure(let index): structures[index].fields.reduce(0) { $0 + leafCount(of: $1.type) }
        case .array(let element, _): leafCount(of: element)
        default: 0
        }
    }

    /// The scalars in a value, at most one more than the limit.
    func scalarCount(of type: Type) -> Int {
        let limit = TypeShapes.elementLimit + 1
        switch type {
        case .structure(let index):
            return min(limit, structures[index].fields.reduce(0) { min(limit, $0 + scalarCount(of: $1.type)) })
        case .array(let element, let count):
            let product = scalarCount(of: element).multipliedReportingOverflow(by: count)
            return product.overflow ? limit : min(limit, product.partialValue)
        default: return leafCount(of: type)
        }
    }

    /// Size and alignment in a buffer, in bytes.
    func layout(of type: Type) -> (size: Int, alignment: Int) {
        switch type {
        case .scalar(let scalar): return (scalar.size, scalar.size)
        case .vector(let scalar, let width):
            // A vector of three takes the room of four.
            let size = scalar.size * (width == 3 ? 4 : width)
            return (size, size)
        case .packed(let scalar, let width): return (scalar.size * width, scalar.size)
        case .matrix(let scalar, let columns, let rows):
            let column = layout(of: .vector(scalar, rows))
            return (column.size * columns, column.alignment)
        case .array(let element, let count):
            let one = layout(of: element)
            return (stride(of: one) * count, one.alignment)
        case .structure(let index):
            var size = 0
            var alignment = 1
            for field in structures[index].fields {
                let one = layout(of: field.type)
                size = TypeShapes.align(size, one.alignment) + one.size
                alignment = max(alignment, one.alignment)
            }
            return (TypeShapes.align(size, alignment), alignment)
        default: return (0, 1)
        }
    }

    private func stride(of layout: (size: Int, alignment: Int)) -> Int {
        TypeShapes.align(layout.size, layout.alignment)
    }

    private static func align(_ offset: Int, _ alignment: Int) -> Int {
        (offset + alignment - 1) / alignment * alignment
    }

    /// The byte offset of each field.
    func fieldOffsets(of structure: Structure) -> [Int] {
        var end = 0
        return structure.fields.map { field in
            let one = layout(of: field.type)
            let start = TypeShapes.align(end, one.alignment)
            end = start + one.size
            return start
        }
    }

    /// Every scalar of a value in memory: its type and byte offset, arrays element by element.
    func scalars(of type: Type, at offset: Int = 0) -> [(scalar: Scalar, offset: Int)] {
        switch type {
        case .scalar(let scalar): return [(scalar, offset)]
        case .vector(let scalar, let width), .packed(let scalar, let width):
            return (0..<width).map { (scalar, offset + $0 * scalar.size) }
        case .matrix(let scalar, let columns, let rows):
            let column = layout(of: .vector(scalar, rows)).size
            return (0..<columns).flatMap { scalars(of: .vector(scalar, rows), at: offset + $0 * column) }
        case .structure(let index):
            return zip(structures[index].fields, fieldOffsets(of: structures[index])).flatMap {
                scalars(of: $0.type, at: offset + $1)
            }
        case .array(let element, let count):
            let step = stride(of: layout(of: element))
            return (0..<count).flatMap { scalars(of: element, at: offset + $0 * step) }
        default: return []
        }
    }

    /// A type as an author writes it.
    func name(of type: Type) -> String {
        switch type {
        case .void: "void"
        case .scalar(let scalar): scalar.name
        case .vector(let scalar, let width): "\(scalar.name)\(width)"
        case .packed(let scalar, let width): "packed_\(scalar.name)\(width)"
        case .matrix(let scalar, let columns, let rows): "\(scalar.name)\(columns)x\(rows)"
        case .structure(let index): structures[index].name
        case .array(let element, let count): arrayName(element, [count])
        case .pointer(let pointee): name(of: pointee) + "*"
        case .texture(let texture): "texture\(texture.dimensions)d<\(texture.element.name)>"
        case .sampler: "sampler"
        case .sampleOption: "sample option"
        case .error: "?"
        }
    }

    private func arrayName(_ element: Type, _ counts: [Int]) -> String {
        if case .array(let inner, let count) = element { return arrayName(inner, counts + [count]) }
        return name(of: element) + counts.map { "[\($0)]" }.joined()
    }
}

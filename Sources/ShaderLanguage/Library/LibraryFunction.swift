import ShaderIR

/// Whether a function's result can differ between pixels when its arguments do not.
enum UniformRule: String, Sendable {
    /// As uniform as its arguments.
    case arguments
    /// Differences between neighbours: of a uniform value they are zero.
    case quad
    /// Acts on the pixel; has no value.
    case effect
}

/// How a parameter or result depends on `T`, the type that a function is taken for.
enum TypeShape: Sendable {
    case same
    /// The scalar `T` is made of.
    case element
    /// Bools, as many as `T` has components.
    case bool
    /// Ints, as many as `T` has components.
    case int
    /// A reference to `T` or to ints that receives a second result.
    case output, intOutput
    /// Unsigned integers of the same size, as many as `T` has components.
    case unsigned
    /// The same type whatever `T` is.
    case fixed(Type)
    /// The transposed matrix type.
    case transposed
    case void

    func type(for type: Type) -> Type {
        switch self {
        case .same, .output: type
        case .element: type.element.map { .scalar($0) } ?? .error
        case .bool: .make(.bool, type.width ?? 1)
        case .int, .intOutput: .make(.int, type.width ?? 1)
        case .unsigned: TypeTraits.type("make_unsigned", of: type) ?? type
        case .fixed(let type): type
        case .transposed:
            if case .matrix(let scalar, let columns, let rows) = type {
                .matrix(scalar, columns: rows, rows: columns)
            } else {
                type
            }
        case .void: .void
        }
    }

    var isOutput: Bool {
        switch self {
        case .output, .intOutput: true
        default: false
        }
    }
}

/// The types that a function exists for.
struct TypeDomain: Sendable {
    /// As the documentation calls them.
    let name: String
    let types: [Type]

    private init(_ name: String, _ scalars: [Scalar], _ widths: ClosedRange<Int>) {
        self.name = name
        types = widths.flatMap { width in scalars.map { Type.make($0, width) } }
    }

    private init(_ name: String, only type: Type) {
        self.name = name
        types = [type]
    }

    private init(_ name: String, matrices scalars: [Scalar], square: Bool) {
        self.name = name
        types = scalars.flatMap { scalar in
            (2...4).flatMap { columns in
                (2...4).filter { !square || $0 == columns }.map { Type.matrix(scalar, columns: columns, rows: $0) }
            }
        }
    }

    static let floats = TypeDomain("float, half; 1–4", [.float, .half], 1...4)
    static let floatVectors = TypeDomain("float, half; 2–4", [.float, .half], 2...4)
    static let floatVectors3 = TypeDomain("float, half; 3", [.float, .half], 3...3)
    static let integers = TypeDomain("integers; 1–4", [.int, .uint, .short, .ushort, .char, .uchar], 1...4)
    static let words = TypeDomain("int, uint; 1–4", [.int, .uint], 1...4)
    static let bools = TypeDomain("bool; 1–4", [.bool], 1...4)
    static let anything = TypeDomain(
        "arithmetic types, bool; 1–4", [.float, .half, .int, .uint, .short, .ushort, .char, .uchar, .bool], 1...4)
    static let matrices = TypeDomain("matrices", matrices: [.float, .half], square: false)
    static let squareMatrices = TypeDomain("square matrices", matrices: [.float, .half], square: true)
    static let none = TypeDomain("–", [.float], 1...1)

    /// One type, for functions whose parameters are of fixed types.
    static func only(_ type: Type) -> TypeDomain { TypeDomain(TypeShapes().name(of: type), only: type) }
}

/// One function of the library: everything that type checking, lowering and the documentation know about it.
struct LibraryFunction: Sendable {
    /// What computes it.
    enum Code: Sendable {
        /// Component by component; narrow results are wrapped afterwards.
        case componentwise(@Sendable (inout Emitter, [ValueID], Scalar) -> ValueID)
        /// From all components; gives those of the result and then those of each output.
        case whole(@Sendable (inout Emitter, [[ValueID]], Type) -> [ValueID])
        case discard
    }

    let name: String
    let domain: TypeDomain
    let parameters: [TypeShape]
    let result: TypeShape
    let rule: UniformRule
    /// The exact expression, for the documentation.
    let meaning: String
    let code: Code

    /// Whether it exists for one type only.
    var isFixed: Bool { domain.types.count == 1 }
}

extension LibraryFunction {
    /// A function of one operation per component.
    static func operation(_ name: String, _ operation: Operation, _ meaning: String) -> LibraryFunction {
        let count = operation.signature.operands.count
        return LibraryFunction(
            name: name, domain: .floats, parameters: Array(repeating: .same, count: count), result: .same,
            rule: operation == .derivativeX || operation == .derivativeY ? .quad : .arguments, meaning: meaning,
            code: .componentwise { emitter, x, _ in
                count == 1 ? emitter.apply(operation, x[0]) : emitter.apply(operation, x[0], x[1])
            })
    }

    /// A function computed component by component.
    static func component(
        _ name: String, _ domain: TypeDomain, _ parameters: [TypeShape], _ meaning: String, result: TypeShape = .same,
        rule: UniformRule = .arguments, _ code: @escaping @Sendable (inout Emitter, [ValueID], Scalar) -> ValueID
    ) -> LibraryFunction {
        LibraryFunction(
            name: name, domain: domain, parameters: parameters, result: result, rule: rule, meaning: meaning,
            code: .componentwise(code))
    }

    /// A function of whole vectors or matrices.
    static func whole(
        _ name: String, _ domain: TypeDomain, _ parameters: [TypeShape], _ meaning: String, result: TypeShape = .same,
        _ code: @escaping @Sendable (inout Emitter, [[ValueID]], Type) -> [ValueID]
    ) -> LibraryFunction {
        LibraryFunction(
            name: name, domain: domain, parameters: parameters, result: result, rule: .arguments, meaning: meaning,
            code: .whole(code))
    }
}

/// The functions of the Metal standard library.
enum Library {
    static let functions: [LibraryFunction] =
        elementary + common + relational + integers + bits + geometric + matrices + packing

    /// The positions in `functions` of each name.
    static let byName: [String: [Int]] = {
        var table: [String: [Int]] = [:]
        for (index, function) in functions.enumerated() { table[function.name, default: []].append(index) }
        return table
    }()

    /// The table of functions as Markdown, for the documentation.
    static var markdown: String {
        var lines = ["| function | for | parameters | result | uniform | meaning |", "|---|---|---|---|---|---|"]
        for function in functions.sorted(by: { ($0.name, $0.domain.name) < ($1.name, $1.domain.name) }) {
            let parameters = function.parameters.map(\.label).joined(separator: ", ")
            lines.append(
                "| `\(function.name)` | \(function.domain.name) | \(parameters) | \(function.result.label) "
                    + "| \(function.rule.rawValue) | \(function.meaning) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension TypeShape {
    /// As the documentation calls it.
    fileprivate var label: String {
        switch self {
        case .same: "T"
        case .element: "scalar"
        case .bool: "bool"
        case .int: "int"
        case .output: "T&"
        case .intOutput: "int&"
        case .unsigned: "unsigned"
        case .fixed(let type): TypeShapes().name(of: type)
        case .transposed: "Tᵀ"
        case .void: "–"
        }
    }
}

import FrameCore

/// A random shader: well typed, ending or running into the loop limit, and different in most pixels.
public struct GeneratedShader: Sendable {
    public let seed: UInt64
    public let tree: Node

    public static let entryPoint = "fragment_generated"

    /// The Metal source.
    public var source: String { tree.text }

    /// The shader of a seed; a small one has a few lines, for fuzzers, which like short inputs.
    public init(seed: UInt64, isSmall: Bool = false) {
        self.seed = seed
        var generator = ShaderGenerator(seed: seed)
        generator.isSmall = isSmall
        tree = generator.file()
    }
}

/// Draws the parts of one shader.
///
/// Every expression is made for the type that is wanted, from what is in scope. What it computes goes bit by bit into a
/// hash that becomes the colour, so that a wrong value anywhere is a wrong pixel.
struct ShaderGenerator {
    /// A name that expressions can use.
    struct Variable {
        var name: String
        var type: ValueType
        var isMutable = true
    }

    /// What a helper takes besides the hash.
    struct Helper {
        enum Parameter {
            case value(ValueType)
            case reference(ValueType)
            /// An array of any length of a type.
            case pointer(ValueType)
            case texture
            case sampler
        }
        var name: String
        var result: ValueType
        var parameters: [Parameter]
        /// How many nodes a call adds when it is written out.
        var cost: Int
    }

    struct TextureName {
        var name: String
        var element: ScalarKind
        var dimensions: Int
    }

    var random: SeededRandom
    let seed: UInt64
    var isSmall = false
    /// Variables by block, innermost last; the first are the program's constants.
    var scopes: [[Variable]] = [[]]
    var structures: [String: [(name: String, type: ValueType)]] = [:]
    var helpers: [Helper] = []
    var textures: [TextureName] = []
    var samplers: [String] = []
    /// How many nodes may still be made, calls written out.
    var work = 10_000
    /// How many statements may still be made in this function.
    var statements = 0
    var result = ValueType.void
    /// The function that is being made is the entry point.
    var isEntry = false
    var loops = 0
    /// `break` would leave a switch.
    var isInSwitch = false
    private var nameCount = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed, stream: 0x4D53_4C00)
    }

    // MARK: - Choosing

    mutating func below(_ limit: Int) -> Int { random.next(below: limit) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<T>(_ options: [T]) -> T { options[below(options.count)] }

    mutating func pick(_ options: String) -> String { pick(options.split(separator: " ").map(String.init)) }

    /// One of some numbers, each as likely as its weight.
    mutating func weighted(_ weights: [Int]) -> Int {
        var rest = below(weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return 0
    }

    mutating func name(_ prefix: String) -> String {
        nameCount += 1
        return "\(prefix)\(nameCount)"
    }

    // MARK: - Types

    mutating func scalarKind() -> ScalarKind {
        [.float, .half, .int, .uint, .bool, .short, .ushort, .char, .uchar][weighted([40, 14, 16, 10, 8, 4, 4, 2, 2])]
    }

    /// A type for a variable, parameter or result.
    mutating func valueType() -> ValueType {
        switch weighted([50, 38, 8, structures.isEmpty ? 0 : 8]) {
        case 0: return .scalar(scalarKind())
        case 1: return .vector(scalarKind(), 2 + below(3))
        case 2: return .matrix(chance(75) ? .float : .half, columns: 2 + below(3), rows: 2 + below(3))
        default: return .structure(pick(structures.keys.sorted()))
        }
    }

    // MARK: - Scopes

    mutating func declare(_ name: String, _ type: ValueType, isMutable: Bool = true) {
        scopes[scopes.count - 1].append(Variable(name: name, type: type, isMutable: isMutable))
    }

    /// Everything that is in scope.
    var visible: [Variable] { scopes.flatMap { $0 } }
}

/// Gives every name its meaning and every expression its type.
struct Checker {
    /// What a name in a function stands for.
    enum Symbol {
        case local(Int)
        case type(Type)
        case constant(UInt32, Type)
    }

    /// Most dimensions of an array.
    static let dimensionLimit = 8
    /// Most namespaces that can be open.
    static let namespaceLimit = 64

    /// Deepest nesting of statements and expressions through all functions that are open.
    static let nestingLimit = 700

    /// Most overloads of one name, and most that all calls together may look at.
    static let overloadLimit = 1_000
    static let overloadWorkLimit = 2_000_000

    let tokens: [Token]
    /// Names whose declarations the parser could not read.
    let brokenNames: Set<String>
    var sink: DiagnosticSink
    var program = TypedProgram()

    // MARK: Program scope, by qualified name

    var types: [String: Type] = [:]
    var globals: [String: Int] = [:]
    var functions: [String: [Int]] = [:]
    var constants: [String: (bits: UInt32, type: Type)] = [:]
    var structureDepths: [Int] = []
    /// Where each type's definition stands in the token list.
    var typeTokens: [String: Range<Int>] = [:]
    var namespaces: Set<String> = []
    var namespaceAliases: [String: String] = [:]
    var openNamespaces: [String] = ["metal"]
    var path: [String] = []

    // MARK: Templates, by qualified name

    var functionTemplates: [String: [Int]] = [:]
    var functionTemplateTable: [FunctionTemplate] = []
    var structureTemplates: [String: Int] = [:]
    var structureTemplateTable: [StructureTemplate] = []
    var aliasTemplates: [String: AliasTemplate] = [:]
    /// Instances of templates that were made.
    var instanceCount = 0
    /// Structures that are being made from templates.
    var openInstances = 0
    /// The qualified names under which each operator is defined.
    var operatorNames: [String: [String]] = [:]
    /// Bodies that are checked later: of functions in structures and of instances of templates.
    var pendingBodies: [PendingBody] = []
    /// Bodies being checked inside of others, because something needs their result.
    var bodyNesting = 0
    /// Expressions and statements around the one being checked, in all functions that are open.
    var nesting = 0
    /// What constant expressions may still cost.
    var constantWork = ConstantEvaluator.totalLimit
    var hasMetTemplateLimit = false
    /// How many overloads may still be looked at.
    var overloadWork = Checker.overloadWorkLimit
    var openBodies: Set<Int> = []
    /// What each structure that cannot exist here would say, once it is used.
    var brokenFields: [Int: [BrokenField]] = [:]
    /// The serial number of the function in which those of a structure were reported.
    var brokenReports: [Int: Int] = [:]
    /// Types are only named, which is no use of them.
    var isOnlyNaming = false
    /// How many functions were begun.
    var functionCount = 0
    var allowsUnsetConstants = false
    /// A limit that the making of a template met.
    var templateFailure: (message: String, span: Span)?

    // MARK: The function being checked

    var function = TypedFunction(name: "", result: .void, span: .none)
    var functionIndex: Int?
    var scopes: [[String: Symbol]] = []
    /// The arguments of the template around, which every scope inside of it knows.
    var templateScope: [String: Symbol] = [:]
    var loopDepth = 0
    var switchDepth = 0
    /// Names that were reported; those of functions with the function they were in.
    var reportedNames: Set<String> = []
    /// How often a near name was looked for.
    var nearestCount = 0
    /// Names that are declared in some namespace.
    var namespacedNames: Set<String> = []
    /// The first values of this function's constants, for array sizes and cases.
    var localConstants: [Int: TypedExpression] = [:]

    /// Everything that belongs to the function being checked.
    struct Context {
        var function: TypedFunction
        var functionIndex: Int?
        var scopes: [[String: Symbol]]
        var templateScope: [String: Symbol]
        var loopDepth: Int
        var switchDepth: Int
        var localConstants: [Int: TypedExpression]
        var path: [String]
        var suffix: String
    }

    var context: Context {
        get {
            Context(
                function: function, functionIndex: functionIndex, scopes: scopes, templateScope: templateScope,
                loopDepth: loopDepth, switchDepth: switchDepth, localConstants: localConstants, path: path,
                suffix: sink.suffix)
        }
        set {
            function = newValue.function
            sink.owner = newValue.function.serial
            functionIndex = newValue.functionIndex
            scopes = newValue.scopes
            templateScope = newValue.templateScope
            loopDepth = newValue.loopDepth
            switchDepth = newValue.switchDepth
            localConstants = newValue.localConstants
            path = newValue.path
            sink.suffix = newValue.suffix
        }
    }

    /// Checks a program; without an entry the result cannot be lowered.
    static func check(_ tree: SyntaxTree, entryPoint: String, sink: inout DiagnosticSink) -> TypedProgram {
        var checker = Checker(tree, sink: sink)
        for declaration in tree.declarations where !checker.sink.isFull {
            checker.check(declaration)
            checker.checkPendingBodies()
        }
        checker.finish(tree, entryPoint: entryPoint)
        sink = checker.sink
        return checker.program
    }

    private init(_ tree: SyntaxTree, sink: DiagnosticSink) {
        tokens = tree.tokens
        brokenNames = tree.brokenNames
        self.sink = sink
    }

    var shapes: TypeShapes { program.shapes }

    func name(of type: Type) -> String { program.shapes.name(of: type) }

    // MARK: - Names

    /// The qualified names that a name may stand for, nearest first.
    func candidates(_ name: QualifiedName) -> [String] {
        var parts = name.parts
        while parts.count > 1, ["metal", "fast", "precise", "simd"].contains(parts[0]) { parts.removeFirst() }
        if let target = namespaceAliases[parts[0]], parts.count > 1 { parts[0] = target }
        let text = parts.joined(separator: "::")
        if path.isEmpty, openNamespaces.count == 1 || !namespacedNames.contains(parts[0]) { return [text] }
        var result: [String] = []
        for count in stride(from: path.count, to: 0, by: -1) {
            result.append(path.prefix(count).joined(separator: "::") + "::" + text)
        }
        result.append(text)
        for space in openNamespaces where space != "metal" { result.append(space + "::" + text) }
        return result
    }

    mutating func qualified(_ name: String) -> String {
        if path.isEmpty { return name }
        // `Kind::big` is found by `Kind`, and everything by the namespace around it.
        namespacedNames.insert(String(name.prefix { $0 != ":" }))
        namespacedNames.formUnion(path)
        return (path + [name]).joined(separator: "::")
    }

    func lookUpLocal(_ name: QualifiedName) -> Symbol? {
        guard name.parts.count == 1 else {
            // `Kind::big` of a type declared in this function.
            return scopes.reversed().lazy.compactMap { $0[name.text] }.first
        }
        for scope in scopes.reversed() {
            if let symbol = scope[name.parts[0]] { return symbol }
        }
        return nil
    }

    // MARK: - Types

    /// The type that a type's use stands for; `.error` after a diagnostic.
    mutating func resolve(_ use: TypeUse, initial: ExpressionSyntax? = nil) -> Type {
        if use.space == .threadgroup {
            sink.error("threadgroup", "a fragment shader has no `threadgroup` memory", at: use.span)
            return .error
        }
        var type = resolve(use.base)
        if use.pointerDepth > 1 {
            sink.error("pointer", "pointers to pointers are not supported", at: use.span)
            return .error
        }
        if use.pointerDepth == 1, !type.isError { type = .pointer(type) }
        guard use.extents.count <= 4 else {
            sink.error("array-size", "arrays have at most 4 dimensions", at: use.span)
            return .error
        }
        for extent in use.extents.reversed() {
            var count = 0
            if let extent {
                guard let known = constantInteger(extent) else { return .error }
                count = known
            } else if case .list(let elements)? = initial?.kind, use.extents.first.map({ $0 == nil }) ?? false {
                count = elements.count
            } else {
                sink.error("array-size", "an array needs a size here", at: use.span)
                return .error
            }
            guard count > 0 else {
                sink.error("array-size", "an array needs at least one element", at: extent?.span ?? use.span)
                return .error
            }
            type = type.isError ? .error : .array(type, count)
        }
        return isSmall(type, at: use.span) ? type : .error
    }

    mutating func isSmall(_ type: Type, at span: Span) -> Bool {
        guard type.isArray else { return true }
        if type.dimensions > Checker.dimensionLimit {
            sink.error("array-size", "arrays have at most \(Checker.dimensionLimit) dimensions", at: span)
            return false
        }
        guard shapes.scalarCount(of: type) > TypeShapes.elementLimit else { return true }
        sink.error("array-size", "an array has more than \(TypeShapes.elementLimit) numbers", at: span)
        return false
    }

    mutating func resolve(_ type: TypeName) -> Type {
        let name = type.name
        let last = name.last
        if let found = resolveOwn(type) { return found }
        if TypeTraits.types.contains(last) { return resolveTrait(type) }
        if let found = TypeTable.types[last] { return found }
        if let refused = RefusedNames.type(name) {
            // What only other stages have may be reached at one place and not at another.
            if DiagnosticCatalog.stageCodes.contains("msl." + refused.code) || isFirst(last) {
                sink.error(refused.code, refused.message, at: name.span)
            }
            return .error
        }
        switch last {
        case "texture1d", "texture2d": return resolveTexture(type)
        case "vec", "array", "matrix": return resolveTemplate(type)
        default: break
        }
        if isFollowing(last) { return .error }
        if let hint = Spelling.hint(for: last) {
            if isFirst(last) {
                sink.error("foreign-name", "`\(last)` is not a type of Metal", at: name.span, hint: hint)
            }
        } else if isFirst("type \(last)") {
            let near = nearest(to: last) { Array(TypeTable.types.keys) + Array($0.types.keys) }
            sink.error(
                "unknown-type", "`\(name.text)` is not a type", at: name.span,
                hint: near.map { "did you mean `\($0)`?" })
        }
        return .error
    }

    private mutating func resolveTexture(_ type: TypeName) -> Type {
        var element = Type.float
        for (index, argument) in type.arguments.enumerated() {
            switch argument {
            case .type(let use) where index == 0: element = resolve(use)
            case .value(let expression):
                guard case .name(let name) = expression.kind, name.last.contains("write") else { continue }
                sink.error(
                    "texture-write", "a fragment shader cannot write to a texture here", at: expression.span,
                    hint: "use `access::sample` or `access::read`")
                return .error
            case .type: break
            }
        }
        guard case .scalar(let scalar) = element, scalar.isFloating else {
            if !element.isError {
                sink.error(
                    "texture-type", "the host binds textures of `float` (or `half`), not `\(name(of: element))`",
                    at: type.span)
            }
            return .error
        }
        return .texture(TextureType(dimensions: type.name.last == "texture1d" ? 1 : 2, element: scalar))
    }

    /// `vec<float, 3>`, `array<float, 4>`, `matrix<float, 3, 3>`.
    private mutating func resolveTemplate(_ type: TypeName) -> Type {
        var numbers: [Int] = []
        var element: Type?
        for argument in type.arguments {
            switch argument {
            case .type(let use): element = resolve(use)
            case .value(let expression):
                guard let count = constantInteger(expression) else { return .error }
                numbers.append(count)
            }
        }
        guard let element else {
            sink.error("unknown-type", "`\(type.name.text)` needs a type in `<…>`", at: type.span)
            return .error
        }
        if element.isError { return .error }
        if type.name.last == "array", numbers.count == 1, numbers[0] > 0 {
            let array = Type.array(element, numbers[0])
            return isSmall(array, at: type.span) ? array : .error
        }
        if case .scalar(let scalar) = element {
            if type.name.last == "vec", numbers.count == 1, (2...4).contains(numbers[0]) {
                return .vector(scalar, numbers[0])
            }
            if type.name.last == "matrix", numbers.count == 2, numbers.allSatisfy((2...4).contains), scalar.isFloating {
                return .matrix(scalar, columns: numbers[0], rows: numbers[1])
            }
        }
        sink.error("unknown-type", "`\(type.name.text)` cannot have these arguments", at: type.span)
        return .error
    }
}

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
    /// Most overloads of a name, and most namespaces that can be open.
    static let nameLimit = 64

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
    var openNamespaces: [String] = ["metal"]
    var path: [String] = []

    // MARK: The function being checked

    var function = TypedFunction(name: "", result: .void, span: .none)
    var functionIndex: Int?
    var scopes: [[String: Symbol]] = []
    var loopDepth = 0
    var switchDepth = 0
    /// Names that were reported; those of functions with the function they were in.
    var reportedNames: Set<String> = []
    /// How often a near name was looked for.
    var nearestCount = 0
    /// The overloads by name and parameters.
    var signatures: [Signature: Int] = [:]
    /// Structures with mistakes, which may not matter.
    var faults = StructureFaults()
    /// Names that are declared in some namespace.
    var namespacedNames: Set<String> = []
    /// The first values of this function's constants, for array sizes and cases.
    var localConstants: [Int: TypedExpression] = [:]

    /// Checks a program; without an entry the result cannot be lowered.
    static func check(_ tree: SyntaxTree, entryPoint: String, sink: inout DiagnosticSink) -> TypedProgram {
        var checker = Checker(tree, sink: sink)
        for declaration in tree.declarations where !checker.sink.isFull { checker.check(declaration) }
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

    /// The type that a type's name stands for; `.error` after a diagnostic.
    private mutating func resolve(_ type: TypeName) -> Type {
        let result = resolveName(type)
        if case .structure(let index) = result { faults.noteUse(of: index) }
        return result
    }

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

    private mutating func isSmall(_ type: Type, at span: Span) -> Bool {
        guard type.isArray else { return true }
        if type.dimensions > Checker.dimensionLimit {
            sink.error("array-size", "arrays have at most \(Checker.dimensionLimit) dimensions", at: span)
            return false
        }
        guard shapes.scalarCount(of: type) > TypeShapes.elementLimit else { return true }
        sink.error("array-size", "an array has more than \(TypeShapes.elementLimit) numbers", at: span)
        return false
    }

    private mutating func resolveName(_ type: TypeName) -> Type {
        let name = type.name
        if name.parts.count == 1 || !["metal", "simd"].contains(name.parts[0]) {
            if case .type(let found)? = lookUpLocal(name) { return found }
            for candidate in candidates(name) {
                if let found = types[candidate] { return found }
            }
        }
        let last = name.last
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

    // MARK: - Constants

    /// The value of a constant integer expression; nil after a diagnostic.
    mutating func constantInteger(_ syntax: ExpressionSyntax) -> Int? {
        let expression = value(syntax)
        if expression.type.isError { return nil }
        guard case .scalar(let scalar) = expression.type, !scalar.isFloating,
            let bits = ConstantEvaluator(program: program, function: function, functionConstants: localConstants)
                .evaluate(expression)
        else {
            sink.error("not-constant", "this must be a constant whole number", at: syntax.span)
            return nil
        }
        return scalar == .uint ? Int(bits) : Int(Int32(bitPattern: bits))
    }
}

extension Checker {
    mutating func check(_ declaration: Declaration) {
        path = declaration.path
        for count in path.indices { namespaces.insert(path.prefix(count + 1).joined(separator: "::")) }
        switch declaration.kind {
        case .variables(let variables):
            for variable in variables { checkGlobal(variable) }
        case .function(let syntax): checkFunction(syntax, tokens: declaration.tokens)
        case .structure(let syntax):
            guard !isRepeated(syntax.name, at: syntax.nameSpan, declaration.tokens) else { return }
            types[qualified(syntax.name)] = checkStructure(syntax, tokens: declaration.tokens)
        case .enumeration(let syntax):
            guard !isRepeated(syntax.name, at: syntax.span, declaration.tokens) else { return }
            checkEnumeration(syntax) { checker, name, type, symbol in
                switch symbol {
                case .type(let type): checker.types[checker.qualified(name)] = type
                case .constant(let bits, _): checker.constants[checker.qualified(name)] = (bits, type)
                case .local: break
                }
            }
        case .alias(let name, let use, let span):
            guard !isRepeated(name, at: span, declaration.tokens) else { return }
            let outer = faults.begin()
            types[qualified(name)] = resolve(use)
            faults.end(restoring: outer)
        case .usingNamespace(let name): open(name)
        }
    }

    private mutating func open(_ name: QualifiedName) {
        let text = name.text
        if text.isEmpty || text == "metal" || text.hasPrefix("metal::") || text == "simd" { return }
        guard let known = candidates(name).first(where: namespaces.contains) else {
            if let refused = RefusedNames.type(name) {
                sink.error(refused.code, refused.message, at: name.span)
            } else if !isFollowing(text) {
                sink.error("unknown-name", "there is no namespace `\(text)`", at: name.span)
            }
            return
        }
        if openNamespaces.contains(known) { return }
        guard openNamespaces.count < Checker.nameLimit else {
            sink.error("too-many-names", "more than \(Checker.nameLimit) namespaces are open", at: name.span)
            return
        }
        openNamespaces.append(known)
    }

    /// Whether a type is defined already: silently the same, or with an error.
    private mutating func isRepeated(_ name: String, at span: Span, _ range: Range<Int>) -> Bool {
        guard !name.isEmpty else { return false }
        let full = qualified(name)
        guard let old = typeTokens[full] else {
            typeTokens[full] = range
            return false
        }
        if !isSame(old, range) {
            sink.error(
                "redefinition", "`\(name)` is defined already, differently", at: span,
                hint: isPrelude(old) ? "the host defines it before the shader; rename or remove yours" : nil)
        }
        return true
    }

    private func isPrelude(_ range: Range<Int>) -> Bool {
        tokens.indices.contains(range.lowerBound) && tokens[range.lowerBound].span.file != SourceFile.user
    }

    /// Whether two declarations are the same, token for token.
    private func isSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.upperBound <= tokens.count, b.upperBound <= tokens.count else { return false }
        func texts(_ range: Range<Int>) -> [String] {
            var texts = tokens[range].map(\.text)
            if texts.last == ";" { texts.removeLast() }
            return texts
        }
        return texts(a) == texts(b)
    }

    // MARK: - Types

    mutating func checkStructure(_ syntax: StructureDeclaration, tokens range: Range<Int> = 0..<0) -> Type {
        var fields: [Field] = []
        var names: Set<String> = []
        var depth = 0
        var isArgumentBuffer = false
        let mark = sink.mark
        let outer = faults.begin()
        for declaration in syntax.fields {
            var type = resolve(declaration.type)
            if holdsBinding(type, declaration) {
                if !isArgumentBuffer {
                    sink.error(
                        "argument-buffer", "`\(syntax.name)` holds a binding, and the host fills no argument buffers",
                        at: declaration.nameSpan)
                }
                isArgumentBuffer = true
                type = .error
            } else if type.isOpaque || type == .void || declaration.type.isReference {
                sink.error(
                    "field-type",
                    "a field cannot be of type `\(name(of: type))`\(declaration.type.isReference ? "&" : "")",
                    at: declaration.nameSpan)
                type = .error
            }
            if !names.insert(declaration.name).inserted {
                sink.error("redefinition", "`\(declaration.name)` is a field already", at: declaration.nameSpan)
                continue
            }
            if declaration.initializer != nil {
                sink.error(
                    "field-type", "a field cannot have a first value", at: declaration.nameSpan,
                    hint: "set it where the structure is made")
            }
            var field = Field(name: declaration.name, type: type)
            for attribute in declaration.attributes {
                field.attributes[attribute.name] = self.index(of: attribute) ?? 0
            }
            depth = max(depth, structureDepth(type))
            fields.append(field)
        }
        let index = program.shapes.structures.count
        program.shapes.structures.append(Structure(name: syntax.name, fields: fields, tokens: range))
        structureDepths.append(depth + 1)
        faults.end(structure: index, mark..<sink.mark, restoring: outer)
        let isLarge = shapes.scalarCount(of: .structure(index)) > TypeShapes.elementLimit
        if isLarge || depth + 1 > 32 {
            sink.error(
                "structure-size",
                isLarge
                    ? "`\(syntax.name)` holds more than \(TypeShapes.elementLimit) numbers"
                    : "structures nest deeper than 32",
                at: syntax.nameSpan)
            program.shapes.structures[index].fields = []
            structureDepths[index] = 1
            return .error
        }
        return .structure(index)
    }

    /// Whether a field makes its structure an argument buffer.
    private func holdsBinding(_ type: Type, _ declaration: VariableDeclaration) -> Bool {
        if declaration.attributes.contains(where: { $0.name == "id" }) { return true }
        guard type.isOpaque else { return false }
        if case .pointer = type { return declaration.type.space != .thread }
        return true
    }

    private func structureDepth(_ type: Type) -> Int {
        switch type {
        case .structure(let index): structureDepths[index]
        case .array(let element, _): structureDepth(element)
        default: 0
        }
    }

    /// The number in an attribute such as `[[texture(2)]]`; nil without one.
    mutating func index(of attribute: Attribute) -> Int? {
        guard ["color", "buffer", "texture", "sampler", "attribute", "id"].contains(attribute.name),
            let first = attribute.arguments.first
        else { return nil }
        return constantInteger(first)
    }

    mutating func checkEnumeration(
        _ syntax: EnumerationDeclaration, _ define: (inout Checker, String, Type, Symbol) -> Void
    ) {
        var type = Type.int
        if let base = syntax.base {
            let resolved = resolve(base)
            if case .scalar(let scalar) = resolved, scalar.isInteger { type = resolved }
        }
        if !syntax.name.isEmpty { define(&self, syntax.name, type, .type(type)) }
        var next: UInt32 = 0
        for constant in syntax.constants {
            if let expression = constant.value {
                guard let value = constantInteger(expression) else { continue }
                next = UInt32(truncatingIfNeeded: value)
            }
            if !syntax.isScoped { define(&self, constant.name, type, .constant(next, type)) }
            if !syntax.name.isEmpty {
                define(&self, syntax.name + "::" + constant.name, type, .constant(next, type))
            }
            next &+= 1
        }
    }

    // MARK: - Variables of the program

    private mutating func checkGlobal(_ syntax: VariableDeclaration) {
        _ = faults.begin()
        defer { faults.end(function: nil) }
        var initial: ExpressionSyntax?
        if case .value(let expression)? = syntax.initializer { initial = expression }
        function = TypedFunction(name: "", result: .void, span: syntax.nameSpan)
        functionIndex = nil
        scopes = []
        localConstants = [:]
        let isAutomatic = syntax.type.base.name.last == "auto"
        var type = isAutomatic ? .error : resolve(syntax.type, initial: initial)
        if !isAutomatic, type.isError { return declareBroken(syntax) }
        if type != .sampler, syntax.type.space != .constant, !syntax.type.isConstexpr {
            sink.error(
                "program-scope", "a variable outside functions must be `constant`", at: syntax.nameSpan,
                hint: "write `constant \(name(of: type)) \(syntax.name) = …`")
            if syntax.initializer == nil { return declareBroken(syntax) }
        }
        if type.isOpaque, type != .sampler {
            sink.error(
                "program-scope", "a variable outside functions cannot be a `\(name(of: type))`", at: syntax.nameSpan)
            return declareBroken(syntax)
        }
        for attribute in syntax.attributes where attribute.name == "function_constant" {
            sink.error(
                "function-constant", "`[[function_constant]]` is not supported: the host sets none",
                at: attribute.span, hint: "give the constant a value")
            return declareBroken(syntax)
        }
        guard let initializer = syntax.initializer else {
            if type == .sampler {
                return define(syntax, TypedExpression(kind: .sampler(.init()), type: .sampler, span: syntax.nameSpan))
            }
            sink.error("program-scope", "`\(syntax.name)` needs a value", at: syntax.nameSpan)
            return declareBroken(syntax)
        }
        let expression: TypedExpression
        if isAutomatic, let initial {
            expression = value(initial)
            type = expression.type
        } else {
            expression = initialize(type, initializer, at: syntax.nameSpan)
        }
        define(syntax, expression.type.isError ? .error(syntax.nameSpan) : expression)
    }

    /// A name whose declaration is wrong: later uses say nothing about it.
    private mutating func declareBroken(_ syntax: VariableDeclaration) {
        define(syntax, .error(syntax.nameSpan))
    }

    private mutating func define(_ syntax: VariableDeclaration, _ initial: TypedExpression) {
        let full = qualified(syntax.name)
        if let old = globals[full] {
            // A header that was pasted twice.
            if program.globals[old].type != initial.type {
                sink.error("redefinition", "`\(syntax.name)` is defined already", at: syntax.nameSpan)
            }
        }
        var folded = initial
        // Not kept in a variable: while it lives, adding to the program would copy it.
        if let bits = ConstantEvaluator(program: program, function: function, functionConstants: [:]).evaluate(initial)
        {
            folded.kind = .literal(bits)
        }
        globals[full] = program.globals.count
        program.globals.append(
            Global(name: syntax.name, type: initial.type, initial: folded, span: syntax.nameSpan))
    }

    // MARK: - Functions

    private mutating func checkFunction(_ syntax: FunctionDeclaration, tokens range: Range<Int>) {
        let mark = sink.mark
        _ = faults.begin()
        function = TypedFunction(name: syntax.name, result: .void, span: syntax.nameSpan, tokens: range)
        functionIndex = nil
        scopes = [[:]]
        localConstants = [:]
        loopDepth = 0
        switchDepth = 0
        function.result = resolve(syntax.result)
        if function.result.isOpaque || syntax.result.isReference {
            sink.error("result-type", "a function cannot return a reference or binding", at: syntax.result.span)
            function.result = .error
        }
        for parameter in syntax.parameters {
            if syntax.stage != nil { declareEntryParameter(parameter) } else { declareParameter(parameter) }
        }
        function.parameterCount = function.locals.count
        guard let index = enroll(syntax) else { return }
        functionIndex = index
        defer { faults.end(function: index) }
        guard let body = syntax.body else { return }
        function.body = block(body)
        if function.result != .void, !function.result.isError, !Checker.endsInResult(body), !sink.hasErrors {
            sink.warning(
                "missing-return", "`\(syntax.name)` can end without returning a value; it is zero then",
                at: syntax.nameSpan)
        }
        function.diagnostics = mark..<sink.mark
        program.functions[index] = function
        if syntax.stage != nil { program.entry = index }
    }

    /// Adds the function to the overloads of its name; nil when it repeats one.
    private mutating func enroll(_ syntax: FunctionDeclaration) -> Int? {
        let full = qualified(syntax.name)
        let signature = Signature(
            name: full, types: function.parameters.map(\.type), areReferences: function.parameters.map(\.isReference))
        // Parameters of unknown types do not make two functions the same.
        let isKnown = !signature.types.contains(where: \.isError)
        if isKnown, let index = signatures[signature] {
            let old = program.functions[index]
            if old.body == nil || syntax.body == nil {
                // A forward declaration; its default arguments hold on.
                if old.body != nil { return nil }
                if function.defaults.allSatisfy({ $0 == nil }) { function.defaults = old.defaults }
                program.functions[index] = function
                return index
            }
            if !isSame(old.tokens, function.tokens) {
                sink.error(
                    "redefinition", "`\(syntax.name)` is defined already for the same parameters", at: syntax.nameSpan,
                    hint: isPrelude(old.tokens) ? "the host defines it before the shader; rename or remove yours" : nil)
            }
            return nil
        }
        guard functions[full, default: []].count < Checker.nameLimit else {
            sink.error(
                "too-many-names", "`\(syntax.name)` has more than \(Checker.nameLimit) overloads", at: syntax.nameSpan)
            return nil
        }
        if isKnown { signatures[signature] = program.functions.count }
        functions[full, default: []].append(program.functions.count)
        program.functions.append(function)
        return program.functions.count - 1
    }

    private mutating func declareParameter(_ syntax: VariableDeclaration) {
        var type = resolve(syntax.type)
        // An array parameter is a pointer in C; here it names the caller's array.
        var isReference = syntax.type.isReference
        if type == .void {
            sink.error("parameter-type", "a parameter cannot be `void`", at: syntax.nameSpan)
            type = .error
        }
        let isReadOnly = syntax.type.isConst || syntax.type.space == .constant || syntax.type.space == .device
        if type.isArray, !type.isOpaque, syntax.type.base.name.last != "array" { isReference = true }
        if type.isOpaque { isReference = false }
        var local = Local(name: syntax.name, type: type, span: syntax.nameSpan)
        local.isReference = isReference
        local.isConst = isReadOnly
        var initial: TypedExpression?
        if case .value(let expression)? = syntax.initializer {
            initial = convert(value(expression), to: type, at: expression.span)
        }
        function.defaults.append(initial)
        declare(local)
    }

    /// Adds a variable to the innermost scope.
    @discardableResult
    mutating func declare(_ local: Local) -> Int {
        let index = function.locals.count
        function.locals.append(local)
        guard !local.name.isEmpty, !scopes.isEmpty else { return index }
        if case .local? = scopes[scopes.count - 1][local.name] {
            sink.error("redefinition", "`\(local.name)` is declared already in this block", at: local.span)
        }
        scopes[scopes.count - 1][local.name] = .local(index)
        return index
    }

    /// Whether the last of some statements always leaves the function.
    private static func endsInResult(_ statements: [StatementSyntax]) -> Bool {
        guard let last = statements.last(where: { if case .empty = $0.kind { false } else { true } }) else {
            return false
        }
        // What stands after a `return` is dead.
        if statements.contains(where: { if case .result = $0.kind { true } else { false } }) { return true }
        switch last.kind {
        case .result: return true
        case .block(let inner): return endsInResult(inner)
        case .conditional(_, _, let then, let otherwise):
            return endsInResult([then]) && (otherwise.map { endsInResult([$0]) } ?? false)
        // Cases that all return are too much to prove here.
        case .selection, .forLoop(_, nil, _, _), .doLoop: return true
        case .whileLoop(let condition, _):
            if case .bool(true) = condition.kind { return true }
            if case .number = condition.kind { return true }
            return false
        default: return false
        }
    }
}

/// What tells the overloads of a name apart.
struct Signature: Hashable {
    let name: String
    let types: [Type]
    let areReferences: [Bool]
}

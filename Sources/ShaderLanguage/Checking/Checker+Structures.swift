extension Checker {
    /// Deepest nesting of structures in structures.
    static let structureDepthLimit = 32

    /// Makes a structure; `bind` gives it its name before its functions are read.
    mutating func checkStructure(
        _ syntax: StructureDeclaration, tokens range: Range<Int> = 0..<0, scope: String,
        _ bind: (inout Checker, Type) -> Void
    ) -> Type {
        let outer = context
        defer { context = outer }
        let namespace = path
        path.append(scope)
        for declaration in syntax.types { declare(declaration) }
        for constant in syntax.constants { checkGlobal(constant) }
        scopes = outer.scopes
        function = outer.function
        sink.owner = outer.function.serial
        functionIndex = outer.functionIndex
        localConstants = outer.localConstants
        var depth = 0
        var broken: [BrokenField] = []
        var names: Set<String> = []
        var fields: [Field] = []
        var structure = Structure(name: syntax.name, fields: [], tokens: range, path: namespace)
        structure.scopeName = path.joined(separator: "::")
        for declaration in syntax.fields {
            guard let field = checkField(declaration, &names, &broken) else { continue }
            depth = max(depth, structureDepth(field.type))
            if field.initial != nil || needsConstruction(field.type) { structure.needsConstruction = true }
            fields.append(field)
        }
        structure.fields = fields
        let index = program.shapes.structures.count
        program.shapes.structures.append(structure)
        structureDepths.append(depth + 1)
        if !broken.isEmpty { brokenFields[index] = broken }
        let isLarge = shapes.scalarCount(of: .structure(index)) > TypeShapes.elementLimit
        if isLarge || depth + 1 > Checker.structureDepthLimit {
            sink.error(
                "structure-size",
                isLarge
                    ? "`\(syntax.name)` holds more than \(TypeShapes.elementLimit) numbers"
                    : "structures nest deeper than \(Checker.structureDepthLimit)",
                at: syntax.nameSpan)
            program.shapes.structures[index].fields = []
            structureDepths[index] = 1
            bind(&self, .error)
            return .error
        }
        bind(&self, .structure(index))
        for assertion in syntax.assertions { checkAssertion(assertion.condition, assertion.message) }
        // Types and constants around stay visible inside functions; variables do not.
        for scope in outer.scopes {
            for (name, symbol) in scope {
                if case .local = symbol { continue }
                templateScope[name] = symbol
            }
        }
        templateScope[syntax.name] = .type(.structure(index))
        for method in syntax.methods { declareMethod(method, of: index) }
        return .structure(index)
    }

    private mutating func checkField(
        _ declaration: VariableDeclaration, _ names: inout Set<String>, _ broken: inout [BrokenField]
    ) -> Field? {
        if let fault = fault(of: declaration) {
            broken.append(fault)
            return nil
        }
        var initial: ExpressionSyntax?
        if case .value(let expression)? = declaration.initializer { initial = expression }
        let type = naming { $0.resolve(declaration.type, initial: initial) }
        if !names.insert(declaration.name).inserted {
            sink.error("redefinition", "`\(declaration.name)` is a field already", at: declaration.nameSpan)
            return nil
        }
        // A field of an unknown type: what is done with it says nothing.
        if type.isError { return Field(name: declaration.name, type: .error) }
        if type.isOpaque {
            broken.append(
                BrokenField(
                    name: declaration.name, code: "field-type",
                    message: "a field cannot be of type `\(name(of: type))`", span: declaration.nameSpan))
            return nil
        }
        broken += brokenFields(in: type)
        var field = Field(name: declaration.name, type: type)
        if let initializer = declaration.initializer {
            let value = initialize(type, initializer, at: declaration.nameSpan)
            if !value.type.isError { field.initial = value }
        }
        for attribute in declaration.attributes {
            field.attributes[attribute.name] = index(of: attribute) ?? 0
            if attribute.name == "user" { field.userName = attribute.word }
        }
        return field
    }

    /// Why a field cannot exist, as far as its declaration says.
    private func fault(of declaration: VariableDeclaration) -> BrokenField? {
        let base = declaration.type.base.name.last
        let isIndirect = declaration.type.pointerDepth > 0 || declaration.type.isReference
        let isOwn = declaration.type.space == .thread || declaration.type.isReference
        if isIndirect && !isOwn || TypeTable.isBinding(base)
            || declaration.attributes.contains(where: { $0.name == "id" })
        {
            return BrokenField(
                name: declaration.name, code: "argument-buffer",
                message: "`\(declaration.name)` is a binding, and the host fills no argument buffers",
                span: declaration.nameSpan)
        }
        if isIndirect || base == "void" {
            let mark = declaration.type.pointerDepth > 0 ? "*" : declaration.type.isReference ? "&" : ""
            return BrokenField(
                name: declaration.name, code: "field-type", message: "a field cannot be of type `\(base)\(mark)`",
                span: declaration.nameSpan)
        }
        guard lookUpType(declaration.type.base.name) == nil, TypeTable.types[base] == nil,
            let refused = RefusedNames.type(declaration.type.base.name)
        else { return nil }
        return BrokenField(
            name: declaration.name, code: refused.code, message: refused.message, span: declaration.type.span)
    }

    private func structureDepth(_ type: Type) -> Int {
        switch type {
        case .structure(let index): structureDepths[index]
        case .array(let element, _): structureDepth(element)
        default: 0
        }
    }

    // MARK: - Functions of structures

    private mutating func declareMethod(_ syntax: FunctionDeclaration, of structure: Int) {
        // No object lies there.
        if syntax.space == .threadgroup { return }
        if syntax.role == .friend {
            // A friend is a function of the namespace around.
            let inner = path
            path = shapes.structures[structure].path
            defer { path = inner }
            let full = qualified(syntax.name)
            if syntax.name.hasPrefix("operator") { noteOperator(syntax.name, full) }
            if syntax.template != nil { return enroll(template: syntax, owner: nil, in: full) }
            begin(syntax)
            guard let index = enroll(syntax, among: functions[full] ?? []) else { return }
            if !(functions[full] ?? []).contains(index) { functions[full, default: []].append(index) }
            if syntax.body != nil { postponeBody(of: syntax, index) }
            return
        }
        if syntax.template != nil { return enroll(template: syntax, owner: structure, in: "") }
        begin(syntax, owner: structure)
        let isConstructor = syntax.role == .constructor
        let known =
            isConstructor
            ? shapes.structures[structure].constructors : shapes.structures[structure].methods[syntax.name] ?? []
        guard let index = enroll(syntax, among: known) else { return }
        if !known.contains(index) {
            if isConstructor {
                program.shapes.structures[structure].constructors.append(index)
                program.shapes.structures[structure].needsConstruction = true
            } else {
                program.shapes.structures[structure].methods[syntax.name, default: []].append(index)
            }
        }
        if syntax.body != nil { postponeBody(of: syntax, index) }
    }

    /// A function of a structure that is defined outside of it: `float S::f() {…}`.
    mutating func defineMethod(_ syntax: FunctionDeclaration, of owner: QualifiedName) {
        guard case .structure(let structure)? = lookUpType(owner) else {
            sink.error("unknown-type", "`\(owner.text)` is not a structure", at: owner.span)
            return
        }
        let known = shapes.structures[structure].methods[syntax.name] ?? []
        guard !known.isEmpty else {
            sink.error(
                "unknown-member", "`\(owner.text)` has no function `\(syntax.name)`", at: syntax.nameSpan,
                hint: "declare it inside of the structure")
            return
        }
        var method = syntax
        if syntax.role == .plain {
            let isStatic = !known.contains { program.functions[$0].hasThis }
            let isConst =
                known.contains { program.functions[$0].locals.first?.isConst ?? false } && syntax.isConstMethod
            method.role = isStatic ? .plain : isConst ? .constMethod : .method
        }
        let outer = context
        defer { context = outer }
        path = shapes.structures[structure].scopeName.split(separator: ":").map(String.init)
        templateScope[shapes.structures[structure].name] = .type(.structure(structure))
        begin(method, owner: structure)
        guard let index = enroll(method, among: known) else { return }
        if !known.contains(index) {
            sink.error(
                "unknown-member", "`\(owner.text)` declares no such function `\(syntax.name)`", at: syntax.nameSpan,
                hint: "parameters and `const` must be as inside of the structure")
            return
        }
        if method.body != nil { postponeBody(of: method, index) }
    }

    /// The assignments with which a constructor begins.
    mutating func fieldInitializers(_ syntax: FunctionDeclaration) -> [TypedStatement] {
        guard let owner = function.owner else { return [] }
        let structure = shapes.structures[owner]
        let span = syntax.nameSpan
        let object = TypedExpression(kind: .local(0), type: .structure(owner), span: span, isAssignable: true)
        function.locals[0].isMutated = true
        scopes.append([:])
        defer { scopes.removeLast() }
        if let first = syntax.fieldInitializers.first, first.name == syntax.name {
            // `S() : S(1.0) {}`
            let value = initialize(.structure(owner), first.initializer, at: first.span)
            return value.type.isError ? [] : [.expression(assignment(object, value, span))]
        }
        for initializer in syntax.fieldInitializers
        where structure.position(of: initializer.name) == nil
            && !isBroken(initializer.name, of: owner, at: initializer.span)
        {
            sink.error(
                "unknown-member", "`\(structure.name)` has no field `\(initializer.name)`", at: initializer.span)
        }
        var statements: [TypedStatement] = []
        for (index, field) in structure.fields.enumerated() {
            let place = TypedExpression(kind: .field(object, index), type: field.type, span: span, isAssignable: true)
            var value: TypedExpression?
            if let given = syntax.fieldInitializers.first(where: { $0.name == field.name }) {
                value = initialize(field.type, given.initializer, at: given.span)
            } else if let initial = field.initial {
                value = initial
            } else if needsConstruction(field.type) {
                value = defaultValue(of: field.type, at: span)
            }
            if let value, !value.type.isError { statements.append(.expression(assignment(place, value, span))) }
        }
        return statements
    }

    private func assignment(_ target: TypedExpression, _ value: TypedExpression, _ span: Span) -> TypedExpression {
        TypedExpression(kind: .assign(target, value), type: target.type, span: span, isAssignable: true)
    }

    // MARK: - First values

    /// Whether a new value of a type is other than all zeros.
    func needsConstruction(_ type: Type) -> Bool {
        switch type {
        case .structure(let index): shapes.structures[index].needsConstruction
        case .array(let element, _): needsConstruction(element)
        default: false
        }
    }

    /// The value of a variable of a type that is given none.
    mutating func defaultValue(of type: Type, at span: Span) -> TypedExpression {
        guard needsConstruction(type) else { return TypedExpression(kind: .zero, type: type, span: span) }
        switch type {
        case .structure(let index):
            let structure = shapes.structures[index]
            if !structure.constructors.isEmpty { return constructed(index, [], at: span) }
            let parts = structure.fields.map { $0.initial ?? defaultValue(of: $0.type, at: span) }
            if parts.contains(where: \.type.isError) { return .error(span) }
            return TypedExpression(kind: .aggregate(parts), type: type, span: span)
        case .array(let element, let count):
            let one = defaultValue(of: element, at: span)
            if one.type.isError { return one }
            return TypedExpression(kind: .aggregate(Array(repeating: one, count: count)), type: type, span: span)
        default: return TypedExpression(kind: .zero, type: type, span: span)
        }
    }

    /// A structure made by the constructor that fits some arguments.
    mutating func constructed(
        _ index: Int, _ arguments: [Argument], at span: Span, copying: Bool = false
    ) -> TypedExpression {
        let structure = shapes.structures[index]
        let type = Type.structure(index)
        if copying, arguments.count == 1, arguments[0].list == nil, arguments[0].expression.type == type {
            return arguments[0].expression
        }
        // The structure itself, which the constructor receives first.
        let object = TypedExpression(kind: .zero, type: type, span: span, isAssignable: true)
        if arguments.contains(where: { $0.list == nil && $0.expression.type.isError }) { return .error(span) }
        var viable = structure.constructors.compactMap { userCandidate($0, arguments, object: object) }
        viable += templateCandidates(structure.methodTemplates[structure.name] ?? [], [], arguments, object: object)
        let name = QualifiedName(parts: [structure.name], span: span)
        guard !viable.isEmpty else {
            let types = arguments.map { $0.list == nil ? self.name(of: $0.expression.type) : "{…}" }
            sink.error(
                "constructor", "`\(structure.name)` cannot be made from (\(types.joined(separator: ", ")))", at: span,
                hint: candidateList(name, structure.constructors, []))
            return .error(span)
        }
        let chosen = choose(viable, name, arguments)
        guard case .user(let callee) = chosen.target else { return .error(span) }
        function.calls.insert(callee)
        let values = passed(chosen, callee).dropFirst()
        if values.contains(where: \.type.isError) { return .error(span) }
        return TypedExpression(kind: .construction(callee, Array(values)), type: type, span: span)
    }
}

extension Checker {
    /// A type of the shader's own: local, global, or an instance of a template; nil when there is none.
    mutating func resolveOwn(_ type: TypeName) -> Type? {
        let name = type.name
        guard name.parts.count == 1 || !["metal", "simd"].contains(name.parts[0]) else { return nil }
        var found: Type?
        if type.arguments.isEmpty {
            found = lookUpType(name)
        } else {
            for candidate in candidates(name) {
                if let template = structureTemplates[candidate] {
                    found = instantiate(structure: template, type.arguments, at: type.span)
                    break
                }
                if let template = aliasTemplates[candidate] {
                    found = instantiate(template, type.arguments, at: type.span)
                    break
                }
            }
        }
        if found == nil, type.arguments.isEmpty, name.parts.count == 1,
            candidates(name).contains(where: { structureTemplates[$0] != nil || aliasTemplates[$0] != nil })
        {
            sink.error(
                "unknown-type", "`\(name.text)` is a template and needs arguments", at: type.span,
                hint: "write `\(name.text)<…>`")
            return .error
        }
        guard let member = type.member, let outer = found, !outer.isError else {
            if case .structure(let index)? = found { reportBrokenFields(of: index) }
            return found
        }
        if case .structure(let index) = outer, let inner = types[shapes.structures[index].scopeName + "::" + member] {
            return inner
        }
        sink.error("unknown-type", "`\(self.name(of: outer))` has no type `\(member)`", at: type.span)
        return .error
    }

    /// The type of a name without template arguments, without a word when there is none.
    func lookUpType(_ name: QualifiedName) -> Type? {
        if case .type(let found)? = lookUpLocal(name) { return found }
        for candidate in candidates(name) {
            if let found = types[candidate] { return found }
        }
        // `T::Inner` of a parameter of a template, or of another name for a structure.
        if name.parts.count > 1, let scope = scopeName(of: name) { return types[scope + "::" + name.last] }
        return nil
    }

    /// The structure in which a qualified name lies: that of `S` for `S::x`.
    func structure(around name: QualifiedName) -> Int? {
        guard name.parts.count > 1 else { return nil }
        let outer = QualifiedName(parts: Array(name.parts.dropLast()), span: name.span)
        if case .structure(let index)? = lookUpType(outer) { return index }
        return nil
    }

    private func scopeName(of name: QualifiedName) -> String? {
        structure(around: name).map { shapes.structures[$0].scopeName }
    }

    /// `enable_if<condition, T>::type` and its like.
    mutating func resolveTrait(_ type: TypeName) -> Type {
        let name = type.name.last
        var types: [Type] = []
        var condition: Bool?
        for argument in type.arguments {
            switch argument {
            case .type(let use): types.append(resolve(use))
            case .value(let expression):
                guard let value = constantInteger(expression) else { return .error }
                condition = value != 0
            }
        }
        if types.contains(where: \.isError) { return .error }
        switch name {
        case "enable_if", "enable_if_t":
            if condition == true { return types.first ?? .void }
            sink.error("unknown-type", "the condition of `\(name)` does not hold", at: type.span)
            return .error
        case "conditional", "conditional_t":
            if let condition, types.count == 2 { return types[condition ? 0 : 1] }
        default:
            if types.count == 1, let made = TypeTraits.type(name, of: types[0]) { return made }
        }
        sink.error("unknown-type", "`\(name)` cannot have these arguments", at: type.span)
        return .error
    }

    // MARK: - Fields that cannot be

    /// Why a field cannot exist here.
    struct BrokenField {
        var name: String
        var code: String
        var message: String
        var span: Span
    }

    /// Reports what is wrong with a structure when something uses it; vertex stages may have their own.
    mutating func reportBrokenFields(of structure: Int) {
        guard !isOnlyNaming, sink.silence == 0, brokenReports[structure] == nil, let fields = brokenFields[structure]
        else { return }
        brokenReports[structure] = function.serial
        var codes: Set<String> = []
        // The bindings of a structure are one mistake.
        for field in fields where codes.insert(field.code).inserted || field.code != "argument-buffer" {
            sink.error(field.code, field.message, at: field.span)
        }
    }

    /// Whether a member that a structure lacks is one of its fields that cannot exist, which is reported then.
    mutating func isBroken(_ member: String, of structure: Int, at span: Span) -> Bool {
        guard let field = brokenFields[structure]?.first(where: { $0.name == member }) else { return false }
        // What another function was told may not matter in the end.
        if brokenReports[structure] != function.serial { sink.error(field.code, field.message, at: span) }
        return true
    }

    /// Resolves a type without using it.
    mutating func naming<Result>(_ resolve: (inout Checker) -> Result) -> Result {
        let outer = isOnlyNaming
        isOnlyNaming = true
        defer { isOnlyNaming = outer }
        return resolve(&self)
    }

    /// What is wrong with the structures in a type.
    func brokenFields(in type: Type) -> [BrokenField] {
        switch type {
        case .structure(let index): brokenFields[index] ?? []
        case .array(let element, _): brokenFields(in: element)
        default: []
        }
    }

    // MARK: - Constants

    /// The value of a constant integer expression; nil after a diagnostic.
    mutating func constantInteger(_ syntax: ExpressionSyntax) -> Int? {
        let expression = value(syntax)
        if expression.type.isError { return nil }
        guard case .scalar(let scalar) = expression.type, !scalar.isFloating, let bits = constantBits(expression) else {
            sink.error("not-constant", "this must be a constant whole number", at: syntax.span)
            return nil
        }
        return scalar == .uint ? Int(bits) : Int(Int32(bitPattern: bits))
    }

    /// The bits of a scalar that is known now; functions that it calls are checked for that.
    mutating func constantBits(_ expression: TypedExpression) -> UInt32? {
        for index in ConstantEvaluator.calls(in: expression) { ensureBody(index) }
        let evaluator = ConstantEvaluator(program: program, function: function, functionConstants: localConstants)
        return evaluator.evaluate(expression, remaining: &constantWork)
    }

    mutating func checkAssertion(_ condition: ExpressionSyntax, _ message: String) {
        let expression = value(condition)
        if expression.type.isError { return }
        guard expression.type.isScalar, let bits = constantBits(forced(expression, to: .bool)) else {
            sink.error("not-constant", "`static_assert` needs a constant condition", at: condition.span)
            return
        }
        if bits == 0 {
            sink.error(
                "static-assert",
                message.isEmpty ? "the assertion does not hold" : "the assertion does not hold: \(message)",
                at: condition.span, hint: "the shader says itself that it cannot work like this")
        }
    }

    // MARK: - Attributes

    /// The number in an attribute such as `[[texture(2)]]`; nil without one.
    mutating func index(of attribute: Attribute) -> Int? {
        guard let first = attribute.arguments.first else { return nil }
        return constantInteger(first)
    }
}

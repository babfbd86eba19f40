extension Checker {
    // MARK: - Variables of the program

    mutating func checkGlobal(_ syntax: VariableDeclaration) {
        var initial: ExpressionSyntax?
        if case .value(let expression)? = syntax.initializer { initial = expression }
        function = TypedFunction(name: "", result: .void, span: syntax.nameSpan)
        sink.owner = 0
        functionIndex = nil
        scopes = [templateScope]
        localConstants = [:]
        let isAutomatic = syntax.type.base.name.last == "auto"
        var type = isAutomatic ? .error : resolve(syntax.type, initial: initial)
        if !isAutomatic, type.isError { return declareBroken(syntax) }
        if type != .sampler, syntax.type.space != .constant {
            let hint = "write `constant \(name(of: type)) \(syntax.name) = …`"
            if syntax.type.isConst, syntax.initializer != nil {
                // The phone refuses it, although nothing else can be meant.
                sink.warning(
                    "program-scope", "a variable outside functions must be `constant`; this one is taken as such",
                    at: syntax.nameSpan, hint: hint)
            } else {
                sink.error(
                    "program-scope", "a variable outside functions must be `constant`", at: syntax.nameSpan, hint: hint)
                if syntax.initializer == nil { return declareBroken(syntax) }
            }
        }
        if type.isOpaque, type != .sampler {
            sink.error(
                "program-scope", "a variable outside functions cannot be a `\(name(of: type))`", at: syntax.nameSpan)
            return declareBroken(syntax)
        }
        for attribute in syntax.attributes where attribute.name == "function_constant" {
            // Its name may stand in `is_function_constant_defined(…)`; other uses are mistakes.
            define(syntax, TypedExpression(kind: .zero, type: type, span: attribute.span), isUnset: true)
            return
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

    private mutating func define(
        _ syntax: VariableDeclaration, _ initial: TypedExpression, isUnset: Bool = false
    ) {
        let full = qualified(syntax.name)
        if let old = globals[full] {
            // A header that was pasted twice.
            if program.globals[old].type != initial.type {
                sink.error("redefinition", "`\(syntax.name)` is defined already", at: syntax.nameSpan)
            }
        }
        var folded = initial
        if !isUnset, let bits = constantBits(initial) { folded.kind = .literal(bits) }
        globals[full] = program.globals.count
        program.globals.append(
            Global(name: syntax.name, type: initial.type, initial: folded, span: syntax.nameSpan, isUnset: isUnset))
    }
}

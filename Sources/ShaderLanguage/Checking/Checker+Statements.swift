extension Checker {
    mutating func block(_ statements: [StatementSyntax]) -> [TypedStatement] {
        scopes.append([:])
        defer { scopes.removeLast() }
        warnAboutDeadCode(in: statements)
        var result: [TypedStatement] = []
        for statement in statements where !sink.isFull { result += check(statement) }
        return result
    }

    /// A statement that is a scope of its own: the body of a loop or branch.
    private mutating func body(_ statement: StatementSyntax) -> TypedStatement {
        .block(block([statement]))
    }

    private mutating func check(_ statement: StatementSyntax) -> [TypedStatement] {
        switch statement.kind {
        case .empty: return []
        case .block(let statements): return [.block(block(statements))]
        case .variables(let variables): return variables.compactMap { declareLocal($0) }
        case .type(let declaration):
            declareType(declaration)
            return []
        case .expression(let expression): return [.expression(check(expression))]
        case .conditional(let first, let test, let then, let otherwise):
            scopes.append([:])
            defer { scopes.removeLast() }
            let start = first.map { check($0) } ?? []
            let test = condition(test)
            return [
                .block(start + [.conditional(test, body(then), otherwise.map { body($0) })])
            ]
        case .forLoop(let first, let test, let increment, let content):
            scopes.append([:])
            defer { scopes.removeLast() }
            let start = first.map { check($0) } ?? []
            let test = test.map { condition($0) }
            let step = increment.map { check($0) }
            return [
                .block(
                    start + [.loop(condition: test, increment: step, body: loopBody(content), testsFirst: true)])
            ]
        case .whileLoop(let test, let content):
            let test = condition(test)
            return [.loop(condition: test, increment: nil, body: loopBody(content), testsFirst: true)]
        case .doLoop(let content, let test):
            let inner = loopBody(content)
            return [.loop(condition: condition(test), increment: nil, body: inner, testsFirst: false)]
        case .selection(let test, let content): return [selection(test, content)]
        case .label:
            sink.error("case", "`case` and `default` belong directly into a `switch`", at: statement.span)
            return []
        case .breakOut:
            if loopDepth == 0, switchDepth == 0 {
                sink.error("break", "`break` outside of a loop or `switch`", at: statement.span)
                return []
            }
            return [.breakOut]
        case .continueOn:
            if loopDepth == 0 {
                sink.error("break", "`continue` outside of a loop", at: statement.span)
                return []
            }
            return [.continueOn]
        case .result(let expression): return [result(expression, at: statement.span)]
        }
    }

    private mutating func loopBody(_ statement: StatementSyntax) -> TypedStatement {
        loopDepth += 1
        let outerSwitch = switchDepth
        switchDepth = 0
        defer {
            loopDepth -= 1
            switchDepth = outerSwitch
        }
        return body(statement)
    }

    private mutating func result(_ expression: ExpressionSyntax?, at span: Span) -> TypedStatement {
        guard let expression else {
            if function.result != .void, !function.result.isError {
                sink.error("return", "`return` needs a `\(name(of: function.result))`", at: span)
            }
            return .result(nil)
        }
        if function.result == .void {
            let typed = check(expression)
            if typed.type != .void, !typed.type.isError {
                sink.error("return", "a `void` function returns nothing", at: expression.span)
            }
            return .block([.expression(typed), .result(nil)])
        }
        return .result(initialize(function.result, .value(expression), at: span))
    }

    // MARK: - Declarations

    private mutating func declareType(_ declaration: Declaration) {
        func define(_ checker: inout Checker, _ name: String, _ symbol: Symbol) {
            guard !checker.scopes.isEmpty else { return }
            checker.scopes[checker.scopes.count - 1][name] = symbol
        }
        switch declaration.kind {
        case .structure(let syntax):
            let type = checkStructure(syntax)
            define(&self, syntax.name, .type(type))
        case .alias(let name, let use, _):
            let type = resolve(use)
            define(&self, name, .type(type))
        case .enumeration(let syntax):
            checkEnumeration(syntax) { checker, name, _, symbol in define(&checker, name, symbol) }
        case .usingNamespace, .variables, .function: break
        }
    }

    private mutating func declareLocal(_ syntax: VariableDeclaration) -> TypedStatement? {
        var initial: ExpressionSyntax?
        if case .value(let expression)? = syntax.initializer { initial = expression }
        var local = Local(name: syntax.name, type: .error, span: syntax.nameSpan)
        local.isConst = syntax.type.isConst || syntax.type.space == .constant || syntax.type.space == .device
        var typed: TypedExpression?
        if syntax.type.base.name.last == "auto" {
            guard let initial else {
                sink.error("auto", "`auto` needs a value", at: syntax.nameSpan)
                declare(local)
                return nil
            }
            let found = syntax.type.isReference || syntax.type.pointerDepth > 0 ? check(initial) : value(initial)
            local.type = found.type
            typed = found
            if found.type == .void {
                sink.error("auto", "this has no value", at: initial.span)
                local.type = .error
            }
        } else {
            local.type = resolve(syntax.type, initial: initial)
        }
        if local.type == .void {
            sink.error("void", "a variable cannot be `void`", at: syntax.nameSpan)
            local.type = .error
        }
        if syntax.type.isReference {
            return declareReference(local, initial, typed)
        }
        if local.type.isOpaque { return declareBinding(local, syntax, initial) }
        if typed == nil, let initializer = syntax.initializer {
            typed = initialize(local.type, initializer, at: syntax.nameSpan)
        }
        let index = declare(local)
        if local.isConst, let typed {
            // Not kept in a variable: while it lives, adding to the function would copy it.
            let bits = ConstantEvaluator(program: program, function: function, functionConstants: localConstants)
                .evaluate(typed)
            if let bits {
                var literal = typed
                literal.kind = .literal(bits)
                localConstants[index] = literal
                return .declare(index, literal)
            }
        }
        return .declare(index, typed)
    }

    private mutating func declareReference(
        _ declared: Local, _ initial: ExpressionSyntax?, _ typed: TypedExpression?
    ) -> TypedStatement? {
        var local = declared
        local.isReference = true
        guard let initial else {
            sink.error("reference", "a reference needs something to refer to", at: local.span)
            local.type = .error
            declare(local)
            return nil
        }
        let target = typed ?? check(initial)
        if !target.type.isError, !local.type.isError, target.type != local.type {
            sink.error(
                "type-mismatch",
                "a reference to `\(name(of: local.type))` cannot refer to a `\(name(of: target.type))`",
                at: initial.span)
            local.type = .error
        }
        if !target.isAssignable { local.isConst = true }
        if !local.isConst { markMutated(target) }
        return .declare(declare(local), target)
    }

    /// A sampler, texture or pointer, which stands for the same thing as long as it lives.
    private mutating func declareBinding(
        _ declared: Local, _ syntax: VariableDeclaration, _ initial: ExpressionSyntax?
    ) -> TypedStatement? {
        var local = declared
        if local.type == .sampler {
            let value =
                syntax.initializer.map { initialize(.sampler, $0, at: syntax.nameSpan) }
                ?? TypedExpression(kind: .sampler(.init()), type: .sampler, span: syntax.nameSpan)
            return .declare(declare(local), value)
        }
        guard let initial else {
            sink.error("binding", "a `\(name(of: local.type))` needs a value here", at: syntax.nameSpan)
            local.type = .error
            declare(local)
            return nil
        }
        let value = convert(self.value(initial), to: local.type, at: initial.span)
        if !value.isAssignable { local.isConst = true }
        return .declare(declare(local), value)
    }

    // MARK: - Switch

    private mutating func selection(_ test: ExpressionSyntax, _ content: [StatementSyntax]) -> TypedStatement {
        var value = self.value(test)
        if case .scalar(let scalar) = value.type, !scalar.isFloating {
            value = convert(value, to: .scalar(scalar.promoted), at: test.span)
        } else if !value.type.isError {
            sink.error("switch", "`switch` needs a whole number, not `\(name(of: value.type))`", at: test.span)
            value = .error(test.span)
        }
        scopes.append([:])
        switchDepth += 1
        defer {
            scopes.removeLast()
            switchDepth -= 1
        }
        warnAboutDeadCode(in: content)
        var sections: [SwitchSection] = []
        var seen: Set<UInt32> = []
        var hasDefault = false
        for statement in content where !sink.isFull {
            guard case .label(let label) = statement.kind else {
                if sections.isEmpty {
                    // Nothing leads here, except that variables may be declared.
                    sections.append(SwitchSection())
                }
                sections[sections.count - 1].body += check(statement)
                continue
            }
            if sections.last.map({ !$0.body.isEmpty }) ?? true { sections.append(SwitchSection()) }
            if let label {
                guard let number = constantInteger(label) else { continue }
                let bits = UInt32(truncatingIfNeeded: number)
                if !seen.insert(bits).inserted {
                    sink.error("switch", "`case \(number)` is there already", at: label.span)
                }
                sections[sections.count - 1].values.append(bits)
            } else {
                if hasDefault { sink.error("switch", "a second `default`", at: statement.span) }
                hasDefault = true
                sections[sections.count - 1].isDefault = true
            }
        }
        return .selection(value, sections)
    }
}

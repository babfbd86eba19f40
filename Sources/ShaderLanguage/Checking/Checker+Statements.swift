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
        nesting += 1
        defer { nesting -= 1 }
        switch statement.kind {
        case .empty: return []
        case .block(let statements): return [.block(block(statements))]
        case .variables(let variables): return variables.compactMap { declareLocal($0) }
        case .type(let declaration):
            declareType(declaration)
            return []
        case .types(let declarations):
            for declaration in declarations { declareType(declaration) }
            return []
        case .typeWithVariables(let declaration, let variables):
            declareType(declaration)
            return variables.compactMap { declareLocal($0) }
        case .assertion(let condition, let message):
            checkAssertion(condition, message)
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
        case .constantConditional(let test, let then, let otherwise):
            let test = condition(test)
            guard let bits = constantBits(test) else {
                if !test.type.isError {
                    sink.error("not-constant", "`if constexpr` needs a constant condition", at: test.span)
                }
                return []
            }
            if bits != 0 { return [body(then)] }
            return otherwise.map { [body($0)] } ?? []
        case .rangeLoop(let variable, let range, let content):
            return [rangeLoop(variable, range, content, statement.span)]
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
        if function.deducesResult, !function.returnsReference {
            let typed = value(expression)
            function.deducesResult = false
            function.result = typed.type
            if typed.type.isOpaque {
                sink.error("result-type", "a function cannot return a binding or pointer", at: expression.span)
                function.result = .error
            }
            return .result(typed)
        }
        if function.returnsReference { return reference(expression, at: span) }
        if function.result == .void {
            let typed = check(expression)
            if typed.type != .void, !typed.type.isError {
                sink.error("return", "a `void` function returns nothing", at: expression.span)
            }
            return .block([.expression(typed), .result(nil)])
        }
        return .result(initialize(function.result, .value(expression), at: span))
    }

    /// `return place;` of a function that returns a reference.
    private mutating func reference(_ expression: ExpressionSyntax, at span: Span) -> TypedStatement {
        let place = check(expression)
        if place.type.isError || function.result.isError { return .result(.error(span)) }
        guard place.type == function.result else {
            sink.error(
                "type-mismatch",
                "a reference to `\(name(of: function.result))` cannot refer to a `\(name(of: place.type))`",
                at: expression.span)
            return .result(.error(span))
        }
        if !function.returnsConstant, !place.isAssignable || !place.kind.isPlace {
            sink.error(
                "reference", "this is constant, but the function returns a reference to write to", at: expression.span)
        }
        return .result(place)
    }

    // MARK: - Declarations

    private mutating func declareType(_ declaration: Declaration) {
        func define(_ checker: inout Checker, _ name: String, _ symbol: Symbol) {
            guard !checker.scopes.isEmpty else { return }
            checker.scopes[checker.scopes.count - 1][name] = symbol
        }
        switch declaration.kind {
        case .structure(let syntax):
            if let template = syntax.template, !template.isEmpty {
                sink.error("template", "templates belong outside of functions", at: syntax.nameSpan)
                return
            }
            // Its scope has a name that nothing else has.
            let type = checkStructure(syntax, scope: "\(syntax.name)@\(shapes.structures.count)") { _, _ in }
            define(&self, syntax.name, .type(type))
        case .alias(let name, let use, _):
            let type = resolve(use)
            define(&self, name, .type(type))
        case .enumeration(let syntax):
            checkEnumeration(syntax) { checker, name, _, symbol in define(&checker, name, symbol) }
        case .usingNamespace(let name): open(name)
        case .variables, .function, .aliasTemplate, .namespaceAlias, .assertion: break
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
        } else if typed == nil, needsConstruction(local.type) {
            typed = defaultValue(of: local.type, at: syntax.nameSpan)
        }
        let index = declare(local)
        if local.isConst, let typed {
            if let bits = constantBits(typed) {
                var literal = typed
                literal.kind = .literal(bits)
                localConstants[index] = literal
                return .declare(index, literal)
            }
            if local.type.isAggregate || local.type.isVector { localConstants[index] = typed }
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

    /// `for (T x : range)`: a loop over the elements of an array, by value or by reference.
    private mutating func rangeLoop(
        _ syntax: VariableDeclaration, _ range: ExpressionSyntax, _ content: StatementSyntax, _ span: Span
    ) -> TypedStatement {
        scopes.append([:])
        defer { scopes.removeLast() }
        let isAutomatic = syntax.type.base.name.last == "auto"
        var source: TypedExpression
        if range.isList {
            // `for (float x : {1.0, 2.0})`
            let first = range.elements.first.flatMap { $0.value.isList ? nil : value($0.value).type }
            let element = isAutomatic ? first ?? .error : resolve(syntax.type)
            source =
                range.elements.isEmpty
                ? .error(span) : list(.array(element, range.elements.count), range.elements, at: range.span)
        } else {
            source = check(range)
        }
        guard case .array(let element, let count) = source.type else {
            if !source.type.isError {
                sink.error(
                    "range-for", "`for` runs over arrays, not over a `\(name(of: source.type))`", at: range.span,
                    hint: "count with an index: `for (int i = 0; i < n; i++)`")
            }
            return .block([])
        }
        var all = Local(name: "", type: source.type, span: range.span)
        all.isReference = source.kind.isPlace
        all.isConst = !source.isAssignable
        let array = declare(all)
        var counter = Local(name: "", type: .int, span: range.span)
        counter.isMutated = true
        let position = declare(counter)
        let index = TypedExpression(kind: .local(position), type: .int, span: range.span, isAssignable: true)
        let isWritable = source.isAssignable && source.kind.isPlace
        let whole = TypedExpression(kind: .local(array), type: source.type, span: range.span, isAssignable: isWritable)
        let one = TypedExpression(
            kind: .element(whole, index), type: element, span: range.span, isAssignable: isWritable)
        var local = Local(
            name: syntax.name, type: isAutomatic ? element.value : resolve(syntax.type), span: syntax.nameSpan)
        if isAutomatic, syntax.type.isReference { local.type = element }
        local.isReference = syntax.type.isReference
        local.isConst = syntax.type.isConst || local.isReference && !isWritable
        let start: TypedExpression
        if local.isReference, local.type == element {
            start = one
            if !local.isConst {
                markMutated(source)
                function.locals[array].isMutated = true
            }
        } else {
            start = convert(one, to: local.type, at: syntax.nameSpan)
        }
        let item = declare(local)
        let limit = TypedExpression(kind: .literal(UInt32(truncatingIfNeeded: count)), type: .int, span: span)
        let zero = TypedExpression(kind: .literal(0), type: .int, span: span)
        let test = TypedExpression(kind: .binary(.less, index, limit), type: .bool, span: span)
        let step = TypedExpression(kind: .step(index, isIncrement: true, isPrefix: true), type: .int, span: span)
        let body = TypedStatement.block([.declare(item, start), loopBody(content)])
        return .block([
            .declare(array, source), .declare(position, zero),
            .loop(condition: test, increment: step, body: body, testsFirst: true),
        ])
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

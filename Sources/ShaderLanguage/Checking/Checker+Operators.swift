extension Checker {
    mutating func unary(_ operation: UnaryOperator, _ syntax: ExpressionSyntax, _ span: Span) -> TypedExpression {
        switch operation {
        case .increment, .decrement:
            return step(syntax, isIncrement: operation == .increment, isPrefix: true, span)
        case .address:
            let operand = check(syntax)
            if operand.type.isError { return .error(span) }
            guard operand.kind.isPlace else {
                sink.error("address", "`&` needs a variable", at: syntax.span)
                return .error(span)
            }
            markMutated(operand)
            return TypedExpression(
                kind: .address(operand), type: .pointer(operand.type), span: span, isAssignable: operand.isAssignable)
        case .dereference:
            let operand = check(syntax)
            if operand.type.isError { return .error(span) }
            guard case .pointer(let pointee) = operand.type else {
                sink.error("address", "`*` needs a pointer, not `\(name(of: operand.type))`", at: syntax.span)
                return .error(span)
            }
            let zero = TypedExpression(kind: .literal(0), type: .int, span: span)
            return TypedExpression(
                kind: .element(operand, zero), type: pointee, span: span, isAssignable: operand.isAssignable)
        default: break
        }
        let operand = value(syntax)
        if operand.type.isError { return .error(span) }
        if let own = ownOperator("operator" + operation.rawValue, [operand], span) { return own }
        guard let scalar = operand.type.element else {
            sink.error(
                "operator", "`\(operation.rawValue)` cannot be applied to `\(name(of: operand.type))`", at: span)
            return .error(span)
        }
        if operation == .not {
            guard !operand.type.isMatrix else {
                sink.error("operator", "`!` cannot be applied to a matrix", at: span)
                return .error(span)
            }
            let test = forced(operand, to: operand.type.with(.bool))
            return TypedExpression(kind: .unary(.not, test), type: test.type, span: span)
        }
        let type = operand.type.isScalar ? .scalar(scalar.promoted) : operand.type
        let promoted = forced(operand, to: type)
        if operation == .plus { return promoted }
        if operation == .complement, scalar.isFloating || operand.type.isMatrix || scalar == .bool {
            sink.error("operator", "`~` needs whole numbers", at: span)
            return .error(span)
        }
        // A negative number is a literal too, so that cases and sizes can be negative.
        if case .literal(let bits) = promoted.kind, operation == .minus {
            let negated = scalar.isFloating ? bits ^ 0x8000_0000 : 0 &- bits
            return TypedExpression(kind: .literal(negated), type: type, span: span)
        }
        return TypedExpression(
            kind: .unary(operation == .minus ? .negate : .complement, promoted), type: type, span: span)
    }

    mutating func step(
        _ syntax: ExpressionSyntax, isIncrement: Bool, isPrefix: Bool, _ span: Span
    ) -> TypedExpression {
        let target = check(syntax)
        if target.type.isError { return .error(span) }
        if case .structure = target.type {
            // The postfix form has an argument that says so.
            let mark = TypedExpression(kind: .literal(0), type: .int, span: span)
            let name = isIncrement ? "operator++" : "operator--"
            if let own = ownOperator(name, isPrefix ? [target] : [target, mark], span) { return own }
        }
        guard isPlace(target, span) else { return .error(span) }
        guard let scalar = target.type.element, scalar != .bool, target.type.width != nil else {
            sink.error("operator", "`\(name(of: target.type))` cannot be counted up or down", at: span)
            return .error(span)
        }
        return TypedExpression(
            kind: .step(target, isIncrement: isIncrement, isPrefix: isPrefix), type: target.type, span: span)
    }

    /// Whether something may be written, with a diagnostic where not.
    private mutating func isPlace(_ target: TypedExpression, _ span: Span) -> Bool {
        if target.isAssignable, target.kind.isPlace, !target.type.isOpaque {
            markMutated(target)
            return true
        }
        if case .swizzle(let base, let components) = target.kind, base.isAssignable,
            Set(components).count < components.count
        {
            sink.error("assignment", "a component that is written twice", at: target.span)
        } else if target.type.isOpaque {
            sink.error("assignment", "a `\(name(of: target.type))` cannot be changed", at: target.span)
        } else {
            sink.error(
                "assignment", target.kind.isPlace ? "this is constant" : "this is not a variable", at: target.span,
                hint: target.kind.isPlace ? "copy it into a variable of your own" : nil)
        }
        return false
    }

    mutating func assign(
        _ targetSyntax: ExpressionSyntax, _ operation: BinaryOperator?, _ sourceSyntax: ExpressionSyntax, _ span: Span
    ) -> TypedExpression {
        let target = check(targetSyntax)
        if case .structure(let index) = target.type {
            let name = "operator" + (operation?.rawValue ?? "") + "="
            let isOwn = operation != nil || shapes.structures[index].methods[name] != nil
            if isOwn, !sourceSyntax.isList {
                let source = value(sourceSyntax)
                if source.type.isError { return .error(span) }
                if let own = ownOperator(name, [target, source], span) { return own }
                guard operation == nil else { return mismatch("\(operation?.rawValue ?? "")=", target, source, span) }
                let converted = convert(source, to: target.type, at: sourceSyntax.span)
                guard !converted.type.isError, isPlace(target, span) else { return .error(span) }
                return TypedExpression(
                    kind: .assign(target, converted), type: target.type, span: span, isAssignable: true)
            }
        }
        guard let operation else {
            let source = initialize(target.type, .value(sourceSyntax), at: sourceSyntax.span)
            if target.type.isError || source.type.isError { return .error(span) }
            guard isPlace(target, span) else { return .error(span) }
            return TypedExpression(kind: .assign(target, source), type: target.type, span: span, isAssignable: true)
        }
        let source = value(sourceSyntax)
        if target.type.isError || source.type.isError { return .error(span) }
        guard isPlace(target, span) else { return .error(span) }
        if target.type.isMatrix || source.type.isMatrix {
            let product = binary(operation, target, source, span)
            if product.type.isError { return product }
            let converted = convert(product, to: target.type, at: span)
            if converted.type.isError { return converted }
            return TypedExpression(kind: .assign(target, converted), type: target.type, span: span, isAssignable: true)
        }
        // The operator's own rules, for the diagnostics.
        let left = forced(target, to: target.type.value)
        let plain = binary(operation, left, source, span)
        if plain.type.isError { return plain }
        guard let scalar = target.type.element, let sourceScalar = source.type.element else { return .error(span) }
        if target.type.isScalar {
            guard source.type.isScalar else {
                _ = convert(plain, to: target.type, at: span)
                return .error(span)
            }
            let isShift = operation == .shiftLeft || operation == .shiftRight
            let computed = isShift ? scalar.promoted : Scalar.common(scalar, sourceScalar)
            let operand = forced(source, to: .scalar(isShift ? sourceScalar.promoted : computed))
            return TypedExpression(
                kind: .update(target, operation, operand, computed: .scalar(computed)), type: target.type, span: span,
                isAssignable: true)
        }
        let computed = target.type.value
        return TypedExpression(
            kind: .update(target, operation, forced(source, to: computed), computed: computed), type: target.type,
            span: span, isAssignable: true)
    }

    mutating func conditional(
        _ test: ExpressionSyntax, _ firstSyntax: ExpressionSyntax, _ secondSyntax: ExpressionSyntax, _ span: Span
    ) -> TypedExpression {
        let condition = value(test)
        // The value of a function constant that nobody sets is only asked for where it is known to be missing.
        let isUnset = if case .literal(0) = condition.kind { true } else { false }
        allowsUnsetConstants = isUnset
        var first = value(firstSyntax)
        allowsUnsetConstants = false
        var second = value(secondSyntax)
        if condition.type.isError || first.type.isError || second.type.isError { return .error(span) }
        guard condition.type.isScalar else {
            sink.error(
                "condition", "a `\(name(of: condition.type))` is not a condition", at: test.span,
                hint: condition.type.isVector ? "use `select(b, a, condition)` to choose by component" : nil)
            return .error(span)
        }
        if first.type != second.type {
            let type: Type
            switch (first.type, second.type) {
            case (.scalar(let a), .scalar(let b)): type = .scalar(Scalar.common(a, b))
            case (.vector, .scalar): type = first.type
            case (.scalar, .vector): type = second.type
            case (.array(let element, _), .pointer(let pointee)) where element == pointee: type = second.type
            case (.pointer(let pointee), .array(let element, _)) where element == pointee: type = first.type
            default:
                sink.error(
                    first.type.isVector && second.type.isVector ? "vector-conversion" : "type-mismatch",
                    "the two results have different types: `\(name(of: first.type))` and `\(name(of: second.type))`",
                    at: span)
                return .error(span)
            }
            first = forced(first, to: type)
            second = forced(second, to: type)
        }
        if first.type.isOpaque {
            sink.error("binding", "a `\(name(of: first.type))` cannot be chosen by a condition", at: span)
            return .error(span)
        }
        return TypedExpression(
            kind: .conditional(forced(condition, to: .bool), first, second), type: first.type, span: span)
    }

    // MARK: - Operators of two operands

    mutating func binary(
        _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ span: Span
    ) -> TypedExpression {
        if left.type.isError || right.type.isError { return .error(span) }
        if let own = ownOperator("operator" + operation.rawValue, [left, right], span) { return own }
        if let pointer = pointerArithmetic(operation, left, right, span) { return pointer }
        guard let a = left.type.element, let b = right.type.element else {
            return mismatch(operation.rawValue, left, right, span)
        }
        if left.type.isMatrix || right.type.isMatrix { return matrixBinary(operation, left, right, a, span) }
        if operation == .and || operation == .or { return logical(operation, left, right, span) }
        let isShift = operation == .shiftLeft || operation == .shiftRight
        let type: Type
        var first = left
        var second = right
        switch (left.type, right.type) {
        case (.scalar, .scalar):
            let isBoolTest = a == .bool && b == .bool && (operation == .equal || operation == .notEqual)
            let common = isBoolTest ? .bool : isShift ? a.promoted : Scalar.common(a, b)
            type = .scalar(common)
            first = forced(left, to: type)
            second = forced(right, to: isShift ? .scalar(b.promoted) : type)
        case (.vector, .scalar):
            type = left.type
            second = forced(right, to: isShift ? type.with(a) : type)
        case (.scalar, .vector):
            type = right.type
            first = forced(left, to: type)
        default:
            guard left.type == right.type else { return mismatch(operation.rawValue, left, right, span) }
            type = left.type
        }
        guard let element = type.element else { return .error(span) }
        if operation.isBitwise || operation == .remainder {
            let isBoolLogic = element == .bool && [.bitAnd, .bitOr, .bitXor].contains(operation)
            guard element.isInteger || isBoolLogic, !(isShift && b.isFloating) else {
                let hint = operation == .remainder ? "write `fmod(a, b)`" : "convert with `int(…)` or `uint(…)`"
                sink.error(
                    "operator",
                    "`\(operation.rawValue)` needs whole numbers, not `\(name(of: left.type))` and `\(name(of: right.type))`",
                    at: span, hint: hint)
                return .error(span)
            }
        } else if element == .bool, operation != .equal, operation != .notEqual {
            sink.error("operator", "`\(operation.rawValue)` cannot be applied to bools", at: span)
            return .error(span)
        }
        let result = operation.isComparison ? type.with(.bool) : type
        return TypedExpression(kind: .binary(operation, first, second), type: result, span: span)
    }

    private mutating func mismatch(
        _ operation: String, _ left: TypedExpression, _ right: TypedExpression, _ span: Span
    ) -> TypedExpression {
        var hint: String?
        if let a = left.type.width, let b = right.type.width {
            hint =
                a == b
                ? "vectors are not converted by themselves: write `\(name(of: left.type))(…)`"
                : "both sides need the same number of components"
        }
        sink.error(
            left.type.isVector && right.type.isVector ? "vector-conversion" : "type-mismatch",
            "`\(operation)` cannot join `\(name(of: left.type))` and `\(name(of: right.type))`", at: span,
            hint: hint)
        return .error(span)
    }

    private mutating func logical(
        _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ span: Span
    ) -> TypedExpression {
        if left.type.isScalar, right.type.isScalar {
            return TypedExpression(
                kind: .logical(isAnd: operation == .and, forced(left, to: .bool), forced(right, to: .bool)),
                type: .bool, span: span)
        }
        let width = max(left.type.width ?? 1, right.type.width ?? 1)
        guard [1, width].contains(left.type.width ?? 0), [1, width].contains(right.type.width ?? 0) else {
            return mismatch(operation.rawValue, left, right, span)
        }
        let type = Type.vector(.bool, width)
        return TypedExpression(
            kind: .binary(operation, forced(left, to: type), forced(right, to: type)), type: type, span: span)
    }

    private mutating func matrixBinary(
        _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ scalar: Scalar, _ span: Span
    ) -> TypedExpression {
        switch (operation, left.type, right.type) {
        case (.add, .matrix, .matrix), (.subtract, .matrix, .matrix):
            guard left.type == right.type else { break }
            return TypedExpression(kind: .binary(operation, left, right), type: left.type, span: span)
        case (.multiply, .matrix(let element, _, _), .scalar), (.divide, .matrix(let element, _, _), .scalar):
            let factor = forced(right, to: .scalar(element))
            return TypedExpression(kind: .binary(operation, left, factor), type: left.type, span: span)
        case (.multiply, .scalar, .matrix(let element, _, _)):
            let factor = forced(left, to: .scalar(element))
            return TypedExpression(kind: .binary(operation, factor, right), type: right.type, span: span)
        case (.multiply, .matrix(let a, let columns, let rows), .vector(let b, let width))
        where a == b && width == columns:
            return TypedExpression(kind: .matrixProduct(left, right), type: .vector(a, rows), span: span)
        case (.multiply, .vector(let a, let rows), .matrix(let b, let columns, let height))
        where a == b && height == rows:
            return TypedExpression(kind: .matrixProduct(left, right), type: .vector(a, columns), span: span)
        case (.multiply, .matrix(let a, let inner, let rows), .matrix(let b, let columns, let height))
        where a == b && height == inner:
            return TypedExpression(
                kind: .matrixProduct(left, right), type: .matrix(a, columns: columns, rows: rows), span: span)
        default: break
        }
        return mismatch(operation.rawValue, left, right, span)
    }
}

extension TypedExpressionKind {
    /// Whether the expression names a place rather than a value.
    var isPlace: Bool {
        switch self {
        case .local, .global: true
        case .field(let base, _), .swizzle(let base, _): base.kind.isPlace
        case .element(let base, _):
            if case .pointer = base.type { true } else { base.kind.isPlace }
        case .assign, .update, .referenceCall: true
        case .step(_, _, let isPrefix): isPrefix
        default: false
        }
    }
}

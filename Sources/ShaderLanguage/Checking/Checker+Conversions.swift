import ShaderIR

extension Checker {
    /// How far an implicit conversion goes, nil when there is none; less is better, as C++ ranks them.
    static func rank(from source: Type, to target: Type) -> Int? {
        let source = source.value
        let target = target.value
        if source == target { return 0 }
        switch (source, target) {
        case (.error, _), (_, .error): return 0
        case (.scalar(let from), .scalar(let to)):
            let isPromotion = from == .half && to == .float || to == .int && from.promoted == .int && from != .int
            return isPromotion ? 1 : 2
        // A scalar fills a vector; the better the closer its type.
        case (.scalar(let from), .vector(let to, _)): return from == to ? 3 : 4
        // An array stands for a pointer to its first element.
        case (.array(let element, _), .pointer(let pointee)): return element == pointee ? 0 : nil
        default: return nil
        }
    }

    /// The expression converted implicitly, with a diagnostic where that cannot be.
    mutating func convert(_ expression: TypedExpression, to type: Type, at span: Span) -> TypedExpression {
        if type.isError || expression.type.isError { return .error(span) }
        guard Checker.rank(from: expression.type, to: type) != nil else {
            let source = name(of: expression.type)
            let target = name(of: type)
            var hint: String?
            if let from = expression.type.width, let to = type.width {
                if from == to {
                    hint = "write `\(target)(…)`"
                } else if from > to, to > 1 {
                    hint = "take the components that are meant, such as `.\("xyzw".prefix(to))`"
                } else if from > to {
                    hint = "take one component, such as `.x`"
                } else {
                    hint = "write `\(target)(…)` with all components"
                }
            }
            let isVector = expression.type.value.isVector && type.value.isVector
            sink.error(
                isVector ? "vector-conversion" : "type-mismatch", "a `\(source)` is not a `\(target)`", at: span,
                hint: hint)
            return .error(span)
        }
        return forced(expression, to: type)
    }

    /// The expression converted to a type that it can be converted to.
    func forced(_ expression: TypedExpression, to type: Type) -> TypedExpression {
        if expression.type == type { return expression }
        var result = TypedExpression(kind: .convert(expression), type: type, span: expression.span)
        if case .pointer = type { result.isAssignable = expression.isAssignable }
        return result
    }

    /// A condition as a scalar bool.
    mutating func condition(_ syntax: ExpressionSyntax) -> TypedExpression {
        let expression = value(syntax)
        if expression.type.isError { return expression }
        guard expression.type.isScalar else {
            let hint = expression.type.isVector ? "use `all(…)` or `any(…)`" : nil
            sink.error(
                "condition", "a `\(name(of: expression.type))` is not a condition", at: syntax.span, hint: hint)
            return .error(syntax.span)
        }
        return forced(expression, to: .bool)
    }

    // MARK: - Constructors and casts

    mutating func construct(
        _ type: Type, _ elements: [ListElement], isBraced: Bool, at span: Span
    ) -> TypedExpression {
        if type == .sampler { return sampler(elements.map(\.value), at: span) }
        if isBraced, type.width == nil, !type.isMatrix { return list(type, elements, at: span) }
        if elements.count == 1, elements[0].value.isList, type.isAggregate {
            // `S({…})`, which makes a structure from a list and copies it.
            return list(type, elements[0].value.elements, at: span)
        }
        if case .structure(let index) = type, !shapes.structures[index].constructors.isEmpty {
            return constructed(index, arguments(elements.map(\.value)), at: span, copying: true)
        }
        var parts: [TypedExpression] = []
        for element in elements {
            parts.append(
                element.value.isList
                    ? list(.error, element.value.elements, at: element.value.span) : value(element.value))
        }
        if type.isError || parts.contains(where: \.type.isError) { return .error(span) }
        if parts.isEmpty { return defaultValue(of: type, at: span) }
        if parts.count == 1, parts[0].type == type { return parts[0] }
        switch type {
        case .scalar:
            if parts.count == 1, parts[0].type.isScalar { return forced(parts[0], to: type) }
        case .vector(let scalar, let width), .packed(let scalar, let width):
            if parts.count == 1, parts[0].type.isScalar { return forced(parts[0], to: .vector(scalar, width)) }
            return compose(.vector(scalar, width), scalar, count: width, parts, at: span)
        case .matrix(let scalar, let columns, let rows):
            return constructMatrix(type, scalar, columns, rows, parts, at: span)
        default: break
        }
        let types = parts.map { name(of: $0.type) }.joined(separator: ", ")
        sink.error("constructor", "`\(name(of: type))` cannot be made from (\(types))", at: span)
        return .error(span)
    }

    private mutating func compose(
        _ type: Type, _ scalar: Scalar, count: Int, _ parts: [TypedExpression], at span: Span
    ) -> TypedExpression {
        var total = 0
        var converted: [TypedExpression] = []
        for part in parts {
            guard let width = part.type.width else {
                total = -1
                break
            }
            total += width
            converted.append(forced(part, to: .make(scalar, width)))
        }
        guard total == count else {
            let types = parts.map { name(of: $0.type) }.joined(separator: ", ")
            let hint =
                total > count && parts.count == 1
                ? "take the components that are meant, such as `.\("xyzw".prefix(count))`"
                : total >= 0 ? "it needs \(count) components; these are \(total)" : nil
            sink.error(
                "constructor", "`\(name(of: type))` cannot be made from (\(types))", at: span, hint: hint)
            return .error(span)
        }
        return TypedExpression(kind: .compose(converted), type: type, span: span)
    }

    private mutating func constructMatrix(
        _ type: Type, _ scalar: Scalar, _ columns: Int, _ rows: Int, _ parts: [TypedExpression], at span: Span
    ) -> TypedExpression {
        if parts.count == 1 {
            switch parts[0].type {
            case .scalar:
                return TypedExpression(
                    kind: .diagonal(forced(parts[0], to: .scalar(scalar))), type: type, span: span)
            case .matrix(_, let width, let height) where width == columns && height == rows:
                return forced(parts[0], to: type)
            default: break
            }
        }
        if parts.count == columns, parts.allSatisfy({ $0.type.width == rows }) || parts.count == columns * rows {
            return compose(type, scalar, count: columns * rows, parts, at: span)
        }
        return compose(type, scalar, count: columns * rows, parts.allSatisfy(\.type.isScalar) ? parts : [], at: span)
    }

    mutating func cast(_ use: TypeUse, _ syntax: ExpressionSyntax, at span: Span) -> TypedExpression {
        let type = resolve(use)
        let expression = value(syntax)
        if type.isError || expression.type.isError { return .error(span) }
        if type == .void { return TypedExpression(kind: expression.kind, type: .void, span: span) }
        let isPossible: Bool
        switch (expression.type, type.value) {
        case (.scalar, .scalar), (.scalar, .vector): isPossible = true
        case (.vector(_, let from), .vector(_, let to)): isPossible = from == to
        case (.matrix(_, let a, let b), .matrix(_, let c, let d)): isPossible = a == c && b == d
        case (_, .structure(let index)) where !shapes.structures[index].constructors.isEmpty:
            return constructed(index, [Argument(expression: expression)], at: span, copying: true)
        case (let from, let to): isPossible = from == to
        }
        guard isPossible else {
            sink.error(
                "cast", "a `\(name(of: expression.type))` cannot be cast to `\(name(of: type))`", at: span)
            return .error(span)
        }
        return forced(expression, to: type.value)
    }

    mutating func reinterpret(_ use: TypeUse, _ syntax: ExpressionSyntax, at span: Span) -> TypedExpression {
        let type = resolve(use)
        let expression = value(syntax)
        if type.isError || expression.type.isError { return .error(span) }
        guard let from = Checker.bitWidth(expression.type), let to = Checker.bitWidth(type), from == to else {
            sink.error(
                "cast",
                "`as_type` needs two types of the same size, not `\(name(of: expression.type))` and "
                    + "`\(name(of: type))`", at: span, hint: "scalars and vectors of numbers have bits to share")
            return .error(span)
        }
        return TypedExpression(kind: .bits(expression), type: type.value, span: span)
    }

    /// The bits of a scalar or vector of numbers.
    private static func bitWidth(_ type: Type) -> Int? {
        guard let element = type.element, element != .bool, let width = type.width else { return nil }
        return element.size * 8 * width
    }
}

extension ExpressionSyntax {
    var isList: Bool { if case .list = kind { true } else { false } }

    var elements: [ListElement] { if case .list(let elements) = kind { elements } else { [] } }
}

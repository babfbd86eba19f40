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
        case (.array(let element, _), .pointer(let pointee)): return element == pointee ? 1 : nil
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
            sink.error("type-mismatch", "a `\(source)` is not a `\(target)`", at: span, hint: hint)
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

    // MARK: - First values

    mutating func initialize(_ type: Type, _ initializer: Initializer, at span: Span) -> TypedExpression {
        switch initializer {
        case .arguments(let arguments):
            if type == .sampler { return sampler(arguments, at: span) }
            return construct(type, arguments.map { ListElement(field: nil, value: $0) }, isBraced: false, at: span)
        case .value(let syntax):
            if case .list(let elements) = syntax.kind { return list(type, elements, at: syntax.span) }
            let expression = value(syntax)
            return convert(expression, to: type, at: syntax.span)
        }
    }

    /// A brace list as a value of a type.
    mutating func list(_ type: Type, _ elements: [ListElement], at span: Span) -> TypedExpression {
        if type.isError {
            for element in elements { _ = element.value.isList ? .error(span) : value(element.value) }
            return .error(span)
        }
        if elements.isEmpty { return TypedExpression(kind: .zero, type: type, span: span) }
        switch type {
        case .structure(let index): return structureList(type, shapes.structures[index], elements, at: span)
        case .array(let element, let count): return arrayList(type, element, count, elements, at: span)
        case .matrix(let scalar, let columns, let rows):
            if elements.allSatisfy({ $0.value.isList }), elements.count <= columns {
                var parts = elements.map { list(.vector(scalar, rows), $0.value.elements, at: $0.value.span) }
                while parts.count < columns {
                    parts.append(TypedExpression(kind: .zero, type: .vector(scalar, rows), span: span))
                }
                return TypedExpression(kind: .compose(parts), type: type, span: span)
            }
            return construct(type, elements, isBraced: true, at: span)
        case .sampler: return sampler(elements.map(\.value), at: span)
        default:
            if elements.count == 1, elements[0].value.isList {
                return list(type, elements[0].value.elements, at: span)
            }
            return construct(type, elements, isBraced: true, at: span)
        }
    }

    private mutating func structureList(
        _ type: Type, _ structure: Structure, _ elements: [ListElement], at span: Span
    ) -> TypedExpression {
        var parts = structure.fields.map { TypedExpression(kind: .zero, type: $0.type, span: span) }
        var next = 0
        for element in elements {
            if let field = element.field {
                guard let index = structure.fields.firstIndex(where: { $0.name == field }) else {
                    sink.error(
                        "unknown-member", "`\(structure.name)` has no field `\(field)`", at: element.value.span,
                        hint: Spelling.nearest(to: field, among: structure.fields.map(\.name))
                            .map { "did you mean `\($0)`?" })
                    return .error(span)
                }
                next = index
            }
            guard next < parts.count else {
                sink.error(
                    "initializer", "`\(structure.name)` has \(parts.count) fields; this is one too many",
                    at: element.value.span)
                return .error(span)
            }
            parts[next] = initialize(structure.fields[next].type, .value(element.value), at: span)
            if parts[next].type.isError { return .error(span) }
            next += 1
        }
        return TypedExpression(kind: .aggregate(parts), type: type, span: span)
    }

    private mutating func arrayList(
        _ type: Type, _ element: Type, _ count: Int, _ elements: [ListElement], at span: Span
    ) -> TypedExpression {
        var elements = elements
        // The outer braces of `array<T, N>{{…}}`.
        if elements.count == 1, elements[0].value.isList, !element.isArray, element.isScalar {
            elements = elements[0].value.elements
        }
        if case .array(_, let inner) = element, elements.allSatisfy({ !$0.value.isList }) {
            // Braces left out: the values fill the rows one after the other.
            elements = stride(from: 0, to: elements.count, by: inner).map { start in
                let row = Array(elements[start..<min(start + inner, elements.count)])
                return ListElement(
                    field: nil, value: ExpressionSyntax(kind: .list(row), span: row[0].value.span))
            }
        }
        guard elements.count <= count else {
            sink.error(
                "initializer", "\(elements.count) values for an array of \(count)", at: elements[count].value.span)
            return .error(span)
        }
        var parts: [TypedExpression] = []
        for part in elements {
            let typed = initialize(element, .value(part.value), at: part.value.span)
            if typed.type.isError { return .error(span) }
            parts.append(typed)
        }
        return TypedExpression(kind: .aggregate(parts), type: type, span: span)
    }

    // MARK: - Constructors and casts

    mutating func construct(
        _ type: Type, _ elements: [ListElement], isBraced: Bool, at span: Span
    ) -> TypedExpression {
        if type == .sampler { return sampler(elements.map(\.value), at: span) }
        if isBraced {
            switch type {
            case .structure, .array: return list(type, elements, at: span)
            // The others have no list of their own, and come back here from there.
            default: break
            }
        }
        var parts: [TypedExpression] = []
        for element in elements {
            parts.append(
                element.value.isList
                    ? list(.error, element.value.elements, at: element.value.span) : value(element.value))
        }
        if type.isError || parts.contains(where: \.type.isError) { return .error(span) }
        if parts.isEmpty { return TypedExpression(kind: .zero, type: type, span: span) }
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
        guard let from = expression.type.element, let to = type.element, expression.type.width != nil,
            expression.type.width == type.width, from.size == 4, to.size == 4
        else {
            sink.error(
                "cast",
                "`as_type` needs two types of 32-bit components, not `\(name(of: expression.type))` and "
                    + "`\(name(of: type))`", at: span)
            return .error(span)
        }
        return TypedExpression(kind: .bits(expression), type: type.value, span: span)
    }

    // MARK: - Samplers

    /// A sampler from `filter::linear, address::repeat, …`.
    mutating func sampler(_ arguments: [ExpressionSyntax], at span: Span) -> TypedExpression {
        var sampler = Sampler()
        for argument in arguments {
            switch argument.kind {
            case .name(let name) where name.parts.count >= 2:
                let key = name.parts[name.parts.count - 2]
                if !apply(key, name.last, to: &sampler) {
                    sink.error("sampler", "a sampler has no `\(key)::\(name.last)`", at: argument.span)
                }
            case .name(let name) where arguments.count == 1:
                let other = value(argument)
                if other.type == .sampler { return other }
                if !other.type.isError {
                    sink.error("sampler", "`\(name.text)` is not a setting of a sampler", at: argument.span)
                }
            case .call(let name, _, _) where ["lod_clamp", "max_anisotropy", "bias"].contains(name.last): break
            default: sink.error("sampler", "this is not a setting of a sampler", at: argument.span)
            }
        }
        return TypedExpression(kind: .sampler(sampler), type: .sampler, span: span)
    }

    private func apply(_ key: String, _ value: String, to sampler: inout Sampler) -> Bool {
        switch key {
        case "filter", "mag_filter", "min_filter":
            guard value == "linear" || value == "nearest" || value == "bicubic" else { return false }
            let filter: Sampler.Filter = value == "nearest" ? .nearest : .linear
            if key != "min_filter" { sampler.magnification = filter }
            if key != "mag_filter" { sampler.minification = filter }
        case "address", "s_address", "t_address", "r_address":
            let modes: [String: Sampler.Address] = [
                "clamp_to_edge": .clampToEdge, "repeat": .repeats, "mirrored_repeat": .mirroredRepeat,
                "clamp_to_zero": .clampToZero, "clamp_to_border": .clampToBorder,
            ]
            guard let mode = modes[value] else { return false }
            if key == "address" || key == "s_address" { sampler.addressS = mode }
            if key == "address" || key == "t_address" { sampler.addressT = mode }
        case "coord":
            guard value == "normalized" || value == "pixel" else { return false }
            sampler.isNormalized = value == "normalized"
        case "border_color":
            let colors: [String: Sampler.Border] = [
                "transparent_black": .transparentBlack, "opaque_black": .opaqueBlack, "opaque_white": .opaqueWhite,
            ]
            guard let color = colors[value] else { return false }
            sampler.border = color
        // There is one level, and nothing to compare with.
        case "mip_filter", "compare_func", "reduction": break
        default: return false
        }
        return true
    }
}

extension ExpressionSyntax {
    var isList: Bool { if case .list = kind { true } else { false } }

    var elements: [ListElement] { if case .list(let elements) = kind { elements } else { [] } }
}

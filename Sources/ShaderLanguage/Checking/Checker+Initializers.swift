extension Checker {
    /// An element of a brace list, checked at most once however many types are tried.
    private struct Part {
        var element: ListElement
        var typed: TypedExpression?
    }

    mutating func initialize(_ type: Type, _ initializer: Initializer, at span: Span) -> TypedExpression {
        switch initializer {
        case .arguments(let arguments):
            if type == .sampler { return sampler(arguments, at: span) }
            return construct(type, arguments.map { ListElement(field: nil, value: $0) }, isBraced: false, at: span)
        case .value(let syntax):
            if case .list(let elements) = syntax.kind { return list(type, elements, at: syntax.span) }
            return initial(value(syntax), as: type, at: syntax.span)
        }
    }

    /// A value as the first of a variable: converted, or given to a constructor.
    private mutating func initial(_ value: TypedExpression, as type: Type, at span: Span) -> TypedExpression {
        if case .structure(let index) = type, value.type != type, !value.type.isError,
            !shapes.structures[index].constructors.isEmpty
        {
            return constructed(index, [Argument(expression: value)], at: span)
        }
        return convert(value, to: type, at: span)
    }

    /// A brace list as a value of a type.
    mutating func list(_ type: Type, _ elements: [ListElement], at span: Span) -> TypedExpression {
        if type.isError {
            for element in elements { _ = element.value.isList ? .error(span) : value(element.value) }
            return .error(span)
        }
        if elements.isEmpty { return defaultValue(of: type, at: span) }
        switch type {
        case .structure(let index):
            if !shapes.structures[index].constructors.isEmpty {
                return constructed(index, arguments(elements.map(\.value)), at: span, copying: true)
            }
            return structureList(type, shapes.structures[index], elements, at: span)
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
            guard type.width != nil else {
                sink.error("initializer", "a `\(name(of: type))` cannot be made from a brace list", at: span)
                return .error(span)
            }
            if elements.count == 1, elements[0].value.isList {
                return list(type, elements[0].value.elements, at: span)
            }
            return construct(type, elements, isBraced: true, at: span)
        }
    }

    // MARK: - Structures

    private mutating func structureList(
        _ type: Type, _ structure: Structure, _ elements: [ListElement], at span: Span
    ) -> TypedExpression {
        if elements.contains(where: { $0.field != nil }) { return designated(type, structure, elements, at: span) }
        var rest = elements.map { Part(element: $0) }[...]
        if elements.count == 1, !elements[0].value.isList {
            // `S{other}` copies.
            let only = value(elements[0].value)
            if only.type == type || only.type.isError { return only.type == type ? only : .error(span) }
            rest[0].typed = only
        }
        let result = fields(type, structure, from: &rest, at: span)
        if !result.type.isError, let extra = rest.first {
            sink.error(
                "initializer", "`\(structure.name)` has \(structure.fields.count) fields; this is one too many",
                at: extra.element.value.span)
            return .error(span)
        }
        return result
    }

    /// `{.x = 1, .y = 2}`.
    private mutating func designated(
        _ type: Type, _ structure: Structure, _ elements: [ListElement], at span: Span
    ) -> TypedExpression {
        var parts: [TypedExpression?] = Array(repeating: nil, count: structure.fields.count)
        var next = 0
        for element in elements {
            if let field = element.field {
                guard let index = structure.position(of: field) else {
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
            let part = initialize(structure.fields[next].type, .value(element.value), at: span)
            if part.type.isError { return .error(span) }
            parts[next] = part
            next += 1
        }
        return aggregate(type, structure, parts, at: span)
    }

    private mutating func aggregate(
        _ type: Type, _ structure: Structure, _ parts: [TypedExpression?], at span: Span
    ) -> TypedExpression {
        var values: [TypedExpression] = []
        for (field, part) in zip(structure.fields, parts) {
            let value = part ?? field.initial ?? defaultValue(of: field.type, at: span)
            if value.type.isError { return .error(span) }
            values.append(value)
        }
        return TypedExpression(kind: .aggregate(values), type: type, span: span)
    }

    /// A structure whose fields take the next elements of a list.
    private mutating func fields(
        _ type: Type, _ structure: Structure, from rest: inout ArraySlice<Part>, at span: Span
    ) -> TypedExpression {
        var parts: [TypedExpression?] = []
        for field in structure.fields {
            guard !rest.isEmpty else { break }
            let part = take(field.type, from: &rest, at: span)
            if part.type.isError { return part }
            parts.append(part)
        }
        while parts.count < structure.fields.count { parts.append(nil) }
        return aggregate(type, structure, parts, at: span)
    }

    // MARK: - Arrays

    private mutating func arrayList(
        _ type: Type, _ element: Type, _ count: Int, _ elements: [ListElement], at span: Span
    ) -> TypedExpression {
        var elements = elements
        // The outer braces of `array<T, N>{{…}}`.
        if elements.count == 1, elements[0].value.isList {
            let inner = elements[0].value.elements
            if element.isScalar || inner.count > 1 && inner.allSatisfy({ $0.value.isList }) && count > 1 {
                elements = inner
            }
        }
        var rest = elements.map { Part(element: $0) }[...]
        if elements.count == 1, !elements[0].value.isList {
            let only = value(elements[0].value)
            if only.type == type || only.type.isError { return only.type == type ? only : .error(span) }
            rest[0].typed = only
        }
        let result = self.elements(type, element, count, from: &rest, at: span)
        if !result.type.isError, let extra = rest.first {
            sink.error(
                "initializer", "\(elements.count) values for an array of \(count)", at: extra.element.value.span)
            return .error(span)
        }
        return result
    }

    /// An array whose elements take the next elements of a list.
    private mutating func elements(
        _ type: Type, _ element: Type, _ count: Int, from rest: inout ArraySlice<Part>, at span: Span
    ) -> TypedExpression {
        var parts: [TypedExpression] = []
        while parts.count < count, !rest.isEmpty {
            let part = take(element, from: &rest, at: span)
            if part.type.isError { return part }
            parts.append(part)
        }
        if parts.count < count, needsConstruction(element) {
            let one = defaultValue(of: element, at: span)
            if one.type.isError { return one }
            parts += Array(repeating: one, count: count - parts.count)
        }
        return TypedExpression(kind: .aggregate(parts), type: type, span: span)
    }

    /// A value of a type from the next elements of a list: a structure or array whose braces are left out takes several.
    private mutating func take(
        _ type: Type, from rest: inout ArraySlice<Part>, at span: Span
    ) -> TypedExpression {
        guard let first = rest.first else { return defaultValue(of: type, at: span) }
        let place = first.element.value.span
        if first.element.value.isList {
            rest.removeFirst()
            return list(type, first.element.value.elements, at: place)
        }
        let whole = first.typed ?? value(first.element.value)
        if whole.type == type || whole.type.isError || !type.isAggregate {
            rest.removeFirst()
            return whole.type == type ? whole : initial(whole, as: type, at: place)
        }
        rest[rest.startIndex].typed = whole
        switch type {
        case .structure(let index) where shapes.structures[index].constructors.isEmpty:
            let structure = shapes.structures[index]
            guard !structure.fields.isEmpty else { break }
            return fields(type, structure, from: &rest, at: span)
        case .array(let element, let count): return elements(type, element, count, from: &rest, at: span)
        default: break
        }
        rest.removeFirst()
        return initial(whole, as: type, at: place)
    }
}

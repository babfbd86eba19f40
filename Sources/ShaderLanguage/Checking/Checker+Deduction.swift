extension Checker {
    /// The arguments of a template that a call leads to: those that are written, those that its arguments show, and
    /// defaults; nil when there are none.
    mutating func deduce(
        _ template: FunctionTemplate, _ explicit: [TemplateArgument], _ arguments: [Argument]
    ) -> [TemplateValue]? {
        let parameters = template.syntax.template ?? []
        var found: [String: TemplateValue] = [:]
        for (parameter, argument) in zip(parameters, explicit) {
            guard let one = value(of: argument, for: parameter, at: parameter.span) else { return nil }
            found[parameter.name] = one
        }
        let given = Set(found.keys)
        let outer = context
        defer { context = outer }
        path = template.path
        scopes = [template.outer]
        let names = Dictionary(
            parameters.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        for (parameter, argument) in zip(template.syntax.parameters, arguments) where argument.list == nil {
            var trial = found
            guard match(parameter.type, argument.expression.type, names, &trial) else {
                // A parameter whose arguments are written converts like any other.
                if Checker.mentions(parameter.type, Set(names.keys).subtracting(given)) { return nil }
                continue
            }
            found = trial
        }
        var values: [TemplateValue] = []
        for parameter in parameters {
            if let one = found[parameter.name], !parameter.name.isEmpty {
                values.append(one)
                continue
            }
            guard let initial = parameter.initial else { return nil }
            scopes.append(bindings(parameters, values))
            defer { scopes.removeLast() }
            guard let one = value(of: initial, for: parameter, at: parameter.span) else { return nil }
            values.append(one)
        }
        return values
    }

    /// Whether a type's use names one of some parameters.
    private static func mentions(_ use: TypeUse, _ names: Set<String>) -> Bool {
        if use.base.name.parts.count == 1, names.contains(use.base.name.last) { return true }
        return use.base.arguments.contains { argument in
            switch argument {
            case .type(let inner): return mentions(inner, names)
            case .value(let value):
                if case .name(let name) = value.kind { return names.contains(name.last) }
                return false
            }
        }
    }

    /// Matches a parameter's type with an argument's, and notes what the names stand for.
    private mutating func match(
        _ use: TypeUse, _ argument: Type, _ names: [String: TypeUse?], _ found: inout [String: TemplateValue]
    ) -> Bool {
        var type = argument
        for extent in use.extents {
            guard case .array(let element, let count) = type else { return false }
            if let extent, !matchValue(extent, UInt32(truncatingIfNeeded: count), names, &found) { return false }
            type = element
        }
        if use.pointerDepth > 0 {
            switch type {
            case .pointer(let pointee): type = pointee
            case .array(let element, _): type = element
            default: return false
            }
        }
        let base = use.base
        if base.arguments.isEmpty, base.name.parts.count == 1, let kind = names[base.name.last] {
            guard kind == nil else { return false }
            return note(base.name.last, .type(type.value), &found)
        }
        guard !base.arguments.isEmpty, Checker.mentions(use, Set(names.keys)) else { return true }
        var expected: [TemplateValue]
        switch (base.name.last, type.value) {
        case ("vec", .vector(let scalar, let width)):
            expected = [.type(.scalar(scalar)), .value(UInt32(width), .int)]
        case ("matrix", .matrix(let scalar, let columns, let rows)):
            expected = [.type(.scalar(scalar)), .value(UInt32(columns), .int), .value(UInt32(rows), .int)]
        case ("array", .array(let element, let count)):
            expected = [.type(element), .value(UInt32(truncatingIfNeeded: count), .uint)]
        case ("texture1d", .texture(let texture)) where texture.dimensions == 1,
            ("texture2d", .texture(let texture)) where texture.dimensions == 2:
            expected = [.type(.scalar(texture.element))]
        case (let name, .structure(let index)):
            guard let template = shapes.structures[index].template,
                structureTemplateTable[template].syntax.name == name
            else { return false }
            expected = shapes.structures[index].arguments
        default: return false
        }
        for (pattern, value) in zip(base.arguments, expected) {
            switch (pattern, value) {
            case (.type(let inner), .type(let type)):
                guard match(inner, type, names, &found) else { return false }
                if !Checker.mentions(inner, Set(names.keys)), resolve(inner) != type { return false }
            case (.value(let expression), .value(let bits, _)):
                guard matchValue(expression, bits, names, &found) else { return false }
            // A name that stands for a value may have been read as a type, and the other way round.
            default: return false
            }
        }
        return true
    }

    private mutating func matchValue(
        _ pattern: ExpressionSyntax, _ bits: UInt32, _ names: [String: TypeUse?], _ found: inout [String: TemplateValue]
    ) -> Bool {
        if case .name(let name) = pattern.kind, name.parts.count == 1, let kind = names[name.last] {
            guard let kind else { return false }
            let type = resolve(kind)
            return note(name.last, .value(bits, type), &found)
        }
        guard let value = constantInteger(pattern) else { return false }
        return UInt32(truncatingIfNeeded: value) == bits
    }

    /// Whether a name stands for a value now: it did not before, or for the same.
    private func note(_ name: String, _ value: TemplateValue, _ found: inout [String: TemplateValue]) -> Bool {
        if let known = found[name] { return known == value }
        found[name] = value
        return true
    }
}

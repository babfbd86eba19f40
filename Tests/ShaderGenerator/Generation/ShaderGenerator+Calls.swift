/// Calls, and what any type can be the result of.
extension ShaderGenerator {
    /// A choice, assignment, sequence, call of a helper or texture read.
    mutating func general(_ type: ValueType, _ depth: Int) -> Node {
        switch weighted([34, 26, 10, 8, 22]) {
        case 0:
            let (test, a, b) = (value(.bool, depth - 1), value(type, depth - 1), value(type, depth - 1))
            return .value(type, "(\(test) ? \(a) : \(b))")
        case 1: return helperCall(type, depth) ?? leaf(type)
        case 2: return assignment(type, depth) ?? leaf(type)
        case 3:
            let (a, b) = (value(valueType(), depth - 1), value(type, depth - 1))
            return .value(type, "(\(a), \(b))")
        default: return textureRead(type, depth) ?? leaf(type)
        }
    }

    /// An assignment as an expression.
    private mutating func assignment(_ type: ValueType, _ depth: Int) -> Node? {
        guard let place = access(to: type, writing: true) else { return nil }
        guard let kind = type.element, type.width != nil, kind != .bool else {
            return .value(type, "(\(place) = \(value(type, depth - 1)))")
        }
        if chance(25) {
            return chance(50)
                ? .value(type, "(\(pick("++ --"))\(place))") : .value(type, "(\(place)\(pick("++ --")))")
        }
        let operation = chance(50) ? "=" : compoundOperator(kind)
        return .value(type, "(\(place) \(operation) \(value(type, depth - 1)))")
    }

    mutating func compoundOperator(_ kind: ScalarKind) -> String {
        kind.isFloating ? pick("+= -= *= /=") : pick("+= -= *= /= %= &= |= ^= <<= >>=")
    }

    // MARK: - The library

    /// A call of a library function with such a result.
    mutating func library(_ type: ValueType, _ depth: Int) -> Node {
        guard let options = LibraryTable.byResult[type], !options.isEmpty else { return leaf(type) }
        let option = pick(options)
        let entry = LibraryTable.entries[option.entry]
        var arguments: [Node] = []
        for (position, shape) in entry.parameters.enumerated() {
            let parameter = shape.type(for: option.type)
            switch shape {
            case .output, .intOutput:
                guard let place = access(to: parameter, writing: true) else { return leaf(type) }
                arguments.append(place)
            case .same where position > 0 && parameter.width != 1 && parameter.width != nil && chance(15):
                // A number fills a vector.
                arguments.append(value(.scalar(parameter.element ?? .float), depth - 1))
            default: arguments.append(value(parameter, depth - 1))
            }
        }
        let space = chance(6) ? "metal::" : chance(3) && option.type.element == .float ? "precise::" : ""
        return .value(type, "\(space)\(entry.name)(\(list: arguments))")
    }

    // MARK: - Helpers

    /// A call of a helper with such a result; nil where there is none or it would be too much.
    mutating func helperCall(_ type: ValueType, _ depth: Int) -> Node? {
        let options = helpers.filter { $0.result == type && $0.cost < work }
        guard !options.isEmpty else { return nil }
        let helper = pick(options)
        var arguments: [Node] = [.place(.uint, "h")]
        for parameter in helper.parameters {
            guard let argument = argument(for: parameter, depth) else { return nil }
            arguments.append(argument)
        }
        work -= helper.cost
        return .value(type, "\(helper.name)(\(list: arguments))")
    }

    private mutating func argument(for parameter: Helper.Parameter, _ depth: Int) -> Node? {
        switch parameter {
        case .value(let type): return value(type, depth - 1)
        case .reference(let type): return access(to: type, writing: true)
        case .pointer(let type):
            let arrays = visible.filter { variable in
                if case .array(let element, _) = variable.type { element == type && variable.isMutable } else { false }
            }
            if let array = arrays.last { return .place(array.type, "\(array.name)") }
            return access(to: type, writing: true).map { .place(type, "&\($0)") }
        case .texture:
            let flat = textures.filter { $0.dimensions == 2 && $0.element == .float }
            return flat.isEmpty ? nil : .place(.void, "\(pick(flat).name)")
        case .sampler: return samplers.isEmpty ? nil : .place(.void, "\(pick(samplers))")
        }
    }

    // MARK: - Textures

    /// A texel or a size; nil where the type does not come from textures.
    private mutating func textureRead(_ type: ValueType, _ depth: Int) -> Node? {
        guard !textures.isEmpty else { return nil }
        let texture = pick(textures)
        if type == .uint { return .value(type, "\(texture.name).\(pick("get_width get_height"))()") }
        guard let kind = type.element, kind.isFloating, let width = type.width else { return nil }
        let texel: Template
        if chance(30) {
            let coordinates = value(.make(.uint, texture.dimensions), depth - 1)
            let near = Node.value(.make(.uint, texture.dimensions), "(\(coordinates) % \(pick("3u 7u 70u")))")
            texel = "\(texture.name).read(\(chance(70) ? near : coordinates))"
        } else {
            texel = sample(texture, depth)
        }
        let whole = Node.value(.vector(texture.element, 4), texel)
        let suffix = (0..<width).map { _ in pick("x y z w") }.joined()
        let part: Template = width == 4 && chance(70) ? "\(whole)" : "\(whole).\(suffix)"
        if texture.element == kind { return .value(type, part) }
        return .value(type, "\(type.name)(\(Node.value(.make(texture.element, width), part)))")
    }

    private mutating func sample(_ texture: TextureName, _ depth: Int) -> Template {
        let type = ValueType.make(.float, texture.dimensions)
        guard !samplers.isEmpty else { return "\(texture.name).read(\(value(.make(.uint, texture.dimensions), 0)))" }
        let sampler = pick(samplers)
        var coordinates = value(type, depth - 1)
        if chance(40) { coordinates = .value(type, "(\(coordinates) * \(pick("3.0 20.0 0.5 (-2.5)")))") }
        var options = ""
        if chance(10) { options = ", \(pick("level(0.0) bias(1.5)"))" }
        if chance(10), texture.dimensions == 2 {
            return "\(texture.name).sample(\(sampler), \(coordinates)\(options), \(value(.vector(.int, 2), 0)))"
        }
        return "\(texture.name).sample(\(sampler), \(coordinates)\(options))"
    }
}

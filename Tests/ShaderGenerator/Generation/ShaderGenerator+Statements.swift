/// Statements.
extension ShaderGenerator {
    /// A block with a scope of its own; in the end something of it goes into the hash.
    mutating func block(_ count: Int, depth: Int, first: [Node] = []) -> Node {
        scopes.append([])
        var content = first
        for _ in 0..<count where statements > 0 { content += statement(depth: depth) }
        if let variable = scopes[scopes.count - 1].last, chance(70) { content += fold(variable) }
        scopes.removeLast()
        return .block(content)
    }

    mutating func statement(depth: Int) -> [Node] {
        statements -= 1
        let isDeep = depth > 3
        let weights = [
            26, 22, 16, isDeep ? 0 : 12, isDeep || loops > 2 ? 0 : 10, isDeep ? 0 : 5, 4, 5, 3, isDeep ? 0 : 2,
        ]
        switch weighted(weights) {
        case 0: return declaration()
        case 1: return assignment()
        case 2: return fold()
        case 3: return branch(depth: depth)
        case 4: return loop(depth: depth)
        case 5: return [selection(depth: depth)]
        case 6: return leave()
        case 7: return call()
        case 8: return discard()
        default: return [block(1 + below(3), depth: depth + 1)]
        }
    }

    // MARK: - Variables

    private mutating func declaration() -> [Node] {
        if chance(18) { return [array()] }
        let type = valueType()
        let name = name("v")
        let node: Node
        switch weighted([70, 12, 8, 10]) {
        case 0: node = .statement("\(type.name) \(name) = \(value(type, 3));")
        case 1: node = .statement("const \(type.name) \(name) = \(value(type, 3));")
        case 2: node = .statement("auto \(name) = \(value(type, 3));")
        default: node = .statement("\(type.name) \(name);")
        }
        declare(name, type, isMutable: !node.pieces[0].hasPrefix("const"))
        return [node]
    }

    private mutating func array() -> Node {
        let name = name("a")
        var element = chance(60) ? ValueType.scalar(scalarKind()) : valueType()
        if case .matrix = element { element = .float }
        let count = 1 + below(7)
        let type: ValueType = chance(80) ? .array(element, count) : .array(.array(element, 1 + below(3)), count)
        defer { declare(name, type) }
        if chance(30) { return .statement("\(element.name) \(name)\(type.extents);") }
        if chance(20) { return .statement("\(element.name) \(name)\(type.extents) = {};") }
        guard case .array(let inner, _) = type else { return .statement(";") }
        var parts: [Node] = []
        for _ in 0..<max(1, count - below(2)) {
            if case .array(let element, let columns) = inner {
                var row: [Node] = []
                for _ in 0..<columns { row.append(value(element, 1)) }
                parts.append(.place(inner, "{\(list: row)}"))
            } else {
                parts.append(value(inner, 1))
            }
        }
        return .statement("\(element.name) \(name)\(type.extents) = {\(list: parts)};")
    }

    private mutating func assignment() -> [Node] {
        let type = valueType()
        guard let place = access(to: type, writing: true) else { return declaration() }
        guard let kind = type.element, kind != .bool, chance(50) else {
            return [.statement("\(place) = \(value(type, 3));")]
        }
        if type.width == nil {
            return [.statement("\(place) \(pick("+= -=")) \(value(type, 2));")]
        }
        if chance(12) { return [.statement("\(place)\(pick("++ --"));")] }
        // The source may be of another type, which the sum is converted from.
        let source: ValueType = type.width == 1 && chance(20) ? .scalar(kind.isFloating ? .int : .short) : type
        let isSplat = type.width != 1 && chance(20)
        return [
            .statement("\(place) \(compoundOperator(kind)) \(value(isSplat ? .scalar(kind) : source, 2));")
        ]
    }

    private mutating func call() -> [Node] {
        guard let helper = helpers.isEmpty ? nil : pick(helpers), let call = helperCall(helper.result, 2) else {
            return assignment()
        }
        return [.statement("\(call);")]
    }

    // MARK: - Output

    /// Puts a value into the hash.
    private mutating func fold() -> [Node] {
        [.statement("fold(h, \(value(.scalar(scalarKind()), 3)));")]
    }

    /// Puts all of a variable into the hash, of arrays one element.
    mutating func fold(_ variable: Variable) -> [Node] {
        parts(of: .place(variable.type, "\(variable.name)"), variable.type).map { .statement("fold(h, \($0));") }
    }

    private mutating func parts(of node: Node, _ type: ValueType) -> [Node] {
        switch type {
        case .void: return []
        case .scalar: return [node]
        case .vector(let kind, let width):
            return (0..<width).map { .value(.scalar(kind), "\(node)[\($0)]") }
        case .matrix(let kind, let columns, let rows):
            return (0..<columns).map { .value(.scalar(kind), "\(node)[\($0)][\(rows - 1)]") }
        case .structure(let name):
            return (structures[name] ?? []).flatMap { field in
                parts(of: .place(field.type, "\(node).\(field.name)"), field.type)
            }
        case .array(let element, let count):
            return parts(of: .place(element, "\(node)[\(index(count))]"), element)
        }
    }

    private mutating func discard() -> [Node] {
        if chance(40) { return fold() }
        return [.statement("if (\(rareCondition())) \(Node.block([.statement("discard_fragment();")]))")]
    }
}

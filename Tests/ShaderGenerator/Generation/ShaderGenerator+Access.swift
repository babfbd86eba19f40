/// Reading and writing what is in scope.
extension ShaderGenerator {
    /// An expression of a type that names a variable or a part of one; nil where nothing in scope has such a part.
    mutating func access(to type: ValueType, writing: Bool = false) -> Node? {
        let candidates = visible.filter { ($0.isMutable || !writing) && reaches($0.type, type, writing) }
        guard !candidates.isEmpty else { return nil }
        // Young variables are what a shader is about.
        let young = candidates.suffix(6)
        let variable = chance(60) ? young[young.startIndex + below(young.count)] : pick(candidates)
        return path(from: .place(variable.type, "\(variable.name)"), variable.type, to: type, writing)
    }

    /// Whether a value of a type has a part of another.
    private func reaches(_ type: ValueType, _ target: ValueType, _ writing: Bool) -> Bool {
        if type == target { return true }
        switch type {
        case .vector(let scalar, let width):
            guard let wanted = target.width, target.element == scalar else { return false }
            return !writing || wanted <= width
        case .matrix(let scalar, _, let rows): return target == .scalar(scalar) || target == .vector(scalar, rows)
        case .array(let element, _): return reaches(element, target, writing)
        case .structure(let name): return structures[name]?.contains { reaches($0.type, target, writing) } ?? false
        default: return false
        }
    }

    private mutating func path(from base: Node, _ type: ValueType, to target: ValueType, _ writing: Bool) -> Node {
        func node(_ template: Template) -> Node { writing ? .place(target, template) : .value(target, template) }
        if type == target { return node("\(base)") }
        switch type {
        case .vector(_, let width):
            if target.width == 1, chance(30) { return node("\(base)[\(index(width))]") }
            return node("\(base).\(swizzle(of: width, count: target.width ?? 1, isDistinct: writing))")
        case .matrix(_, let columns, let rows):
            let column = index(columns)
            if target.width != 1 { return node("\(base)[\(column)]") }
            if chance(50) { return node("\(base)[\(column)].\(swizzle(of: rows, count: 1, isDistinct: true))") }
            return node("\(base)[\(column)][\(index(rows))]")
        case .array(let element, let count):
            let inner = Node.place(element, "\(base)[\(index(count))]")
            return path(from: inner, element, to: target, writing)
        case .structure(let name):
            let fields = (structures[name] ?? []).filter { reaches($0.type, target, writing) }
            let field = pick(fields)
            return path(from: .place(field.type, "\(base).\(field.name)"), field.type, to: target, writing)
        default: return base
        }
    }

    private mutating func swizzle(of width: Int, count: Int, isDistinct: Bool) -> String {
        let letters = Array(chance(80) ? "xyzw" : "rgba").prefix(width).map(String.init)
        if isDistinct { return random.shuffled(letters).prefix(count).joined() }
        return (0..<count).map { _ in pick(letters) }.joined()
    }

    /// An index into something of `count` elements: most are inside, some are anywhere.
    mutating func index(_ count: Int) -> Node {
        switch weighted([35, 30, 20, 8, 7]) {
        case 0: return .value(.int, "\(below(count))")
        case 1: return leaf(.scalar(chance(70) ? .int : pick([.uint, .short, .uchar])))
        case 2: return .value(.int, "int(\(leaf(.float)) * \(Literal.float(Float(count))))")
        case 3: return .value(.int, "\(pick("(-1) 7 64 100000 INT_MIN INT_MAX 4294967295u 2147483648u"))")
        default: return .value(.int, "(\(leaf(.int)) \(pick("& % + - * >>")) \(1 + below(4)))")
        }
    }

    // MARK: - The simplest expressions

    /// A variable's part or a constant.
    mutating func leaf(_ type: ValueType) -> Node {
        work -= 1
        if !chance(18), let node = access(to: type) { return node }
        switch type {
        case .scalar(let kind): return converted(kind) ?? .value(type, "\(literal(kind))")
        case .vector(let kind, let width):
            if chance(30), kind != .bool { return .value(type, "\(type.name)(\(literal(kind)))") }
            if chance(40) { return .value(type, "\(type.name)(\(leaf(.scalar(kind))))") }
            var parts: [Node] = []
            for _ in 0..<width {
                parts.append(chance(50) ? leaf(.scalar(kind)) : .value(.scalar(kind), "\(literal(kind))"))
            }
            return .value(type, "\(type.name)(\(list: parts))")
        case .matrix(let kind, let columns, let rows):
            if chance(30) { return .value(type, "\(type.name)(\(leaf(.scalar(kind))))") }
            var parts: [Node] = []
            for _ in 0..<columns { parts.append(leaf(.vector(kind, rows))) }
            return .value(type, "\(type.name)(\(list: parts))")
        case .structure(let name): return structure(name, depth: 0)
        case .void, .array: return .value(type, "0")
        }
    }

    /// A scalar of a kind from one of another; nil now and then, and where nothing is in scope.
    private mutating func converted(_ kind: ScalarKind) -> Node? {
        let others = random.shuffled([ScalarKind.float, .uint, .int, .half].filter { $0 != kind })
        for other in others where !chance(20) {
            guard let node = access(to: .scalar(other)) else { continue }
            let type = ValueType.scalar(kind)
            if kind == .bool { return .value(type, "(\(node) > \(pick("0 1 2")))") }
            let factor = other == .uint || kind.isFloating ? "" : " * 8"
            return .value(type, "\(kind.rawValue)(\(node)\(factor))")
        }
        return nil
    }

    mutating func literal(_ kind: ScalarKind) -> String {
        switch kind {
        case .bool: return chance(50) ? "true" : "false"
        case .float: return Literal.float(floatLiteral())
        case .half:
            return Literal.half(
                chance(96) ? Float(below(257) - 128) / 32 : pick([65_504, 6e-8, 1e-5, .infinity, .nan]))
        case .int: return Literal.int(Int32(truncatingIfNeeded: wholeLiteral()))
        case .uint: return Literal.uint(UInt32(truncatingIfNeeded: wholeLiteral()))
        case .char, .uchar, .short, .ushort:
            return "\(kind.rawValue)(\(Literal.int(Int32(truncatingIfNeeded: wholeLiteral()))))"
        }
    }

    private mutating func floatLiteral() -> Float {
        switch weighted([30, 40, 12, 6, 4, 4, 4]) {
        case 0: return Float(below(17) - 8) / 4
        case 1: return Float(below(2_001) - 1_000) / 500
        case 2: return Float(below(20_001) - 10_000) / 10
        // Angles far out, where reduction counts.
        case 3: return Float(below(2_000_000) - 1_000_000) * (chance(50) ? 1.37 : 131.7)
        case 4: return pick([.leastNonzeroMagnitude, -0x1p-130, 0x1.8p-127, .leastNormalMagnitude, -1e-30, 1e-20])
        case 5: return pick([.greatestFiniteMagnitude, -1e30, 1e20, 2_147_483_648, 4_294_967_296, 16_777_216])
        default: return pick([0, -0.0, .infinity, -.infinity, .nan, 1, -1])
        }
    }

    private mutating func wholeLiteral() -> Int64 {
        switch weighted([50, 25, 15, 10]) {
        case 0: return Int64(below(19) - 6)
        case 1: return Int64(below(2_001) - 1_000)
        case 2: return Int64(truncatingIfNeeded: random.next() >> 32)
        default: return pick([0, 1, -1, 31, 32, 33, 127, 255, -128, 32_767, 65_535, -2_147_483_648, 2_147_483_647])
        }
    }
}

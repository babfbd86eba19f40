/// Control flow.
extension ShaderGenerator {
    /// A condition that holds in some pixels: over what varies, if anything does.
    mutating func condition() -> Node {
        switch weighted([45, 25, 30]) {
        case 0:
            let limit = Literal.float(Float(below(41) - 10) / 20)
            return .value(.bool, "(\(leaf(.float)) \(pick("< >")) \(limit))")
        case 1: return .value(.bool, "((\(leaf(.int)) & \(pick("1 2 3"))) \(pick("== !=")) \(pick("0 1")))")
        default: return value(.bool, 3)
        }
    }

    /// A condition that holds in few pixels, so that others still get to what follows.
    mutating func rareCondition() -> Node {
        guard isEntry, chance(80) else { return condition() }
        let edge = Literal.float(Float(1 + below(6)) / 16)
        let axis = pick("in.uv.x in.uv.y in.position.x in.position.y")
        return .value(.bool, "(fract(\(axis) * \(pick("0.37 1.7 3.1 (-2.3)"))) < \(edge))")
    }

    mutating func branch(depth: Int) -> [Node] {
        let test = condition()
        let then = block(1 + below(4), depth: depth + 1)
        guard chance(50) else { return [.statement("if (\(test)) \(then)")] }
        let otherwise = block(1 + below(3), depth: depth + 1)
        if chance(25) {
            let last = block(1, depth: depth + 1)
            return [.statement("if (\(test)) \(then) else if (\(condition())) \(otherwise) else \(last)")]
        }
        return [.statement("if (\(test)) \(then) else \(otherwise)")]
    }

    /// Leaves a loop or the function in some pixels.
    mutating func leave() -> [Node] {
        let leavesLoop = loops > 0 && chance(70)
        let test = leavesLoop ? condition() : rareCondition()
        if leavesLoop {
            let word = isInSwitch || chance(50) ? "continue" : "break"
            return [.statement("if (\(test)) \(Node.block([.statement("\(word);")]))")]
        }
        if result == .void { return [.statement("if (\(test)) \(Node.block([.statement("return;")]))")] }
        return [.statement("if (\(test)) \(Node.block([.statement("return \(returned());")]))")]
    }

    // MARK: - Loops

    mutating func loop(depth: Int) -> [Node] {
        let counter = name("i")
        let limit = 1 + below(5)
        let (outerLoops, outerSwitch) = (loops, isInSwitch)
        defer { (loops, isInSwitch) = (outerLoops, outerSwitch) }
        func body(_ generator: inout ShaderGenerator, _ type: ValueType, first: [Node] = []) -> Node {
            generator.loops += 1
            generator.isInSwitch = false
            generator.scopes.append([Variable(name: counter, type: type, isMutable: false)])
            defer { generator.scopes.removeLast() }
            return generator.block(1 + generator.below(4), depth: depth + 1, first: first)
        }
        switch weighted([30, 12, 12, 14, 14, 12, 6]) {
        case 0:
            let step = pick(["\(counter)++", "++\(counter)", "\(counter) += 2"])
            return [.statement("for (int \(counter) = 0; \(counter) < \(limit); \(step)) \(body(&self, .int))")]
        case 1:
            let bound = Node.value(.int, "(\(value(.int, 1)) & 7)")
            return [.statement("for (int \(counter) = \(bound); \(counter) > 0; \(counter)--) \(body(&self, .int))")]
        case 2:
            let bound = value(.float, 1)
            let step = pick("0.25 0.3 0.7")
            return [
                .statement(
                    "for (float \(counter) = 0.0; \(counter) < min(\(bound), 2.0); \(counter) += \(step)) \(body(&self, .float))"
                )
            ]
        case 3:
            let test = condition()
            return [
                .statement("int \(counter) = \(limit);"),
                .statement("while (\(counter)-- > 0 && \(test)) \(body(&self, .int))"),
            ]
        case 4:
            let content = body(&self, .uint)
            return [
                .statement("uint \(counter) = 0u;"),
                .statement("do \(content) while (++\(counter) < \(limit)u && \(condition()));"),
            ]
        case 5:
            let guarded = Node.statement("if (\(counter)++ >= \(limit)) \(Node.block([.statement("break;")]))")
            return [
                .statement("int \(counter) = 0;"), .statement("for (;;) \(body(&self, .int, first: [guarded]))"),
            ]
        default:
            // Nothing says that this one ends.
            let test = condition()
            return [
                .statement("int \(counter) = 0;"),
                .statement("while (\(test)) \(body(&self, .int, first: [.statement("\(counter)++;")]))"),
            ]
        }
    }

    // MARK: - Switch

    mutating func selection(depth: Int) -> Node {
        let outer = isInSwitch
        defer { isInSwitch = outer }
        isInSwitch = true
        let count = 2 + below(3)
        let kind = pick([ScalarKind.int, .int, .uint, .short])
        var test = value(.scalar(kind), 2)
        if chance(75) { test = .value(.scalar(kind), "(\(test) \(pick("& %")) \(count + 1))") }
        var sections: [Node] = []
        let defaultPlace = below(count + 2)
        for number in 0...count {
            var label = number == defaultPlace ? "default:" : "case \(number):"
            if chance(15) { label += " case \(number + 20):" }
            var content = block(1 + below(2), depth: depth + 1)
            // A section without it runs on into the next.
            if chance(65) { content.children.append(.statement("break;")) }
            sections.append(.statement("\(label) \(content)"))
        }
        return .statement("switch (\(test)) \(Node.block(sections))")
    }
}

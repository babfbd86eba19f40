import ShaderIR

/// Takes scopes out of a program that are only left at their end.
///
/// That is most of what inlining leaves behind: a function with one `return` is a scope with one exit, its last
/// statement. What remains is simpler to run, and more values can be used where they are wanted.
enum Pruning {
    /// The block without unreachable statements and needless scopes.
    static func prune(_ block: [Statement]) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(block.count)
        for statement in block {
            switch statement {
            case .scope(let id, let body):
                let inner = droppingTailExits(of: id, in: prune(body))
                if exits(inner, to: id) {
                    result.append(.scope(id, inner))
                } else {
                    result += inner
                    if let last = inner.last, case .exit = last { return result }
                }
            case .branch(let condition, let then, let otherwise):
                result.append(.branch(condition: condition, then: prune(then), otherwise: prune(otherwise)))
            case .loop(let body): result.append(.loop(prune(body)))
            case .exit:
                result.append(statement)
                return result
            default: result.append(statement)
            }
        }
        return result
    }

    /// The block without exits that lead where it ends anyway.
    private static func droppingTailExits(of id: ScopeID, in block: [Statement]) -> [Statement] {
        var block = block
        while let last = block.last {
            switch last {
            case .exit(id): block.removeLast()
            case .branch(let condition, let then, let otherwise):
                let first = droppingTailExits(of: id, in: then)
                let second = droppingTailExits(of: id, in: otherwise)
                block[block.count - 1] = .branch(condition: condition, then: first, otherwise: second)
                return block
            case .scope(let inner, let body):
                block[block.count - 1] = .scope(inner, droppingTailExits(of: id, in: body))
                return block
            default: return block
            }
        }
        return block
    }

    private static func exits(_ block: [Statement], to id: ScopeID) -> Bool {
        block.contains { statement in
            switch statement {
            case .exit(let scope): scope == id
            case .scope(_, let body), .loop(let body): exits(body, to: id)
            case .branch(_, let then, let otherwise): exits(then, to: id) || exits(otherwise, to: id)
            default: false
            }
        }
    }
}

import ShaderIR

/// Makes a program smaller and faster without changing what it computes.
///
/// Stores are forwarded to loads, so that a variable that is assigned only in straight-line code disappears; constants
/// are folded, equal values computed once, small branches turned into selections; what nobody reads is removed. Only
/// identities that hold for every bit pattern are used.
enum Optimiser {
    static func optimise(_ program: ShaderProgram) -> ShaderProgram {
        var result = DeadCode.remove(Rebuilder.rebuild(program))
        // The first pass uncovers what the second can use: selections that were branches, and shorter scopes.
        result = DeadCode.remove(Rebuilder.rebuild(result))
        return result
    }
}

/// Which variables statements store to.
enum StoredVariables {
    static func collect(_ statements: [Statement], into set: inout Set<VariableID>) {
        for statement in statements {
            switch statement {
            case .store(let variable, _): set.insert(variable)
            case .branch(_, let then, let otherwise):
                collect(then, into: &set)
                collect(otherwise, into: &set)
            case .scope(_, let body), .loop(let body): collect(body, into: &set)
            default: break
            }
        }
    }

    static func of(_ statements: [Statement]) -> Set<VariableID> {
        var set: Set<VariableID> = []
        collect(statements, into: &set)
        return set
    }
}

/// Questions about how statements leave their block.
enum Exits {
    /// Whether statements contain an exit of a scope.
    static func contain(_ scope: ScopeID, _ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .exit(let target): target == scope
            case .branch(_, let then, let otherwise): contain(scope, then) || contain(scope, otherwise)
            case .scope(_, let body), .loop(let body): contain(scope, body)
            default: false
            }
        }
    }

    /// The statements of a scope without exits that stand where it ends anyway.
    static func withoutTail(_ scope: ScopeID, _ statements: [Statement]) -> [Statement] {
        var result = statements
        while let last = result.last {
            switch last {
            case .exit(scope):
                result.removeLast()
                continue
            case .branch(let condition, let then, let otherwise):
                result[result.count - 1] = .branch(
                    condition: condition, then: withoutTail(scope, then), otherwise: withoutTail(scope, otherwise))
            case .scope(let inner, let body): result[result.count - 1] = .scope(inner, withoutTail(scope, body))
            default: break
            }
            return result
        }
        return result
    }
}

import ShaderIR

/// Makes a program that fails as small as it gets by taking statements away.
enum Shrinking {
    /// A program in which nothing more can be left out, or put in place of the block around it, without `isFailing`
    /// becoming false.
    ///
    /// What is no valid program does not fail, and nor does what `isFailing` throws on.
    static func smallest(_ program: ShaderProgram, _ isFailing: (ShaderProgram) throws -> Bool) -> ShaderProgram {
        var best = program
        func fails(_ body: [Statement]) -> ShaderProgram? {
            var candidate = best
            candidate.body = body
            guard (try? ValidatedProgram(candidate)) != nil, (try? isFailing(candidate)) == true else { return nil }
            return candidate
        }
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            var position = 0
            // Statements are numbered as they are written; what replaces one is looked at again.
            while position < count(best.body) {
                var found: ShaderProgram?
                for body in replacements(at: position, of: best.body) where found == nil { found = fails(body) }
                if let found {
                    best = found
                    isSmaller = true
                } else {
                    position += 1
                }
            }
        }
        return best
    }

    static func count(_ body: [Statement]) -> Int {
        body.reduce(0) { $0 + 1 + count($1.parts[0]) + count($1.parts[1]) }
    }

    /// The program without a statement, or with what is inside it in its place.
    private static func replacements(at position: Int, of body: [Statement]) -> [[Statement]] {
        var start = 0
        for (index, statement) in body.enumerated() {
            let parts = statement.parts
            let counts = parts.map(count)
            if position == start {
                return ([[]] + parts.filter { !$0.isEmpty }).map { inside in
                    Array(body[..<index]) + inside + Array(body[(index + 1)...])
                }
            }
            if position <= start + counts[0] + counts[1] {
                let isFirst = position <= start + counts[0]
                let inner = isFirst ? position - start - 1 : position - start - 1 - counts[0]
                return replacements(at: inner, of: parts[isFirst ? 0 : 1]).map { changed in
                    var result = body
                    result[index] = isFirst ? statement.with(changed, parts[1]) : statement.with(parts[0], changed)
                    return result
                }
            }
            start += 1 + counts[0] + counts[1]
        }
        return []
    }
}

extension Statement {
    /// The blocks inside; two, which may be empty.
    fileprivate var parts: [[Statement]] {
        switch self {
        case .branch(_, let then, let otherwise): [then, otherwise]
        case .scope(_, let body), .loop(let body): [body, []]
        default: [[], []]
        }
    }

    fileprivate func with(_ first: [Statement], _ second: [Statement]) -> Statement {
        switch self {
        case .branch(let condition, _, _): .branch(condition: condition, then: first, otherwise: second)
        case .scope(let scope, _): .scope(scope, first)
        case .loop: .loop(first)
        default: self
        }
    }
}

/// How much there is to lower when every call is written out.
///
/// Counted before anything is: functions that each call the one before twice are 2ⁿ times what their source shows.
enum InlinedSize {
    /// Most expressions and statements; ordinary programs of `ValidatedProgram.instructionLimit` instructions have half.
    static let limit = 800_000

    /// The expressions and statements of a function and of all that it calls, saturating.
    static func size(of entry: Int, in program: TypedProgram) -> Int {
        var sizes: [Int: Int] = [:]
        // Without recursion of our own, since calls may be chained as long as the source is.
        var stack: [(function: Int, isCounted: Bool)] = [(entry, false)]
        while let top = stack.popLast() {
            if sizes[top.function] != nil { continue }
            let function = program.functions[top.function]
            guard top.isCounted else {
                stack.append((top.function, true))
                for callee in function.calls where sizes[callee] == nil { stack.append((callee, false)) }
                continue
            }
            var counter = Counter(sizes: sizes)
            for statement in function.body ?? [] { counter.count(statement) }
            sizes[top.function] = counter.total
        }
        return sizes[entry] ?? 0
    }

    private struct Counter {
        let sizes: [Int: Int]
        var total = 1

        mutating func add(_ amount: Int) {
            let sum = total.addingReportingOverflow(amount)
            total = sum.overflow ? .max : sum.partialValue
        }

        mutating func count(_ statement: TypedStatement) {
            add(1)
            for expression in statement.expressions { count(expression) }
            for inner in statement.statements { count(inner) }
        }

        mutating func count(_ expression: TypedExpression) {
            add(1)
            switch expression.kind {
            case .call(let callee, _), .referenceCall(let callee, _), .construction(let callee, _):
                add(sizes[callee] ?? 0)
            default: break
            }
            for part in expression.kind.operands { count(part) }
        }
    }
}

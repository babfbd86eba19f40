extension TypedStatement {
    /// The expressions that stand directly in the statement.
    var expressions: [TypedExpression] {
        switch self {
        case .block, .breakOut, .continueOn: []
        case .declare(_, let initial): initial.map { [$0] } ?? []
        case .expression(let expression): [expression]
        case .conditional(let test, _, _), .selection(let test, _): [test]
        case .loop(let condition, let increment, _, _): [condition, increment].compactMap { $0 }
        case .result(let expression): expression.map { [$0] } ?? []
        }
    }

    /// The statements in the statement.
    var statements: [TypedStatement] {
        switch self {
        case .block(let inner): inner
        case .conditional(_, let then, let otherwise): [then] + (otherwise.map { [$0] } ?? [])
        case .loop(_, _, let body, _): [body]
        case .selection(_, let sections): sections.flatMap(\.body)
        default: []
        }
    }
}

/// The variables that something may write to.
struct WrittenVariables {
    let program: TypedProgram
    private(set) var variables: Set<Int> = []
    /// How much was looked at.
    private(set) var steps = 0

    init(in program: TypedProgram) { self.program = program }

    mutating func collect(_ statement: TypedStatement) {
        steps += 1
        for expression in statement.expressions { collect(expression) }
        for inner in statement.statements { collect(inner) }
        if case .declare(let variable, let initial?) = statement {
            variables.insert(variable)
            // A reference may write to what it stands for.
            note(initial)
        }
    }

    mutating func collect(_ expression: TypedExpression) {
        steps += 1
        switch expression.kind {
        case .assign(let target, _), .update(let target, _, _, _), .step(let target, _, _), .address(let target):
            note(target)
        case .call(let index, let arguments), .referenceCall(let index, let arguments):
            for (argument, parameter) in zip(arguments, program.functions[index].parameters)
            where parameter.isReference && !parameter.isConst || parameter.type.isOpaque {
                note(argument)
            }
        case .construction(let index, let arguments):
            for (argument, parameter) in zip(arguments, program.functions[index].parameters.dropFirst())
            where parameter.isReference && !parameter.isConst || parameter.type.isOpaque {
                note(argument)
            }
        case .library(let index, _, let arguments):
            for (argument, shape) in zip(arguments, Library.functions[index].parameters) where shape.isOutput {
                note(argument)
            }
        default: break
        }
        for part in expression.kind.operands { collect(part) }
    }

    private mutating func note(_ target: TypedExpression) {
        var current = target
        while true {
            switch current.kind {
            case .local(let variable):
                variables.insert(variable)
                return
            case .field(let base, _), .swizzle(let base, _), .element(let base, _), .convert(let base): current = base
            default: return
            }
        }
    }
}

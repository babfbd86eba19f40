/// Whether an expression may be computed where the language would not: without effects, and at little cost.
enum EvaluationCost {
    private static let limit = 48

    static func isCheap(_ expression: TypedExpression) -> Bool {
        var budget = limit
        return spend(&budget, expression)
    }

    private static func spend(_ budget: inout Int, _ expression: TypedExpression) -> Bool {
        let width = expression.type.width ?? 4
        switch expression.kind {
        case .literal, .zero, .local, .global, .sampler: break
        case .field(let base, _), .swizzle(let base, _):
            // Only what is taken costs.
            return spend(&budget, base)
        case .element(let base, let index):
            budget -= 4 * width
            return spend(&budget, base) && spend(&budget, index)
        case .convert(let inner), .bits(let inner), .diagonal(let inner), .unary(_, let inner):
            budget -= width
            return budget >= 0 && spend(&budget, inner)
        case .compose(let parts): return parts.allSatisfy { spend(&budget, $0) }
        case .aggregate(let parts):
            budget -= parts.count
            return budget >= 0 && parts.allSatisfy { spend(&budget, $0) }
        case .binary(_, let left, let right):
            budget -= width
            return budget >= 0 && spend(&budget, left) && spend(&budget, right)
        case .logical(_, let left, let right):
            budget -= 1
            return budget >= 0 && spend(&budget, left) && spend(&budget, right)
        case .conditional(let test, let first, let second):
            budget -= width
            return budget >= 0 && spend(&budget, test) && spend(&budget, first) && spend(&budget, second)
        case .library(let index, _, let arguments):
            let function = Library.functions[index]
            if function.rule == .effect || function.parameters.contains(where: \.isOutput) { return false }
            budget -= 4 * width
            return budget >= 0 && arguments.allSatisfy { spend(&budget, $0) }
        default: return false
        }
        return budget >= 0
    }
}

import ShaderIR

/// Which variables can influence a derivative.
///
/// Derivatives alone look at pixels that are not live, so only what flows into them must hold exactly what such pixels
/// stored last. All other variables are free to hold anything there.
struct DerivativeReach {
    private(set) var variables: Set<Int> = []

    init(_ program: ShaderProgram) {
        var pending: [Int] = []
        for case .operation(let operation, let operand, _, _) in program.instructions {
            if operation == .derivativeX || operation == .derivativeY { pending.append(operand.index) }
        }
        guard !pending.isEmpty else { return }
        var flows = Flows()
        flows.collect(program.body)
        var isReached = [Bool](repeating: false, count: program.instructions.count)
        var arrays: Set<Int> = []
        while let value = pending.popLast() {
            if isReached[value] { continue }
            isReached[value] = true
            switch program.instructions[value] {
            case .operation(_, let a, let b, let c): pending += [a.index, b.index, c.index]
            case .load(let variable):
                if variables.insert(variable.index).inserted { pending += flows.ofVariables[variable.index] ?? [] }
            case .element(let array, let index):
                pending.append(index.index)
                if arrays.insert(array.index).inserted { pending += flows.ofArrays[array.index] ?? [] }
            case .tableElement(_, let index): pending.append(index.index)
            case .fetched: pending += flows.ofFetches[value] ?? []
            case .constant, .input, .textureSize: break
            }
        }
    }

    /// The values that statements move.
    private struct Flows {
        var ofVariables: [Int: [Int]] = [:]
        var ofArrays: [Int: [Int]] = [:]
        var ofFetches: [Int: [Int]] = [:]

        mutating func collect(_ block: [Statement]) {
            for statement in block {
                switch statement {
                case .store(let variable, let value): ofVariables[variable.index, default: []].append(value.index)
                case .storeElement(let array, let index, let value):
                    ofArrays[array.index, default: []] += [index.index, value.index]
                case .fetch(let fetch):
                    for result in fetch.results { ofFetches[result.index] = [fetch.x.index, fetch.y.index] }
                case .branch(_, let then, let otherwise):
                    collect(then)
                    collect(otherwise)
                case .scope(_, let body), .loop(let body): collect(body)
                case .evaluate, .exit, .discard: break
                }
            }
        }
    }
}

import ShaderIR

/// A program as a list, with structure marked by regions, on the way to a `Plan`.
///
/// Values are instruction indices. Uniform values are computed once per pass, before everything else.
struct Draft {
    enum Step {
        case compute(Int)
        case fetch(Int)
        case store(variable: Int, value: Int)
        case storeElement(array: Int, index: Int, value: Int)
        case branch(condition: Int, region: Int)
        case otherwise(region: Int)
        case endBranch(region: Int)
        case scope(region: Int)
        case endScope(region: Int)
        case loop(region: Int)
        case endLoop(region: Int)
        case exit(scope: Int)
        /// Leaves the scope where the condition has a value: a branch with nothing but an exit.
        case exitWhere(condition: Int, isTrue: Bool, scope: Int)
        case discard
        /// Counts one iteration of a loop that is written out.
        case count
    }

    /// A branch, scope or loop.
    struct Region {
        enum Kind { case branch, scope, loop }
        var kind: Kind
        var parent: Int
        /// Positions in `steps` of its marks; `middle` is the one of `otherwise`, or −1.
        var begin = -1
        var middle = -1
        var end = -1
    }

    var instructions: [Instruction]
    var types: [ScalarType]
    var isUniform: [Bool]
    var fetches: [Fetch] = []
    var isFetchUniform: [Bool] = []
    var regions: [Region] = []
    /// Uniform computations, in order.
    var prologue: [Step] = []
    var steps: [Step] = []
    /// The values of the output when the steps are done.
    var output: [Int] = []

    /// The values that an instruction works on.
    func operands(of value: Int) -> [Int] {
        switch instructions[value] {
        case .operation(let operation, let a, let b, let c):
            switch operation == .select ? 3 : operation.signature.operands.count {
            case 1: [a.index]
            case 2: [a.index, b.index]
            default: [a.index, b.index, c.index]
            }
        case .element(_, let index), .tableElement(_, let index): [index.index]
        case .constant, .input, .load, .textureSize, .fetched: []
        }
    }

    /// About how many simple operations a value takes in generated code.
    func cost(of value: Int) -> Int {
        switch instructions[value] {
        case .operation(let operation, _, _, _):
            switch operation {
            case .divideFloat, .squareRoot, .roundToHalf, .floatToSigned, .floatToUnsigned: 5
            case .remainderFloat, .powFloat, .atan2Float, .sine, .cosine, .tangent, .arcSine, .arcCosine,
                .arcTangent, .hyperbolicSine, .hyperbolicCosine, .hyperbolicTangent, .exponential, .exponential2,
                .logarithm, .logarithm2, .logarithm10, .divideSigned, .divideUnsigned, .remainderSigned,
                .remainderUnsigned:
                30
            default: 1
            }
        case .tableElement, .element: 20
        case .constant, .input, .load, .textureSize, .fetched: 1
        }
    }

    /// The values that a step computes.
    func results(of step: Step) -> [Int] {
        switch step {
        case .compute(let value): [value]
        case .fetch(let fetch): fetches[fetch].results.map(\.index)
        default: []
        }
    }

    /// The values that a step reads.
    func operands(of step: Step) -> [Int] {
        switch step {
        case .compute(let value): operands(of: value)
        case .fetch(let fetch): [fetches[fetch].x.index, fetches[fetch].y.index]
        case .store(_, let value): [value]
        case .storeElement(_, let index, let value): [index, value]
        case .branch(let condition, _), .exitWhere(let condition, _, _): [condition]
        case .otherwise, .endBranch, .scope, .endScope, .loop, .endLoop, .exit, .discard, .count: []
        }
    }

    /// The uniform values in the order in which they lie in memory.
    var uniformValues: [Int] { prologue.flatMap { results(of: $0) } }
}

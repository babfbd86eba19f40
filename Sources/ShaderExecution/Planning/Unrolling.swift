import ShaderIR

/// Loops with a few iterations, known beforehand, written out one after the other.
///
/// What depends on nothing but the counter and uniform values is uniform then, and computed once per pass. That such a
/// loop is worth it is decided by what is left for each pixel.
struct Unrolling {
    /// How often the body is entered.
    let count: Int
    /// The loop's last statement, which leaves it when the counter is at its end, and what that is.
    private let exit: [Statement]

    /// The most iterations.
    private static let countLimit = 16

    /// How a loop runs, if that is known: it ends by testing a counter that is stored to once, by a constant step.
    init?(_ body: [Statement], instructions: [Instruction], constant: (Int) -> UInt32?, start: (VariableID) -> UInt32?)
    {
        guard case .branch(let condition, let then, let otherwise)? = body.last,
            then.isEmpty != otherwise.isEmpty,
            case .operation(let test, let left, let right, _) = instructions[condition.index]
        else { return nil }
        let leaving = then.isEmpty ? otherwise : then
        guard leaving.count == 1, case .exit = leaving[0], let bound = constant(right.index) else { return nil }
        exit = leaving
        var counter: (variable: VariableID, next: ValueID)?
        for case .store(let variable, let value) in body where value == left { counter = (variable, value) }
        guard let counter, Self.storeCount(of: counter.variable, in: body) == 1, let first = start(counter.variable),
            case .operation(let step, let before, let distance, _) = instructions[counter.next.index],
            case .load(counter.variable) = instructions[before.index], let distance = constant(distance.index)
        else { return nil }
        var value = first
        for count in 1...Self.countLimit {
            guard let next = Self.step(step, value, distance), let holds = Self.test(test, next, bound) else {
                return nil
            }
            value = next
            if holds != otherwise.isEmpty { continue }
            self.count = count
            return
        }
        return nil
    }

    private static func storeCount(of variable: VariableID, in block: [Statement]) -> Int {
        block.reduce(0) { sum, statement in
            switch statement {
            case .store(variable, _): sum + 1
            case .branch(_, let then, let otherwise):
                sum + storeCount(of: variable, in: then) + storeCount(of: variable, in: otherwise)
            case .scope(_, let body), .loop(let body): sum + storeCount(of: variable, in: body)
            default: sum
            }
        }
    }

    private static func step(_ operation: Operation, _ a: UInt32, _ b: UInt32) -> UInt32? {
        switch operation {
        case .addInt: a &+ b
        case .subtractInt: a &- b
        case .addFloat: (Float(bitPattern: a) + Float(bitPattern: b)).bitPattern
        case .subtractFloat: (Float(bitPattern: a) - Float(bitPattern: b)).bitPattern
        default: nil
        }
    }

    private static func test(_ operation: Operation, _ a: UInt32, _ b: UInt32) -> Bool? {
        let (x, y) = (Int32(bitPattern: a), Int32(bitPattern: b))
        let (f, g) = (Float(bitPattern: a), Float(bitPattern: b))
        switch operation {
        case .lessSigned: return x < y
        case .lessEqualSigned: return x <= y
        case .lessUnsigned: return a < b
        case .lessEqualUnsigned: return a <= b
        case .notEqualInt: return x != y
        case .equalInt: return x == y
        case .lessFloat: return f < g
        case .lessEqualFloat: return f <= g
        default: return nil
        }
    }

    /// The statements of one iteration, before values get names of their own.
    func iteration(_ index: Int, of body: [Statement]) -> [Statement] {
        index == count - 1 ? body.dropLast() + exit : body.dropLast()
    }
}

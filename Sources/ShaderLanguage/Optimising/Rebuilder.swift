import ShaderIR

/// Writes a program anew, statement by statement, knowing what each variable holds on the way.
struct Rebuilder {
    private let old: ShaderProgram
    private var new: ShaderProgram
    /// The new value of each old one.
    private var values: [ValueID]
    /// What each variable is known to hold for the pixels that are live; nil when that depends.
    private var known: [ValueID?]
    /// Values that can be used again, and those that each open block added.
    private var available: [Instruction: ValueID] = [:]
    private var fetched: [FetchKey: [ValueID]] = [:]
    private var blocks: [Block] = [Block()]
    private var entry: [Statement] = []
    private var constants: [UInt64: ValueID] = [:]

    private struct FetchKey: Hashable {
        let kind: Fetch.Kind
        let texture: Int
        let x: ValueID
        let y: ValueID
    }

    private struct Block {
        var statements: [Statement] = []
        var instructions: [Instruction] = []
        var fetches: [FetchKey] = []
        /// The block was left; what follows is never reached.
        var hasLeft = false
    }

    /// Cost up to which both sides of a branch are computed instead.
    private static let selectionLimit = 12

    static func rebuild(_ program: ShaderProgram) -> ShaderProgram {
        var rebuilder = Rebuilder(program)
        rebuilder.rebuild(program.body)
        return rebuilder.finished()
    }

    private init(_ program: ShaderProgram) {
        old = program
        new = ShaderProgram(name: program.name)
        new.variables = program.variables
        new.arrays = program.arrays
        new.tables = program.tables
        new.scopeCount = program.scopeCount
        new.output = program.output
        new.textures = program.textures
        new.instructions.reserveCapacity(program.instructions.count)
        new.types.reserveCapacity(program.instructions.count)
        values = Array(repeating: ValueID(0), count: program.instructions.count)
        known = Array(repeating: nil, count: program.variables.count)
    }

    private func finished() -> ShaderProgram {
        var result = new
        result.body = entry + (blocks.first?.statements ?? [])
        return result
    }

    // MARK: - Blocks

    private mutating func append(_ statement: Statement) { blocks[blocks.count - 1].statements.append(statement) }

    /// Rebuilds statements as a block of their own, whose values are out of sight afterwards.
    private mutating func block(_ statements: [Statement]) -> [Statement] {
        let before = known
        blocks.append(Block())
        rebuild(statements)
        known = before
        return closeBlock().statements
    }

    private mutating func forget(_ variables: Set<VariableID>) {
        for variable in variables { known[variable.index] = nil }
    }

    private mutating func rebuild(_ statements: [Statement]) {
        for statement in statements {
            if blocks[blocks.count - 1].hasLeft { return }
            rebuild(statement)
        }
    }

    private mutating func rebuild(_ statement: Statement) {
        switch statement {
        case .evaluate(let value): values[value.index] = evaluate(value)
        case .fetch(let fetch): rebuild(fetch)
        case .store(let variable, let value):
            let new = values[value.index]
            guard known[variable.index] != new else { return }
            known[variable.index] = new
            append(.store(variable, new))
        case .storeElement(let array, let index, let value):
            append(.storeElement(array, index: values[index.index], value: values[value.index]))
        case .branch(let condition, let then, let otherwise): branch(values[condition.index], then, otherwise)
        case .scope(let scope, let body): rebuild(scope, body)
        case .loop(let body):
            let stored = StoredVariables.of(body)
            forget(stored)
            append(.loop(block(body)))
        case .exit(let scope):
            append(.exit(scope))
            blocks[blocks.count - 1].hasLeft = true
        case .discard: append(.discard)
        }
    }

    private mutating func rebuild(_ scope: ScopeID, _ body: [Statement]) {
        let trimmed = Exits.withoutTail(scope, body)
        guard Exits.contain(scope, trimmed) else { return rebuild(trimmed) }
        let statements = block(trimmed)
        forget(StoredVariables.of(statements))
        append(.scope(scope, statements))
    }

    private mutating func branch(_ condition: ValueID, _ then: [Statement], _ otherwise: [Statement]) {
        if let bits = constantBits(condition) { return rebuild(bits != 0 ? then : otherwise) }
        if let cost = selectionCost(then), let otherCost = selectionCost(otherwise),
            cost + otherCost <= Rebuilder.selectionLimit
        {
            return select(condition, then, otherwise)
        }
        let before = known
        blocks.append(Block())
        rebuild(then)
        let (first, firstLeft) = closeBlock()
        let afterThen = known
        known = before
        blocks.append(Block())
        rebuild(otherwise)
        let (second, secondLeft) = closeBlock()
        // Pixels that left bring nothing to what follows, and what a side computed is out of sight there.
        for index in known.indices {
            let isKept =
                (firstLeft || afterThen[index] == before[index]) && (secondLeft || known[index] == before[index])
            known[index] = isKept ? before[index] : nil
        }
        if first.isEmpty, second.isEmpty { return }
        append(.branch(condition: condition, then: first, otherwise: second))
        if firstLeft, secondLeft { blocks[blocks.count - 1].hasLeft = true }
    }

    /// Ends the innermost block and forgets the values that it added.
    private mutating func closeBlock() -> (statements: [Statement], hasLeft: Bool) {
        guard let block = blocks.popLast() else { return ([], false) }
        for instruction in block.instructions { available[instruction] = nil }
        for key in block.fetches { fetched[key] = nil }
        return (block.statements, block.hasLeft)
    }

    // MARK: - Selections

    /// What it costs to compute a side of a branch for nothing; nil when it has effects beyond variables.
    private func selectionCost(_ statements: [Statement]) -> Int? {
        var cost = 0
        for statement in statements {
            switch statement {
            case .evaluate(let value):
                switch old.instructions[value.index] {
                case .constant, .input, .load: break
                case .operation(let operation, _, _, _): cost += Rebuilder.cost(of: operation)
                default: cost += 2
                }
            case .store: cost += 1
            default: return nil
            }
            if cost > Rebuilder.selectionLimit { return nil }
        }
        return cost
    }

    private static func cost(of operation: Operation) -> Int {
        switch operation {
        case .divideFloat, .squareRoot: 3
        case .remainderFloat, .powFloat, .atan2Float, .sine, .cosine, .tangent, .arcSine, .arcCosine, .arcTangent,
            .hyperbolicSine, .hyperbolicCosine, .hyperbolicTangent, .exponential, .exponential2, .logarithm, .logarithm2,
            .logarithm10, .divideSigned, .divideUnsigned, .remainderSigned, .remainderUnsigned:
            10
        default: 1
        }
    }

    private mutating func select(_ condition: ValueID, _ then: [Statement], _ otherwise: [Statement]) {
        let before = known
        let first = assignments(then)
        known = before
        let second = assignments(otherwise)
        known = before
        var done: Set<VariableID> = []
        for (variable, _) in first.order + second.order where done.insert(variable).inserted {
            let old = known[variable.index]
            guard let a = first.values[variable] ?? old ?? load(variable),
                let b = second.values[variable] ?? old ?? load(variable)
            else { continue }
            let chosen = choose(condition, a, b)
            guard known[variable.index] != chosen else { continue }
            known[variable.index] = chosen
            append(.store(variable, chosen))
        }
    }

    /// Computes the values of a side in the present block, and catches its stores.
    private mutating func assignments(
        _ statements: [Statement]
    ) -> (values: [VariableID: ValueID], order: [(VariableID, Int)]) {
        var result: [VariableID: ValueID] = [:]
        var order: [(VariableID, Int)] = []
        for (position, statement) in statements.enumerated() {
            switch statement {
            case .evaluate(let value): values[value.index] = evaluate(value)
            case .store(let variable, let value):
                let new = values[value.index]
                // Later loads of this side see it.
                known[variable.index] = new
                if result.updateValue(new, forKey: variable) == nil { order.append((variable, position)) }
            default: break
            }
        }
        return (result, order)
    }

    private mutating func load(_ variable: VariableID) -> ValueID? {
        let value = emit(.load(variable), new.variables[variable.index].type)
        return value
    }

    private mutating func choose(_ condition: ValueID, _ a: ValueID, _ b: ValueID) -> ValueID {
        let type = new.types[a.index]
        return simplified(.select, condition, a, b, type)
            ?? reuse(.operation(.select, condition, a, b), type)
    }

    // MARK: - Values

    private func constantBits(_ value: ValueID) -> UInt32? {
        if case .constant(_, let bits) = new.instructions[value.index] { return bits }
        return nil
    }

    private mutating func define(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        new.instructions.append(instruction)
        new.types.append(type)
        return ValueID(new.instructions.count - 1)
    }

    private mutating func emit(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        let value = define(instruction, type)
        append(.evaluate(value))
        return value
    }

    private mutating func constant(_ type: ScalarType, _ bits: UInt32) -> ValueID {
        let key = UInt64(type.rawValue) << 32 | UInt64(bits)
        if let found = constants[key] { return found }
        let value = define(.constant(type, bits: bits), type)
        entry.append(.evaluate(value))
        constants[key] = value
        return value
    }

    /// A value that was computed already, or a new one.
    private mutating func reuse(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        if let found = available[instruction] { return found }
        if case .input = instruction {
            let value = define(instruction, type)
            entry.append(.evaluate(value))
            available[instruction] = value
            return value
        }
        let value = emit(instruction, type)
        available[instruction] = value
        blocks[blocks.count - 1].instructions.append(instruction)
        return value
    }

    private mutating func evaluate(_ value: ValueID) -> ValueID {
        let type = old.types[value.index]
        switch old.instructions[value.index] {
        case .constant(let type, let bits): return constant(type, bits)
        case .input(let input): return reuse(.input(input), type)
        case .load(let variable):
            if let held = known[variable.index] { return held }
            let loaded = emit(.load(variable), type)
            known[variable.index] = loaded
            return loaded
        case .element(let array, let index): return emit(.element(array, index: values[index.index]), type)
        case .tableElement(let table, let index):
            let place = values[index.index]
            let bits = old.tables[table.index].bits
            if let known = constantBits(place) {
                return constant(type, bits[min(max(Int(Int32(bitPattern: known)), 0), bits.count - 1)])
            }
            return reuse(.tableElement(table, index: place), type)
        case .textureSize(let texture, let axis): return reuse(.textureSize(texture: texture, axis: axis), type)
        case .operation(let operation, let a, let b, let c):
            let (x, y, z) = (values[a.index], values[b.index], values[c.index])
            if let simple = simplified(operation, x, y, z, type) { return simple }
            return reuse(.operation(operation, x, y, z), type)
        case .fetched: return value
        }
    }

    private mutating func rebuild(_ fetch: Fetch) {
        let key = FetchKey(
            kind: fetch.kind, texture: fetch.texture, x: values[fetch.x.index], y: values[fetch.y.index])
        var results = fetched[key] ?? []
        if results.isEmpty {
            results = fetch.results.map { _ in define(.fetched, .float) }
            append(.fetch(Fetch(kind: key.kind, texture: key.texture, x: key.x, y: key.y, results: results)))
            fetched[key] = results
            blocks[blocks.count - 1].fetches.append(key)
        }
        for (old, new) in zip(fetch.results, results) { values[old.index] = new }
    }

    // MARK: - Identities

    /// A value that an operation equals for every bit pattern of its operands; nil when none is known.
    private mutating func simplified(
        _ operation: Operation, _ a: ValueID, _ b: ValueID, _ c: ValueID, _ type: ScalarType
    ) -> ValueID? {
        let (x, y, z) = (constantBits(a), constantBits(b), constantBits(c))
        let isUnary = operation.signature.operands.count == 1
        if operation == .select {
            if let x { return x != 0 ? b : c }
            if b == c { return b }
            if type == .bool, let y, let z, y != z {
                return y != 0 ? a : reuse(.operation(.logicalNot, a, a, a), .bool)
            }
            return nil
        }
        if let x, isUnary || y != nil, let bits = Folding.fold(operation, x, y ?? x, x) { return constant(type, bits) }
        let one = Float(1).bitPattern
        switch operation {
        case .multiplyFloat:
            if x == one { return b }
            if y == one { return a }
        case .divideFloat:
            if y == one { return a }
            // By a power of two: the reciprocal is exact, and so the product rounds like the quotient.
            if let y, let reciprocal = Rebuilder.exactReciprocal(y) {
                let factor = constant(.float, reciprocal)
                return reuse(.operation(.multiplyFloat, a, factor, a), .float)
            }
        case .subtractFloat where y == 0: return a
        case .addFloat:
            // Minus zero changes nothing; plus zero would turn it into plus zero.
            if y == 0x8000_0000 { return a }
            if x == 0x8000_0000 { return b }
        case .addInt, .bitOr, .bitXor:
            if x == 0 { return b }
            if y == 0 { return a }
        case .subtractInt, .shiftLeft, .shiftRightArithmetic, .shiftRightLogical:
            if y == 0 { return a }
        case .multiplyInt:
            if x == 1 { return b }
            if y == 1 { return a }
        case .logicalAnd:
            if let x { return x != 0 ? b : a }
            if let y { return y != 0 ? a : b }
            if a == b { return a }
        case .logicalOr:
            if let x { return x != 0 ? a : b }
            if let y { return y != 0 ? b : a }
            if a == b { return a }
        case .logicalNot:
            if case .operation(.logicalNot, let inner, _, _) = new.instructions[a.index] { return inner }
        case .negateFloat:
            if case .operation(.negateFloat, let inner, _, _) = new.instructions[a.index] { return inner }
        case .roundToHalf:
            if case .operation(.roundToHalf, _, _, _) = new.instructions[a.index] { return a }
        default: break
        }
        return nil
    }

    /// The bits of 1 / x where x is a power of two and its reciprocal a normal number.
    private static func exactReciprocal(_ bits: UInt32) -> UInt32? {
        let value = Float(bitPattern: bits)
        guard value.isNormal, value.significandBitPattern == 0, (-126...126).contains(value.exponent) else { return nil }
        return (1 / value).bitPattern
    }
}

import ShaderIR

/// Programs that look random: well typed, with deep divergent control flow, always ending or tripping.
struct RandomProgram {
    private var numbers: TestNumbers
    var program = ShaderProgram(name: "random")
    private var blocks: [[Statement]] = [[]]
    private var ints: [VariableID] = []
    private var floats: [VariableID] = []
    var bools: [VariableID] = []
    private let array = ArrayID(0)
    private let table = TableID(0)
    private var scopes: [ScopeID] = []
    private var budget: Int
    private let hasDerivatives: Bool
    /// Whether every operation, type and kind of texture read may appear, not only what the reference knows.
    private let isRich: Bool
    /// Whether the whole budget is spent.
    private var isLarge = false

    /// The same program for the same seed; `budget` is about how many statements it has.
    static func make(seed: UInt64, isRich: Bool = false, budget: Int? = nil) -> ShaderProgram {
        var random = RandomProgram(seed: seed, isRich: isRich)
        if let budget {
            random.budget = budget
            random.isLarge = true
        }
        return random.build()
    }

    private init(seed: UInt64, isRich: Bool) {
        numbers = TestNumbers(seed: seed)
        budget = isRich ? 20 + Int(seed % 40) : 60 + Int(seed % 50)
        hasDerivatives = seed % 2 == 0
        self.isRich = isRich
        for index in 0..<4 {
            ints.append(variable("i\(index)", .int))
            floats.append(variable("f\(index)", .float))
        }
        program.arrays.append(Slot(name: "a", type: .int, count: 5))
        program.tables.append(Table(name: "t", type: .int, bits: [3, 1, 4, 1, 5, 9, 2, 6]))
        if isRich { addRichStorage() }
    }

    // MARK: - Building

    mutating func variable(_ name: String, _ type: ScalarType) -> VariableID {
        program.variables.append(Slot(name: name, type: type))
        return VariableID(program.variables.count - 1)
    }

    mutating func emit(_ statement: Statement) { blocks[blocks.count - 1].append(statement) }

    mutating func compute(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        program.instructions.append(instruction)
        program.types.append(type)
        let value = ValueID(program.instructions.count - 1)
        emit(.evaluate(value))
        return value
    }

    mutating func constant(_ value: Int32) -> ValueID {
        compute(.constant(.int, bits: UInt32(bitPattern: value)), .int)
    }

    mutating func constant(_ value: Float) -> ValueID {
        compute(.constant(.float, bits: value.bitPattern), .float)
    }

    mutating func load(_ variable: VariableID) -> ValueID {
        compute(.load(variable), program.variables[variable.index].type)
    }

    mutating func apply(_ operation: Operation, _ a: ValueID, _ b: ValueID? = nil) -> ValueID {
        compute(.operation(operation, a, b ?? a, a), operation.signature.result)
    }

    private mutating func collect(_ body: (inout RandomProgram) -> Void) -> [Statement] {
        blocks.append([])
        body(&self)
        return blocks.removeLast()
    }

    private mutating func scope(_ body: (inout RandomProgram) -> Void) {
        let id = ScopeID(program.scopeCount)
        program.scopeCount += 1
        scopes.append(id)
        let statements = collect(body)
        scopes.removeLast()
        emit(.scope(id, statements))
    }

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    private mutating func build() -> ShaderProgram {
        let x = apply(.floatToSigned, compute(.input(.positionX), .float))
        let y = apply(.floatToSigned, compute(.input(.positionY), .float))
        emit(.store(ints[0], x))
        emit(.store(ints[1], y))
        repeat { block(depth: 0) } while isLarge && budget > 0
        // The output is what all variables hold, taken apart into halves that a byte-exact target cannot hide.
        var sum = constant(Int32(17))
        for variable in ints { sum = mix(sum, load(variable)) }
        for variable in floats { sum = mix(sum, apply(isRich ? .floatBits : .floatToSigned, load(variable))) }
        for variable in bools { sum = mix(sum, apply(.boolToInt, load(variable))) }
        for index in 0..<5 {
            sum = mix(sum, compute(.element(array, index: constant(Int32(index))), .int))
        }
        var output: [VariableID] = []
        for (index, name) in ["r", "g", "b", "a"].enumerated() {
            let channel = variable(name, .float)
            let shifted = apply(.shiftRightLogical, sum, constant(Int32(index * 8)))
            let byte = apply(.bitAnd, shifted, constant(Int32(255)))
            let number = apply(.signedToFloat, byte)
            let fraction = apply(.multiplyFloat, number, constant(Float(1) / 256))
            emit(.store(channel, index == 3 ? constant(Float(1)) : fraction))
            output.append(channel)
        }
        program.body = blocks[0]
        program.output = output
        return program
    }

    private mutating func mix(_ a: ValueID, _ b: ValueID) -> ValueID {
        let product = apply(.multiplyInt, a, constant(Int32(31)))
        return apply(.bitXor, product, b)
    }

    // MARK: - Values

    mutating func integer(_ depth: Int = 0) -> ValueID {
        if isRich, depth <= 2, pick(2) == 0 { return richInteger(depth + 1) }
        switch pick(depth > 2 ? 3 : 9) {
        case 0: return constant(Int32(pick(7)) - 2)
        case 1, 2: return load(ints[pick(ints.count)])
        case 3: return compute(.element(array, index: integer(depth + 1)), .int)
        case 4: return compute(.tableElement(table, index: integer(depth + 1)), .int)
        case 5:
            let (test, a, b) = (condition(depth + 1), integer(depth + 1), integer(depth + 1))
            return compute(.operation(.select, test, a, b), .int)
        case 6: return apply(.floatToSigned, float(depth + 1))
        default:
            let operations: [Operation] = [.addInt, .subtractInt, .multiplyInt, .bitXor, .bitAnd]
            let (a, b) = (integer(depth + 1), integer(depth + 1))
            return apply(operations[pick(operations.count)], a, b)
        }
    }

    mutating func float(_ depth: Int = 0) -> ValueID {
        if isRich, depth <= 2, pick(2) == 0 { return richFloat(depth + 1) }
        switch pick(depth > 2 ? 3 : 8) {
        case 0: return constant(Float(pick(9)) / 4 - 1)
        case 1, 2: return load(floats[pick(floats.count)])
        case 3: return apply(.signedToFloat, integer(depth + 1))
        case 4 where hasDerivatives:
            return apply(pick(2) == 0 ? .derivativeX : .derivativeY, float(depth + 1))
        default:
            let operations: [Operation] = [.addFloat, .subtractFloat, .multiplyFloat, .minimumFloat]
            let (a, b) = (float(depth + 1), float(depth + 1))
            return apply(operations[pick(operations.count)], a, b)
        }
    }

    mutating func condition(_ depth: Int = 0) -> ValueID {
        if isRich, depth <= 2, pick(2) == 0 { return richCondition(depth + 1) }
        switch pick(depth > 2 ? 2 : 4) {
        case 0: return apply(.lessSigned, integer(depth + 1), integer(depth + 1))
        case 1: return apply(.lessFloat, float(depth + 1), float(depth + 1))
        case 2:
            let odd = apply(.bitAnd, load(ints[pick(ints.count)]), constant(Int32(1)))
            return apply(.equalInt, odd, constant(Int32(pick(2))))
        default: return apply(.logicalNot, condition(depth + 1))
        }
    }

    // MARK: - Statements

    private mutating func block(depth: Int) {
        for _ in 0..<(1 + pick(4)) where budget > 0 { statement(depth: depth) }
    }

    private mutating func statement(depth: Int) {
        budget -= 1
        if isRich, pick(4) == 0 { return richStatement() }
        switch pick(depth > 4 ? 4 : 10) {
        case 0, 1: emit(.store(ints[pick(ints.count)], integer()))
        case 2: emit(.store(floats[pick(floats.count)], float()))
        case 3: emit(.storeElement(array, index: integer(), value: integer()))
        case 4, 5: branch(depth: depth)
        case 6: scope { $0.block(depth: depth + 1) }
        case 7: loop(depth: depth)
        case 8 where !scopes.isEmpty: exit(where: condition())
        default: if pick(6) == 0 { emit(.discard) } else { branch(depth: depth) }
        }
    }

    private mutating func exit(where condition: ValueID) {
        let scope = scopes[pick(scopes.count)]
        let isThen = pick(2) == 0
        emit(.branch(condition: condition, then: isThen ? [.exit(scope)] : [], otherwise: isThen ? [] : [.exit(scope)]))
    }

    private mutating func branch(depth: Int) {
        let test = condition()
        let then = collect { random in
            random.block(depth: depth + 1)
            if !random.scopes.isEmpty, random.pick(3) == 0 {
                random.emit(.exit(random.scopes[random.pick(random.scopes.count)]))
            }
        }
        let otherwise = collect { if $0.pick(2) == 0 { $0.block(depth: depth + 1) } }
        emit(.branch(condition: test, then: then, otherwise: otherwise))
    }

    /// A loop over a counter of its own, or now and then one that may run until the limit.
    private mutating func loop(depth: Int) {
        let counter = variable("n", .int)
        if pick(4) > 0 { emit(.store(counter, constant(Int32(0)))) }
        let count = pick(3) == 0 ? integer() : constant(Int32(1 + pick(4)))
        scope { random in
            let exit = random.scopes[random.scopes.count - 1]
            let body = random.collect { random in
                let isOn = random.apply(.lessSigned, random.load(counter), count)
                random.emit(.branch(condition: isOn, then: [], otherwise: [.exit(exit)]))
                if random.pick(2) == 0 {
                    random.scope { $0.block(depth: depth + 1) }
                } else {
                    random.block(depth: depth + 1)
                }
                random.emit(.store(counter, random.apply(.addInt, random.load(counter), random.constant(Int32(1)))))
            }
            random.emit(.loop(body))
        }
    }
}

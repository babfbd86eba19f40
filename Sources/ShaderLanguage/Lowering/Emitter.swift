import ShaderIR

/// Writes instructions and statements into open blocks, and computes what is constant at once.
///
/// Constants, inputs and the values of program-scope constants go to the entry, before everything else.
struct Emitter {
    private(set) var program: ShaderProgram
    private var blocks: [[Statement]] = [[]]
    private var entry: [Statement] = []
    private var constants: [UInt64: ValueID] = [:]
    /// Stores that were written, which are no instructions.
    private(set) var storeCount = 0
    private var inputs: [Input: ValueID] = [:]

    init(name: String) {
        program = ShaderProgram(name: name)
    }

    /// How deep the open blocks nest.
    var depth: Int { blocks.count }
    var instructionCount: Int { program.instructions.count }

    /// The program with the given output.
    func finished(output: [VariableID]) -> ShaderProgram {
        var result = program
        result.body = entry + (blocks.first ?? [])
        result.output = output
        return result
    }

    // MARK: - Blocks

    mutating func open() { blocks.append([]) }

    mutating func close() -> [Statement] { blocks.popLast() ?? [] }

    /// Ends a block whose statements belong before everything else.
    mutating func closeIntoEntry() { entry += close() }

    mutating func append(_ statement: Statement) {
        guard !blocks.isEmpty else { return }
        blocks[blocks.count - 1].append(statement)
    }

    mutating func makeScope() -> ScopeID {
        program.scopeCount += 1
        return ScopeID(program.scopeCount - 1)
    }

    // MARK: - Values

    private mutating func define(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        program.instructions.append(instruction)
        program.types.append(type)
        return ValueID(program.instructions.count - 1)
    }

    private mutating func emit(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        let value = define(instruction, type)
        append(.evaluate(value))
        return value
    }

    func type(of value: ValueID) -> ScalarType { program.types[value.index] }

    /// The bits of a value that is constant.
    func constantBits(_ value: ValueID) -> UInt32? {
        if case .constant(_, let bits) = program.instructions[value.index] { return bits }
        return nil
    }

    mutating func constant(_ type: ScalarType, bits: UInt32) -> ValueID {
        let key = UInt64(type.rawValue) << 32 | UInt64(bits)
        if let known = constants[key] { return known }
        let value = define(.constant(type, bits: bits), type)
        entry.append(.evaluate(value))
        constants[key] = value
        return value
    }

    mutating func float(_ value: Float) -> ValueID { constant(.float, bits: value.bitPattern) }
    mutating func int(_ value: Int) -> ValueID { constant(.int, bits: UInt32(truncatingIfNeeded: value)) }
    mutating func bool(_ value: Bool) -> ValueID { constant(.bool, bits: value ? 1 : 0) }
    mutating func zero(_ type: ScalarType) -> ValueID { constant(type, bits: 0) }

    mutating func input(_ input: Input) -> ValueID {
        if let known = inputs[input] { return known }
        let value = define(.input(input), .float)
        entry.append(.evaluate(value))
        inputs[input] = value
        return value
    }

    mutating func apply(_ operation: Operation, _ a: ValueID) -> ValueID { apply(operation, a, a) }

    mutating func apply(_ operation: Operation, _ a: ValueID, _ b: ValueID) -> ValueID {
        if let x = constantBits(a), let y = constantBits(b), let folded = Folding.fold(operation, x, y, x) {
            return constant(operation.signature.result, bits: folded)
        }
        let isUnary = operation.signature.operands.count == 1
        return emit(.operation(operation, a, isUnary ? a : b, a), operation.signature.result)
    }

    mutating func select(_ condition: ValueID, _ a: ValueID, _ b: ValueID) -> ValueID {
        if let known = constantBits(condition) { return known != 0 ? a : b }
        if a == b { return a }
        return emit(.operation(.select, condition, a, b), type(of: a))
    }

    // MARK: - Storage

    mutating func makeVariable(_ name: String, _ type: ScalarType) -> VariableID {
        program.variables.append(Slot(name: name, type: type))
        return VariableID(program.variables.count - 1)
    }

    mutating func makeArray(_ name: String, _ type: ScalarType, count: Int) -> ArrayID {
        program.arrays.append(Slot(name: name, type: type, count: max(1, count)))
        return ArrayID(program.arrays.count - 1)
    }

    mutating func makeTable(_ name: String, _ type: ScalarType, bits: [UInt32]) -> TableID {
        program.tables.append(Table(name: name, type: type, bits: bits.isEmpty ? [0] : bits))
        return TableID(program.tables.count - 1)
    }

    mutating func load(_ variable: VariableID) -> ValueID {
        emit(.load(variable), program.variables[variable.index].type)
    }

    mutating func load(_ array: ArrayID, at index: ValueID) -> ValueID {
        emit(.element(array, index: index), program.arrays[array.index].type)
    }

    mutating func load(_ table: TableID, at index: ValueID) -> ValueID {
        let bits = program.tables[table.index].bits
        if let known = constantBits(index) {
            let place = min(max(Int(Int32(bitPattern: known)), 0), bits.count - 1)
            return constant(program.tables[table.index].type, bits: bits[place])
        }
        return emit(.tableElement(table, index: index), program.tables[table.index].type)
    }

    mutating func store(_ value: ValueID, to variable: VariableID) {
        storeCount += 1
        append(.store(variable, value))
    }

    mutating func store(_ value: ValueID, to array: ArrayID, at index: ValueID) {
        storeCount += 1
        append(.storeElement(array, index: index, value: value))
    }

    // MARK: - Textures

    mutating func textureSize(_ texture: Int, axis: Int) -> ValueID {
        note(texture)
        return emit(.textureSize(texture: texture, axis: axis), .int)
    }

    mutating func fetch(_ kind: Fetch.Kind, texture: Int, x: ValueID, y: ValueID) -> [ValueID] {
        note(texture)
        let results = (0..<4).map { _ in define(.fetched, .float) }
        append(.fetch(Fetch(kind: kind, texture: texture, x: x, y: y, results: results)))
        return results
    }

    private mutating func note(_ texture: Int) {
        guard !program.textures.contains(texture) else { return }
        program.textures.append(texture)
        program.textures.sort()
    }
}

extension Emitter {
    mutating func add(_ a: ValueID, _ b: ValueID) -> ValueID { apply(.addFloat, a, b) }
    mutating func subtract(_ a: ValueID, _ b: ValueID) -> ValueID { apply(.subtractFloat, a, b) }
    mutating func multiply(_ a: ValueID, _ b: ValueID) -> ValueID { apply(.multiplyFloat, a, b) }
    mutating func divide(_ a: ValueID, _ b: ValueID) -> ValueID { apply(.divideFloat, a, b) }

    /// `((x₀y₀ + x₁y₁) + x₂y₂) + x₃y₃`.
    mutating func dot(_ a: [ValueID], _ b: [ValueID]) -> ValueID {
        var sum: ValueID?
        for (x, y) in zip(a, b) {
            let product = multiply(x, y)
            sum = sum.map { add($0, product) } ?? product
        }
        return sum ?? float(0)
    }

    mutating func length(_ a: [ValueID]) -> ValueID {
        let square = dot(a, a)
        return apply(.squareRoot, square)
    }

    mutating func clamp(_ x: ValueID, _ low: ValueID, _ high: ValueID) -> ValueID {
        let raised = apply(.maximumFloat, x, low)
        return apply(.minimumFloat, raised, high)
    }

    /// A value as its type keeps it after an operation: `half` is rounded, narrow integers wrap.
    mutating func wrap(_ value: ValueID, _ scalar: Scalar) -> ValueID {
        switch scalar {
        case .half: apply(.roundToHalf, value)
        case .char: apply(.signExtend8, value)
        case .uchar: apply(.zeroExtend8, value)
        case .short: apply(.signExtend16, value)
        case .ushort: apply(.zeroExtend16, value)
        default: value
        }
    }

    /// A scalar converted as by a cast.
    mutating func convert(_ value: ValueID, from source: Scalar, to target: Scalar) -> ValueID {
        if source == target { return value }
        switch (source.representation, target.representation) {
        case (.float, .bool):
            let zero = float(0)
            return apply(.notEqualFloat, value, zero)
        case (.int, .bool):
            let zero = int(0)
            return apply(.notEqualInt, value, zero)
        case (.bool, .int): return apply(.boolToInt, value)
        case (.bool, .float): return apply(.boolToFloat, value)
        case (.int, .float):
            let wide = apply(source.isSigned ? .signedToFloat : .unsignedToFloat, value)
            return wrap(wide, target)
        case (.float, .int):
            let whole = apply(target.isSigned ? .floatToSigned : .floatToUnsigned, value)
            return wrap(whole, target)
        case (.int, .int):
            let isHeld = target.size > source.size && (target.isSigned || !source.isSigned)
            return isHeld ? value : wrap(value, target)
        case (.float, .float): return target == .half ? wrap(value, .half) : value
        case (.bool, .bool): return value
        }
    }
}

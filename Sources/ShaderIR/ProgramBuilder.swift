/// Builds a program: numbers the values, keeps the open blocks, and folds nothing.
///
/// Blocks nest by closures, so a program built here is always well structured.
public struct ProgramBuilder {
    public private(set) var program: ShaderProgram
    private var blocks: [[Statement]] = [[]]

    /// Starts an empty program.
    public init(name: String) {
        program = ShaderProgram(name: name)
    }

    private mutating func append(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        program.instructions.append(instruction)
        program.types.append(type)
        return ValueID(program.instructions.count - 1)
    }

    private mutating func emit(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        let value = append(instruction, type)
        emit(.evaluate(value))
        return value
    }

    private mutating func emit(_ statement: Statement) {
        blocks[blocks.count - 1].append(statement)
    }

    /// The type of a value.
    public func type(of value: ValueID) -> ScalarType { program.types[value.index] }

    // MARK: - Values

    public mutating func constant(_ value: Float) -> ValueID {
        emit(.constant(.float, bits: value.bitPattern), .float)
    }

    public mutating func constant(_ value: Int32) -> ValueID {
        emit(.constant(.int, bits: UInt32(bitPattern: value)), .int)
    }

    public mutating func constant(_ value: Bool) -> ValueID {
        emit(.constant(.bool, bits: value ? 1 : 0), .bool)
    }

    /// A constant of a type from its bits.
    public mutating func constant(_ type: ScalarType, bits: UInt32) -> ValueID {
        emit(.constant(type, bits: bits), type)
    }

    public mutating func input(_ input: Input) -> ValueID { emit(.input(input), .float) }

    public mutating func apply(_ operation: Operation, _ a: ValueID) -> ValueID {
        emit(.operation(operation, a, a, a), operation.signature.result)
    }

    public mutating func apply(_ operation: Operation, _ a: ValueID, _ b: ValueID) -> ValueID {
        emit(.operation(operation, a, b, a), operation.signature.result)
    }

    public mutating func select(_ condition: ValueID, _ a: ValueID, _ b: ValueID) -> ValueID {
        emit(.operation(.select, condition, a, b), type(of: a))
    }

    public mutating func load(_ variable: VariableID) -> ValueID {
        emit(.load(variable), program.variables[variable.index].type)
    }

    public mutating func element(_ array: ArrayID, at index: ValueID) -> ValueID {
        emit(.element(array, index: index), program.arrays[array.index].type)
    }

    public mutating func element(_ table: TableID, at index: ValueID) -> ValueID {
        emit(.tableElement(table, index: index), program.tables[table.index].type)
    }

    public mutating func textureSize(_ texture: Int, axis: Int) -> ValueID {
        note(texture)
        return emit(.textureSize(texture: texture, axis: axis), .int)
    }

    /// Reads a texture; the four results are red, green, blue, alpha.
    public mutating func fetch(_ kind: Fetch.Kind, texture: Int, x: ValueID, y: ValueID) -> [ValueID] {
        note(texture)
        let results = (0..<4).map { _ in append(.fetched, .float) }
        emit(.fetch(Fetch(kind: kind, texture: texture, x: x, y: y, results: results)))
        return results
    }

    private mutating func note(_ texture: Int) {
        guard !program.textures.contains(texture) else { return }
        program.textures.append(texture)
        program.textures.sort()
    }

    // MARK: - Storage

    public mutating func makeVariable(_ name: String, _ type: ScalarType) -> VariableID {
        program.variables.append(Slot(name: name, type: type))
        return VariableID(program.variables.count - 1)
    }

    public mutating func makeArray(_ name: String, _ type: ScalarType, count: Int) -> ArrayID {
        program.arrays.append(Slot(name: name, type: type, count: max(1, count)))
        return ArrayID(program.arrays.count - 1)
    }

    public mutating func makeTable(_ name: String, _ type: ScalarType, bits: [UInt32]) -> TableID {
        program.tables.append(Table(name: name, type: type, bits: bits.isEmpty ? [0] : bits))
        return TableID(program.tables.count - 1)
    }

    public mutating func store(_ value: ValueID, to variable: VariableID) { emit(.store(variable, value)) }

    public mutating func store(_ value: ValueID, to array: ArrayID, at index: ValueID) {
        emit(.storeElement(array, index: index, value: value))
    }

    // MARK: - Control

    /// Emits what `body` builds as a block of its own and returns it.
    private mutating func block<E: Error>(_ body: (inout ProgramBuilder) throws(E) -> Void) throws(E) -> [Statement] {
        blocks.append([])
        do {
            try body(&self)
        } catch {
            blocks.removeLast()
            throw error
        }
        return blocks.removeLast()
    }

    public mutating func branch<E: Error>(
        _ condition: ValueID, then: (inout ProgramBuilder) throws(E) -> Void,
        otherwise: (inout ProgramBuilder) throws(E) -> Void
    ) throws(E) {
        let first = try block(then)
        let second = try block(otherwise)
        emit(.branch(condition: condition, then: first, otherwise: second))
    }

    /// A region that `exit` of the given scope leaves.
    public mutating func scope<E: Error>(_ body: (inout ProgramBuilder, ScopeID) throws(E) -> Void) throws(E) {
        let id = ScopeID(program.scopeCount)
        program.scopeCount += 1
        let statements = try block { (builder) throws(E) in try body(&builder, id) }
        emit(.scope(id, statements))
    }

    /// A loop without an end; it is left by an exit of a scope around it.
    public mutating func loop<E: Error>(_ body: (inout ProgramBuilder) throws(E) -> Void) throws(E) {
        let statements = try block(body)
        emit(.loop(statements))
    }

    public mutating func exit(_ scope: ScopeID) { emit(.exit(scope)) }

    public mutating func discard() { emit(.discard) }

    /// The finished program, whose pixel is in the four float variables.
    public consuming func finish(output: [VariableID]) -> ShaderProgram {
        program.body = blocks.first ?? []
        program.output = output
        return program
    }
}

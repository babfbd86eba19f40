import ShaderIR

/// Removes values that nothing uses, stores to variables that nothing reads, and numbers the rest anew.
struct DeadCode {
    private let program: ShaderProgram
    private var isLive: [Bool]
    private var isRead: [Bool]
    private var isArrayRead: [Bool]
    /// The values stored to each variable, and those stored to each array with their indices.
    private var stored: [[ValueID]]
    private var storedElements: [[ValueID]]
    /// The fetch that gives each value.
    private var fetches: [Int: Fetch] = [:]
    private var work: [ValueID] = []

    static func remove(_ program: ShaderProgram) -> ShaderProgram {
        var pass = DeadCode(program)
        pass.collect(program.body)
        for output in program.output { pass.read(output) }
        while let value = pass.work.popLast() { pass.visit(value) }
        return pass.rewritten()
    }

    private init(_ program: ShaderProgram) {
        self.program = program
        isLive = Array(repeating: false, count: program.instructions.count)
        isRead = Array(repeating: false, count: program.variables.count)
        isArrayRead = Array(repeating: false, count: program.arrays.count)
        stored = Array(repeating: [], count: program.variables.count)
        storedElements = Array(repeating: [], count: program.arrays.count)
    }

    private mutating func collect(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .store(let variable, let value): stored[variable.index].append(value)
            case .storeElement(let array, let index, let value): storedElements[array.index] += [index, value]
            case .fetch(let fetch):
                for result in fetch.results { fetches[result.index] = fetch }
            case .branch(let condition, let then, let otherwise):
                // Kept only if something inside is; a live condition costs little.
                collect(then)
                collect(otherwise)
                need(condition)
            case .scope(_, let body), .loop(let body): collect(body)
            case .evaluate, .exit, .discard: break
            }
        }
    }

    private mutating func need(_ value: ValueID) {
        guard !isLive[value.index] else { return }
        isLive[value.index] = true
        work.append(value)
    }

    private mutating func read(_ variable: VariableID) {
        guard !isRead[variable.index] else { return }
        isRead[variable.index] = true
        for value in stored[variable.index] { need(value) }
    }

    private mutating func visit(_ value: ValueID) {
        switch program.instructions[value.index] {
        case .constant, .input, .textureSize: break
        case .operation(let operation, let a, let b, let c):
            need(a)
            if operation.signature.operands.count > 1 { need(b) }
            if operation.signature.operands.count > 2 { need(c) }
        case .load(let variable): read(variable)
        case .element(let array, let index):
            need(index)
            guard !isArrayRead[array.index] else { return }
            isArrayRead[array.index] = true
            for value in storedElements[array.index] { need(value) }
        case .tableElement(_, let index): need(index)
        case .fetched:
            guard let fetch = fetches[value.index] else { return }
            need(fetch.x)
            need(fetch.y)
            for result in fetch.results { need(result) }
        }
    }

    // MARK: - Rewriting

    private func rewritten() -> ShaderProgram {
        var output = Rewriter(program)
        output.variables = Rewriter.numbering(isRead)
        output.arrays = Rewriter.numbering(isArrayRead)
        var result = output.result
        result.variables = program.variables.indices.filter { isRead[$0] }.map { program.variables[$0] }
        result.arrays = program.arrays.indices.filter { isArrayRead[$0] }.map { program.arrays[$0] }
        output.result = result
        output.result.body = rewrite(program.body, &output)
        output.result.output = program.output.map { VariableID(output.variables[$0.index]) }
        output.finishTables()
        output.finishTextures()
        output.result.scopeCount = output.scopes.count
        return output.result
    }

    private func rewrite(_ statements: [Statement], _ output: inout Rewriter) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(statements.count)
        for statement in statements {
            switch statement {
            case .evaluate(let value):
                guard isLive[value.index] else { continue }
                result.append(.evaluate(output.define(value)))
            case .fetch(let fetch):
                guard fetch.results.contains(where: { isLive[$0.index] }) else { continue }
                var copy = fetch
                copy.x = output.value(fetch.x)
                copy.y = output.value(fetch.y)
                copy.results = fetch.results.map { output.define($0) }
                result.append(.fetch(copy))
            case .store(let variable, let value):
                guard isRead[variable.index] else { continue }
                result.append(.store(VariableID(output.variables[variable.index]), output.value(value)))
            case .storeElement(let array, let index, let value):
                guard isArrayRead[array.index] else { continue }
                result.append(
                    .storeElement(
                        ArrayID(output.arrays[array.index]), index: output.value(index), value: output.value(value)))
            case .branch(let condition, let then, let otherwise):
                let first = rewrite(then, &output)
                let second = rewrite(otherwise, &output)
                if first.isEmpty, second.isEmpty { continue }
                result.append(.branch(condition: output.value(condition), then: first, otherwise: second))
            case .scope(let scope, let body):
                let id = output.scope(scope)
                let inner = rewrite(body, &output)
                if !inner.isEmpty { result.append(.scope(id, inner)) }
            case .loop(let body): result.append(.loop(rewrite(body, &output)))
            case .exit(let scope): result.append(.exit(output.scope(scope)))
            case .discard: result.append(.discard)
            }
        }
        return result
    }
}

/// Gives what is left of a program new numbers, in the order in which it is met.
private struct Rewriter {
    let program: ShaderProgram
    var result: ShaderProgram
    var variables: [Int] = []
    var arrays: [Int] = []
    var scopes: [ScopeID: ScopeID] = [:]
    private var values: [Int]
    private var tables: [TableID: TableID] = [:]

    init(_ program: ShaderProgram) {
        self.program = program
        result = ShaderProgram(name: program.name)
        values = Array(repeating: 0, count: program.instructions.count)
    }

    static func numbering(_ isKept: [Bool]) -> [Int] {
        var next = 0
        return isKept.map { kept in
            defer { if kept { next += 1 } }
            return next
        }
    }

    func value(_ old: ValueID) -> ValueID { ValueID(values[old.index]) }

    mutating func scope(_ old: ScopeID) -> ScopeID {
        if let known = scopes[old] { return known }
        let new = ScopeID(scopes.count)
        scopes[old] = new
        return new
    }

    mutating func define(_ old: ValueID) -> ValueID {
        let instruction: Instruction
        switch program.instructions[old.index] {
        case .operation(let operation, let a, let b, let c):
            let count = operation.signature.operands.count
            let first = value(a)
            instruction = .operation(operation, first, count > 1 ? value(b) : first, count > 2 ? value(c) : first)
        case .load(let variable): instruction = .load(VariableID(variables[variable.index]))
        case .element(let array, let index):
            instruction = .element(ArrayID(arrays[array.index]), index: value(index))
        case .tableElement(let table, let index):
            instruction = .tableElement(self.table(table), index: value(index))
        case let other: instruction = other
        }
        values[old.index] = result.instructions.count
        result.instructions.append(instruction)
        result.types.append(program.types[old.index])
        return ValueID(values[old.index])
    }

    private mutating func table(_ old: TableID) -> TableID {
        if let known = tables[old] { return known }
        let new = TableID(tables.count)
        tables[old] = new
        return new
    }

    mutating func finishTables() {
        for (old, _) in tables.sorted(by: { $0.value.index < $1.value.index }) {
            result.tables.append(program.tables[old.index])
        }
    }

    /// Lists the textures that are still used.
    mutating func finishTextures() {
        var used: Set<Int> = []
        for instruction in result.instructions {
            if case .textureSize(let texture, _) = instruction { used.insert(texture) }
        }
        Rewriter.collectTextures(result.body, &used)
        result.textures = used.sorted()
    }

    private static func collectTextures(_ statements: [Statement], _ used: inout Set<Int>) {
        for statement in statements {
            switch statement {
            case .fetch(let fetch): used.insert(fetch.texture)
            case .branch(_, let then, let otherwise):
                collectTextures(then, &used)
                collectTextures(otherwise, &used)
            case .scope(_, let body), .loop(let body): collectTextures(body, &used)
            default: break
            }
        }
    }
}

import ShaderIR

/// Turns a program into a draft.
///
/// On the way it finds equal values, follows values through variables, and tells uniform values from varying ones.
struct Drafting {
    private(set) var draft: Draft
    private let program: ShaderProgram
    /// Variables whose content matters for pixels that are not live.
    private let guarded: Set<Int>
    /// The value that stands for each value.
    private var alias: [Int]
    /// The value that each variable holds here for all live pixels, or −1.
    private var known: [Int]
    private var table: [Instruction: Int] = [:]
    private var uniformTable: [Instruction: Int] = [:]
    private var fetchTable: [Fetch: Int] = [:]
    /// Entries of the tables to take back at the end of a block.
    private var undo: [Instruction] = []
    private var fetchUndo: [Fetch] = []
    /// The variables stored to in each open block.
    private var stored: [Set<Int>] = [[]]
    private var regionOfScope: [Int: Int] = [:]
    private var openRegions: [Int] = []
    private var varyingInputs: [Draft.Step] = []
    /// Depth of constructs inside which some pixels of a quad may be absent.
    private var partialDepth = 0
    /// Whether short loops are written out; their iterations are counted by steps of their own.
    private let unrolls: Bool

    /// Drafts a program.
    private static func draft(of program: ShaderProgram, unrolls: Bool) -> Draft {
        var drafting = Drafting(program, unrolls: unrolls)
        drafting.block(Pruning.prune(program.body))
        return drafting.finish()
    }

    /// A draft without what nothing needs.
    static func cleanDraft(of program: ShaderProgram, unrolls: Bool = false) -> Draft {
        var draft = draft(of: program, unrolls: unrolls)
        draft.clean()
        return draft
    }

    private init(_ program: ShaderProgram, unrolls: Bool) {
        self.program = program
        // Which helpers a loop leaves behind is seen by derivatives alone, and depends on its being a loop.
        self.unrolls =
            unrolls
            && !program.instructions.contains { instruction in
                guard case .operation(let operation, _, _, _) = instruction else { return false }
                return operation == .derivativeX || operation == .derivativeY
            }
        let count = program.instructions.count
        draft = Draft(
            instructions: program.instructions, types: program.types,
            isUniform: [Bool](repeating: false, count: count))
        alias = Array(0..<count)
        known = [Int](repeating: -1, count: program.variables.count)
        guarded = DerivativeReach(program).variables
        // Variables start as zero.
        var zeros: [ScalarType: Int] = [:]
        for (index, variable) in program.variables.enumerated() {
            if zeros[variable.type] == nil {
                zeros[variable.type] = append(.constant(variable.type, bits: 0), variable.type)
            }
            if let zero = zeros[variable.type] { known[index] = zero }
        }
    }

    private consuming func finish() -> Draft {
        draft.output = program.output.map { output in
            if known[output.index] < 0 { known[output.index] = append(.load(output), .float) }
            return known[output.index]
        }
        draft.steps.insert(contentsOf: varyingInputs, at: 0)
        return draft
    }

    /// Adds an instruction that the program does not have, computed here.
    private mutating func append(_ instruction: Instruction, _ type: ScalarType) -> Int {
        let value = draft.instructions.count
        draft.instructions.append(instruction)
        draft.types.append(type)
        draft.isUniform.append(false)
        alias.append(value)
        if case .load = instruction { draft.steps.append(.compute(value)) } else { evaluate(value) }
        return alias[value]
    }

    // MARK: - Values

    private mutating func evaluate(_ value: Int) {
        let instruction = canonical(draft.instructions[value])
        draft.instructions[value] = instruction
        if case .load(let variable) = instruction {
            if known[variable.index] >= 0 {
                alias[value] = known[variable.index]
            } else {
                draft.steps.append(.compute(value))
                known[variable.index] = value
            }
            return
        }
        if case .element = instruction {
            draft.steps.append(.compute(value))
            return
        }
        if let same = uniformTable[instruction] ?? table[instruction] {
            alias[value] = same
            return
        }
        if case .input(let input) = instruction, input.isVarying {
            varyingInputs.append(.compute(value))
            // Computed at the very start, so it is good everywhere.
            uniformTable[instruction] = value
        } else if draft.operands(of: value).allSatisfy({ draft.isUniform[$0] }) {
            draft.isUniform[value] = true
            draft.prologue.append(.compute(value))
            uniformTable[instruction] = value
        } else {
            draft.steps.append(.compute(value))
            table[instruction] = value
            undo.append(instruction)
        }
    }

    private func canonical(_ value: ValueID) -> ValueID { ValueID(alias[value.index]) }

    private func canonical(_ instruction: Instruction) -> Instruction {
        switch instruction {
        case .operation(let operation, let a, let b, let c):
            .operation(operation, canonical(a), canonical(b), canonical(c))
        case .element(let array, let index): .element(array, index: canonical(index))
        case .tableElement(let table, let index): .tableElement(table, index: canonical(index))
        case .constant, .input, .load, .textureSize, .fetched: instruction
        }
    }

    private mutating func evaluate(_ fetch: Fetch) {
        var fetch = fetch
        let results = fetch.results
        fetch.x = canonical(fetch.x)
        fetch.y = canonical(fetch.y)
        var key = fetch
        key.results = []
        if let same = fetchTable[key] {
            for (result, value) in zip(results, draft.fetches[same].results) { alias[result.index] = value.index }
            return
        }
        let index = draft.fetches.count
        let isUniform = draft.isUniform[fetch.x.index] && draft.isUniform[fetch.y.index]
        draft.fetches.append(fetch)
        draft.isFetchUniform.append(isUniform)
        fetchTable[key] = index
        if isUniform {
            for result in results { draft.isUniform[result.index] = true }
            draft.prologue.append(.fetch(index))
        } else {
            draft.steps.append(.fetch(index))
            fetchUndo.append(key)
        }
    }

    // MARK: - Statements

    private mutating func block(_ statements: [Statement]) {
        for statement in statements { self.statement(statement) }
    }

    private mutating func statement(_ statement: Statement) {
        switch statement {
        case .evaluate(let value): evaluate(value.index)
        case .fetch(let fetch): evaluate(fetch)
        case .store(let variable, let value):
            let source = alias[value.index]
            if known[variable.index] == source { return }
            stored[stored.count - 1].insert(variable.index)
            draft.steps.append(.store(variable: variable.index, value: source))
            let isExact = !guarded.contains(variable.index) || partialDepth == 0
            known[variable.index] = isExact ? source : -1
        case .storeElement(let array, let index, let value):
            draft.steps.append(
                .storeElement(array: array.index, index: alias[index.index], value: alias[value.index]))
        case .branch(let condition, let then, let otherwise):
            branch(alias[condition.index], then, otherwise)
        case .scope(let id, let body):
            let region = open(.scope)
            regionOfScope[id.index] = region
            draft.steps.append(.scope(region: region))
            enclosed(body)
            draft.steps.append(.endScope(region: region))
            close()
        case .loop(let body):
            if unrolls, unroll(body) { return }
            let region = open(.loop)
            draft.steps.append(.loop(region: region))
            // What the body stores is not known at its start, whichever time round it is.
            forget(Self.variables(storedIn: body))
            enclosed(body)
            draft.steps.append(.endLoop(region: region))
            close()
        case .exit(let id):
            if let region = regionOfScope[id.index] { draft.steps.append(.exit(scope: region)) }
        case .discard: draft.steps.append(.discard)
        }
    }

    // MARK: - Short loops

    /// What a loop that is written out may cost for each pixel, in simple operations.
    private static let unrolledCost = 240

    /// Writes a loop out, if that is worth it.
    private mutating func unroll(_ body: [Statement]) -> Bool {
        let plan = Unrolling(
            body, instructions: draft.instructions, constant: { constant($0) }, start: { constant(known[$0.index]) })
        guard let plan, variableCost(of: body) * plan.count <= Self.unrolledCost else { return false }
        for index in 0..<plan.count {
            draft.steps.append(.count)
            var names: [Int: ValueID] = [:]
            block(copy(plan.iteration(index, of: body), &names))
        }
        return true
    }

    /// The bits of a constant value.
    private func constant(_ value: Int) -> UInt32? {
        guard value >= 0, case .constant(_, let bits) = draft.instructions[alias[value]] else { return nil }
        return bits
    }

    /// About how many simple operations of a loop's body depend on the pixel; a lot where there are loops inside.
    private func variableCost(of body: [Statement]) -> Int {
        var isUniform: [Int: Bool] = [:]
        var cost = 0
        func visit(_ block: [Statement]) {
            for statement in block {
                switch statement {
                case .evaluate(let value):
                    let instruction = draft.instructions[value.index]
                    let operands = draft.operands(of: value.index)
                    var same = operands.allSatisfy { isUniform[$0] ?? draft.isUniform[alias[$0]] }
                    switch instruction {
                    // The counter is uniform once the loop is written out, and so is what is known before.
                    case .load(let variable):
                        same =
                            known[variable.index] >= 0 && draft.isUniform[known[variable.index]]
                            && draft.types[value.index] == .int
                    case .element: same = false
                    case .input(let input): same = !input.isVarying
                    default: break
                    }
                    isUniform[value.index] = same
                    if !same { cost += draft.cost(of: value.index) }
                case .fetch: cost += 40
                case .branch(_, let then, let otherwise):
                    cost += 2
                    visit(then)
                    visit(otherwise)
                case .scope(_, let body): visit(body)
                case .loop: cost += 1000
                case .store, .storeElement, .exit, .discard: break
                }
            }
        }
        visit(body)
        return cost
    }

    /// Statements with names of their own for the values that they compute.
    private mutating func copy(_ block: [Statement], _ names: inout [Int: ValueID]) -> [Statement] {
        var result: [Statement] = []
        for statement in block {
            func renamed(_ value: ValueID) -> ValueID { names[value.index] ?? value }
            switch statement {
            case .evaluate(let value):
                let instruction: Instruction
                switch draft.instructions[value.index] {
                case .operation(let operation, let a, let b, let c):
                    instruction = .operation(operation, renamed(a), renamed(b), renamed(c))
                case .element(let array, let index): instruction = .element(array, index: renamed(index))
                case .tableElement(let table, let index): instruction = .tableElement(table, index: renamed(index))
                case let other: instruction = other
                }
                let name = newName(instruction, draft.types[value.index])
                names[value.index] = name
                result.append(.evaluate(name))
            case .fetch(var fetch):
                fetch.x = renamed(fetch.x)
                fetch.y = renamed(fetch.y)
                for (index, value) in fetch.results.enumerated() {
                    fetch.results[index] = newName(.fetched, .float)
                    names[value.index] = fetch.results[index]
                }
                result.append(.fetch(fetch))
            case .store(let variable, let value): result.append(.store(variable, renamed(value)))
            case .storeElement(let array, let index, let value):
                result.append(.storeElement(array, index: renamed(index), value: renamed(value)))
            case .branch(let condition, let then, let otherwise):
                let condition = renamed(condition)
                let first = copy(then, &names)
                result.append(.branch(condition: condition, then: first, otherwise: copy(otherwise, &names)))
            case .scope(let id, let body): result.append(.scope(id, copy(body, &names)))
            case .loop(let body): result.append(.loop(copy(body, &names)))
            case .exit, .discard: result.append(statement)
            }
        }
        return result
    }

    private mutating func newName(_ instruction: Instruction, _ type: ScalarType) -> ValueID {
        draft.instructions.append(instruction)
        draft.types.append(type)
        draft.isUniform.append(false)
        alias.append(draft.instructions.count - 1)
        return ValueID(draft.instructions.count - 1)
    }

    private mutating func branch(_ condition: Int, _ then: [Statement], _ otherwise: [Statement]) {
        if then.isEmpty && otherwise.isEmpty { return }
        let only = then.isEmpty ? otherwise : then
        if then.isEmpty || otherwise.isEmpty, only.count == 1, case .exit(let id) = only[0],
            let scope = regionOfScope[id.index]
        {
            draft.steps.append(.exitWhere(condition: condition, isTrue: otherwise.isEmpty, scope: scope))
            return
        }
        let region = open(.branch)
        draft.steps.append(.branch(condition: condition, region: region))
        enclosed(then)
        if !otherwise.isEmpty {
            draft.steps.append(.otherwise(region: region))
            enclosed(otherwise)
        }
        draft.steps.append(.endBranch(region: region))
        close()
    }

    private mutating func open(_ kind: Draft.Region.Kind) -> Int {
        draft.regions.append(Draft.Region(kind: kind, parent: openRegions.last ?? -1))
        openRegions.append(draft.regions.count - 1)
        return draft.regions.count - 1
    }

    private mutating func close() { openRegions.removeLast() }

    /// A block of its own: what it computes ends with it, and what it stores is not known after it.
    private mutating func enclosed(_ statements: [Statement]) {
        let before = known
        let marks = (undo.count, fetchUndo.count)
        stored.append([])
        partialDepth += 1
        block(statements)
        partialDepth -= 1
        let inside = stored.removeLast()
        stored[stored.count - 1].formUnion(inside)
        known = before
        forget(inside)
        while undo.count > marks.0 { table[undo.removeLast()] = nil }
        while fetchUndo.count > marks.1 { fetchTable[fetchUndo.removeLast()] = nil }
    }

    private mutating func forget(_ variables: Set<Int>) {
        for variable in variables { known[variable] = -1 }
    }

    private static func variables(storedIn block: [Statement]) -> Set<Int> {
        var result: Set<Int> = []
        for statement in block {
            switch statement {
            case .store(let variable, _): result.insert(variable.index)
            case .branch(_, let then, let otherwise):
                result.formUnion(variables(storedIn: then))
                result.formUnion(variables(storedIn: otherwise))
            case .scope(_, let body), .loop(let body): result.formUnion(variables(storedIn: body))
            case .evaluate, .fetch, .storeElement, .exit, .discard: break
            }
        }
        return result
    }
}

import ShaderIR

/// Gives every value of a draft its place and writes the steps down.
struct Planner {
    private let draft: Draft
    private let program: ShaderProgram
    private let lifetimes: Lifetimes
    private var plan: Plan
    private var place: [Operand]
    private var placeOfVariable: [Int32]
    /// For branches the waiting and the kept lanes, for scopes the lanes that have left.
    private var masksOfRegion: [(Int32, Int32)]
    private var placeOfArray: [(start: Int, count: Int)] = []
    private var placeOfTable: [(start: Int, count: Int)] = []
    private var stepAt: [Int32] = []
    /// Where the body of each loop starts.
    private var stepOfLoop: [Int32]
    private var openRegions: [Int] = []
    /// Jumps to patch: index of the step and position in the draft.
    private var jumps: [(step: Int, position: Int)] = []

    /// Plans a program for strips of a width; widths are made even and at least 2.
    static func plan(_ draft: Draft, _ program: ShaderProgram, stripWidth: Int) -> Plan {
        let lifetimes = Lifetimes(
            draft, variableCount: program.variables.count, guarded: DerivativeReach(program).variables)
        var planner = Planner(draft, program, lifetimes, stripWidth: stripWidth)
        planner.writePrologue()
        planner.writeSteps()
        planner.plan.output = draft.output.map { planner.place[$0] }
        return planner.plan
    }

    /// Plans the uniform values alone, for whoever computes the others in another way.
    static func uniformPlan(_ draft: Draft, _ program: ShaderProgram) -> Plan {
        var draft = draft
        draft.steps = []
        draft.regions = []
        draft.output = []
        var program = program
        program.arrays = []
        return plan(draft, program, stripWidth: 2)
    }

    private init(_ draft: Draft, _ program: ShaderProgram, _ lifetimes: Lifetimes, stripWidth: Int) {
        self.draft = draft
        self.program = program
        self.lifetimes = lifetimes
        let width = max(2, stripWidth & ~1)
        let chunks = (width + 7) / 8
        place = [Operand](repeating: .none, count: draft.instructions.count)
        placeOfVariable = [Int32](repeating: 0, count: program.variables.count)
        masksOfRegion = [(Int32, Int32)](repeating: (0, 0), count: draft.regions.count)
        stepOfLoop = [Int32](repeating: 0, count: draft.regions.count)

        let uniformValues = draft.uniformValues
        let uniforms = uniformValues.count
        for (index, value) in uniformValues.enumerated() { place[value] = Operand(offset: Int32(index), stride: 0) }
        var slots = SlotAllocation(draft, lifetimes, firstFree: Plan.Slot.allCases.count)
        slots.run()
        func chunk(_ slot: Int) -> Int32 { Int32(uniforms + slot * chunks) }
        for (value, slot) in slots.values { place[value] = Operand(offset: chunk(slot), stride: 1) }
        for (variable, slot) in slots.variables { placeOfVariable[variable] = chunk(slot) }
        for (region, pair) in slots.regions { masksOfRegion[region] = (chunk(pair.0), chunk(pair.1)) }
        for value in draft.instructions.indices where lifetimes.isRead[value] {
            if case .load(let variable) = draft.instructions[value] {
                place[value] = Operand(offset: placeOfVariable[variable.index], stride: 1)
            }
        }

        let arrayStart = uniforms + slots.count * chunks
        var next = arrayStart
        for array in program.arrays {
            placeOfArray.append((next, array.count))
            next += array.count * chunks
        }
        let tableStart = next
        var tables: [UInt32] = []
        for table in program.tables {
            placeOfTable.append((tableStart * 16 + tables.count, table.bits.count))
            // True is all ones in a lane.
            tables += table.type == .bool ? table.bits.map { $0 == 0 ? 0 : .max } : table.bits
        }
        plan = Plan(
            chunkCount: chunks, stripWidth: width, uniformCount: uniforms,
            memorySize: tableStart + (tables.count + 15) / 16, textures: program.textures, tables: tables,
            tableStart: tableStart, arrayStart: arrayStart, arraySize: tableStart - arrayStart)
        for fetch in draft.fetches {
            let targets = fetch.results.map { result -> Int32 in
                let isPlaced = draft.isUniform[result.index] || lifetimes.values[result.index] != nil
                return isPlaced ? place[result.index].offset : -1
            }
            plan.fetches.append(
                FetchStep(
                    kind: fetch.kind, texture: program.textures.firstIndex(of: fetch.texture) ?? 0, targets: targets))
        }
    }

    // MARK: - Values

    private func computation(_ value: Int) -> Step {
        var step = Step(kind: .operation, target: place[value].offset)
        switch draft.instructions[value] {
        case .constant(let type, let bits):
            step.kind = .constant
            // A truth value is all ones or zero.
            step.immediate = type == .bool && bits != 0 ? .max : bits
        case .input(let input):
            step.kind = .input
            step.immediate = UInt32(input.rawValue)
        case .operation(let operation, let a, let b, let c):
            if let fused = fusion(operation, a.index, b.index, target: step.target) { return fused }
            step.operation = operation
            step.a = place[a.index]
            step.b = place[b.index]
            step.c = place[c.index]
            if Self.isCommutative(operation), step.a.stride == 0 { swap(&step.a, &step.b) }
        case .load(let variable):
            step.kind = .copy
            step.a = Operand(offset: placeOfVariable[variable.index], stride: 1)
        case .element(let array, let index):
            step.kind = .element
            step.a = place[index.index]
            step.immediate = UInt32(placeOfArray[array.index].start)
            step.count = Int32(placeOfArray[array.index].count)
        case .tableElement(let table, let index):
            step.kind = .tableElement
            step.a = place[index.index]
            step.immediate = UInt32(placeOfTable[table.index].start)
            step.count = Int32(placeOfTable[table.index].count)
        case .textureSize(let texture, let axis):
            step.kind = .textureSize
            step.immediate = UInt32(program.textures.firstIndex(of: texture) ?? 0)
            step.count = Int32(axis)
        case .fetched: break
        }
        return step
    }

    /// Whether the operands may change places without any bit of the result changing (NaN has no bits of its own).
    private static func isCommutative(_ operation: Operation) -> Bool {
        switch operation {
        case .addFloat, .multiplyFloat, .addInt, .multiplyInt, .bitAnd, .bitOr, .bitXor, .equalFloat, .notEqualFloat,
            .equalInt, .notEqualInt, .logicalAnd, .logicalOr, .logicalXor:
            true
        default: false
        }
    }

    private func fusion(_ operation: Operation, _ a: Int, _ b: Int, target: Int32) -> Step? {
        guard operation == .addFloat || operation == .subtractFloat else { return nil }
        for (product, other, isFirst) in [(a, b, true), (b, a, false)] where lifetimes.isFused[product] {
            guard case .operation(_, let x, let y, _) = draft.instructions[product] else { continue }
            let kind: Step.Kind =
                operation == .addFloat ? .multiplyAdd : isFirst ? .multiplySubtract : .subtractProduct
            var (first, second) = (place[x.index], place[y.index])
            if first.stride == 0 { swap(&first, &second) }
            return Step(kind: kind, target: target, a: first, b: second, c: place[other])
        }
        return nil
    }

    private func fetchStep(_ fetch: Int) -> Step {
        Step(
            kind: .fetch, a: place[draft.fetches[fetch].x.index], b: place[draft.fetches[fetch].y.index],
            immediate: UInt32(fetch))
    }

    private mutating func writePrologue() {
        for step in draft.prologue {
            switch step {
            case .compute(let value): plan.prologue.append(computation(value))
            case .fetch(let fetch): plan.prologue.append(fetchStep(fetch))
            default: break
            }
        }
    }

    // MARK: - Statements

    private mutating func writeSteps() {
        var clears: [Int: [Int]] = [:]
        for (variable, span) in lifetimes.variables.enumerated() where lifetimes.cleared[variable] {
            if let span { clears[span.start, default: []].append(variable) }
        }
        for (position, step) in draft.steps.enumerated() {
            stepAt.append(Int32(plan.steps.count))
            for variable in clears[position] ?? [] {
                plan.steps.append(Step(kind: .clear, target: placeOfVariable[variable]))
            }
            write(step, at: position)
        }
        stepAt.append(Int32(plan.steps.count))
        for jump in jumps { plan.steps[jump.step].jump = stepAt[jump.position] }
    }

    private mutating func emit(_ step: Step, jumpTo position: Int? = nil) {
        if let position { jumps.append((plan.steps.count, position)) }
        plan.steps.append(step)
    }

    private mutating func write(_ step: Draft.Step, at position: Int) {
        switch step {
        case .compute(let value):
            if !lifetimes.isRead[value] && !lifetimes.isFused[value] { emit(computation(value)) }
        case .fetch(let fetch): emit(fetchStep(fetch))
        case .store(let variable, let value):
            let kind: Step.Kind = lifetimes.isFresh[position] ? .copy : .store
            emit(Step(kind: kind, target: placeOfVariable[variable], a: place[value]))
        case .storeElement(let array, let index, let value):
            let storage = placeOfArray[array]
            emit(
                Step(
                    kind: .storeElement, a: place[index], b: place[value], immediate: UInt32(storage.start),
                    count: Int32(storage.count)))
        case .discard:
            plan.hasDiscard = true
            emit(Step(kind: .discard))
        case .count: break
        case .branch(let condition, let region):
            openRegions.append(region)
            writeBranch(condition, region)
        case .otherwise(let region):
            let masks = masksOfRegion[region]
            if isUniformBranch(region) {
                emit(Step(kind: .jump), jumpTo: draft.regions[region].end)
            } else {
                emit(
                    Step(kind: .otherwise, target: masks.0, b: Operand(offset: masks.1, stride: 1)),
                    jumpTo: draft.regions[region].end)
            }
        case .endBranch(let region):
            openRegions.removeLast()
            let masks = masksOfRegion[region]
            if isUniformBranch(region) { return }
            emit(Step(kind: .rejoin, target: draft.regions[region].middle < 0 ? masks.0 : masks.1))
        case .scope(let region):
            openRegions.append(region)
            emit(Step(kind: .scope, target: masksOfRegion[region].0))
        case .endScope(let region):
            openRegions.removeLast()
            emit(Step(kind: .rejoin, target: masksOfRegion[region].0))
        case .exit(let scope):
            emit(Step(kind: .exit, target: masksOfRegion[scope].0), jumpTo: closing(position))
        case .exitWhere(let condition, let isTrue, let scope):
            emit(
                Step(
                    kind: .exitWhere, target: masksOfRegion[scope].0, a: place[condition], count: isTrue ? 0 : 1),
                jumpTo: closing(position))
        case .loop(let region):
            openRegions.append(region)
            plan.hasLoops = true
            stepOfLoop[region] = Int32(plan.steps.count)
            emit(Step(kind: .loop), jumpTo: draft.regions[region].end + 1)
        case .endLoop(let region):
            openRegions.removeLast()
            emit(Step(kind: .endLoop, jump: stepOfLoop[region]))
        }
    }

    private func isUniformBranch(_ region: Int) -> Bool {
        guard case .branch(let condition, _) = draft.steps[draft.regions[region].begin] else { return false }
        return draft.isUniform[condition]
    }

    private mutating func writeBranch(_ condition: Int, _ region: Int) {
        let span = draft.regions[region]
        let masks = masksOfRegion[region]
        let next = span.middle < 0 ? span.end : span.middle + 1
        if draft.isUniform[condition] {
            emit(Step(kind: .jumpUnless, a: place[condition]), jumpTo: next)
        } else if span.middle < 0 {
            emit(Step(kind: .branchIf, target: masks.0, a: place[condition]), jumpTo: span.end + 1)
        } else {
            emit(
                Step(
                    kind: .branch, target: masks.0, a: place[condition], b: Operand(offset: masks.1, stride: 1)),
                jumpTo: next)
        }
    }

    /// Where to go on when no lane is left: the mark that closes the innermost block around a position.
    private func closing(_ position: Int) -> Int {
        guard let region = openRegions.last else { return draft.steps.count }
        let span = draft.regions[region]
        return position < span.middle ? span.middle : span.end
    }
}

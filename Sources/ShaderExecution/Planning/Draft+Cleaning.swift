import ShaderIR

extension Draft {
    /// Drops what no output, condition or effect needs, then joins products with the sums that they flow into.
    mutating func clean() {
        let needs = Needs(self)
        prologue = prologue.filter { needs.isNeeded($0, self) }
        steps = steps.filter { needs.isNeeded($0, self) }
        dropEmptyRegions()
        markRegions()
    }

    /// Removes branches and scopes that have nothing inside, from the inside out.
    private mutating func dropEmptyRegions() {
        var kept: [Step] = []
        kept.reserveCapacity(steps.count)
        for step in steps {
            if case .endBranch(let region) = step {
                if case .branch(_, region)? = kept.last {
                    kept.removeLast()
                    continue
                }
                if case .otherwise(region)? = kept.last { kept.removeLast() }
                if case .branch(_, region)? = kept.last {
                    kept.removeLast()
                    continue
                }
            }
            kept.append(step)
        }
        steps = kept
    }

    /// Writes down where each region begins and ends.
    private mutating func markRegions() {
        for (position, step) in steps.enumerated() {
            switch step {
            case .branch(_, let region), .scope(let region), .loop(let region): regions[region].begin = position
            case .otherwise(let region): regions[region].middle = position
            case .endBranch(let region), .endScope(let region), .endLoop(let region): regions[region].end = position
            default: break
            }
        }
    }

    /// Which values, variables and arrays matter.
    private struct Needs {
        private var values: [Bool]
        private var variables: Set<Int> = []
        private var arrays: Set<Int> = []
        private var pending: [Int] = []

        init(_ draft: Draft) {
            values = [Bool](repeating: false, count: draft.instructions.count)
            var storesOfVariables: [Int: [Int]] = [:]
            var storesOfArrays: [Int: [Int]] = [:]
            var fetchOfResult: [Int: Int] = [:]
            for (index, fetch) in draft.fetches.enumerated() {
                for result in fetch.results { fetchOfResult[result.index] = index }
            }
            pending = draft.output
            for step in draft.steps {
                switch step {
                case .store(let variable, let value): storesOfVariables[variable, default: []].append(value)
                case .storeElement(let array, let index, let value):
                    storesOfArrays[array, default: []] += [index, value]
                case .branch(let condition, _), .exitWhere(let condition, _, _): pending.append(condition)
                default: break
                }
            }
            while let value = pending.popLast() {
                if values[value] { continue }
                values[value] = true
                pending += draft.operands(of: value)
                switch draft.instructions[value] {
                case .load(let variable):
                    if variables.insert(variable.index).inserted { pending += storesOfVariables[variable.index] ?? [] }
                case .element(let array, _):
                    if arrays.insert(array.index).inserted { pending += storesOfArrays[array.index] ?? [] }
                case .fetched:
                    if let fetch = fetchOfResult[value] {
                        pending += [draft.fetches[fetch].x.index, draft.fetches[fetch].y.index]
                    }
                default: break
                }
            }
        }

        func isNeeded(_ step: Step, _ draft: Draft) -> Bool {
            switch step {
            case .compute(let value): values[value]
            case .fetch(let fetch): draft.fetches[fetch].results.contains { values[$0.index] }
            case .store(let variable, _): variables.contains(variable)
            case .storeElement(let array, _, _): arrays.contains(array)
            default: true
            }
        }
    }
}

import ShaderIR

/// From where to where in a draft's steps each varying value and each variable must be kept.
struct Lifetimes {
    struct Span {
        var start: Int
        var end: Int
    }

    /// By value; nil for what is uniform, never used, or is read from its variable.
    private(set) var values: [Span?]
    /// By variable; nil for those that are not needed.
    private(set) var variables: [Span?]
    /// Variables that must be zero when their span starts.
    private(set) var cleared: [Bool]
    /// Loads that stand for the variable itself, since nothing is stored while they are in use.
    private(set) var isRead: [Bool]
    /// Variables whose first store need not keep what was there for pixels that are not live: by position.
    private(set) var isFresh: [Bool]
    /// Products that are computed within the sum or difference that is their only use.
    private(set) var isFused: [Bool]

    private let draft: Draft
    /// The innermost region around each position (−1: none), and the innermost loop.
    private var regionAt: [Int]
    private var loopAt: [Int]
    private var definition: [Int]
    private var last: [Int]

    /// The most values that must be kept at one time.
    var mostKept: Int {
        var changes: [Int: Int] = [:]
        for case .some(let span) in values {
            changes[span.start, default: 0] += 1
            changes[span.end + 1, default: 0] -= 1
        }
        var (now, most) = (0, 0)
        for position in changes.keys.sorted() {
            now += changes[position] ?? 0
            most = max(most, now)
        }
        return most
    }

    init(_ draft: Draft, variableCount: Int, guarded: Set<Int>) {
        self.draft = draft
        let count = draft.instructions.count
        values = [Span?](repeating: nil, count: count)
        isRead = [Bool](repeating: false, count: count)
        isFused = isRead
        definition = [Int](repeating: -1, count: count)
        last = definition
        variables = [Span?](repeating: nil, count: variableCount)
        cleared = [Bool](repeating: false, count: variableCount)
        isFresh = [Bool](repeating: false, count: draft.steps.count)
        regionAt = [Int](repeating: -1, count: draft.steps.count + 1)
        loopAt = regionAt
        locate()
        fuse()
        findUses()
        findVariables(guarded)
        for value in 0..<count where definition[value] >= 0 && !isRead[value] && !isFused[value] {
            if last[value] < 0, draft.instructions[value] == .fetched { continue }
            values[value] = Span(start: definition[value], end: max(definition[value], last[value]))
        }
    }

    /// Finds the regions around each position and where values are defined.
    private mutating func locate() {
        var open: [Int] = []
        var loops: [Int] = []
        for (position, step) in draft.steps.enumerated() {
            switch step {
            case .branch(_, let region), .scope(let region): open.append(region)
            case .loop(let region):
                open.append(region)
                loops.append(region)
            default: break
            }
            regionAt[position] = open.last ?? -1
            loopAt[position] = loops.last ?? -1
            switch step {
            case .endBranch, .endScope: open.removeLast()
            case .endLoop:
                open.removeLast()
                loops.removeLast()
            case .compute(let value): definition[value] = position
            case .fetch(let fetch):
                for result in draft.fetches[fetch].results { definition[result.index] = position }
            default: break
            }
        }
    }

    /// The last position at which something made at `start` and used at `use` is needed.
    ///
    /// A use inside a loop that does not hold the start comes again until the loop ends.
    private func extended(_ use: Int, from start: Int) -> Int {
        var result = use
        var region = loopAt[use]
        while region >= 0 {
            if draft.regions[region].begin <= start { break }
            result = draft.regions[region].end
            region = enclosingLoop(region)
        }
        return result
    }

    private func enclosingLoop(_ region: Int) -> Int {
        var parent = draft.regions[region].parent
        while parent >= 0, draft.regions[parent].kind != .loop { parent = draft.regions[parent].parent }
        return parent
    }

    // MARK: - Values

    /// Marks products with one use, in a sum or difference of the same loop.
    private mutating func fuse() {
        var uses = [Int](repeating: 0, count: draft.instructions.count)
        for step in draft.steps { forEachOperand(of: step) { uses[$0] += 1 } }
        for output in draft.output { uses[output] += 1 }
        for case .compute(let value) in draft.steps {
            guard case .operation(let operation, let a, let b, _) = draft.instructions[value] else { continue }
            guard operation == .addFloat || operation == .subtractFloat else { continue }
            for product in [a.index, b.index] {
                guard uses[product] == 1, !draft.isUniform[product], definition[product] >= 0 else { continue }
                guard case .operation(.multiplyFloat, _, _, _) = draft.instructions[product] else { continue }
                guard loopAt[definition[product]] == loopAt[definition[value]] else { continue }
                isFused[product] = true
                break
            }
        }
    }

    /// The varying values that a step reads; products that are computed within it count as what they read.
    private func forEachOperand(of step: Draft.Step, _ body: (Int) -> Void) {
        func visit(_ value: Int) {
            if draft.isUniform[value] { return }
            if isFused[value] {
                for operand in draft.operands(of: value) { visit(operand) }
            } else {
                body(value)
            }
        }
        if case .compute(let value) = step, isFused[value] { return }
        for operand in draft.operands(of: step) { visit(operand) }
    }

    private mutating func findUses() {
        var last = last
        for (position, step) in draft.steps.enumerated() {
            forEachOperand(of: step) { value in
                last[value] = max(last[value], extended(position, from: definition[value]))
            }
        }
        for output in draft.output { last[output] = draft.steps.count }
        self.last = last
    }

    // MARK: - Variables

    private struct Accesses {
        var loads: [(position: Int, value: Int)] = []
        var stores: [Int] = []
    }

    private mutating func findVariables(_ guarded: Set<Int>) {
        var accesses: [Int: Accesses] = [:]
        for (position, step) in draft.steps.enumerated() {
            switch step {
            case .compute(let value):
                if case .load(let variable) = draft.instructions[value] {
                    accesses[variable.index, default: Accesses()].loads.append((position, value))
                }
            case .store(let variable, _): accesses[variable, default: Accesses()].stores.append(position)
            default: break
            }
        }
        for (variable, access) in accesses {
            for load in access.loads {
                // A store of the load's last use itself comes after the use.
                let next = access.stores.first { $0 > load.position } ?? .max
                isRead[load.value] = next >= last[load.value]
            }
            let positions = access.loads.map { isRead[$0.value] ? max($0.position, last[$0.value]) : $0.position }
            let first = min(access.stores.first ?? .max, access.loads.first?.position ?? .max)
            var isLocal = !guarded.contains(variable) && access.stores.first == first
            if isLocal {
                let region = regionAt[first]
                let all = access.stores + access.loads.map { $0.position }
                isLocal = all.allSatisfy { isInside($0, sameArmAs: first, of: region) }
            }
            let start = isLocal ? first : outermostStart(of: first)
            if isLocal { isFresh[first] = true } else { cleared[variable] = true }
            var end = first
            for position in positions + access.stores {
                end = max(end, position >= draft.steps.count ? position : extended(position, from: start))
            }
            variables[variable] = Span(start: start, end: end)
        }
    }

    /// Whether a position lies in the block of a region's that holds `first`.
    private func isInside(_ position: Int, sameArmAs first: Int, of region: Int) -> Bool {
        if region < 0 { return true }
        let span = draft.regions[region]
        if position <= span.begin || position >= span.end { return false }
        return span.middle < 0 || (position < span.middle) == (first < span.middle)
    }

    /// The position of the outermost region around a position, or the position itself.
    private func outermostStart(of position: Int) -> Int {
        var region = regionAt[position]
        if region < 0 { return position }
        while draft.regions[region].parent >= 0 { region = draft.regions[region].parent }
        return draft.regions[region].begin
    }
}

import ShaderIR

/// Which values and variables are the same for all pixels that look at them, so that one scalar will do.
///
/// Beyond the values that are uniform for the whole pass this finds loop counters and what is computed from them: all
/// live pixels enter a loop together with the same counter, and those that have left do not read it any more. Such a
/// variable lives in a scalar that only the live pixels of the moment agree on. The analysis follows, for each variable,
/// whether they do ("valid"); a variable that is ever read where they may not is varying.
///
/// What flows into a derivative is always varying: derivatives look at pixels that are not live.
struct Uniformity {
    /// Per variable.
    private(set) var isScalarVariable: [Bool]
    /// Per value.
    private(set) var isScalar: [Bool]
    /// Per region: a branch whose condition varies, or a scope that some pixels leave while others stay.
    private(set) var isVarying: [Bool]
    /// Per region: the varying scopes around it that something inside it leaves.
    private(set) var escapes: [Set<Int>]

    private let draft: Draft
    private let storedIn: [Set<Int>]

    init(_ draft: Draft, variableCount: Int, guarded: Set<Int>) {
        self.draft = draft
        isScalarVariable = (0..<variableCount).map { !guarded.contains($0) }
        isScalar = draft.isUniform
        isVarying = [Bool](repeating: false, count: draft.regions.count)
        escapes = [Set<Int>](repeating: [], count: draft.regions.count)
        storedIn = Self.variablesStored(draft)
        var work = 0
        while true {
            classifyValues()
            classifyRegions()
            var walk = Walk(draft, isScalarVariable, isVarying, storedIn, work: work)
            walk.run()
            work = walk.work + draft.steps.count
            if work > Walk.workLimit {
                // To call a variable varying is always right.
                isScalarVariable = [Bool](repeating: false, count: variableCount)
                classifyValues()
                classifyRegions()
                break
            }
            var demoted = walk.demoted
            for case .store(let variable, let value) in draft.steps
            where isScalarVariable[variable] && !isScalar[value] {
                demoted.insert(variable)
            }
            if demoted.isEmpty { break }
            for variable in demoted { isScalarVariable[variable] = false }
        }
    }

    private static func variablesStored(_ draft: Draft) -> [Set<Int>] {
        var result = [Set<Int>](repeating: [], count: draft.regions.count)
        var open: [Int] = []
        for step in draft.steps {
            switch step {
            case .branch(_, let region), .scope(let region), .loop(let region): open.append(region)
            case .endBranch, .endScope, .endLoop:
                guard let region = open.popLast(), let outer = open.last else { continue }
                result[outer].formUnion(result[region])
            case .store(let variable, _): if let region = open.last { result[region].insert(variable) }
            default: break
            }
        }
        return result
    }

    private mutating func classifyValues() {
        isScalar = draft.isUniform
        for step in draft.steps {
            switch step {
            case .compute(let value):
                switch draft.instructions[value] {
                case .load(let variable): isScalar[value] = isScalarVariable[variable.index]
                case .input(let input): isScalar[value] = !input.isVarying
                case .element: isScalar[value] = false
                default: isScalar[value] = draft.operands(of: value).allSatisfy { isScalar[$0] }
                }
            case .fetch(let fetch):
                let isOne = isScalar[draft.fetches[fetch].x.index] && isScalar[draft.fetches[fetch].y.index]
                for result in draft.fetches[fetch].results { isScalar[result.index] = isOne }
            default: break
            }
        }
    }

    /// Finds the varying regions, and what leaves them.
    ///
    /// A scope is varying when an exit to it has a varying condition, or stands where some of the scope's pixels may be
    /// waiting elsewhere: inside a varying branch or another varying scope. That goes round until nothing changes.
    private mutating func classifyRegions() {
        isVarying = [Bool](repeating: false, count: draft.regions.count)
        for case .branch(let condition, let region) in draft.steps { isVarying[region] = !isScalar[condition] }
        var exits: [(scope: Int, around: [Int], isVarying: Bool)] = []
        var open: [Int] = []
        for step in draft.steps {
            switch step {
            case .branch(_, let region), .scope(let region), .loop(let region): open.append(region)
            case .endBranch, .endScope, .endLoop: open.removeLast()
            case .exit(let scope): exits.append((scope, open, false))
            case .exitWhere(let condition, _, let scope): exits.append((scope, open, !isScalar[condition]))
            default: break
            }
        }
        var isChanged = true
        while isChanged {
            isChanged = false
            for exit in exits where !isVarying[exit.scope] {
                let inside = exit.around.drop { $0 != exit.scope }.dropFirst()
                guard exit.isVarying || inside.contains(where: { isVarying[$0] }) else { continue }
                isVarying[exit.scope] = true
                isChanged = true
            }
        }
        escapes = [Set<Int>](repeating: [], count: draft.regions.count)
        for exit in exits where isVarying[exit.scope] {
            for region in exit.around.drop(while: { $0 != exit.scope }).dropFirst() {
                escapes[region].insert(exit.scope)
            }
        }
    }
}

/// One walk over a draft that follows for which variables the live pixels agree.
private struct Walk {
    private let draft: Draft
    private let isScalarVariable: [Bool]
    private let isVarying: [Bool]
    private let storedIn: [Set<Int>]
    /// Variables that were read where the pixels may disagree.
    private(set) var demoted: Set<Int> = []
    /// The variables whose scalar is not what every live pixel would hold; nil where nothing arrives.
    private var invalid: Set<Int>? = []
    private var invalidAtExit: [Int: Set<Int>] = [:]
    /// By loop.
    private var invalidAtStart: [Int: Set<Int>] = [:]
    /// How much was done so far, in steps looked at and variables moved.
    private(set) var work: Int
    /// Some tens of milliseconds: loops inside loops are walked again and again.
    static let workLimit = 2_000_000

    init(_ draft: Draft, _ isScalarVariable: [Bool], _ isVarying: [Bool], _ storedIn: [Set<Int>], work: Int) {
        self.work = work
        self.draft = draft
        self.isScalarVariable = isScalarVariable
        self.isVarying = isVarying
        self.storedIn = storedIn
    }

    mutating func run() { walk(0..<draft.steps.count) }

    private mutating func join(_ other: Set<Int>?) {
        guard let other else { return }
        invalid = invalid?.union(other) ?? other
    }

    private mutating func walk(_ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound, let size = invalid?.count, work <= Self.workLimit {
            work += 1
            switch draft.steps[position] {
            case .compute(let value):
                if case .load(let variable) = draft.instructions[value], isScalarVariable[variable.index],
                    invalid?.contains(variable.index) == true
                {
                    demoted.insert(variable.index)
                }
            case .store(let variable, _): invalid?.remove(variable)
            case .branch(_, let region):
                work += size + storedIn[region].count
                branch(region)
                position = draft.regions[region].end
            case .scope(let region):
                work += size + storedIn[region].count
                scope(region)
                position = draft.regions[region].end
            case .loop(let region):
                work += size
                loop(region)
                position = draft.regions[region].end
            case .exit(let scope):
                work += size
                leave(scope)
                invalid = nil
            case .exitWhere(_, _, let scope):
                work += size
                leave(scope)
            case .fetch, .storeElement, .discard, .count, .otherwise, .endBranch, .endScope, .endLoop: break
            }
            position += 1
        }
    }

    private mutating func leave(_ scope: Int) {
        guard let now = invalid else { return }
        invalidAtExit[scope] = invalidAtExit[scope]?.union(now) ?? now
    }

    private mutating func branch(_ region: Int) {
        let span = draft.regions[region]
        let before = invalid
        let middle = span.middle < 0 ? span.end : span.middle
        walk(span.begin + 1..<middle)
        let afterThen = invalid
        invalid = before
        if isVarying[region] {
            // The other side runs after this one, which may have stored to the scalars; so does what follows.
            invalid?.formUnion(storedIn[region])
            if span.middle >= 0 { walk(span.middle + 1..<span.end) }
            invalid = before
            invalid?.formUnion(storedIn[region])
        } else {
            if span.middle >= 0 { walk(span.middle + 1..<span.end) }
            join(afterThen)
        }
    }

    private mutating func scope(_ region: Int) {
        let span = draft.regions[region]
        let before = invalid
        invalidAtExit[region] = nil
        walk(span.begin + 1..<span.end)
        if isVarying[region] {
            invalid = before
            invalid?.formUnion(storedIn[region])
        } else {
            join(invalidAtExit[region])
        }
        invalidAtExit[region] = nil
    }

    private mutating func loop(_ region: Int) {
        let span = draft.regions[region]
        // Inside another loop it comes again with no less; without this the walks would double with each loop around.
        if let before = invalidAtStart[region] { join(before) }
        // What is not agreed on at the end of the body is not at its start; that can only grow.
        while let start = invalid, work <= Self.workLimit {
            work += start.count
            walk(span.begin + 1..<span.end)
            guard let end = invalid, !end.isSubset(of: start) else { break }
            invalid = start.union(end)
            invalidAtStart[region] = invalid
        }
        invalid = nil
    }
}

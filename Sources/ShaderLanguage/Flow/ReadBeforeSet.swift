/// Looks for variables that are read before anything was written to them.
///
/// It warns only of what is certain: no path to the read sets the variable, or a branch whose other side does leads to it
/// in any case. Vectors are followed by component; of matrices, arrays and structures, any part that was written counts
/// for the whole. A loop is taken to run at least once.
struct ReadBeforeSet {
    /// A read without a value.
    struct Finding {
        let variable: Int
        let span: Span
        /// Whether no path sets the variable.
        let isOnEveryPath: Bool
    }

    /// Most steps in one function, after which it is not looked at further.
    private static let stepLimit = 2_000_000

    private let program: TypedProgram
    private let function: TypedFunction
    private var findings: [Finding] = []
    private var found: Set<Int> = []
    /// nil where nothing leads to.
    private var state: AssignmentState? = AssignmentState()
    private var region = 0
    private var regionCount = 1
    /// How many statements have left a loop or the function so far.
    private var exitCount = 0
    /// What leads out of each `switch` around; nil for loops.
    private var breaks: [[AssignmentState]?] = []
    private var steps = 0

    /// The first such read of each variable of a function.
    static func findings(in function: TypedFunction, of program: TypedProgram) -> [Finding] {
        var analysis = ReadBeforeSet(program: program, function: function)
        analysis.run(function.body ?? [])
        return analysis.steps > stepLimit ? [] : analysis.findings
    }

    private init(program: TypedProgram, function: TypedFunction) {
        self.program = program
        self.function = function
    }

    // MARK: - Statements

    private mutating func run(_ statements: [TypedStatement]) {
        var declared: [Int] = []
        for statement in statements {
            guard state != nil, steps <= ReadBeforeSet.stepLimit else { break }
            steps += 1
            if case .declare(let variable, _) = statement { declared.append(variable) }
            run(statement)
        }
        for variable in declared { state?.remove(variable) }
    }

    private mutating func run(_ statement: TypedStatement) {
        switch statement {
        case .block(let inner): run(inner)
        case .declare(let variable, let initial): declare(variable, initial)
        case .expression(let expression): read(expression)
        case .conditional(let test, let then, let otherwise):
            read(test)
            branch({ $0.run([then]) }, { analysis in if let otherwise { analysis.run([otherwise]) } })
        case .loop(let condition, let increment, let body, let testsFirst):
            loop(condition, increment, body, testsFirst)
        case .selection(let test, let sections): selection(test, sections)
        case .breakOut:
            if let state, let last = breaks.indices.last { breaks[last]?.append(state) }
            leave()
        case .continueOn: leave()
        case .result(let expression):
            if let expression { read(expression) }
            leave()
        }
    }

    private mutating func leave() {
        exitCount += 1
        state = nil
    }

    private mutating func declare(_ variable: Int, _ initial: TypedExpression?) {
        let local = function.locals[variable]
        if let initial {
            if local.isReference || local.type.isOpaque { escape(initial) } else { read(initial) }
            state?.remove(variable)
        } else if !local.type.isOpaque, !local.type.isError, program.shapes.leafCount(of: local.type) > 0 {
            state?.declare(variable, components: local.type.width ?? 1)
        }
    }

    private mutating func enterRegion() {
        region = regionCount
        regionCount += 1
    }

    /// Two ways, of which one is taken.
    private mutating func branch(
        _ first: (inout ReadBeforeSet) -> Void, _ second: (inout ReadBeforeSet) -> Void
    ) {
        guard let before = state else { return }
        let outer = region
        let start = regionCount
        let exits = exitCount
        enterRegion()
        first(&self)
        var ends = state.map { [$0] } ?? []
        state = before
        enterRegion()
        second(&self)
        if let state { ends.append(state) }
        region = outer
        join(ends, start, before, hasExits: exitCount > exits)
    }

    private mutating func join(_ ends: [AssignmentState], _ start: Int, _ before: AssignmentState, hasExits: Bool) {
        guard !ends.isEmpty else {
            state = nil
            return
        }
        steps += ends.reduce(0) { $0 + $1.variables.count }
        var joined = AssignmentState.merged(ends, in: region, from: start)
        if hasExits { joined.forgetPartial(of: before) }
        state = joined
    }

    private mutating func loop(
        _ condition: TypedExpression?, _ increment: TypedExpression?, _ body: TypedStatement, _ testsFirst: Bool
    ) {
        if testsFirst, let condition { read(condition) }
        guard let before = state else { return }
        var written = WrittenVariables(in: program)
        written.collect(body)
        if let condition { written.collect(condition) }
        if let increment { written.collect(increment) }
        steps += written.steps
        let outer = region
        let exits = exitCount
        enterRegion()
        // In the first round it has no value yet, later it may.
        let inner = region
        for variable in written.variables { state?.map(variable) { $0 == .unset ? .partly(inner) : $0 } }
        breaks.append(nil)
        run([body])
        breaks.removeLast()
        enterRegion()
        if let increment { read(increment) }
        if !testsFirst, let condition { read(condition) }
        region = outer
        var after = before
        for variable in written.variables { after.remove(variable) }
        for variable in found { after.remove(variable) }
        if exitCount > exits { after.forgetPartial(of: before) }
        state = after
    }

    private mutating func selection(_ test: TypedExpression, _ sections: [SwitchSection]) {
        read(test)
        guard let before = state else { return }
        let outer = region
        let start = regionCount
        breaks.append([])
        var previous: AssignmentState?
        for section in sections where !section.values.isEmpty || section.isDefault {
            steps += 1 + before.variables.count
            state = AssignmentState.mergedLeniently([before] + (previous.map { [$0] } ?? []))
            enterRegion()
            run(section.body)
            previous = state
        }
        region = outer
        var ends = (breaks.removeLast() ?? []) + (previous.map { [$0] } ?? [])
        steps += ends.reduce(0) { $0 + $1.variables.count }
        if sections.contains(where: \.isDefault) {
            join(ends, start, before, hasExits: true)
        } else {
            // The values may be all there are.
            ends.append(before)
            var joined = AssignmentState.mergedLeniently(ends)
            joined.forgetPartial(of: before)
            state = joined
        }
    }

    // MARK: - Expressions

    private mutating func read(_ expression: TypedExpression) {
        steps += 1
        guard state != nil, steps <= ReadBeforeSet.stepLimit else { return }
        switch expression.kind {
        case .literal, .zero, .global, .sampler: break
        case .local, .field, .swizzle, .element: readPlace(expression)
        case .convert(let inner):
            if case .pointer = expression.type { escape(inner) } else { read(inner) }
        case .diagonal(let inner), .unary(_, let inner), .bits(let inner), .textureSize(let inner, _): read(inner)
        case .compose(let parts), .aggregate(let parts): for part in parts { read(part) }
        case .binary(_, let left, let right), .matrixProduct(let left, let right), .sequence(let left, let right),
            .read(let left, let right), .offset(let left, let right):
            read(left)
            read(right)
        case .logical(_, let left, let right):
            read(left)
            branch({ $0.read(right) }, { _ in })
        case .conditional(let test, let first, let second):
            read(test)
            branch({ $0.read(first) }, { $0.read(second) })
        case .assign(let target, let source):
            read(source)
            write(target)
        case .update(let target, _, let source, _):
            read(source)
            readPlace(target)
            write(target)
        case .step(let target, _, _):
            readPlace(target)
            write(target)
        case .call(let index, let arguments), .referenceCall(let index, let arguments):
            let parameters = program.functions[index].parameters
            pass(arguments, writes: parameters.map { $0.isReference && !$0.isConst })
        case .construction(let index, let arguments):
            // The structure itself comes first.
            let parameters = program.functions[index].parameters.dropFirst()
            pass(arguments, writes: parameters.map { $0.isReference && !$0.isConst })
        case .library(let index, _, let arguments):
            pass(arguments, writes: Library.functions[index].parameters.map(\.isOutput))
        case .sample(_, _, let coordinates, let offset), .gather(_, _, let coordinates, let offset, _):
            read(coordinates)
            if let offset { read(offset) }
        case .address(let target): escape(target)
        }
    }

    /// Arguments are read, then what the function may write to is written.
    private mutating func pass(_ arguments: [TypedExpression], writes: [Bool]) {
        for (argument, isWritten) in zip(arguments, writes) where !isWritten { read(argument) }
        for (argument, isWritten) in zip(arguments, writes) where isWritten { write(argument) }
    }

    /// Something else may write to a place from here on.
    private mutating func escape(_ expression: TypedExpression) { write(expression) }

    /// The variable in which a place lies, and the components that it takes of it.
    private func place(_ expression: TypedExpression) -> (variable: Int, components: [Int], isExact: Bool)? {
        switch expression.kind {
        case .local(let variable):
            return (variable, Array(0..<(function.locals[variable].type.width ?? 1)), true)
        case .field(let base, _): return place(base)
        case .swizzle(let base, let components):
            guard let outer = place(base) else { return nil }
            guard function.locals[outer.variable].type.width != nil else { return outer }
            return (
                outer.variable,
                components.compactMap { outer.components.indices.contains($0) ? outer.components[$0] : nil },
                outer.isExact
            )
        case .element(let base, let index):
            if case .pointer = base.type { return nil }
            guard let outer = place(base), function.locals[outer.variable].type.width != nil else { return place(base) }
            guard case .literal(let bits) = index.kind, let last = outer.components.indices.last else {
                return (outer.variable, outer.components, false)
            }
            return (outer.variable, [outer.components[min(Int(bits), last)]], outer.isExact)
        default: return nil
        }
    }

    /// Reads what a place is found by: indices, and pointers.
    private mutating func readIndices(_ expression: TypedExpression) {
        switch expression.kind {
        case .local, .global: break
        case .field(let base, _), .swizzle(let base, _): readIndices(base)
        case .element(let base, let index):
            if case .pointer = base.type { read(base) } else { readIndices(base) }
            read(index)
        default: read(expression)
        }
    }

    private mutating func write(_ target: TypedExpression) {
        readIndices(target)
        guard let place = place(target) else { return }
        state?.set(place.variable, place.isExact ? place.components : Array(0..<4))
    }

    private mutating func readPlace(_ expression: TypedExpression) {
        readIndices(expression)
        guard let place = place(expression), let statuses = state?[place.variable] else { return }
        let taken = place.components.compactMap { statuses.indices.contains($0) ? statuses[$0] : nil }
        let isUnset = taken.contains(.unset)
        let isWhole = function.locals[place.variable].type.width == nil
        if isUnset && (place.isExact || taken.allSatisfy { $0 == .unset }) {
            report(place.variable, expression.span, isOnEveryPath: true)
        } else if place.isExact, !isWhole, taken.contains(.partly(region)) {
            report(place.variable, expression.span, isOnEveryPath: false)
        }
    }

    private mutating func report(_ variable: Int, _ span: Span, isOnEveryPath: Bool) {
        state?.remove(variable)
        guard found.insert(variable).inserted else { return }
        findings.append(Finding(variable: variable, span: span, isOnEveryPath: isOnEveryPath))
    }
}

extension Checker {
    /// Warns about variables that are read before they are set, in functions of the author's.
    mutating func warnAboutReads() {
        guard !sink.hasErrors else { return }
        for function in program.functions where function.span.file == SourceFile.user {
            for finding in ReadBeforeSet.findings(in: function, of: program) {
                let name = function.locals[finding.variable].name
                sink.warning(
                    "read-before-set",
                    finding.isOnEveryPath
                        ? "`\(name)` is read before it is set; it is zero here"
                        : "`\(name)` is read here also where it was not set; it is zero then", at: finding.span)
            }
        }
    }
}

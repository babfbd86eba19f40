import ShaderIR

extension Lowerer {
    mutating func lower(_ statement: TypedStatement) throws(LoweringFailure) {
        try descend(frame.function.span)
        defer { depth -= 1 }
        switch statement {
        case .block(let statements):
            for inner in statements { try lower(inner) }
        case .declare(let index, let initial): try declare(index, initial)
        case .expression(let expression): _ = try value(expression)
        case .conditional(let test, let then, let otherwise):
            let condition = try value(test)[0]
            if let known = emitter.constantBits(condition) {
                if known != 0 { try lower(then) } else if let otherwise { try lower(otherwise) }
                return
            }
            emitter.open()
            try lower(then)
            let first = emitter.close()
            emitter.open()
            if let otherwise { try lower(otherwise) }
            emitter.append(.branch(condition: condition, then: first, otherwise: emitter.close()))
        case .loop(let condition, let increment, let body, let testsFirst):
            try lowerLoop(condition, increment, body, testsFirst)
        case .selection(let test, let sections): try lowerSwitch(test, sections)
        case .breakOut:
            if let scope = frame.breakScopes.last { emitter.append(.exit(scope)) }
        case .continueOn:
            if let scope = frame.continueScopes.last, let scope { emitter.append(.exit(scope)) }
        case .result(let expression):
            if frame.function.returnsReference {
                if let expression { frame.place = try place(expression) }
                return
            }
            let values = try expression.map { (expression) throws(LoweringFailure) in try value(expression) } ?? []
            guard let scope = frame.returnScope else {
                frame.value = values
                return
            }
            write(values, to: frame.result)
            emitter.append(.exit(scope))
        }
    }

    private mutating func declare(_ index: Int, _ initial: TypedExpression?) throws(LoweringFailure) {
        let local = frame.function.locals[index]
        if local.type.isOpaque {
            frame.bindings[index] = try initial.flatMap { (initial) throws(LoweringFailure) in try opaque(initial) }
            return
        }
        if local.isReference, let initial {
            let isPlace = initial.kind.isPlace
            frame.bindings[index] = .cells(
                isPlace ? try place(initial) : makeConstant(local.type, try value(initial), local.name))
            return
        }
        let isArray = hasArrays(local.type)
        guard let initial else {
            let cells = makeStorage(local.type, local.name)
            // A variable starts as zero each time; an array only where that costs nothing.
            if !isArray { write(zeros(local.type), to: cells) }
            frame.bindings[index] = .cells(cells)
            return
        }
        if case .zero = initial.kind, isArray, loopDepth == 0 {
            frame.bindings[index] = .cells(makeStorage(local.type, local.name))
            return
        }
        let values = try value(initial)
        if !local.isMutated {
            frame.bindings[index] = .cells(makeConstant(local.type, values, local.name))
            return
        }
        let cells = makeStorage(local.type, local.name)
        write(values, to: cells)
        frame.bindings[index] = .cells(cells)
    }

    // MARK: - Loops

    /// One pass through the body is one iteration, so the condition stands before the loop and at its end.
    private mutating func lowerLoop(
        _ condition: TypedExpression?, _ increment: TypedExpression?, _ body: TypedStatement, _ testsFirst: Bool
    ) throws(LoweringFailure) {
        let breakScope = emitter.makeScope()
        emitter.open()
        if testsFirst, try !lowerTest(condition, leaving: breakScope) {
            // The body never runs.
            emitter.append(.scope(breakScope, emitter.close()))
            return
        }
        loopDepth += 1
        emitter.open()
        let continueScope = emitter.makeScope()
        frame.breakScopes.append(breakScope)
        frame.continueScopes.append(continueScope)
        emitter.open()
        try lower(body)
        emitter.append(.scope(continueScope, emitter.close()))
        frame.breakScopes.removeLast()
        frame.continueScopes.removeLast()
        if let increment { _ = try value(increment) }
        _ = try lowerTest(condition, leaving: breakScope)
        emitter.append(.loop(emitter.close()))
        loopDepth -= 1
        emitter.append(.scope(breakScope, emitter.close()))
    }

    /// Leaves the loop where the condition does not hold; false when that is known to be everywhere.
    private mutating func lowerTest(
        _ condition: TypedExpression?, leaving scope: ScopeID
    ) throws(LoweringFailure) -> Bool {
        guard let condition else { return true }
        let holds = try value(condition)[0]
        if let known = emitter.constantBits(holds) {
            if known == 0 { emitter.append(.exit(scope)) }
            return known != 0
        }
        emitter.append(.branch(condition: holds, then: [], otherwise: [.exit(scope)]))
        return true
    }

    // MARK: - Switch

    /// Each section runs where its label was met, or where the section before ran through to it.
    private mutating func lowerSwitch(_ test: TypedExpression, _ sections: [SwitchSection]) throws(LoweringFailure) {
        let tested = try value(test)[0]
        let scope = emitter.makeScope()
        let isRunning = emitter.makeVariable("case", .bool)
        emitter.open()
        frame.breakScopes.append(scope)
        var fallsThrough = false
        for section in sections where !section.values.isEmpty || section.isDefault {
            var isHere = section.isDefault ? try isDefault(tested, sections) : emitter.bool(false)
            for bits in section.values {
                let label = emitter.constant(.int, bits: bits)
                let isEqual = emitter.apply(.equalInt, tested, label)
                isHere = either(isHere, isEqual)
            }
            if fallsThrough {
                let runs = emitter.load(isRunning)
                isHere = either(isHere, runs)
            }
            emitter.store(isHere, to: isRunning)
            emitter.open()
            for statement in section.body { try lower(statement) }
            emitter.append(.branch(condition: isHere, then: emitter.close(), otherwise: []))
            fallsThrough = !(section.body.last.map(Lowerer.leavesSection) ?? false)
        }
        frame.breakScopes.removeLast()
        emitter.append(.scope(scope, emitter.close()))
    }

    private mutating func either(_ a: ValueID, _ b: ValueID) -> ValueID {
        if emitter.constantBits(a) == 0 { return b }
        if emitter.constantBits(b) == 0 { return a }
        return emitter.apply(.logicalOr, a, b)
    }

    private mutating func isDefault(
        _ tested: ValueID, _ sections: [SwitchSection]
    ) throws(LoweringFailure) -> ValueID {
        var isLabelled = emitter.bool(false)
        for bits in sections.flatMap(\.values) {
            let label = emitter.constant(.int, bits: bits)
            let isEqual = emitter.apply(.equalInt, tested, label)
            isLabelled = either(isLabelled, isEqual)
        }
        return emitter.apply(.logicalNot, isLabelled)
    }

    private static func leavesSection(_ statement: TypedStatement) -> Bool {
        switch statement {
        case .breakOut, .continueOn, .result: true
        case .block(let inner): inner.last.map(leavesSection) ?? false
        case .conditional(_, let then, let otherwise?): leavesSection(then) && leavesSection(otherwise)
        default: false
        }
    }
}

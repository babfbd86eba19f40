import ShaderIR

/// Programs of any size, each shape hard for a compiler in a way of its own.
enum LargePrograms {
    enum Shape: String, CaseIterable {
        /// One number after the other.
        case chain
        /// Many numbers that are all needed at the end.
        case wide
        case sines
        case divisions
        /// One varying branch after the other.
        case branches
        /// Varying branches inside each other.
        case nested
        case loops
        /// Loops inside each other, with counters and other variables set anew in each.
        case nestedLoops
        /// Ways out of one scope.
        case exits
        case samples
        case arrays
        /// Scopes inside each other, left from the innermost to each.
        case nestedExits
        /// Rounded numbers, each of which much depends on.
        case cells
        /// Variables that some of the branches change.
        case variables
        case random
    }

    /// A program of about `count` things of a shape.
    static func make(_ shape: Shape, _ count: Int) -> ShaderProgram {
        if shape == .random { return RandomProgram.make(seed: 4, isRich: true, budget: count) }
        var builder = ProgramBuilder(name: shape.rawValue)
        let result = builder.makeVariable("result", .float)
        let start = builder.apply(.addFloat, builder.input(.uvX), builder.input(.positionY))
        builder.store(start, to: result)
        switch shape {
        case .chain, .sines, .divisions: line(&builder, shape, count, start, result)
        case .wide: wide(&builder, count, start, result)
        case .branches: for index in 0..<count { branch(&builder, index, result) { _ in } }
        case .nested: nest(&builder, count, result)
        case .loops: for index in 0..<count { loop(&builder, index, result) { _ in } }
        case .nestedLoops: nestLoops(&builder, count, result)
        case .exits: exits(&builder, count, result)
        case .nestedExits: nestExits(&builder, count, result)
        case .cells: cells(&builder, count, result)
        case .samples: samples(&builder, count, result)
        case .arrays: arrays(&builder, count, result)
        case .variables: variables(&builder, count, result)
        case .random: break
        }
        return builder.finish(output: [result, result, result, result])
    }

    private static func line(
        _ builder: inout ProgramBuilder, _ shape: Shape, _ count: Int, _ start: ValueID, _ result: VariableID
    ) {
        var (value, word) = (start, builder.apply(.floatToSigned, start))
        for index in 0..<count {
            switch shape {
            case .chain:
                let factor = builder.constant(Float(index % 7) / 8)
                value = builder.apply(index % 2 == 0 ? .multiplyFloat : .addFloat, value, factor)
            case .sines: value = builder.apply(.sine, value)
            default: word = builder.apply(.divideSigned, builder.constant(Int32(index) &* 7919), word)
            }
        }
        builder.store(shape == .divisions ? builder.apply(.signedToFloat, word) : value, to: result)
    }

    private static func wide(_ builder: inout ProgramBuilder, _ count: Int, _ start: ValueID, _ result: VariableID) {
        var values: [ValueID] = []
        for index in 0..<count / 2 {
            let shifted = builder.apply(.addFloat, start, builder.constant(Float(index)))
            values.append(builder.apply(.divideFloat, shifted, builder.apply(.addFloat, shifted, start)))
        }
        // All of them are needed on both sides of a branch, so that they cannot be computed where they are used.
        var sum = start
        for value in values { sum = builder.apply(.addFloat, sum, value) }
        let isLow = builder.apply(.lessFloat, builder.apply(.sine, sum), start)
        builder.branch(isLow, then: { change(&$0, result) }, otherwise: { change(&$0, result) })
        sum = builder.load(result)
        for value in values.reversed() {
            sum = builder.apply(.multiplyFloat, builder.apply(.addFloat, sum, value), sum)
        }
        builder.store(sum, to: result)
    }

    private static func condition(_ builder: inout ProgramBuilder, _ index: Int) -> ValueID {
        let position = builder.apply(.addFloat, builder.input(.positionX), builder.constant(Float(index % 13)))
        return builder.apply(.lessFloat, builder.apply(.sine, position), builder.input(.uvY))
    }

    private static func change(_ builder: inout ProgramBuilder, _ result: VariableID) {
        let value = builder.apply(.exponential, builder.apply(.negateFloat, builder.load(result)))
        builder.store(builder.apply(.addFloat, value, builder.input(.time)), to: result)
    }

    private static func branch(
        _ builder: inout ProgramBuilder, _ index: Int, _ result: VariableID, _ inside: (inout ProgramBuilder) -> Void
    ) {
        let test = condition(&builder, index)
        builder.branch(
            test,
            then: {
                change(&$0, result)
                inside(&$0)
            }, otherwise: { change(&$0, result) })
    }

    private static func nest(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        // As deep as is allowed, and as often as that fits.
        func level(_ builder: inout ProgramBuilder, _ depth: Int) {
            if depth > 0 { branch(&builder, depth, result) { level(&$0, depth - 1) } }
        }
        for start in stride(from: 0, to: count, by: 200) { level(&builder, min(200, count - start)) }
    }

    private static func loop(
        _ builder: inout ProgramBuilder, _ index: Int, _ result: VariableID, _ inside: (inout ProgramBuilder) -> Void
    ) {
        let counter = builder.makeVariable("i", .int)
        let other = builder.makeVariable("k", .int)
        builder.store(builder.constant(Int32(0)), to: counter)
        builder.scope { builder, end in
            builder.loop { builder in
                let isOn = builder.apply(.lessSigned, builder.load(counter), builder.constant(Int32(2)))
                builder.branch(isOn, then: { _ in }, otherwise: { $0.exit(end) })
                let test = condition(&builder, index)
                builder.branch(test, then: { $0.exit(end) }, otherwise: { _ in })
                builder.store(builder.load(counter), to: other)
                change(&builder, result)
                inside(&builder)
                let next = builder.apply(.addInt, builder.load(other), builder.constant(Int32(1)))
                builder.store(next, to: counter)
            }
        }
    }

    private static func nestLoops(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        func level(_ builder: inout ProgramBuilder, _ depth: Int) {
            if depth > 0 { loop(&builder, depth, result) { level(&$0, depth - 1) } }
        }
        for start in stride(from: 0, to: count, by: 100) { level(&builder, min(100, count - start)) }
    }

    private static func exits(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        builder.scope { builder, end in
            for index in 0..<count {
                let test = condition(&builder, index)
                builder.branch(
                    test,
                    then: {
                        change(&$0, result)
                        $0.exit(end)
                    }, otherwise: { _ in })
            }
        }
    }

    private static func nestExits(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        func level(_ builder: inout ProgramBuilder, _ depth: Int, _ scopes: [ScopeID]) {
            if depth == 0 {
                for (index, scope) in scopes.enumerated() {
                    let test = condition(&builder, index)
                    builder.branch(test, then: { $0.exit(scope) }, otherwise: { change(&$0, result) })
                }
                return
            }
            builder.scope { builder, scope in
                level(&builder, depth - 1, scopes + [scope])
                change(&builder, result)
            }
        }
        for start in stride(from: 0, to: count, by: 120) { level(&builder, min(120, count - start), []) }
    }

    private static func cells(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        let x = builder.input(.uvX)
        var sum = x
        for index in 0..<count {
            let scaled = builder.apply(.multiplyFloat, x, builder.constant(Float(index)))
            let cell = builder.apply(.floor, scaled)
            let noise = builder.apply(
                .multiplyFloat, builder.apply(.addFloat, cell, builder.constant(Float(0.5))), cell)
            sum = builder.apply(.addFloat, sum, noise)
        }
        builder.store(sum, to: result)
    }

    private static func samples(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        let sampler = Sampler(
            magnification: .linear, minification: .linear, addressS: .repeats, addressT: .mirroredRepeat)
        for _ in 0..<count {
            let x = builder.load(result)
            let colours = builder.fetch(.sample(sampler), texture: 0, x: x, y: builder.input(.uvY))
            builder.store(builder.apply(.addFloat, colours[0], builder.apply(.addFloat, colours[2], x)), to: result)
        }
    }

    private static func arrays(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        let array = builder.makeArray("array", .float, count: 64)
        for _ in 0..<count {
            let value = builder.load(result)
            let index = builder.apply(.floatToSigned, value)
            builder.store(value, to: array, at: index)
            let element = builder.element(array, at: builder.apply(.bitNot, index))
            builder.store(builder.apply(.addFloat, element, value), to: result)
        }
    }

    private static func variables(_ builder: inout ProgramBuilder, _ count: Int, _ result: VariableID) {
        let all = (0..<max(1, count / 2)).map { builder.makeVariable("v\($0)", .float) }
        for round in 0..<2 {
            for (index, variable) in all.enumerated() where (index + round) % 2 == 0 {
                branch(&builder, index, variable) { _ in }
            }
        }
        for variable in all {
            builder.store(builder.apply(.addFloat, builder.load(variable), builder.load(result)), to: result)
        }
    }
}

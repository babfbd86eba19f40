import Testing

@testable import ShaderIR

@Suite struct TextTests {
    /// Every kind of statement and instruction, in its written form.
    @Test func everything() {
        var builder = ProgramBuilder(name: "fragment_all")
        let output = ["r", "g", "b", "a"].map { builder.makeVariable($0, .float) }
        let flag = builder.makeVariable("flag", .bool)
        let array = builder.makeArray("samples", .float, count: 8)
        let table = builder.makeTable("weights", .int, bits: [1, UInt32(bitPattern: -2)])
        let x = builder.input(.uvX)
        let half = builder.constant(Float(0.5))
        let index = builder.constant(Int32(3))
        let isLow = builder.apply(.lessFloat, x, half)
        builder.store(isLow, to: flag)
        builder.store(x, to: array, at: index)
        let weight = builder.element(table, at: index)
        let width = builder.textureSize(4, axis: 0)
        let texel = builder.fetch(
            .sample(Sampler(magnification: .linear, minification: .linear, addressT: .repeats, isNormalized: false)),
            texture: 4, x: x, y: half)
        let same = builder.fetch(.read, texture: 0, x: weight, y: width)
        builder.scope { (builder, scope) in
            builder.loop { builder in
                let test = builder.load(flag)
                builder.branch(
                    test, then: { $0.discard() },
                    otherwise: { builder in
                        let value = builder.select(test, texel[0], same[3])
                        builder.store(value, to: output[0])
                        builder.exit(scope)
                    })
                _ = builder.element(array, at: weight)
            }
        }
        let program = builder.finish(output: output)
        #expect(
            program.text == """
                shader fragment_all
                textures 0, 4
                table t0 weights: int[2] = 1, -2
                array a0 samples: float[8]
                variable v0 r: float
                variable v1 g: float
                variable v2 b: float
                variable v3 a: float
                variable v4 flag: bool
                %0: float = input uvX
                %1: float = 0.5
                %2: int = 3
                %3: bool = lessFloat %0, %1
                store v4, %3
                store a0[%2], %0
                %4: int = load t0[%2]
                %5: int = width texture4
                %6, %7, %8, %9 = sample (linear, clampToEdge/repeats, pixel) texture4 %0, %1
                %10, %11, %12, %13 = read texture0 %4, %5
                scope s0 {
                    loop {
                        %14: bool = load v4
                        branch %14 {
                            discard
                        } else {
                            %15: float = select %14, %6, %13
                            store v0, %15
                            exit s0
                        }
                        %16: float = load a0[%4]
                    }
                }
                output v0, v1, v2, v3

                """)
    }
}

/// What the validator refuses.
@Suite struct ValidationTests {
    private func program(_ build: (inout ProgramBuilder) -> Void) -> ShaderProgram {
        var builder = ProgramBuilder(name: "f")
        let output = (0..<4).map { builder.makeVariable("o\($0)", .float) }
        build(&builder)
        return builder.finish(output: output)
    }

    private func failure(_ program: ShaderProgram) -> String? {
        do {
            _ = try ValidatedProgram(program)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func accepts() {
        #expect(failure(program { _ in }) == nil)
        #expect(
            failure(
                program { builder in
                    let a = builder.input(.time)
                    let b = builder.apply(.sine, a)
                    builder.store(b, to: VariableID(0))
                }) == nil)
    }

    @Test func wrongTypes() {
        var wrong = program { builder in
            let a = builder.constant(Int32(1))
            builder.store(a, to: VariableID(0))
        }
        #expect(failure(wrong) == "%0 is not float")
        wrong = program { builder in _ = builder.constant(true) }
        wrong.instructions[0] = .constant(.bool, bits: 2)
        #expect(failure(wrong) == "a bool is 0 or 1")
    }

    /// A value of one side of a branch is out of sight after it.
    @Test func outOfSight() {
        let wrong = program { builder in
            let test = builder.constant(true)
            var inner = ValueID(0)
            builder.branch(test, then: { inner = $0.input(.uvX) }, otherwise: { _ in })
            builder.store(inner, to: VariableID(0))
        }
        #expect(failure(wrong) == "%1 is used where it is not computed")
    }

    @Test func exitsAndOutputs() {
        var wrong = program { _ in }
        wrong.body = [.exit(ScopeID(0))]
        #expect(failure(wrong) == "scope does not exist")
        wrong.scopeCount = 1
        #expect(failure(wrong) == "exit of a scope that is not around it")
        wrong.body = []
        wrong.output = []
        #expect(failure(wrong) == "four outputs are needed")
    }

    @Test func sizes() {
        #expect(
            failure(program { _ = $0.makeArray("a", .float, count: 16_385) }) == "array a size")
        let wrong = program { builder in
            _ = builder.makeArray("a", .float, count: 9_000)
            _ = builder.makeArray("b", .float, count: 9_000)
        }
        #expect(failure(wrong) == "local arrays are too large")
        var deep = program { _ in }
        deep.scopeCount = 300
        deep.body = (0..<300).reduce([]) { [.scope(ScopeID($1), $0)] }
        #expect(failure(deep) == "statements nest too deeply")
    }
}

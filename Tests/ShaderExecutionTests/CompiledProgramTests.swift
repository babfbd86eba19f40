import FrameCore
import Imaging
import ShaderIR
import Testing

@testable import ShaderExecution

/// Compiled code against the interpreter, over random programs: every level of the processor, every width.
@Suite(.enabled(if: CompilerUnderTest.isPresent)) struct CompiledProgramTests {
    /// Sizes with whole tiles, parts of tiles, and nothing but edges.
    static let sizes = [(37, 7), (1, 1), (1, 9), (19, 1), (64, 4), (70, 3)]

    static func pass(seed: UInt64) -> Pass {
        let (width, height) = sizes[Int(seed % UInt64(sizes.count))]
        return Pass(
            width: width, height: height, textures: Pass.textures(isUsual: seed % 3 != 0, seed: seed),
            below: seed % 2 == 0 ? Pass.noise(width: width, height: height, seed: seed) : nil,
            loopLimit: seed % 5 == 0 ? 7 : 100)
    }

    /// The first target of `targets` for which the code draws something else than the interpreter.
    static func disagreement(_ program: ShaderProgram, _ pass: Pass, _ targets: [CodeTarget]) throws -> CodeTarget? {
        let validated = try ValidatedProgram(program)
        let expected = pass.outcome(Interpreter(validated))
        return try targets.first { target in
            let compiled = try CompiledShader(validated, for: target)
            return pass.outcome(compiled) != expected || pass.outcome(compiled, threads: 2) != expected
        }
    }

    /// The targets for one of many programs: all of them in the long run.
    static func targets(_ index: UInt64) -> [CodeTarget] {
        guard let host = CompilerUnderTest.host else { return [] }
        let all = CompilerUnderTest.targets
        return [host] + (CompilerUnderTest.isThorough ? all : [all[Int(index) % all.count]])
    }

    @Test(arguments: [false, true])
    func randomPrograms(isRich: Bool) throws {
        let count = CompilerUnderTest.count("SHADER_RANDOM_PROGRAMS", otherwise: 40)
        for seed in 1...UInt64(max(1, count)) {
            let program = RandomProgram.make(seed: seed, isRich: isRich)
            let (pass, targets) = (Self.pass(seed: seed), Self.targets(seed))
            guard let target = try Self.disagreement(program, pass, targets) else { continue }
            let small = Shrinking.smallest(program) { try Self.disagreement($0, pass, [target]) != nil }
            Issue.record("seed \(seed), \(pass.width)×\(pass.height), for \(target):\n\(small.text)")
        }
    }

    /// The same picture over another as Imaging's own composite.
    @Test func blendsAsTheLayersDo() throws {
        let host = try #require(CompilerUnderTest.host)
        for (index, size) in Self.sizes.enumerated() {
            let below = Pass.noise(width: size.0, height: size.1, seed: UInt64(index))
            for program in [SamplePrograms.waves(), RandomProgram.make(seed: 8, isRich: true)] {
                let compiled = try CompiledShader(try ValidatedProgram(program), for: host)
                var pass = Pass(width: size.0, height: size.1, textures: Pass.textures(isUsual: true))
                let top = try pass.outcome(compiled).get()
                var expected = below
                composite(top, over: &expected)
                pass.below = below
                #expect(try pass.outcome(compiled).get() == expected)
                // What has another size does not count.
                pass.below = PixelBuffer(width: size.0 + 1, height: size.1)
                #expect(try pass.outcome(compiled).get() == top)
            }
        }
    }

    /// Textures that turn up with another format than the usual one are compiled for, not mistaken.
    @Test func anyFormatMayBeBound() throws {
        let host = try #require(CompilerUnderTest.host)
        for seed in 1...6 as ClosedRange<UInt64> {
            let validated = try ValidatedProgram(RandomProgram.make(seed: seed, isRich: true))
            let (compiled, interpreter) = (try CompiledShader(validated, for: host), Interpreter(validated))
            for isUsual in [true, false, true] {
                let pass = Pass(width: 21, height: 6, textures: Pass.textures(isUsual: isUsual, seed: seed))
                #expect(pass.outcome(compiled) == pass.outcome(interpreter))
            }
        }
    }

    @Test(arguments: [0, 1, 2, 13, Int.max])
    func loopLimits(_ limit: Int) throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            // Endless loops are for the other limits.
            let program = limit == .max ? SamplePrograms.noise() : RandomProgram.make(seed: seed)
            let pass = Pass(width: 23, height: 9, loopLimit: limit)
            #expect(try Self.disagreement(program, pass, Self.targets(seed)) == nil, "seed \(seed)")
        }
    }
}

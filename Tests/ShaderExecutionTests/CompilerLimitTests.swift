import Foundation
import FrameCore
import Glibc
import ShaderIR
import Testing

@testable import ShaderExecution

/// What is too much for the compiler is interpreted, and what is not is compiled in a bounded time.
@Suite(.enabled(if: CompilerUnderTest.isPresent), .serialized) struct CompilerLimitTests {
    /// How a program was taken.
    private static func attempt(_ program: ShaderProgram) throws -> (refusal: String?, time: Duration, size: Int) {
        let host = try #require(CompilerUnderTest.host)
        let validated = try ValidatedProgram(program)
        var refusal: String?
        let time = ContinuousClock().measure {
            do throws(BackendUnavailable) {
                _ = try CompiledShader(validated, for: host)
            } catch {
                refusal = error.description
            }
        }
        return (refusal, time, program.instructions.count)
    }

    /// What was refused, with the reason, is interpreted by whoever does not insist.
    private static func isInterpreted(_ program: ShaderProgram, _ reason: String) throws {
        let validated = try ValidatedProgram(program)
        #expect(try ShaderBackends.make(validated, isCached: false).kind == .interpreter)
        let error = #expect(throws: BackendUnavailable.self) {
            try ShaderBackends.make(validated, kind: .jit, isCached: false)
        }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test func whatIsTooLargeIsInterpreted() throws {
        let count = CompiledShader.programLimit
        let program = LargePrograms.make(.chain, count)
        #expect(program.instructions.count > count)
        try Self.isInterpreted(program, "too large")
        // Few instructions, each of which is many of the compiler's.
        try Self.isInterpreted(LargePrograms.make(.sines, CompiledShader.sizeLimit / 20), "too large")
    }

    @Test func whatNeedsTooMuchStackIsInterpreted() throws {
        let program = LargePrograms.make(.wide, 2_500)
        try Self.isInterpreted(program, "stack")
        // The next shader is compiled as if nothing had been.
        let waves = try ValidatedProgram(SamplePrograms.waves())
        #expect(try ShaderBackends.make(waves, kind: .jit, isCached: false).kind == .jit)
        // That the stack is too small is seen before anything is compiled, so there is nothing to keep.
        let (folder, host) = (try TemporaryFolder(), try #require(CompilerUnderTest.host))
        let cache = try ObjectCache(folder.path)
        let validated = try ValidatedProgram(program)
        for _ in 0..<2 {
            let error = #expect(throws: BackendUnavailable.self) {
                try CompiledShader(validated, for: host, cache: cache)
            }
            #expect(error?.description.contains("stack") == true)
            #expect(folder.names().isEmpty)
        }
    }

    /// Programs as large as is allowed, for all shapes in the long run; with a machine that is ten times as slow as ours.
    @Test(arguments: CompilerUnderTest.isThorough ? LargePrograms.Shape.allCases : [.loops, .sines, .wide])
    func timeIsBounded(_ shape: LargePrograms.Shape) throws {
        // The largest that is taken, found by halves.
        var (small, large) = (1, 6_000)
        while large - small > max(1, small / 8) {
            let middle = (small + large) / 2
            let program = LargePrograms.make(shape, middle)
            let draft = Drafting.cleanDraft(of: program, unrolls: true)
            let formats = program.textures.map { _ in TexelView.Format.bgra8 }
            let host = try #require(CompilerUnderTest.host)
            let isTaken =
                program.instructions.count <= CompiledShader.programLimit
                && CompiledShader.module(draft, program, formats, host).emitter.size <= CompiledShader.sizeLimit
            if isTaken { small = middle } else { large = middle }
        }
        let attempt = try Self.attempt(LargePrograms.make(shape, small))
        #expect(attempt.time < .seconds(15))
        #expect(attempt.refusal == nil || attempt.refusal?.contains("stack") == true, "\(attempt.refusal ?? "")")
    }

    /// Loops inside loops are not walked again for each one around, and what is too much to find out is not.
    @Test func deepLoopsAreCompiledRight() throws {
        for count in [12, 40, 90] {
            let program = LargePrograms.make(.nestedLoops, count)
            let pass = Pass(width: 9, height: 3, loopLimit: 400)
            let host = try #require(CompilerUnderTest.host)
            #expect(try CompiledProgramTests.disagreement(program, pass, [host]) == nil)
        }
    }

    /// Milliseconds of this thread, whatever else the machine does.
    private static func cost(_ body: () throws -> Void) rethrows -> Int {
        var (begin, end) = (timespec(), timespec())
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
        try body()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1_000_000
    }

    /// A table for people: sizes and milliseconds, until a program is refused.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SHADER_COMPILE_TIMES"] != nil))
    func timesBySize() throws {
        let host = try #require(CompilerUnderTest.host)
        print("TIME shape\tcount\tinstructions\tlines\tinterpreter\temitting\tall\trefusal")
        for shape in LargePrograms.Shape.allCases {
            for count in [30, 100, 300, 1_000, 3_000, 10_000, 20_000, 60_000] {
                let program = LargePrograms.make(shape, count)
                guard let validated = try? ValidatedProgram(program) else { break }
                let interpreting = Self.cost { _ = Interpreter(validated) }
                var (size, emitting) = (0, 0)
                if program.instructions.count <= CompiledShader.programLimit {
                    emitting = Self.cost {
                        let draft = Drafting.cleanDraft(of: program, unrolls: true)
                        let formats = program.textures.map { _ in TexelView.Format.bgra8 }
                        size = CompiledShader.module(draft, program, formats, host).emitter.size
                    }
                }
                var refusal: String?
                let all = try Self.cost { refusal = try Self.attempt(program).refusal }
                let numbers = [count, program.instructions.count, size, interpreting, emitting, all]
                print("TIME", shape, numbers.map(String.init).joined(separator: "\t"), refusal ?? "")
            }
        }
    }
}

import ShaderIR
import Testing

@testable import ShaderExecution

/// Shaders that another run has compiled.
@Suite(.enabled(if: CompilerUnderTest.isPresent)) struct CachedShaderTests {
    private let folder: TemporaryFolder
    private let cache: ObjectCache
    private let program: ValidatedProgram
    private let pass = Pass(width: 37, height: 5, textures: Pass.textures(isUsual: true))

    init() throws {
        folder = try TemporaryFolder()
        cache = try ObjectCache(folder.path)
        program = try ValidatedProgram(RandomProgram.make(seed: 3, isRich: true))
    }

    /// The text of the program's module, and what the cache has for it.
    private func kept(_ target: CodeTarget) -> Compiler.Outcome? {
        Compiler.kept(text(target), for: target, in: cache)
    }

    private func text(_ target: CodeTarget) -> String {
        let program = program.program
        let formats = program.textures.map { $0 == 2 ? TexelView.Format.red32Float : .bgra8 }
        return CompiledShader.module(Drafting.cleanDraft(of: program, unrolls: true), program, formats, target).text
    }

    @Test func theSecondTimeNothingIsCompiled() throws {
        let host = try #require(CompilerUnderTest.host)
        #expect(kept(host) == nil)
        let expected = pass.outcome(try CompiledShader(program, for: host, cache: cache))
        let object = try #require(kept(host))
        #expect(folder.names().count == 1)
        // Code that draws something else stands in for what was kept: it is what is run.
        let other = try ValidatedProgram(SamplePrograms.waves())
        let replacement = CompiledShader.module(
            Drafting.cleanDraft(of: other.program, unrolls: true), other.program, [], host)
        Compiler.keep(Compiler.compile(replacement.text, for: host), of: text(host), for: host, in: cache)
        let replaced = pass.outcome(try CompiledShader(program, for: host, cache: cache))
        #expect(replaced != expected)
        Compiler.keep(object, of: text(host), for: host, in: cache)
        #expect(pass.outcome(try CompiledShader(program, for: host, cache: cache)) == expected)
        #expect(expected == pass.outcome(Interpreter(program)))
    }

    @Test func whatIsKeptAndBrokenIsCompiledAgain() throws {
        let host = try #require(CompilerUnderTest.host)
        let expected = pass.outcome(Interpreter(program))
        _ = try CompiledShader(program, for: host, cache: cache)
        guard case .object(let object)? = kept(host) else { throw ObjectFailure(description: "nothing was kept") }
        for broken in [[], [1, 2, 3], Array(object.dropLast(9)), [UInt8](repeating: 0, count: object.count)] {
            Compiler.keep(.object(broken), of: text(host), for: host, in: cache)
            #expect(pass.outcome(try CompiledShader(program, for: host, cache: cache)) == expected)
            #expect(kept(host) == .object(object))
        }
    }

    /// Each kind of processor has code of its own, and so has each text.
    @Test func targetsAreKeptApart() throws {
        let host = try #require(CompilerUnderTest.host)
        _ = try CompiledShader(program, for: host, cache: cache)
        for target in CompilerUnderTest.targets.prefix(3) { #expect(kept(target) == nil) }
        var features = host
        features.features += ",-sse4a"
        #expect(kept(features) == nil)
        #expect(Compiler.kept(text(host) + " ", for: host, in: cache) == nil)
    }

    @Test func formatsAreKeptApart() throws {
        let host = try #require(CompilerUnderTest.host)
        let program = try ValidatedProgram(LargePrograms.make(.samples, 2))
        let unusual = Pass(width: 37, height: 5, textures: Pass.textures(isUsual: false))
        let compiled = try CompiledShader(program, for: host, cache: cache)
        let first = unusual.outcome(compiled)
        #expect(folder.names().count == 2)
        #expect(first == unusual.outcome(Interpreter(program)))
        #expect(first == unusual.outcome(try CompiledShader(program, for: host, cache: cache)))
        #expect(folder.names().count == 2)
    }

    // MARK: - The processor

    @Test func theProcessorIsRemembered() throws {
        let host = try #require(CompilerUnderTest.host)
        #expect(try Compiler.host(cache).get() == host)
        #expect(folder.names().count == 1)
        #expect(try Compiler.host(cache).get() == host)
        #expect(CodeTarget(kept: host.kept) == host)
    }

    @Test(arguments: [
        "", "znver4", "znver4\n+avx2", "znver4\n+avx2\nmany", "znver4\n+avx2\n0", "znver4\n+avx2\n-19",
        "znver4\" }\n+avx2\n19", "znver4\n+avx2 \n19", "znver4\n+avx2\n19\n", "znver4\n+äö\n19", "a\0b\n\n19",
    ])
    func strangeProcessorsAreForgotten(_ text: String) {
        #expect(CodeTarget(kept: Array(text.utf8)) == nil)
    }
}

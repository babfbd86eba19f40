import ChildProcess
import Diagnostics
import Foundation
import FrameCore
import ShaderIR
import ShaderLanguage
import Testing

@testable import ShaderExecution

/// Every shader of this repository, compiled and interpreted.
@Suite(.enabled(if: CompilerUnderTest.isPresent)) struct TreeShaderTests {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The files, by their path from the root.
    static let files: [String] = ["SamplePackages", "Tests/Twins/msl"].flatMap { folder in
        (FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.allObjects ?? [])
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".metal") }.map { folder + "/" + $0 }
    }.sorted()

    static func program(_ file: String) throws -> ValidatedProgram {
        let path = root.appendingPathComponent(file).path
        let source = SourceText(name: file, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let result = ShaderCompiler.compile(source, entryPoint: ShaderCompiler.entryPoint(forFile: path))
        return try #require(result.shader?.program, "\(file) does not compile")
    }

    @Test func allAreFound() { #expect(Self.files.count >= 12) }

    @Test(arguments: files)
    func compiledAndInterpretedAlike(_ file: String) throws {
        let program = try Self.program(file)
        let interpreter = Interpreter(program)
        let index = UInt64(Self.files.firstIndex(of: file) ?? 0)
        for target in CompiledProgramTests.targets(index * 7) {
            let compiled = try CompiledShader(program, for: target)
            for (place, size) in [(33, 19), (1, 1), (1, 11), (40, 1), (96, 2)].enumerated() {
                let pass = Pass(
                    width: size.0, height: size.1, textures: Pass.textures(isUsual: true),
                    below: place % 2 == 0 ? Pass.noise(width: size.0, height: size.1, seed: 9) : nil,
                    loopLimit: 16_384)
                let expected = pass.outcome(interpreter)
                #expect(pass.outcome(compiled) == expected)
                #expect(pass.outcome(compiled, threads: 2) == expected)
                #expect((try? expected.get()) != nil)
            }
            var pass = Pass(width: 17, height: 5, textures: Pass.textures(isUsual: false))
            #expect(pass.outcome(compiled) == pass.outcome(interpreter))
            for limit in [0, 1, 3, 40] {
                pass.loopLimit = limit
                #expect(pass.outcome(compiled) == pass.outcome(interpreter))
            }
        }
    }

    // MARK: - The code itself

    private static let disassembler = ["/usr/bin/llvm-objdump", "/usr/bin/objdump"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Products are rounded before they are added, nothing is estimated, and nothing outside is called.
    @Test(.enabled(if: disassembler != nil), arguments: files)
    func onlyStrictInstructions(_ file: String) throws {
        let (host, tool) = (try #require(CompilerUnderTest.host), try #require(Self.disassembler))
        let program = try Self.program(file).program
        let formats = program.textures.map { $0 == 2 ? TexelView.Format.red32Float : .bgra8 }
        let text = CompiledShader.module(Drafting.cleanDraft(of: program, unrolls: true), program, formats, host).text
        guard case .object(let object) = Compiler.compile(text, for: host) else {
            throw ObjectFailure(description: "\(file) does not compile")
        }
        let folder = try TemporaryFolder()
        try Data(object).write(to: URL(fileURLWithPath: folder.file("shader.o")))
        let process = try ChildProcess(
            tool, ["-d", "--no-show-raw-insn", folder.file("shader.o")], output: folder.file("listing"))
        #expect(process.wait() == 0)
        let listing = try String(contentsOfFile: folder.file("listing"), encoding: .utf8)
        let lines = listing.split(separator: "\n")
        #expect(lines.contains { $0.contains("mulps") } && lines.contains { $0.contains("ret") })
        for forbidden in ["fmadd", "fmsub", "fnmadd", "fnmsub", "rcp", "rsqrt", "call", "syscall", "int3"] {
            #expect(!lines.contains { $0.contains(forbidden) }, "\(forbidden)")
        }
    }
}

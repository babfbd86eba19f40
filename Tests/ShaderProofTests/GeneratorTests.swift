import FrameCore
import ShaderExecution
import ShaderGenerator
import ShaderIR
import Testing

@testable import ShaderLanguage

/// The generator and the shrinker themselves.
@Suite struct GeneratorTests {
    /// The generator's table of functions, made apart, against the compiler's.
    @Test func knowsTheWholeLibrary() {
        var expected: [String: Set<String>] = [:]
        for function in Library.functions where function.name != "discard_fragment" {
            for type in function.domain.types {
                expected[function.name, default: []].insert(TypeShapes().name(of: type))
            }
        }
        var found: [String: Set<String>] = [:]
        for entry in LibraryTable.entries { found[entry.name, default: []].formUnion(entry.types.map(\.name)) }
        for name in Set(expected.keys).union(found.keys).sorted() {
            #expect(found[name] == expected[name], "\(name)")
        }
    }

    @Test func isAFunctionOfItsSeed() {
        #expect(GeneratedShader(seed: 5).source == GeneratedShader(seed: 5).source)
        #expect(GeneratedShader(seed: 5).source != GeneratedShader(seed: 6).source)
    }

    /// A back end that draws red for every program with a certain operation: what is left is little more than that.
    @Test func shrinksToTheFault() throws {
        func isFailing(_ source: String) -> Bool {
            guard let program = compile(source).shader?.program.program else { return false }
            return program.instructions.contains {
                if case .operation(.remainderSigned, _, _, _) = $0 { true } else { false }
            }
        }
        let shader = try #require(
            (UInt64(1)...100).lazy.map { GeneratedShader(seed: $0) }.first { isFailing($0.source) })
        let small = Shrinker.shrink(shader.tree, isFailing: isFailing).text
        #expect(isFailing(small))
        #expect(small.split(separator: "\n").count <= 20, "\(small)")
        #expect(shader.source.split(separator: "\n").count > 40)
    }

    /// A way to execute that gets one pixel wrong is found.
    @Test func findsADifference() throws {
        let program = try #require(compile(GeneratedShader(seed: 1).source).shader?.program)
        let wrong = Configuration("wrong") { WrongBackend(inner: Interpreter($0)) }
        let scene = ShaderScene(seed: 1, width: 37, height: 19)
        #expect(Differential.disagreement(program, scene, [Configurations.all[0], wrong]) != nil)
        #expect(Differential.disagreement(program, scene) == nil)
    }

    private struct WrongBackend: ShaderBackend {
        let inner: Interpreter
        var kind: BackendKind { .interpreter }

        func render(
            uniforms: ShaderUniforms, textures: [Int: Texture], over below: PixelBuffer?,
            into target: inout PixelBuffer, options: ExecutionOptions
        ) throws(ShaderFailure) {
            try inner.render(
                uniforms: uniforms, textures: textures, over: below, into: &target, options: options)
            target.withMutableBytes { $0[$0.count / 2] ^= 1 }
        }
    }
}

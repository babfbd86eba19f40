import Diagnostics
import Foundation
import ShaderGenerator
import ShaderIR
import ShaderLanguage
import Testing

/// The shaders that people wrote: all those of the tree, in every way to execute them.
@Suite struct TreeShaderTests {
    /// The files in a folder of the package, by path from its root.
    static func files(in folder: String, _ suffix: String = ".metal") -> [String] {
        let url = packageRoot.appending(path: folder)
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
        return paths.filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
    }

    static let shaders = files(in: "SamplePackages") + files(in: "Tests/Twins")

    @Test func areThere() { #expect(Self.shaders.count >= 12) }

    @Test(arguments: Array(shaders.enumerated())) func agree(index: Int, path: String) throws {
        let source = SourceText(
            name: path, bytes: Array(try Data(contentsOf: packageRoot.appending(path: path))))
        let result = ShaderCompiler.compile(source, entryPoint: ShaderCompiler.entryPoint(forFile: path))
        let program = try #require(result.shader?.program, "\(errors(result))")
        let seeds = UInt64(1)...3
        let scenes = seeds.flatMap { seed in
            [(37, 19), (64, 32)].map { ShaderScene(seed: seed, width: $0.0, height: $0.1, loopLimit: 16_384) }
        }
        let disagreement = Differential.disagreement(program, scenes, Configurations.some(of: index))
        #expect(disagreement == nil)
        for seed in seeds {
            let small = ShaderScene(seed: seed, width: 11, height: 5, loopLimit: 16_384)
            let expected = ReferenceEvaluator.run(program, small, elementary: Configurations.elementary).outcome
            let difference = Differential.outcome(program, small).difference(from: expected)
            #expect(difference == nil, "the interpreter against the reference, seed \(seed)")
        }
    }
}

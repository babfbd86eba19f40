import Diagnostics
import Foundation
import ShaderGenerator
import ShaderLanguage
import Testing

/// What fuzzing once found, again: a diagnostic or equal pictures, in bounded time.
@Suite struct FindingTests {
    static let files = TreeShaderTests.files(in: "Tests/ShaderProofTests/Findings", "")
        .filter { !$0.hasSuffix(".md") }

    @Test(arguments: files) func isMended(path: String) throws {
        let bytes = Array(try Data(contentsOf: packageRoot.appending(path: path)))
        let source = SourceText(name: "finding.metal", bytes: bytes)
        let start = ContinuousClock.now
        // Which entry point was meant is not known; the first there is, as in the fuzzer.
        let named = ShaderCompiler.compile(source, entryPoint: "fragment_fuzz")
        let entry = named.shader == nil ? named.entryPoints.first ?? "fragment_fuzz" : "fragment_fuzz"
        let result = ShaderCompiler.compile(source, entryPoint: entry)
        #expect((result.shader == nil) == result.diagnostics.contains { $0.severity == .error })
        #expect(!result.diagnostics.contains { $0.code == "msl.internal" }, "\(errors(result))")
        if let program = result.shader?.program {
            let scene = ShaderScene(seed: 1, width: 9, height: 5, loopLimit: 64)
            #expect(Differential.disagreement(program, [scene], Configurations.all) == nil)
            let expected = ReferenceEvaluator.run(program, scene, elementary: Configurations.elementary).outcome
            let found = Differential.outcome(program, scene)
            #expect(found.difference(from: expected) == nil)
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}

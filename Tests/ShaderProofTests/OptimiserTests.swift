import ShaderGenerator
import ShaderIR
import Testing

/// Optimising changes no picture.
@Suite struct OptimiserTests {
    /// Without derivatives: what the pixels of a quad that went another way hold is nobody's promise, and differs when
    /// a value no longer goes through its variable.
    @Test func changesNothing() {
        var count = 0
        for seed in UInt64(1_001)...1_200 {
            let source = GeneratedShader(seed: seed).source
            let scene = ShaderScene(seed: seed, width: 21, height: 9)
            guard let plain = compile(source, optimises: false).shader?.program, !hasDerivatives(plain.program),
                let optimised = compile(source).shader?.program
            else { continue }
            count += 1
            let expected = Differential.outcome(plain, scene)
            let found = Differential.outcome(optimised, scene)
            #expect(found.difference(from: expected) == nil, "seed \(seed)")
        }
        #expect(count > 50)
    }

    private func hasDerivatives(_ program: ShaderProgram) -> Bool {
        program.instructions.contains { instruction in
            switch instruction {
            case .operation(.derivativeX, _, _, _), .operation(.derivativeY, _, _, _): true
            default: false
            }
        }
    }
}

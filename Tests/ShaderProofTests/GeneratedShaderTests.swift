import Foundation
import FrameCore
import ShaderExecution
import ShaderGenerator
import ShaderIR
import ShaderLanguage
import Synchronization
import Testing

/// Random shaders, drawn in every way there is: each byte must be the same.
///
/// `AMBIENT_PROOF_SEEDS=1000-1999` draws those instead of the usual ones.
@Suite struct GeneratedShaderTests {
    static let seeds: ClosedRange<UInt64> = {
        let parts = (ProcessInfo.processInfo.environment["AMBIENT_PROOF_SEEDS"] ?? "").split(separator: "-")
            .compactMap { UInt64($0) }
        guard parts.count == 2, parts[0] <= parts[1] else { return 1...300 }
        return parts[0]...parts[1]
    }()

    /// The seeds in two parts, one for each core.
    static let parts: [[UInt64]] = [0, 1].map { rest in seeds.filter { $0 % 2 == rest } }

    /// What a run over many seeds came to.
    struct Tally: Sendable {
        var shaders = 0
        var varied = 0
        var failures = 0
        var colours = 0
        var instructions = 0
        var coverage = ReferenceEvaluator.Coverage()
    }

    @Test func agree() async throws {
        let start = ContinuousClock.now
        let tally = await withTaskGroup(of: Tally.self) { group in
            for part in Self.parts {
                group.addTask {
                    var tally = Tally()
                    for seed in part { Self.prove(seed, &tally) }
                    return tally
                }
            }
            return await group.reduce(into: Tally()) { total, part in
                total.shaders += part.shaders
                total.varied += part.varied
                total.failures += part.failures
                total.colours += part.colours
                total.instructions += part.instructions
                total.coverage.formUnion(part.coverage)
            }
        }
        print(
            """
            proof: \(tally.shaders) shaders, \(Configurations.all.count) configurations and the reference, \
            \(ContinuousClock.now - start); \(tally.varied) varied pictures, \(tally.failures) loop limits, \
            \(tally.colours / max(1, tally.varied)) colours and \(tally.instructions / max(1, tally.shaders)) \
            instructions each; not executed: \(ShaderIR.Operation.allCases.filter { !tally.coverage.operations.contains($0) }), \(tally.coverage.samplers.count) samplers
            """)
        #expect(tally.shaders == Self.seeds.count)
    }

    private static func prove(_ seed: UInt64, _ tally: inout Tally) {
        let shader = GeneratedShader(seed: seed)
        let compilation = compile(shader.source)
        guard let program = compilation.shader?.program else {
            Issue.record("seed \(seed) does not compile: \(errors(compilation))")
            return
        }
        tally.shaders += 1
        tally.instructions += program.program.instructions.count
        let scene = ShaderScene(seed: seed, width: 37, height: 19)
        if let difference = Differential.disagreement(program, scene, Configurations.all) {
            Issue.record("seed \(seed): \(difference)")
        }
        let small = ShaderScene(seed: seed, width: 11, height: 5)
        let (expected, coverage) = ReferenceEvaluator.run(program, small, elementary: Configurations.elementary)
        tally.coverage.formUnion(coverage)
        if let difference = Differential.outcome(program, small, Configurations.all[0]).difference(from: expected) {
            Issue.record("seed \(seed): the interpreter against the reference: \(difference)")
        }
        switch Differential.outcome(program, scene, Configurations.all[0]) {
        case .picture(let pixels):
            let colours = Set((0..<(37 * 19)).map { Array(pixels.bytes[$0 * 4..<$0 * 4 + 4]) }).count
            tally.varied += colours > 1 ? 1 : 0
            tally.colours += colours
        default: tally.failures += 1
        }
    }
}

import Foundation
import FrameCore
import ShaderExecution
import ShaderGenerator
import ShaderIR
import Synchronization
import Testing

/// Random shaders, drawn in every way there is: each byte must be the same.
///
/// `AMBIENT_PROOF_SEEDS=1000-1999` draws those instead of the usual ones.
@Suite struct GeneratedShaderTests {
    /// Enough for every sampler to have its turn three times; now and then what one reads is not needed.
    private static let usualSeeds: ClosedRange<UInt64> = 1...450

    private static let askedSeeds: ClosedRange<UInt64>? = {
        let parts = (ProcessInfo.processInfo.environment["AMBIENT_PROOF_SEEDS"] ?? "").split(separator: "-")
            .compactMap { UInt64($0) }
        return parts.count == 2 && parts[0] <= parts[1] ? parts[0]...parts[1] : nil
    }()
    static let seeds = askedSeeds ?? usualSeeds
    static let isUsual = askedSeeds == nil

    /// What a run over many seeds came to.
    struct Tally: Sendable {
        var shaders = 0
        var varied = 0
        var loopLimits = 0
        var colours = 0
        var instructions = 0
        var coverage = ReferenceEvaluator.Coverage()

        mutating func add(_ other: Tally) {
            shaders += other.shaders
            varied += other.varied
            loopLimits += other.loopLimits
            colours += other.colours
            instructions += other.instructions
            coverage.formUnion(other.coverage)
        }
    }

    @Test func agree() async throws {
        let start = ContinuousClock.now
        let seeds = Array(Self.seeds)
        let tally = await withTaskGroup(of: Tally.self) { group in
            for rest in 0..<2 {
                group.addTask {
                    var tally = Tally()
                    for index in stride(from: rest, to: seeds.count, by: 2) { Self.prove(seeds[index], &tally) }
                    return tally
                }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
        let missing = ShaderIR.Operation.allCases.filter { !tally.coverage.operations.contains($0) }
        print(
            "proof: seeds \(Self.seeds), \(Configurations.all.count) "
                + "ways to execute and the reference, in "
                + "\(ContinuousClock.now - start): \(tally.varied) varied pictures of \(tally.shaders), "
                + "\(tally.loopLimits) loop limits; \(tally.colours / max(1, tally.varied)) colours and "
                + "\(tally.instructions / max(1, tally.shaders)) instructions each; "
                + "\(tally.coverage.operations.count) operations, \(tally.coverage.samplers.count) samplers")
        #expect(tally.shaders == seeds.count)
        if seeds.count < Self.usualSeeds.count { return }
        // What is drawn is worth drawing, and all of the representation takes part.
        #expect(tally.varied * 10 >= seeds.count * 8)
        #expect(missing.isEmpty, "never executed: \(missing)")
        #expect(tally.coverage.samplers.count == Self.samplerCount)
        #expect(tally.coverage.hasRead && tally.coverage.hasTextureSize)
    }

    /// Filters, kinds of coordinates, modes across and down, borders.
    private static let samplerCount = 2 * 2 * 5 * 5 * 3

    private static func prove(_ seed: UInt64, _ tally: inout Tally) {
        let shader = GeneratedShader(seed: seed)
        let compilation = compile(shader.source)
        guard let program = compilation.shader?.program else {
            let codes = compilation.errorCodes
            Issue.record(
                "seed \(seed): \(errors(compilation))\n\(smallest(shader) { Fault.isRefused($0, like: codes) })")
            return
        }
        tally.shaders += 1
        tally.instructions += program.program.instructions.count
        if let fault = Fault.find(program, seed, &tally.coverage) {
            Issue.record("seed \(seed): \(fault.description)\n\(smallest(shader) { Fault.isThere($0, seed) })")
        }
        switch Differential.outcome(program, Fault.scene(seed)) {
        case .picture(let pixels):
            let colours = Set((0..<(pixels.width * pixels.height)).map { Array(pixels.bytes[$0 * 4..<$0 * 4 + 4]) })
            tally.varied += colours.count > 1 ? 1 : 0
            tally.colours += colours.count
        default: tally.loopLimits += 1
        }
    }

    private static let shrinks = Mutex(0)

    /// The smallest shader with the same fault; of the first few only, since that takes its time.
    private static func smallest(_ shader: GeneratedShader, _ isFailing: (String) -> Bool) -> String {
        let count = shrinks.withLock { count in
            count += 1
            return count
        }
        return count > 4 ? shader.source : Shrinker.shrink(shader.tree, isFailing: isFailing).text
    }
}

/// What can be wrong with a program that a shader became.
struct Fault: CustomStringConvertible {
    let description: String

    static func scene(_ seed: UInt64) -> ShaderScene { ShaderScene(seed: seed, width: 37, height: 19) }

    /// The first difference between the ways to execute a program and the reference; nil where all agree.
    static func find(
        _ program: ValidatedProgram, _ seed: UInt64, _ coverage: inout ReferenceEvaluator.Coverage
    ) -> Fault? {
        let small = ShaderScene(seed: seed, width: 11, height: 5)
        if let difference = Differential.disagreement(program, [scene(seed), small], Configurations.some(seed)) {
            return Fault(description: difference)
        }
        let expected = ReferenceEvaluator.run(program, small, elementary: Configurations.elementary)
        coverage.formUnion(expected.coverage)
        let difference = Differential.outcome(program, small).difference(from: expected.outcome)
        return difference.map { Fault(description: "interpreter against reference: \($0)") }
    }

    /// Whether a shader compiles and has a fault.
    static func isThere(_ source: String, _ seed: UInt64) -> Bool {
        var coverage = ReferenceEvaluator.Coverage()
        guard let program = compile(source).shader?.program else { return false }
        return find(program, seed, &coverage) != nil
    }

    /// Whether a shader is refused for the same reason as another: none should be, but ones without meaning are.
    static func isRefused(_ source: String, like other: [String]) -> Bool {
        guard let first = other.first else { return false }
        return compile(source).errorCodes.contains(first)
    }
}

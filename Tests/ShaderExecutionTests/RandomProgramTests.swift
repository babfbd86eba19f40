import Foundation
import FrameCore
import ShaderIR
import Testing

@testable import ShaderExecution

/// The interpreter against the reference evaluator, on programs that no one would write.
@Suite struct RandomProgramTests {
    /// What the reference draws, or the pixel that trips first.
    static func reference(
        _ program: ShaderProgram, width: Int, height: Int, loopLimit: Int
    ) -> Result<[UInt8], ShaderFailure> {
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        var first: (y: Int, x: Int)?
        for y in stride(from: 0, to: height, by: 2) {
            for x in stride(from: 0, to: width, by: 2) {
                var quad = ReferenceEvaluator(program, x: x, y: y, width: width, height: height, loopLimit: loopLimit)
                quad.run()
                for lane in quad.tripped {
                    let pixel = (y: y + lane / 2, x: x + lane % 2)
                    if first.map({ pixel < $0 }) ?? true { first = pixel }
                }
                for lane in 0..<4 where quad.isReal(lane) && !quad.discarded[lane] {
                    let start = ((y + lane / 2) * width + x + lane % 2) * 4
                    let colour = quad.output(lane).map { Float(bitPattern: $0) }
                    for (channel, value) in [(2, colour[0]), (1, colour[1]), (0, colour[2]), (3, colour[3])] {
                        let clamped = value > 0 ? min(value, 1) : 0
                        bytes[start + channel] = UInt8((clamped * 255 + 0.5).rounded(.down))
                    }
                }
            }
        }
        if let first { return .failure(.loopLimit(x: first.x, y: first.y)) }
        return .success(bytes)
    }

    static func interpreted(
        _ program: ShaderProgram, width: Int, height: Int, stripWidth: Int, threads: Int, loopLimit: Int
    ) throws -> Result<[UInt8], ShaderFailure> {
        let options = ExecutionOptions(threads: threads, loopLimit: loopLimit)
        do {
            return .success(
                try Probe.draw(program, width: width, height: height, options: options, stripWidth: stripWidth).bytes)
        } catch let failure as ShaderFailure {
            return .failure(failure)
        }
    }

    static let seeds: Range<UInt64> = {
        let count = ProcessInfo.processInfo.environment["SHADER_RANDOM_PROGRAMS"].flatMap { UInt64($0) } ?? 60
        return 1..<(count + 1)
    }()

    @Test func agreesWithTheReference() throws {
        for seed in Self.seeds {
            let program = RandomProgram.make(seed: seed)
            let (width, height) = seed % 3 == 0 ? (21, 5) : (7, 3)
            let expected = Self.reference(program, width: width, height: height, loopLimit: 60)
            for (stripWidth, threads) in [(64, 1), (4, 2), (16, 1)] {
                let found = try Self.interpreted(
                    program, width: width, height: height, stripWidth: stripWidth, threads: threads, loopLimit: 60)
                let isSame = found == expected
                #expect(isSame, "seed \(seed), strip \(stripWidth), threads \(threads)")
            }
        }
    }
}

import Foundation
import FrameCore
import ShaderIR
import Testing

@testable import ShaderExecution

/// Milliseconds per frame; runs only when the environment has `SHADER_SPEED`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["SHADER_SPEED"] != nil), .serialized)
struct SpeedTests {
    @Test(arguments: ["waves", "noise", "march"])
    func speed(name: String) throws {
        let program =
            switch name {
            case "waves": SamplePrograms.waves()
            case "noise": SamplePrograms.noise()
            default: SamplePrograms.march()
            }
        let clock = ContinuousClock()
        let validated = try ValidatedProgram(program)
        var report = name
        for stripWidth in [64, 128, 256] {
            let interpreter = Interpreter(validated, stripWidth: stripWidth)
            for threads in [1, 2] {
                var target = PixelBuffer(width: 1280, height: 720)
                var best = Duration.seconds(1_000)
                for _ in 0..<5 {
                    let time = try clock.measure {
                        try interpreter.render(
                            uniforms: ShaderUniforms(time: 3, resolution: SIMD2(1280, 720)), textures: [:],
                            into: &target, options: ExecutionOptions(threads: threads))
                    }
                    best = min(best, time)
                }
                report += "  \(stripWidth)/\(threads): \(best / .milliseconds(1)) ms"
            }
        }
        print(report)
    }
}

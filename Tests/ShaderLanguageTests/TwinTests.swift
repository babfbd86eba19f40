import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// The seven shaders that the project compares itself with other renderers on.
@Suite struct TwinTests {
    static let names = ["Bars", "FbmWarp", "GradientWash", "Particles", "RadialPulse", "Raymarch", "Waveform"]

    static func source(_ name: String) throws -> SourceText {
        let url = packageRoot.appending(path: "Tests/Twins/msl/\(name).metal")
        return SourceText(name: name + ".metal", bytes: Array(try Data(contentsOf: url)))
    }

    @Test(arguments: names) func compilesWithoutDiagnostics(name: String) throws {
        let entry = ShaderCompiler.entryPoint(forFile: "Shaders/\(name).metal")
        let result = ShaderCompiler.compile(try TwinTests.source(name), entryPoint: entry)
        #expect(result.shader != nil)
        #expect(result.diagnostics.isEmpty, "\(describe(result))")
        #expect(result.entryPoints == [entry])
    }

    /// Values from the GLSL twin's formulas, worked out by hand for uv = (0.5, 0.5), time 0 and a square target.
    @Test func gradientWashInTheMiddle() throws {
        let shader = try #require(
            ShaderCompiler.compile(try TwinTests.source("GradientWash"), entryPoint: "fragment_gradientwash").shader)
        let result = ReferenceEvaluator.run(
            shader.program,
            inputs: [.uvX: 0.5, .uvY: 0.5, .resolutionX: 64, .resolutionY: 64, .paramX: 0, .paramY: 0])
        // d = 0.5, smoothstep 0.5, hue 0: hsv(0, 0.7, 0.9) = (0.9, 0.27, 0.27), halved.
        #expect(abs(result.color[0] - 0.45) < 1e-6)
        #expect(abs(result.color[1] - 0.135) < 1e-6)
        #expect(abs(result.color[2] - 0.135) < 1e-6)
        #expect(result.color[3] == 1)
    }

    /// 3 × 3 cells: one entry into a body is one iteration, the outer loop's 3 and the inner's 9.
    @Test func particlesIterations() throws {
        let shader = try #require(
            ShaderCompiler.compile(try TwinTests.source("Particles"), entryPoint: "fragment_particles").shader)
        let result = ReferenceEvaluator.run(
            shader.program,
            inputs: [.uvX: 0.3, .uvY: 0.6, .resolutionX: 64, .resolutionY: 64, .paramX: 4, .paramY: 0.5])
        #expect(result.iterations == 12)
    }

    /// The shaders of the sample packages, which are written as a package's author would.
    @Test func samplesCompileWithoutDiagnostics() throws {
        let folder = packageRoot.appending(path: "SamplePackages")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".metal") }
        #expect(paths.count >= 5)
        for path in paths {
            let source = SourceText(
                name: path, bytes: Array(try Data(contentsOf: folder.appending(path: path))))
            let result = ShaderCompiler.compile(source, entryPoint: ShaderCompiler.entryPoint(forFile: path))
            #expect(result.shader != nil && result.diagnostics.isEmpty, "\(describe(result))")
        }
    }

    /// An ordinary shader compiles in milliseconds; the limit leaves room for a loaded machine.
    @Test func compilesQuickly() throws {
        let source = try TwinTests.source("Raymarch")
        _ = ShaderCompiler.compile(source, entryPoint: "fragment_raymarch")
        let times = (0..<5).map { _ in
            ContinuousClock().measure { _ = ShaderCompiler.compile(source, entryPoint: "fragment_raymarch") }
        }
        #expect(times.min() ?? .seconds(1) < .milliseconds(50), "\(times)")
    }
}

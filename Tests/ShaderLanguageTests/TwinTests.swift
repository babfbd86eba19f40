import Diagnostics
import Foundation
import Testing

@testable import ShaderLanguage

/// The seven shaders that the project compares itself with other renderers on.
@Suite struct TwinTests {
    static let names = ["Bars", "FbmWarp", "GradientWash", "Particles", "RadialPulse", "Raymarch", "Waveform"]

    static func source(_ name: String) throws -> SourceText {
        let url = packageRoot.appending(path: "Tests/Twins/\(name).metal")
        return SourceText(name: name + ".metal", bytes: Array(try Data(contentsOf: url)))
    }

    @Test(arguments: names) func compiles(name: String) throws {
        let entry = ShaderCompiler.entryPoint(forFile: "Shaders/\(name).metal")
        let source = try TwinTests.source(name)
        let start = ContinuousClock.now
        let result = ShaderCompiler.compile(source, entryPoint: entry)
        print(name, ContinuousClock.now - start)
        print(describe(result))
        let compiled = try #require(result.shader)
        print(compiled.program.program.text)
        #expect(result.entryPoints == [entry])
    }
}

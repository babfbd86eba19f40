import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// Whole files in the styles in which people write: a tutorial's, a Shadertoy port's, a C++ programmer's.
@Suite struct HandwrittenTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var warnings: [String] = []
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "Tutorial", warnings: ["msl.unbound-input", "msl.unbound-buffer"]), Case(name: "Raymarcher"),
        Case(name: "Fractal"),
    ]

    @Test(arguments: cases) func compiles(_ test: Case) throws {
        let url = packageRoot.appending(path: "Tests/Handwritten/\(test.name).metal")
        let source = try String(contentsOf: url, encoding: .utf8)
        let result = compile(source)
        #expect(result.shader != nil && result.diagnostics.map(\.code) == test.warnings, "\(describe(result))")
        guard result.shader != nil else { return }
        let color = try run(
            source,
            inputs: [
                .uvX: 0.4, .uvY: 0.6, .positionX: 12.5, .positionY: 7.5, .resolutionX: 64, .resolutionY: 36, .time: 1,
            ]
        ).color
        let isFinite = color.allSatisfy { $0.isFinite }
        #expect(isFinite, "\(color)")
    }
}

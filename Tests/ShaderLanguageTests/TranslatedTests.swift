import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// Shaders that SPIRV-Cross wrote, from GLSL that stands beside them in `Tests/Translated`.
///
/// Made by `glslangValidator -V` and `spirv-cross --msl --msl-version 20100 --rename-entry-point main fragment_test frag`.
/// The values are those of the GLSL, computed in double precision.
@Suite struct TranslatedTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var color: [Float]
        var uv: [Float] = [0.3, 0.6]
        var tolerance: Float = 1e-5
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "arrays", color: [0.2, 0.55, 0.3, 1]),
        Case(name: "bits", color: [61, 6, 1.400037, 24]),
        Case(name: "matrices", color: [1.5, 0, 1.659816, 0.6028852]),
        Case(name: "control", color: [1.2, 0.2775, 0.8, 1]),
        Case(name: "ints", color: [1.301909, 1.025134, 1.150125, 59]),
        // The fourth is noise from the sine of large numbers.
        Case(name: "mods", color: [6.73, 2, -4.447452]),
        Case(name: "special", color: [-0.5479435, 4.390161, -4.272, 4.269009]),
        Case(name: "outs", color: [0.3, 0.6, 2.25, 1]),
        Case(name: "half", color: [0.324901, 0.309513, 0.309513, 1], tolerance: 2e-3),
        // The middle of a sphere, whose normal points at the viewer: 0.5 ** (1 / 2.2).
        Case(name: "structs", color: [0.729740, 0.729740, 0, 1], uv: [0.5, 0.5], tolerance: 1e-2),
        // A texture of one colour: seven samples of it, one of its red and one of its blue.
        Case(name: "textures", color: [2.75 / 9, 4.5 / 9, 6.25 / 9, 8.0 / 9]),
    ]

    @Test(arguments: cases) func value(of test: Case) throws {
        let url = packageRoot.appending(path: "Tests/Translated/\(test.name).metal")
        let source = try String(contentsOf: url, encoding: .utf8)
        let texture = ReferenceEvaluator.Texture(
            width: 2, height: 2, texels: Array(repeating: [0.25, 0.5, 0.75, 1], count: 4))
        let result = try run(
            source, inputs: [.uvX: test.uv[0], .uvY: test.uv[1], .positionX: 3.5, .positionY: 5.5],
            textures: [0: texture, 1: texture])
        for (found, expected) in zip(result.color, test.color) {
            #expect(abs(found - expected) <= test.tolerance * max(1, abs(expected)), "\(result.color)")
        }
    }

    /// What the host does not give is said, and nothing else.
    @Test func warnings() throws {
        var found: Set<String> = []
        for test in TranslatedTests.cases {
            let url = packageRoot.appending(path: "Tests/Translated/\(test.name).metal")
            found.formUnion(codes(try String(contentsOf: url, encoding: .utf8)))
        }
        #expect(found == ["msl.unbound-sampler", "msl.unbound-input"])
    }
}

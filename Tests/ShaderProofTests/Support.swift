import Diagnostics
import Foundation
import ShaderGenerator
import ShaderIR

@testable import ShaderExecution
@testable import ShaderLanguage

/// The root of the package, found from this file.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Compiles a generated shader.
func compile(_ source: String, optimises: Bool = true) -> ShaderCompilation {
    ShaderCompiler.compile(
        SourceText(name: "generated.metal", text: source), entryPoint: GeneratedShader.entryPoint,
        optimises: optimises)
}

extension ShaderCompilation {
    /// The codes of its errors.
    var errorCodes: [String] { diagnostics.filter { $0.severity == .error }.map(\.code) }
}

/// The errors of a compilation, one a line.
func errors(_ compilation: ShaderCompilation) -> String {
    compilation.diagnostics.filter { $0.severity == .error }.map { $0.rendered() }.joined(separator: "\n")
}

/// All ways to execute a shader: what the machine has, and what only tests can ask for.
enum Configurations {
    static let all: [Configuration] = {
        var all = Configuration.available
        for width in [4, 16, 64] {
            all.append(Configuration("interpreter, strips of \(width)") { Interpreter($0, stripWidth: width) })
        }
        return all
    }()

    /// The elementary functions, from where every evaluator has them.
    static let elementary: ReferenceEvaluator.Elementary = { operation, x, y in
        func wide(_ x: SIMD4<Float>) -> VectorLanes { VectorLanes(SIMD8(lowHalf: x, highHalf: x)) }
        let (a, b) = (wide(x), wide(y))
        let result: VectorLanes =
            switch operation {
            case .powFloat: Elementary.power(a, b)
            case .atan2Float: Elementary.arcTangent(y: a, x: b)
            case .sine: Elementary.sine(a)
            case .cosine: Elementary.cosine(a)
            case .tangent: Elementary.tangent(a)
            case .arcSine: Elementary.arcSine(a)
            case .arcCosine: Elementary.arcCosine(a)
            case .arcTangent: Elementary.arcTangent(a)
            case .hyperbolicSine: Elementary.hyperbolicSine(a)
            case .hyperbolicCosine: Elementary.hyperbolicCosine(a)
            case .hyperbolicTangent: Elementary.hyperbolicTangent(a)
            case .exponential: Elementary.exponential(a)
            case .exponential2: Elementary.exponential2(a)
            case .logarithm: Elementary.logarithm(a)
            case .logarithm2: Elementary.logarithm2(a)
            case .logarithm10: Elementary.logarithm10(a)
            default: a
            }
        return result.vector.lowHalf
    }
}

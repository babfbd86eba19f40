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
    /// The interpreter, with strips of several widths.
    static let interpreters: [Configuration] =
        [.interpreter]
        + [4, 16, 64].map { width in
            Configuration("interpreter, strips of \(width)") { Interpreter($0, stripWidth: width) }
        }

    /// Machine code for other processors and other numbers of pixels at a time than this machine would choose.
    static let compiled: [Configuration] = {
        guard case .success(let host) = Compiler.host else { return [] }
        var levels = ["x86-64", "x86-64-v2"]
        let features = Set(host.features.split(separator: ","))
        if features.isSuperset(of: ["+avx2", "+fma", "+bmi2"]) { levels.append("x86-64-v3") }
        if features.isSuperset(of: ["+avx512vl", "+avx512bw", "+avx512dq"]) { levels.append("x86-64-v4") }
        return levels.flatMap { level in
            [4, 8, 16, 32, 64].map { lanes in
                let target = CodeTarget(cpu: level, features: "", lanes: lanes, llvmMajor: host.llvmMajor)
                return Configuration("jit for \(level), \(lanes) lanes") {
                    try ShaderExecution.CompiledShader($0, for: target)
                }
            }
        }
    }()

    static let all = interpreters + [Configuration.jit].compactMap { $0 } + compiled

    /// The ways to execute the shader of a seed, of which at most one compiles it: that takes a third of a second.
    ///
    /// The targets take turns, this machine's own among them; a usual run compiles for every fifth seed only.
    static func some(_ seed: UInt64) -> [Configuration] {
        let targets = [Configuration.jit].compactMap { $0 } + compiled
        let stride: UInt64 = GeneratedShaderTests.isUsual ? 5 : 1
        guard !targets.isEmpty, seed % stride == 0 else { return interpreters }
        // 8 goes round them all, through the levels and the widths at once.
        return interpreters + [targets[Int(seed / stride * 8 % UInt64(targets.count))]]
    }

    /// This machine's own code and some of the others, for shaders that are not random.
    static func some(of index: Int) -> [Configuration] {
        let chosen = compiled.indices.filter { $0 % 5 == index % 5 }.map { compiled[$0] }
        return interpreters + [Configuration.jit].compactMap { $0 } + chosen
    }

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

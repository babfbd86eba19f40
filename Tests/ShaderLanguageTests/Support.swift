import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// The root of the package, found from this file.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Compiles source whose entry point is `fragment_test`.
func compile(_ text: String, entryPoint: String = "fragment_test") -> ShaderCompilation {
    ShaderCompiler.compile(SourceText(name: "test.metal", text: text), entryPoint: entryPoint)
}

/// Wraps the body of an entry point that returns a colour.
func shader(_ body: String, helpers: String = "") -> String {
    """
    \(helpers)
    fragment float4 fragment_test(VertexOut in [[stage_in]],
                                  constant AmbientShaderUniforms& uniforms [[buffer(0)]],
                                  texture2d<float> image [[texture(1)]]) {
    \(body)
    }
    """
}

/// The messages of errors, one a line, for failures.
func describe(_ compilation: ShaderCompilation) -> String {
    compilation.diagnostics.map { $0.rendered() }.joined(separator: "\n")
}

/// Compiles a shader and runs it for one pixel.
func run(
    _ source: String, inputs: [Input: Float] = [:], textures: [Int: ReferenceEvaluator.Texture] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> ReferenceEvaluator.Result {
    let compilation = compile(source)
    let compiled = try #require(
        compilation.shader, "\(describe(compilation))", sourceLocation: sourceLocation)
    return ReferenceEvaluator.run(compiled.program, inputs: inputs, textures: textures)
}

/// The value of a float expression, after statements and with helper functions.
func evaluate(
    _ expression: String, after statements: String = "", helpers: String = "", inputs: [Input: Float] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Float {
    let source = shader("\(statements)\nreturn float4(\(expression), 0, 0, 1);", helpers: helpers)
    return try run(source, inputs: inputs, sourceLocation: sourceLocation).color[0]
}

/// The codes of a source's errors and warnings, in order.
func codes(_ source: String, entryPoint: String = "fragment_test") -> [String] {
    compile(source, entryPoint: entryPoint).diagnostics.map(\.code)
}

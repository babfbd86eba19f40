import Diagnostics
import ShaderExecution
import ShaderLanguage

/// How shaders are executed on this machine.
struct ShaderBackendStatus {
    /// What a shader gets when nobody asks for a back end.
    let kind: BackendKind
    /// Why shaders are not compiled; nil when they are.
    let reason: String?

    init() {
        let reason = Self.compilerFault
        // What is chosen and what can be had may differ: the environment can switch the compiler off.
        kind = (try? Self.smallest.map { try ShaderBackends.make($0.program, isCached: false) })?.kind ?? .interpreter
        self.reason = kind == .jit ? nil : reason ?? "switched off"
    }

    /// Whether this machine compiles shaders at all.
    static var hasCompiler: Bool { compilerFault == nil }

    /// Why the compiler does not take a shader, on a machine where it works; nil when it does, or there is none.
    static func refusal(of shader: CompiledShader) -> String? {
        guard hasCompiler else { return nil }
        return fault(shader)
    }

    /// The smallest shader there is.
    static let smallest = ShaderCompiler.compile(
        SourceText(name: "smallest", text: "fragment float4 fragment_smallest() { return float4(0.0); }"),
        entryPoint: "fragment_smallest"
    ).shader

    /// Why the compiler takes no shader at all; nil when it works.
    private static let compilerFault: String? = smallest.map(fault) ?? "no shader compiles"

    private static func fault(_ shader: CompiledShader) -> String? {
        do {
            // What another run has compiled says nothing about the compiler.
            _ = try ShaderBackends.make(shader.program, kind: .jit, isCached: false)
            return nil
        } catch {
            return error.description
        }
    }
}

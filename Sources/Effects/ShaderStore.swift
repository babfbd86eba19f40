public import Diagnostics
public import ShaderExecution
import ShaderLanguage
import Synchronization

/// A compiled shader, ready to run.
public struct RunnableShader: Sendable {
    public let backend: any ShaderBackend
    /// The binding indices of the textures it reads.
    public let textures: [Int]
}

/// Compiles package shaders, each source once per process.
public final class ShaderStore: Sendable {
    private struct Key: Hashable {
        let file: String
        let bytes: [UInt8]
        let entryPoint: String
    }
    private struct Entry {
        let shader: RunnableShader?
        let diagnostics: [Diagnostic]
    }
    private let entries = Mutex<[Key: Entry]>([:])

    public init() {}

    /// The shader of a source file; nil when it does not compile, with the reasons among the diagnostics.
    public func shader(
        for source: SourceText, entryPoint: String
    ) -> (shader: RunnableShader?, diagnostics: [Diagnostic]) {
        let key = Key(file: source.name, bytes: source.bytes, entryPoint: entryPoint)
        if let known = entries.withLock({ $0[key] }) { return (known.shader, known.diagnostics) }
        let compilation = ShaderCompiler.compile(source, entryPoint: entryPoint)
        let shader = compilation.shader.flatMap { compiled in
            // A back end that is not asked for by name is always there.
            (try? ShaderBackends.make(compiled.program)).map {
                RunnableShader(backend: $0, textures: compiled.usesTextures)
            }
        }
        entries.withLock { $0[key] = Entry(shader: shader, diagnostics: compilation.diagnostics) }
        return (shader, compilation.diagnostics)
    }
}

public import Diagnostics
public import FrameCore
public import Packages
public import ShaderExecution

/// What an effect sees of the moment it is drawn at; handed in as values, never fetched.
public struct EffectMoment: Sendable {
    /// Seconds since the first frame that shows the scene.
    public var time: Rational
    public var size: PixelSize
    /// The 64 audio levels, 0 to 1; zeros when there is no sound.
    public var audioLevels: [Float]

    public init(time: Rational, size: PixelSize, audioLevels: [Float] = EffectMoment.silence) {
        self.time = time
        self.size = size
        self.audioLevels = audioLevels
    }

    /// Levels without any sound.
    public static let silence = [Float](repeating: 0, count: 64)
}

/// An effect layer: 1 to 4 compiled passes, ping-ponged between two targets.
public struct Effect: Sendable {
    /// The binding indices of the prelude.
    enum TextureIndex {
        static let previous = 0
        static let audioLevels = 2
    }

    private struct Pass: Sendable {
        let shader: RunnableShader
        let readsPrevious: Bool
        let readsAudioLevels: Bool
        let params: SIMD4<Float>
    }

    /// The layer's name in the contract's scheme, such as `effect.2`.
    public let name: String
    /// The factor on the sound, 0 to 10.
    public let sensitivity: Float
    /// Whether any pass looks at the audio levels.
    public var readsAudioLevels: Bool { passes.contains(where: \.readsAudioLevels) }
    private let passes: [Pass]

    /// Compiles the passes of a layer; nil when one fails, since the device never shows half a layer.
    ///
    /// Everything the author should know goes to `report`.
    public init?(
        name: String, parameters: EffectParameters, store: ShaderStore, report: (Diagnostic) -> Void
    ) {
        var passes: [Pass] = []
        var isComplete = true
        for pass in parameters.passes {
            let (shader, diagnostics) = store.shader(for: pass.source, entryPoint: pass.entryPoint)
            diagnostics.forEach(report)
            guard let shader else {
                isComplete = false
                continue
            }
            Effect.reportUnbound(shader, in: pass, isFirst: passes.isEmpty, report)
            passes.append(
                Pass(
                    shader: shader, readsPrevious: pass.inputs.contains(.previous) && !passes.isEmpty,
                    readsAudioLevels: pass.inputs.contains(.audioLevels), params: pass.params))
        }
        guard isComplete, !passes.isEmpty else { return nil }
        self.name = name
        self.passes = passes
        sensitivity = parameters.sensitivity
    }

    /// Says so when a shader reads a texture that the pass does not bind, and so sees nothing but zeros.
    private static func reportUnbound(
        _ shader: RunnableShader, in pass: EffectPass, isFirst: Bool, _ report: (Diagnostic) -> Void
    ) {
        for index in shader.textures {
            let input: PassInput? = [0: .previous, 1: .original, 2: .audioLevels, 3: .sourceVideo][index]
            // What is listed and unbound all the same is said where the manifest is read.
            if let input, pass.inputs.contains(input) { continue }
            let what =
                input.map { "the shader reads `\($0.rawValue)`, which the pass does not list" }
                ?? "the shader reads texture \(index), which nothing binds"
            report(
                pass.place.diagnostic(
                    .warning, "effect.unbound-texture", what + ": it has no size and reads as zeros",
                    hint: input.map { "add \"\($0.rawValue)\" to the pass's \"inputs\"" }
                        ?? "use an input of Docs/Effects.md"))
        }
    }

    /// Draws the layer: premultiplied BGRA over nothing.
    ///
    /// Throws `ShaderFailure` when a pass trips the loop limit or the deadline; the layer is then absent.
    public func render(_ moment: EffectMoment, options: ExecutionOptions) throws(ShaderFailure) -> PixelBuffer {
        var previous: PixelBuffer?
        for pass in passes {
            var textures: [Int: Texture] = [:]
            if pass.readsPrevious, let previous { textures[TextureIndex.previous] = Texture(.bgra8(previous)) }
            if pass.readsAudioLevels {
                textures[TextureIndex.audioLevels] = Texture(
                    .red32Float(moment.audioLevels, width: moment.audioLevels.count, height: 1))
            }
            let uniforms = ShaderUniforms(
                time: moment.time.float, resolution: SIMD2(Float(moment.size.width), Float(moment.size.height)),
                params: pass.params, sensitivity: sensitivity)
            // The device clears each target at the start of its pass, so a fresh one is the other of the pair.
            var next = PixelBuffer(moment.size)
            try pass.shader.backend.render(uniforms: uniforms, textures: textures, into: &next, options: options)
            previous = next
        }
        return previous ?? PixelBuffer(moment.size)
    }
}

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
    /// What lies under the layer, opaque and of `size`; needed only where `Effect.readsOriginal`.
    public var original: PixelBuffer?
    /// The background without layers, opaque and of `size`; needed only where `Effect.readsSourceVideo`.
    public var sourceVideo: PixelBuffer?

    public init(
        time: Rational, size: PixelSize, audioLevels: [Float] = EffectMoment.silence, original: PixelBuffer? = nil,
        sourceVideo: PixelBuffer? = nil
    ) {
        self.time = time
        self.size = size
        self.audioLevels = audioLevels
        self.original = original
        self.sourceVideo = sourceVideo
    }

    /// Levels without any sound.
    public static let silence = [Float](repeating: 0, count: 64)
}

/// An effect layer: 1 to 4 compiled passes, ping-ponged between two targets.
public struct Effect: Sendable {
    private struct Pass: Sendable {
        let shader: RunnableShader
        /// The inputs that are listed and read.
        let inputs: Set<PassInput>
        /// By binding index.
        let textures: [Int: LoadedTexture]
        let params: SIMD4<Float>
    }

    /// The layer's name in the contract's scheme, such as `effect.2`.
    public let name: String
    /// The factor on the sound, 0 to 10.
    public let sensitivity: Float
    /// Whether any pass looks at the audio levels.
    public var readsAudioLevels: Bool { reads(.audioLevels) }
    /// Whether any pass looks at what lies under the layer.
    public var readsOriginal: Bool { reads(.original) }
    /// Whether any pass looks at the background.
    public var readsSourceVideo: Bool { reads(.sourceVideo) }
    private let passes: [Pass]

    /// Compiles the passes of a layer and loads their textures; nil when a shader fails, since the device never shows half
    /// a layer.
    ///
    /// Everything the author should know goes to `report`.
    public init?(
        name: String, parameters: EffectParameters, store: ShaderStore, textures: SceneTextures,
        report: (Diagnostic) -> Void
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
            Effect.reportUnbound(shader, in: pass, report)
            Effect.reportUnread(shader, in: pass, report)
            var inputs = Set(pass.inputs.filter { shader.textures.contains($0.index) })
            if passes.isEmpty { inputs.remove(.previous) }
            var pictures: [Int: LoadedTexture] = [:]
            for (place, texture) in pass.textures.enumerated() {
                // One that no shader reads is loaded as well: it may be broken.
                pictures[PackageTexture.firstIndex + place] = textures.load(texture, report)
            }
            passes.append(
                Pass(
                    shader: shader, inputs: inputs,
                    textures: pictures.filter { shader.textures.contains($0.key) }, params: pass.params))
        }
        guard isComplete, !passes.isEmpty else { return nil }
        self.name = name
        self.passes = passes
        sensitivity = parameters.sensitivity
    }

    private func reads(_ input: PassInput) -> Bool { passes.contains { $0.inputs.contains(input) } }

    /// Draws the layer over a picture of the moment's size; over nothing it is premultiplied BGRA.
    ///
    /// The last pass is blended as it is drawn. `tap` is given what each pass but the last has drawn, by number from 0,
    /// premultiplied; it changes nothing. Throws `ShaderFailure` when a pass trips the loop limit or the deadline; the
    /// layer is then absent.
    public func render(
        _ moment: EffectMoment, over below: PixelBuffer? = nil, options: ExecutionOptions,
        tap: ((_ pass: Int, _ pixels: PixelBuffer) -> Void)? = nil
    ) throws(ShaderFailure) -> PixelBuffer {
        var previous: PixelBuffer?
        for (index, pass) in passes.enumerated() {
            var textures = pass.textures.mapValues { Texture(.bgra8($0.pixels)) }
            for input in pass.inputs {
                switch input {
                case .previous: textures[input.index] = previous.map { Texture(.bgra8($0)) }
                case .original: textures[input.index] = moment.original.map { Texture(.bgra8($0)) }
                case .sourceVideo: textures[input.index] = moment.sourceVideo.map { Texture(.bgra8($0)) }
                case .audioLevels:
                    textures[input.index] = Texture(
                        .red32Float(moment.audioLevels, width: moment.audioLevels.count, height: 1))
                }
            }
            let uniforms = ShaderUniforms(
                time: moment.time.float, resolution: SIMD2(Float(moment.size.width), Float(moment.size.height)),
                params: pass.params, sensitivity: sensitivity)
            // The device clears each target at the start of its pass, so a fresh one is the other of the pair.
            var next = PixelBuffer(moment.size)
            try pass.shader.backend.render(
                uniforms: uniforms, textures: textures, over: index == passes.count - 1 ? below : nil, into: &next,
                options: options)
            if index < passes.count - 1 { tap?(index, next) }
            previous = next
        }
        return previous ?? below ?? PixelBuffer(moment.size)
    }
}

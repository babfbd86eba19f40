public import Effects
public import FrameCore
public import Imaging
public import ShaderExecution

/// One layer above the background.
public enum Layer: Sendable {
    case clock(ClockLayer)
    case effect(Effect)

    /// The layer's name in the contract's scheme.
    public var name: String {
        switch self {
        case .clock(let clock): clock.name
        case .effect(let effect): effect.name
        }
    }

    /// Whether it looks at the background.
    fileprivate var readsSourceVideo: Bool {
        if case .effect(let effect) = self { effect.readsSourceVideo } else { false }
    }
}

/// The moment a stack is drawn at.
public struct FrameMoment: Sendable {
    /// Seconds since the first frame that shows the scene.
    public var sceneTime: Rational
    /// Unix seconds of the frame.
    public var wallTime: Rational
    /// The 64 audio levels at this moment for a layer of some sensitivity; nil without sound.
    public var audioLevels: (@Sendable (_ sensitivity: Float) throws -> [Float])?

    public init(
        sceneTime: Rational, wallTime: Rational,
        audioLevels: (@Sendable (_ sensitivity: Float) throws -> [Float])? = nil
    ) {
        self.sceneTime = sceneTime
        self.wallTime = wallTime
        self.audioLevels = audioLevels
    }
}

/// One drawn frame, and the layers that are missing from it.
public struct CompositedFrame: Sendable {
    public let pixels: PixelBuffer
    /// Layers that failed in this frame, with the reason.
    public let absentLayers: [(layer: String, failure: ShaderFailure)]
}

/// A look at a frame while it is drawn: for finding out which layer made a difference.
public struct LayerTap: Sendable {
    /// The layer's name, or `LayerTap.background`.
    public let layer: String
    /// The pass of an effect that drew the pixels, from 0, premultiplied; nil: the frame with the layer and all below it.
    ///
    /// The last pass of an effect is blended as it is drawn, so it shows only in the frame.
    public let pass: Int?
    public let pixels: PixelBuffer

    public init(layer: String, pass: Int?, pixels: PixelBuffer) {
        self.layer = layer
        self.pass = pass
        self.pixels = pixels
    }

    /// What the background is called.
    public static let background = "background"
}

/// A background and the layers above it, in order: a pure function from a moment to a frame.
public struct LayerStack: Sendable {
    public let background: any VideoSource
    public let layers: [Layer]
    private let converter: VideoConverter
    private let size: PixelSize
    private let pointScale: Double

    /// Prepares a stack for one output size in pixels; `pointScale` is pixels per point, `mode` how the background meets it.
    public init(
        background: any VideoSource, layers: [Layer], size: PixelSize, pointScale: Double,
        mode: VideoConverter.Mode = .fill
    ) {
        self.background = background
        self.layers = layers
        self.size = size
        self.pointScale = pointScale
        converter = VideoConverter(target: size, mode: mode)
    }

    /// The same stack without the layers of some names; a name that no layer has changes nothing.
    public func without(_ names: Set<String>) -> LayerStack {
        LayerStack(
            background: background, layers: layers.filter { !names.contains($0.name) }, size: size,
            pointScale: pointScale, mode: converter.mode)
    }

    /// Draws the frame of a moment.
    ///
    /// The background is opaque; each layer is composited over what lies below it in 8 bits. A layer that
    /// trips the loop limit is absent. `tap` is shown the background, each pass but the last of an effect, and the frame
    /// after each layer, from the bottom up; it changes no pixel. Throws what the video source or the fonts throw, and
    /// `ShaderFailure.deadline`.
    public func frame(
        at moment: FrameMoment, options: ExecutionOptions, tap: ((LayerTap) -> Void)? = nil
    ) throws -> CompositedFrame {
        var pixels = converter.bgra(try background.image(at: moment.sceneTime))
        tap?(LayerTap(layer: LayerTap.background, pass: nil, pixels: pixels))
        // A frame that is held is copied when the next layer is laid over it, so it is held only for those who look.
        let sourceVideo = layers.contains(where: \.readsSourceVideo) ? pixels : nil
        var absent: [(layer: String, failure: ShaderFailure)] = []
        for layer in layers {
            switch layer {
            case .clock(let clock):
                let placed = try clock.draw(wallTime: moment.wallTime, size: size, pointScale: pointScale)
                composite(placed.image, over: &pixels, atX: placed.x, y: placed.y)
            case .effect(let effect):
                var levels = EffectMoment.silence
                if effect.readsAudioLevels, let audioLevels = moment.audioLevels {
                    levels = try audioLevels(effect.sensitivity)
                }
                do {
                    pixels = try effect.render(
                        EffectMoment(
                            time: moment.sceneTime, size: size, audioLevels: levels,
                            original: effect.readsOriginal ? pixels : nil,
                            sourceVideo: effect.readsSourceVideo ? sourceVideo : nil),
                        over: pixels, options: options,
                        tap: tap.map { tap in { tap(LayerTap(layer: effect.name, pass: $0, pixels: $1)) } })
                } catch .deadline {
                    throw ShaderFailure.deadline
                } catch {
                    absent.append((effect.name, error))
                }
            }
            tap?(LayerTap(layer: layer.name, pass: nil, pixels: pixels))
        }
        return CompositedFrame(pixels: pixels, absentLayers: absent)
    }
}

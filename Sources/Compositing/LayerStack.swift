public import Effects
public import FrameCore
import Imaging
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

/// A background and the layers above it, in order: a pure function from a moment to a frame.
public struct LayerStack: Sendable {
    public let background: any VideoSource
    public let layers: [Layer]
    private let converter: VideoConverter
    private let size: PixelSize
    private let pointScale: Double

    /// Prepares a stack for one output size in pixels; `pointScale` is pixels per point.
    public init(background: any VideoSource, layers: [Layer], size: PixelSize, pointScale: Double) {
        self.background = background
        self.layers = layers
        self.size = size
        self.pointScale = pointScale
        converter = VideoConverter(target: size, mode: .fill)
    }

    /// Draws the frame of a moment.
    ///
    /// The background is opaque, aspect fill; each layer is composited over what lies below it in 8 bits. A layer that
    /// trips the loop limit is absent. Throws what the video source or the fonts throw, and `ShaderFailure.deadline`.
    public func frame(at moment: FrameMoment, options: ExecutionOptions) throws -> CompositedFrame {
        var pixels = converter.bgra(try background.image(at: moment.sceneTime))
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
                        over: pixels, options: options)
                } catch .deadline {
                    throw ShaderFailure.deadline
                } catch {
                    absent.append((effect.name, error))
                }
            }
        }
        return CompositedFrame(pixels: pixels, absentLayers: absent)
    }
}

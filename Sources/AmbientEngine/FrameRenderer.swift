public import AudioLevels
public import Compositing
public import FrameCore
public import ShaderExecution
import Synchronization

/// A layer that was missing from at least one frame.
public struct LayerAbsence: Hashable, Sendable {
    public let sceneID: String
    public let edition: Int
    public let layer: String
    /// The first frame that lacked it, of those drawn.
    public let frame: Int
    public let failure: ShaderFailure
}

/// Draws frames from their states: a pure function of the state, for any number of callers at once.
public final class FrameRenderer: Sendable {
    /// How long one frame may take before the run ends, and how many loop iterations a pixel may.
    public struct Limits: Sendable {
        public var loopIterations = 16_384
        public var frameSeconds = 30.0

        public init() {}
    }

    private let provider: any SceneProvider
    private let limits: Limits
    private let levels: LevelTimeline?
    private let absences = Mutex<[String: LayerAbsence]>([:])

    /// Draws scenes of `provider`; `levels` are those of the run's sound, nil without.
    public init(provider: any SceneProvider, limits: Limits = Limits(), levels: LevelTimeline? = nil) {
        self.provider = provider
        self.limits = limits
        self.levels = levels
    }

    /// Draws one frame on up to `threads` threads, which changes no pixel.
    ///
    /// `tap` is shown the frame layer by layer, as `LayerStack.frame` says.
    public func frame(
        _ state: FrameState, threads: Int = 1, tap: ((LayerTap) -> Void)? = nil
    ) throws -> PixelBuffer {
        let scene = try provider.scene(PackageEdition(state.sceneID, state.edition))
        let options = ExecutionOptions(
            threads: threads, loopLimit: limits.loopIterations,
            deadline: ContinuousClock.now.advanced(by: .seconds(limits.frameSeconds)))
        let result = try scene.stack.frame(
            at: FrameMoment(
                sceneTime: state.sceneTime, wallTime: state.wallTime,
                audioLevels: audioLevels(of: state)),
            options: options, tap: tap)
        for absent in result.absentLayers {
            let key = "\(state.sceneID)\n\(state.edition)\n" + absent.layer
            absences.withLock { known in
                if let earlier = known[key], earlier.frame <= state.frame { return }
                known[key] = LayerAbsence(
                    sceneID: state.sceneID, edition: state.edition, layer: absent.layer, frame: state.frame,
                    failure: absent.failure)
            }
        }
        return result.pixels
    }

    /// The audio levels of a frame, for a layer of some sensitivity; nil without sound.
    private func audioLevels(of state: FrameState) -> (@Sendable (Float) throws -> [Float])? {
        guard let levels else { return nil }
        return { sensitivity in
            try levels.levels(at: state.runTime, layerStart: state.sceneStart, sensitivity: sensitivity)
        }
    }

    /// The layers that were missing so far, one entry each, sorted by scene and layer.
    public var absentLayers: [LayerAbsence] {
        absences.withLock { known in
            known.values.sorted { ($0.sceneID, $0.layer) < ($1.sceneID, $1.layer) }
        }
    }
}

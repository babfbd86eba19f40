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

/// What draws the chrome of the apps.
public struct FrameChrome: Sendable {
    /// Needed where the player is shown.
    public var player: PlayerCanvas?
    /// Needed where the settings of the display may open.
    public var settings: SettingsCanvas?

    public init(player: PlayerCanvas? = nil, settings: SettingsCanvas? = nil) {
        self.player = player
        self.settings = settings
    }

    /// The names of its layers, which masks may leave out.
    public static let playerLayers = ["factCard", "shelf", "chips"]
    public static let settingsLayer = "settings"
}

extension FrameState {
    /// The same without layers of the chrome.
    public func without(_ names: Set<String>) -> FrameState {
        var state = self
        if names.contains(FrameChrome.settingsLayer) { state.settings = nil }
        if names.contains("factCard") { state.player?.factCard = nil }
        if names.contains("shelf") { state.player?.shelf = nil }
        if names.contains("chips") {
            state.player?.shelf?.nextAfterLeft = nil
            state.player?.shelf?.stopAfterLeft = nil
        }
        return state
    }
}

/// A state that shows what the renderer was not told how to draw.
private struct MissingChrome: Error, CustomStringConvertible {
    let what: String
    var description: String { "nothing draws \(what)" }
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
    private let chrome: FrameChrome
    private let limits: Limits
    private let levels: LevelTimeline?
    private let absences = Mutex<[String: LayerAbsence]>([:])

    /// Draws scenes of `provider` and what `chrome` can draw over them; `levels` are those of the run's sound, nil without.
    public init(
        provider: any SceneProvider, chrome: FrameChrome = FrameChrome(), limits: Limits = Limits(),
        levels: LevelTimeline? = nil
    ) {
        self.provider = provider
        self.chrome = chrome
        self.limits = limits
        self.levels = levels
    }

    /// Draws one frame on up to `threads` threads, which changes no pixel.
    ///
    /// `tap` is shown the frame layer by layer, as `LayerStack.frame` says.
    public func frame(
        _ state: FrameState, threads: Int = 1, tap: ((LayerTap) -> Void)? = nil
    ) throws -> PixelBuffer {
        let options = ExecutionOptions(
            threads: threads, loopLimit: limits.loopIterations,
            deadline: ContinuousClock.now.advanced(by: .seconds(limits.frameSeconds)))
        let result: CompositedFrame
        if let screen = state.player {
            guard let canvas = chrome.player else { throw MissingChrome(what: "the player") }
            do {
                result = try canvas.frame(screen, wallTime: state.wallTime, options: options, tap: tap)
            } catch ShaderFailure.deadline {
                throw ShaderFailure.deadline
            } catch {
                // A film that broke while the run goes on: whoever opens films says so, and the chrome stays.
                var screen = screen
                screen.films = []
                result = try canvas.frame(screen, wallTime: state.wallTime, options: options, tap: tap)
            }
        } else {
            result = try provider.scene(PackageEdition(state.sceneID, state.edition)).stack.frame(
                at: FrameMoment(
                    sceneTime: state.sceneTime, wallTime: state.wallTime, audioLevels: audioLevels(of: state)),
                options: options, tap: tap)
        }
        for absent in result.absentLayers {
            let key = "\(state.sceneID)\n\(state.edition)\n" + absent.layer
            absences.withLock { known in
                if let earlier = known[key], earlier.frame <= state.frame { return }
                known[key] = LayerAbsence(
                    sceneID: state.sceneID, edition: state.edition, layer: absent.layer, frame: state.frame,
                    failure: absent.failure)
            }
        }
        guard let settings = state.settings else { return result.pixels }
        guard let canvas = chrome.settings else { throw MissingChrome(what: "the settings") }
        var pixels = result.pixels
        try canvas.draw(settings, over: &pixels)
        tap?(LayerTap(layer: FrameChrome.settingsLayer, pass: nil, pixels: pixels))
        return pixels
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

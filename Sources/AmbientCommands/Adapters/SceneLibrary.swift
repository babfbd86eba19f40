import AmbientEngine
import Compositing
import Diagnostics
import Drawing
import Effects
import FrameCore
import MediaIO
import Packages
import Synchronization

/// Diagnostics of one command, each once, in the order they came.
final class DiagnosticLog: Sendable {
    private let state = Mutex<(list: [Diagnostic], seen: Set<String>)>(([], []))

    func add(_ diagnostic: Diagnostic) {
        let key = diagnostic.rendered() + (diagnostic.path ?? "")
        state.withLock { if $0.seen.insert(key).inserted { $0.list.append(diagnostic) } }
    }

    var all: [Diagnostic] { state.withLock { $0.list } }

    /// Whether anything is a warning or worse.
    var hasWarnings: Bool { all.contains { $0.severity >= .warning } }
    var hasErrors: Bool { all.contains { $0.severity == .error } }
}

/// One text renderer for all clocks, made at the first.
final class SharedTextRenderer: Sendable {
    private let made = Mutex<TextRenderer?>(nil)

    func renderer() throws -> TextRenderer {
        try made.withLock { known in
            if let known { return known }
            let renderer = try TextRenderer()
            known = renderer
            return renderer
        }
    }
}

/// Builds scenes from theme packages with the real decoder, fonts and compiler.
final class SceneLibrary: SceneProvider {
    private let themes: [String: ThemePackage]
    private let picture: PictureSettings
    private let clock: ClockSettings
    private let log: DiagnosticLog
    private let store = ShaderStore()
    private let texts = SharedTextRenderer()
    private let built = Mutex<[String: Scene]>([:])

    init(themes: [ThemePackage], picture: PictureSettings, clock: ClockSettings, log: DiagnosticLog) {
        self.themes = Dictionary(themes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.picture = picture
        self.clock = clock
        self.log = log
    }

    func scene(_ id: String) throws -> Scene {
        // Building under the lock: two frames that need a new scene wait for one build.
        try built.withLock { scenes in
            if let scene = scenes[id] { return scene }
            guard let theme = themes[id] else {
                throw CommandFailure(.badInput, "no theme '\(id)' is installed", stage: "scene")
            }
            let scene = try build(theme)
            scenes[id] = scene
            return scene
        }
    }

    private func build(_ theme: ThemePackage) throws -> Scene {
        let video: LoopingVideo
        do {
            video = try LoopingVideo(path: theme.backgroundVideo)
        } catch {
            throw CommandFailure(
                .badInput, "\(error)", hint: "the background must be a video that FFmpeg opens, such as H.264 in MP4",
                stage: "scene")
        }
        var layers: [Layer] = []
        for description in theme.layers {
            switch description.kind {
            case .clock(let parameters):
                layers.append(
                    .clock(
                        try ClockLayer(
                            name: description.name, parameters: parameters, locale: clock.locale,
                            timeZone: clock.timeZone, renderer: texts.renderer(), report: log.add)))
            case .effect(let parameters):
                let effect = Effect(
                    name: description.name, parameters: parameters, store: store, report: log.add)
                if let effect { layers.append(.effect(effect)) }
            case .declined, .unknown: continue
            }
        }
        return Scene(
            id: theme.id,
            stack: LayerStack(
                background: video, layers: layers, size: picture.size, pointScale: picture.pointScale))
    }
}

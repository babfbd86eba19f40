import Compositing
import Diagnostics
import Drawing
import Effects
import Packages
import Synchronization

/// Builds the layers of themes; what they share is made once.
struct LayerBuilder: Sendable {
    private let clock: ClockSettings
    private let log: DiagnosticLog
    private let store = ShaderStore()
    private let textures = TextureStore()
    private let texts = SharedTextRenderer()

    init(clock: ClockSettings, log: DiagnosticLog) {
        self.clock = clock
        self.log = log
    }

    /// The layers of a theme that appear, from the bottom; why others do not is in the log.
    func layers(of theme: ThemePackage) throws -> [Layer] {
        let textures = SceneTextures(textures)
        return try theme.layers.compactMap { try layer($0, textures) }
    }

    /// The layer of a description; nil for one that does not appear, with the reason in the log.
    private func layer(_ description: LayerDescription, _ textures: SceneTextures) throws -> Layer? {
        switch description.kind {
        case .clock(let parameters):
            do {
                return .clock(
                    try ClockLayer(
                        name: description.name, parameters: parameters, place: description.place, locale: clock.locale,
                        timeZone: clock.timeZone, renderer: texts.renderer(), report: log.add))
            } catch let error as DrawingError where error.code == .patternTooLong {
                let place = parameters.formatPlace ?? description.place
                log.add(place.diagnostic(.error, "clock.pattern-too-long", error.message, hint: error.hint))
                return nil
            }
        case .effect(let parameters):
            return Effect(
                name: description.name, parameters: parameters, store: store, textures: textures, report: log.add
            ).map(Layer.effect)
        case .declined, .unknown: return nil
        }
    }
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

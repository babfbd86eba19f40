public import FrameCore
import Interaction

extension ScreenGeometry {
    static let tv = device("apple-tv-hd", .remote)
    static let phone = device("iphone-6", .touch)

    private static func device(_ name: String, _ profile: InputProfile) -> ScreenGeometry {
        let preset = DevicePreset.named(name) ?? .standard
        return ScreenGeometry(
            width: Double(max(preset.points.width, preset.points.height)),
            height: Double(min(preset.points.width, preset.points.height)), safe: preset.safeInsets(.landscape),
            profile: profile)
    }
}

extension Rational: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
    /// Exact for up to three decimals.
    public init(floatLiteral value: Double) { self.init(Int64((value * 1000).rounded()), 1000) }
}

/// `film.0` … of 20 s each, with no facts.
func makeFilms(_ count: Int, duration: Rational = 20, facts: [Fact] = []) -> [Film] {
    (0..<count).map { Film(id: "birds.\($0).film", title: "Film \($0)", duration: duration, facts: facts) }
}

func makePlayer(
    _ geometry: ScreenGeometry = .tv, films: [Film] = makeFilms(5), settings: PlayerSettings = PlayerSettings(),
    seed: UInt64 = 7
) -> Player {
    Player(films: films, settings: settings, geometry: geometry, seed: seed, at: 0)
}

extension Player {
    /// A point at which a finger meets an item of the shelf as it shows now.
    func point(of item: FocusTarget) -> (x: Double, y: Double)? {
        let layout = ShelfLayout(screen: geometry, filmCount: films.count)
        for y in stride(from: geometry.height - 1, to: 0, by: -4) {
            for x in stride(from: 1.0, to: geometry.width, by: 4)
            where layout.target(x: x, y: y, scroll: screen.shelf?.scroll ?? 0) == .item(item) {
                return (x, y)
            }
        }
        return nil
    }

    /// Lets time pass, then takes an input, if there is one.
    mutating func after(_ seconds: Rational, _ input: PlayerInput? = nil) {
        if let input { handle(input, at: now + seconds) } else { advance(to: now + seconds) }
    }
}

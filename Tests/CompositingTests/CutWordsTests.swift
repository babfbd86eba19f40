import Compositing
import Foundation
import FrameCore
import Interaction
import Testing

/// No button loses letters, and no fact of ordinary length its end, on any device.
@Suite struct CutWordsTests {
    private static let screens = DevicePreset.all.flatMap { preset in
        (preset.isLandscapeOnly ? [Orientation.landscape] : Orientation.allCases).map { ChromeScreen(preset.name, $0) }
    }

    /// The facts of the sample films.
    private static let facts: [String] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../SamplePackages/sample-films/manifest.json")
        let root = (try? Data(contentsOf: folder)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        let films = (root as? [String: Any])?["films"] as? [[String: Any]] ?? []
        return films.flatMap { ($0["facts"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String } }
    }()

    @Test(arguments: screens) func everyWordFits(screen: ChromeScreen) throws {
        #expect(Self.facts.count >= 12)
        let shapes = [PixelSize(160, 90), PixelSize(120, 90), PixelSize(210, 90), PixelSize(90, 160)]
        let films = StillFilms(
            shapes.map { size in
                StillFilms.Film(
                    title: "Film", facts: Self.facts, picture: .plain(size, blue: 90, green: 90, red: 90))
            }, size: screen.size)
        let canvas = try screen.canvas(films)
        for settings in [
            PlayerSettings(nextAfter: Rational(3600), stopAfter: Rational(7200), shuffle: true, showsFacts: false),
            PlayerSettings(nextAfter: Rational(1200), stopAfter: Rational(1800)), PlayerSettings(),
        ] {
            for isPaused in [false, true] {
                let view = ShelfView(opacity: 255, playing: 0, isPaused: isPaused, settings: settings)
                #expect(try canvas.cutWords(view, films: 0) == [])
            }
        }
        let view = ShelfView(opacity: 255, playing: 0, isPaused: false, settings: PlayerSettings())
        let cut = try canvas.cutWords(view, films: shapes.count)
        #expect(cut == [])
    }
}

import Compositing
import Drawing
import FrameCore
import Imaging
import Interaction
import Testing

@Suite struct SettingsCanvasTests {
    private let screen = ChromeScreen("iphone-6")

    private func draw(_ view: SettingsScreenView, on screen: ChromeScreen, over: UInt8 = 200) throws -> PixelBuffer {
        var pixels = PixelBuffer.plain(screen.size, blue: over, green: over, red: over)
        try SettingsCanvas(
            geometry: screen.geometry, size: screen.size, pointScale: screen.scale, texts: TextRenderer()
        ).draw(view, over: &pixels)
        return pixels
    }

    private func view(_ change: (inout SettingsScreenView) -> Void = { _ in }) -> SettingsScreenView {
        var view = SettingsScreenView(
            weatherAutoTheme: false, location: nil,
            themes: (0..<3).map { .init(id: "\($0)", title: "Theme \($0)", isChecked: $0 == 1) },
            playlists: [.init(id: "p", title: "piano", isChecked: true)])
        change(&view)
        return view
    }

    @Test func everyPartOfTheViewShows() throws {
        let frames = try [
            view(), view { $0.weatherAutoTheme = true }, view { $0.location = "Oslo" },
            view { $0.themes[1].isChecked = false }, view { $0.scroll = 90 },
            view { ($0.playlists, $0.scroll) = ([], 90) },
            view { $0.opacity = 128 }, view { $0.opacity = 0 },
        ].map { try draw($0, on: screen) }
        #expect(Set(frames).count == frames.count)
        #expect(frames.last == .plain(screen.size, blue: 200, green: 200, red: 200))
    }

    @Test func theCheckMarkIsInItsRowOnly() throws {
        let layout = SettingsLayout(screen: screen.geometry, themeCount: 3, playlistCount: 1)
        let first = try draw(view(), on: screen)
        let second = try draw(view { ($0.themes[1].isChecked, $0.themes[2].isChecked) = (false, true) }, on: screen)
        let rows = [1, 2].map { layout.row(.theme, $0, scroll: 0) }
        for y in 0..<first.height {
            for x in 0..<first.width where first.pixel(x: x, y: y) != second.pixel(x: x, y: y) {
                let (px, py) = (Double(x) / screen.scale, Double(y) / screen.scale)
                guard rows.contains(where: { $0.contains(x: px, y: py) && px > $0.midX }) else {
                    Issue.record("\(px), \(py) changed")
                    return
                }
            }
        }
    }

    @Test func besideTheSheetThePictureIsDimmed() throws {
        let tablet = ChromeScreen("ipad")
        let image = try draw(view(), on: tablet)
        let corner = try #require(image.pixel(x: 4, y: 4))
        #expect(corner.x > 80 && corner.x < 130 && corner.w == 255)
        let middle = try #require(image.pixel(x: tablet.size.width / 2, y: tablet.size.height / 2))
        #expect(middle.x > 230)
        // A phone is covered.
        #expect(try #require(try draw(view(), on: screen).pixel(x: 4, y: screen.size.height - 4)).x > 230)
    }
}

import Compositing
import Drawing
import Foundation
import FrameCore
import Imaging
import Interaction
import Testing

/// Draws every screen of the player into a folder, to be looked at: `CHROME_LOOK=DIR`, with test pictures in it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CHROME_LOOK"] != nil))
struct ChromeLookTests {
    private let folder = ProcessInfo.processInfo.environment["CHROME_LOOK"] ?? ""

    private func picture(_ name: String) throws -> PixelBuffer {
        try PNG.decode([UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/in/\(name).png"))))
    }

    private static let fact =
        "The black-capped chickadee hides thousands of seeds each autumn and remembers where almost every one is."

    private func films(_ size: PixelSize, first: Int = 0) throws -> StillFilms {
        let names = ["busy", "bright", "dark", "wide", "portrait", "classic"]
        let titles = [
            "Chickadee Morning", "Finch Fight Fest at the Winter Feeder Behind the House", "Barred Owl Visits",
            "冬の庭の小鳥たち", "عصافير الحديقة في الشتاء", "Slow Hummingbirds",
        ]
        let list = try (0..<9).map { index in
            let pick = (index + first) % names.count
            return StillFilms.Film(
                title: titles[pick],
                facts: [
                    Self.fact, "Owls turn their heads by 270 degrees. 🦉", String(repeating: Self.fact + " ", count: 6),
                    "تستطيع البومة أن تدير رأسها 270 درجة، وهي تصطاد في الليل دون صوت.",
                ],
                picture: try picture(names[pick]))
        }
        return StillFilms(list, size: size)
    }

    private func write(_ screen: ChromeScreen, _ name: String, _ view: PlayerScreen, first: Int = 0) throws {
        let canvas = try screen.canvas(films(screen.size, first: first))
        let frame = try canvas.frame(view, wallTime: .zero, options: .init(threads: 1))
        try save(frame.pixels, "\(screen.name)-\(name)")
    }

    private func save(_ image: PixelBuffer, _ name: String) throws {
        try Data(PNG.encode(image)).write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }

    private func ambient(_ fact: Int? = nil, film: Int = 0) -> PlayerScreen {
        PlayerScreen(
            films: [FilmPicture(film: film, position: .zero)],
            factCard: fact.map { FactCardView(film: film, fact: $0, opacity: 255) })
    }

    private func shelf(
        film: Int = 0, focus: FocusTarget? = nil, scroll: Double = 0, isPaused: Bool = false, chips: Bool = true
    ) -> PlayerScreen {
        var screen = ambient(film: film)
        screen.shelf = ShelfView(
            opacity: 255, playing: film, isPaused: isPaused, nextAfterLeft: chips ? 299 : nil,
            stopAfterLeft: chips ? 3272 : nil,
            settings: PlayerSettings(
                nextAfter: chips ? Rational(300) : nil, stopAfter: chips ? Rational(3600) : nil, shuffle: chips),
            focus: focus, scroll: scroll)
        return screen
    }

    @Test(arguments: [
        ChromeScreen("apple-tv-hd"), ChromeScreen("iphone-6"), ChromeScreen("iphone-17"), ChromeScreen("iphone-5s"),
        ChromeScreen("iphone-6", .portrait), ChromeScreen("iphone-17", .portrait), ChromeScreen("ipad"),
        ChromeScreen("ipad", .portrait),
    ])
    func screens(_ screen: ChromeScreen) throws {
        let isRemote = screen.geometry.profile == .remote
        for (index, name) in ["busy", "bright", "dark", "wide", "portrait", "classic"].enumerated() {
            try write(screen, "card-\(name)", ambient(0), first: index)
        }
        try write(screen, "card-long", ambient(2), first: 1)
        try write(screen, "card-arabic", ambient(3), first: 1)
        for (index, name) in ["busy", "bright", "dark"].enumerated() {
            try write(
                screen, "shelf-\(name)", shelf(focus: isRemote ? .film(index) : nil, chips: index != 2), first: index)
        }
        try write(screen, "shelf-control", shelf(focus: isRemote ? .nextAfter : nil, isPaused: true), first: 1)
        try write(screen, "shelf-scrolled", shelf(film: 3, focus: isRemote ? .film(5) : nil, scroll: 300), first: 1)
        var asleep = PlayerScreen(films: [], brightness: 0, sleepLineOpacity: 255)
        try write(screen, "asleep", asleep)
        asleep = ambient(0)
        asleep.brightness = 110
        try write(screen, "fading", asleep)
        var mixing = ambient()
        mixing.films.append(FilmPicture(film: 1, position: .zero, opacity: 128))
        try write(screen, "mixing", mixing)

        let view = SettingsScreenView(
            weatherAutoTheme: index(of: screen) % 2 == 1, location: "Portland, Oregon",
            themes: ["Rain on Glass", "Aurora", "Northern Pines and a Very Long Name That Does Not Fit the Line"]
                .enumerated().map { .init(id: "t\($0.offset)", title: $0.element, isChecked: $0.offset == 1) },
            playlists: [.init(id: "p", title: "com.example.piano", isChecked: true)])
        var pixels = try screen.canvas(films(screen.size)).frame(
            ambient(), wallTime: .zero, options: .init(threads: 1)
        ).pixels
        try SettingsCanvas(
            geometry: screen.geometry, size: screen.size, pointScale: screen.scale, texts: TextRenderer()
        ).draw(view, over: &pixels)
        try save(pixels, "\(screen.name)-settings")
    }

    private func index(of screen: ChromeScreen) -> Int { screen.geometry.width > screen.geometry.height ? 0 : 1 }

    @Test func aShelfWithoutFilms() throws {
        let screen = ChromeScreen("apple-tv-hd")
        var view = shelf()
        view.films = []
        let frame = try screen.canvas(StillFilms([], size: screen.size)).frame(
            view, wallTime: .zero, options: .init(threads: 1))
        try save(frame.pixels, "no-films")
    }
}

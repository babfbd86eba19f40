import Compositing
import Drawing
import Foundation
import FrameCore
import Imaging
import Interaction
import Testing

/// The player's screen: films, fact card, shelf, sleep.
@Suite struct PlayerCanvasTests {
    private let screen = ChromeScreen("iphone-5s")
    private static let grey = PixelSize(64, 36)

    private func films(_ count: Int = 4, size: PixelSize? = nil) -> StillFilms {
        StillFilms(
            (0..<count).map { index in
                .init(
                    title: "Film number \(index)", facts: ["A fact about film \(index)."],
                    picture: .busy(Self.grey, seed: index))
            }, size: size ?? screen.size)
    }

    private func shelf(
        opacity: Int = 255, focus: FocusTarget? = nil, left: Int? = 299, isPaused: Bool = false, scroll: Double = 0
    ) -> ShelfView {
        ShelfView(
            opacity: opacity, playing: 1, isPaused: isPaused, nextAfterLeft: left, stopAfterLeft: nil,
            settings: PlayerSettings(nextAfter: left.map { _ in Rational(300) }), focus: focus, scroll: scroll)
    }

    private func view(_ shelf: ShelfView? = nil, fact: Int? = nil, brightness: Int = 255) -> PlayerScreen {
        PlayerScreen(
            films: [FilmPicture(film: 1, position: .zero)], brightness: brightness,
            factCard: fact.map { FactCardView(film: 1, fact: $0, opacity: 255) }, shelf: shelf)
    }

    private func frame(_ canvas: PlayerCanvas, _ view: PlayerScreen, threads: Int = 1) throws -> PixelBuffer {
        try canvas.frame(view, wallTime: .zero, options: .init(threads: threads)).pixels
    }

    // MARK: - Films

    @Test func filmsAreMixedByTheirOpacity() throws {
        let films = StillFilms(
            [
                .init(title: "a", picture: .plain(Self.grey, blue: 10, green: 100, red: 200)),
                .init(title: "b", picture: .plain(Self.grey, blue: 250, green: 0, red: 7)),
            ], size: screen.size)
        let canvas = try screen.canvas(films)
        for opacity in [0, 1, 128, 254, 255] {
            let mixed = try frame(
                canvas,
                PlayerScreen(films: [
                    FilmPicture(film: 0, position: .zero), FilmPicture(film: 1, position: .zero, opacity: opacity),
                ]))
            func channel(_ below: Int, _ top: Int) -> UInt8 {
                UInt8((2 * (top * opacity + below * (255 - opacity)) + 255) / 510)
            }
            let middle = mixed.pixel(x: screen.size.width / 2, y: screen.size.height / 2)
            #expect(middle == SIMD4(channel(10, 250), channel(100, 0), channel(200, 7), 255))
        }
    }

    @Test func filmsUnderAnOpaqueOneAreNotDrawn() throws {
        let films = StillFilms(
            [
                .init(title: "broken", picture: .busy(Self.grey), isBroken: true),
                .init(title: "whole", picture: .busy(Self.grey)),
            ], size: screen.size)
        let canvas = try screen.canvas(films)
        let top = FilmPicture(film: 1, position: .zero)
        let alone = try frame(canvas, PlayerScreen(films: [top]))
        #expect(try frame(canvas, PlayerScreen(films: [FilmPicture(film: 0, position: .zero), top])) == alone)
        #expect(throws: StillFilms.Broken.self) {
            try frame(canvas, PlayerScreen(films: [FilmPicture(film: 0, position: .zero)]))
        }
        // In the dark nothing is drawn at all.
        let dark = try frame(
            canvas, PlayerScreen(films: [FilmPicture(film: 0, position: .zero)], brightness: 0))
        #expect(Set(dark.bytes.enumerated().map { $0.offset % 4 == 3 ? 0 : $0.element }) == [0])
    }

    @Test func brightnessMultipliesThePictureAndItsCard() throws {
        let canvas = try screen.canvas(films())
        let whole = try frame(canvas, view(fact: 0))
        let half = try frame(canvas, view(fact: 0, brightness: 100))
        let isRight = zip(whole.bytes, half.bytes).enumerated().allSatisfy { index, pair in
            index % 4 == 3 ? pair.1 == 255 : Int(pair.1) == (2 * Int(pair.0) * 100 + 255) / 510
        }
        #expect(isRight)
    }

    @Test func asleepIsBlackWithOneDimLine() throws {
        let canvas = try screen.canvas(films())
        let asleep = try frame(canvas, PlayerScreen(brightness: 0, sleepLineOpacity: 255))
        var rows: Set<Int> = []
        var brightest: UInt8 = 0
        for y in 0..<asleep.height {
            for x in 0..<asleep.width {
                guard let pixel = asleep.pixel(x: x, y: y), pixel.x > 0 else { continue }
                rows.insert(y)
                brightest = max(brightest, pixel.x)
            }
        }
        #expect(brightest > 40 && brightest < 100)
        let (first, last) = try (#require(rows.min()), #require(rows.max()))
        #expect(first > asleep.height * 3 / 4 && last < asleep.height - 10 && last - first < 60)
    }

    // MARK: - Chrome

    @Test func theShelfLeavesTheUpperPictureAlone() throws {
        let canvas = try screen.canvas(films())
        let ambient = try frame(canvas, view())
        let shelf = try frame(canvas, view(shelf()))
        let row = ambient.bytesPerRow
        #expect(ambient.bytes[..<(row * 20)] == shelf.bytes[..<(row * 20)])
        #expect(ambient != shelf)
    }

    @Test func theScrimHasNoEdgeAndNoBands() throws {
        // Over white, down a column where nothing else is drawn.
        // A film of the screen's own shape: no bar of the fit below it.
        let white = StillFilms.Film(title: "White", picture: .plain(PixelSize(71, 40), blue: 255, green: 255, red: 255))
        let canvas = try screen.canvas(StillFilms([white, white, white, white], size: screen.size))
        let image = try frame(canvas, view(shelf(left: nil)))
        let column = 8
        let means = (0..<image.height).map { y in
            // A block of the dither's size.
            (0..<8).reduce(0.0) { $0 + Double(image.pixel(x: column + $1, y: y)?.x ?? 0) } / 8
        }
        let steps = zip(means, means.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0) < 3 })
        #expect((means.max() ?? 0) == 255)
        // White letters on it can be read.
        #expect((means.last ?? 255) < 60)
        let header = ShelfLayout(screen: screen.geometry, filmCount: 4)
        let captionRow = Int(
            (header.headerBottom - header.headerHeight(titleLines: 1, hasChips: false)) * screen.scale)
        // Contrast of at least 3 : 1 at the top of the header (WCAG 2.1, large text).
        func luminance(_ level: Double) -> Double {
            let value = level / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        #expect(1.05 / (luminance(means[captionRow]) + 0.05) >= 3)
    }

    @Test func fadingIsExact() throws {
        let canvas = try screen.canvas(films())
        let below = try frame(canvas, view())
        #expect(try frame(canvas, view(shelf(opacity: 0))) == below)
        let full = try frame(canvas, view(shelf()))
        let half = try frame(canvas, view(shelf(opacity: 128)))
        // Half way between, but for rounding.
        let worst = zip(zip(below.bytes, full.bytes), half.bytes).map { ends, middle in
            abs(Int(middle) * 2 - Int(ends.0) - Int(ends.1))
        }.max()
        #expect((worst ?? 255) <= 5)
    }

    @Test func everyValueIsOnTheShelf() throws {
        let canvas = try screen.canvas(films())
        let base = try frame(canvas, view(shelf()))
        var changed = shelf()
        changed.settings.shuffle = true
        #expect(try frame(canvas, view(changed)) != base)
        changed = shelf()
        changed.settings.showsFacts = false
        #expect(try frame(canvas, view(changed)) != base)
        changed = shelf()
        changed.settings.stopAfter = Rational(900)
        #expect(try frame(canvas, view(changed)) != base)
        #expect(try frame(canvas, view(shelf(left: 298))) != base)
        #expect(try frame(canvas, view(shelf(isPaused: true))) != base)
        let focuses: [FocusTarget] = [.film(0), .film(1)] + FocusTarget.controls
        let frames = try focuses.map { try frame(canvas, view(shelf(focus: $0))) }
        #expect(Set(frames).count == focuses.count)
    }

    @Test func theFocusChangesItsSurroundingsOnly() throws {
        let canvas = try screen.canvas(films())
        let layout = ShelfLayout(screen: screen.geometry, filmCount: 4)
        let first = try frame(canvas, view(shelf(focus: .play)))
        let second = try frame(canvas, view(shelf(focus: .facts)))
        let (play, facts) = try (#require(layout.control(.play)), #require(layout.control(.facts)))
        for y in 0..<first.height {
            for x in 0..<first.width where first.pixel(x: x, y: y) != second.pixel(x: x, y: y) {
                let point = (x: Double(x) / screen.scale, y: Double(y) / screen.scale)
                let isNear = [play, facts].contains {
                    $0.insetBy(dx: -4, dy: -4).contains(x: point.x, y: point.y)
                }
                if !isNear {
                    Issue.record("\(point) changed")
                    return
                }
            }
        }
    }

    @Test func layersAreShownFromTheBottomUp() throws {
        let canvas = try screen.canvas(films())
        var taps: [LayerTap] = []
        let whole = try canvas.frame(
            view(shelf(), fact: 0), wallTime: .zero, options: .init(threads: 1), tap: { taps.append($0) }
        ).pixels
        #expect(taps.map(\.layer) == ["background", "factCard", "shelf"])
        #expect(taps.last?.pixels == whole)
        #expect(try frame(canvas, view(shelf(), fact: 0)) == whole)
        #expect(try frame(canvas, view()) == taps.first?.pixels)
    }

    // MARK: - Purity

    @Test func cachesAndThreadsChangeNoPixel() async throws {
        let views = [
            view(fact: 0), view(shelf()), view(shelf(left: 298)), view(shelf(focus: .film(2), scroll: 30)),
            view(shelf(focus: .stopAfter, isPaused: true)), view(shelf(opacity: 77)), view(),
        ]
        let cold = try views.map { try frame(screen.canvas(films()), $0) }
        let canvas = try screen.canvas(films())
        let warm = try (views + views.reversed() + views).map { try frame(canvas, $0, threads: 2) }
        #expect(Array(warm[..<views.count]) == cold)
        #expect(Array(warm[views.count..<(2 * views.count)]) == cold.reversed())
        #expect(Array(warm[(2 * views.count)...]) == cold)
        let shared = try screen.canvas(films())
        let parallel = try await withThrowingTaskGroup(of: (Int, PixelBuffer).self) { group in
            for (index, view) in views.enumerated() {
                group.addTask {
                    (
                        index,
                        try shared.frame(view, wallTime: .zero, options: .init(threads: 1)).pixels
                    )
                }
            }
            var frames = [PixelBuffer?](repeating: nil, count: views.count)
            for try await (index, frame) in group { frames[index] = frame }
            return frames.compactMap { $0 }
        }
        #expect(parallel == cold)
    }

    /// Seconds of this thread's processor.
    private func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func aShelfThatStandsStillCostsLittle() throws {
        let television = ChromeScreen("apple-tv-hd")
        let canvas = try television.canvas(films(8, size: television.size))
        func milliseconds(_ views: [PlayerScreen]) throws -> Double {
            for view in views { _ = try frame(canvas, view) }
            // The least of several: what else runs on the machine only adds.
            return try (0..<12).map { index in
                let start = processorTime()
                _ = try frame(canvas, views[index % views.count])
                return (processorTime() - start) * 1000
            }.min() ?? 0
        }
        let ambient = try milliseconds([view()])
        let still = try milliseconds([view(shelf(focus: .film(1)))])
        let fading = try milliseconds([view(shelf(opacity: 100, focus: .film(1)))])
        // A second passes: the chips are drawn anew.
        let ticking =
            try (0..<6).map { second in
                let start = processorTime()
                _ = try frame(canvas, view(shelf(focus: .film(1), left: 200 - second)))
                return (processorTime() - start) * 1000
            }.min() ?? 0
        print(
            "shelf: ambient \(ambient) ms, still +\(still - ambient), fading +\(fading - ambient), ticking +\(ticking - ambient)"
        )
        #expect(still - ambient < 4)
        #expect(fading - ambient < 6)
    }

    // MARK: - Bad input

    @Test func indicesThatNameNothingAreLeftOut() throws {
        let canvas = try screen.canvas(films())
        let plain = try frame(canvas, view())
        #expect(try frame(canvas, view(fact: 9)) == plain)
        #expect(try frame(canvas, view(fact: -1)) == plain)
        var odd = shelf(focus: .film(99), left: -5, scroll: .nan)
        odd.playing = 77
        _ = try frame(canvas, view(odd))
        odd.playing = -1
        _ = try frame(canvas, view(odd))
        odd.scroll = .infinity
        odd.opacity = 9999
        _ = try frame(canvas, view(odd))
    }

    @Test func aBrokenFilmHasAPlainCard() throws {
        var list = (0..<3).map { StillFilms.Film(title: "Film \($0)", picture: .busy(Self.grey, seed: $0)) }
        list[2].isBroken = true
        let canvas = try screen.canvas(StillFilms(list, size: screen.size))
        _ = try frame(canvas, view(shelf(focus: .film(2))))
    }

    @Test func noFilmsIsSaid() throws {
        let canvas = try screen.canvas(StillFilms([], size: screen.size))
        let empty = try frame(canvas, PlayerScreen(shelf: shelf()))
        let layout = ShelfLayout(screen: screen.geometry, filmCount: 0)
        var ink = 0
        for y in Int(layout.header.y * screen.scale)..<Int(layout.headerBottom * screen.scale) {
            for x in 0..<empty.width where (empty.pixel(x: x, y: y)?.x ?? 0) > 200 { ink += 1 }
        }
        #expect(ink > 300)
    }

    @Test func manyFilmsAndLongTexts() throws {
        var list = (0..<500).map { StillFilms.Film(title: "Film \($0)", picture: .busy(PixelSize(16, 9), seed: $0)) }
        list[1].title = String(repeating: "title ", count: 400)
        list[2].title = ""
        list[1].facts = [String(repeating: "fact ", count: 1000), "", "\n", String(repeating: "長", count: 5000)]
        let canvas = try screen.canvas(StillFilms(list, size: screen.size))
        let layout = ShelfLayout(screen: screen.geometry, filmCount: 500)
        for fact in 0..<4 { _ = try frame(canvas, view(fact: fact)) }
        for film in [0, 1, 2, 250, 499] {
            let scroll = layout.scroll(showing: film, from: 0)
            _ = try frame(canvas, view(shelf(focus: .film(film), scroll: scroll)))
        }
    }

    @Test(arguments: [(1, 1, 1.0), (8192, 4, 1), (3, 900, 2), (320, 180, 0.01), (320, 180, 1e9), (320, 180, .nan)])
    func sizesNobodyHas(width: Int, height: Int, scale: Double) throws {
        let size = PixelSize(width, height)
        for (pointsWide, pointsHigh) in [(Double(width), Double(height)), (1920, 1080), (1, 1)] {
            let geometry = ScreenGeometry(
                width: pointsWide, height: pointsHigh, safe: DevicePreset.standard.safeInsets(.portrait),
                profile: .remote)
            let canvas = PlayerCanvas(
                geometry: geometry, size: size, pointScale: scale, films: films(3, size: size),
                texts: try TextRenderer())
            #expect(try frame(canvas, view(shelf(focus: .film(1)), fact: 0)).size == size)
            #expect(try frame(canvas, PlayerScreen(brightness: 0, sleepLineOpacity: 300)).size == size)
            var pixels = PixelBuffer(size)
            try SettingsCanvas(geometry: geometry, size: size, pointScale: scale, texts: TextRenderer()).draw(
                SettingsScreenView(weatherAutoTheme: true, location: nil, themes: [], playlists: []), over: &pixels)
        }
    }
}

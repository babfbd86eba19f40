import Compositing
import FrameCore
import Interaction
import Testing

/// Where facts go: the bands beside the picture first, then the lower edge of the picture.
@Suite struct FactCardPlacementTests {
    /// A text whose letters are half an em wide, 31 points on a television.
    private func place(
        _ screen: ChromeScreen, film: PointRectangle, letters: Int
    ) throws -> FactCardPlacement? {
        let em = ChromeMetrics(screen.geometry).fact
        return FactCardPlacement.place(screen: screen.geometry, film: film) { width, lines in
            let whole = Double(letters) * em / 2
            let needed = max(1, Int((whole / width).rounded(.up)))
            return TextMeasures(
                left: 0, width: min(whole, width),
                height: Double(min(needed, lines)) * em * FactCardPlacement.lineHeight,
                lines: min(needed, lines), isTruncated: needed > lines)
        }
    }

    private let television = ChromeScreen("apple-tv-hd")

    @Test func theBandBelowIsTakenIfTheWholeTextFits() throws {
        let film = PointRectangle(x: 0, y: 128, width: 1920, height: 824)
        let short = try #require(try place(television, film: film, letters: 90))
        #expect(short.ground == .band && short.lines == 1)
        #expect(short.text.y >= film.maxY && short.text.maxY <= 1080 - 60)
        #expect(short.text.x == 80)
        // Two lines do not fit above the safe area: into the picture.
        let long = try #require(try place(television, film: film, letters: 200))
        guard case .card(let card) = long.ground else {
            Issue.record("no card")
            return
        }
        #expect(card.maxY < film.maxY)
    }

    @Test func aTallBandKeepsTheTextNearThePicture() throws {
        let phone = ChromeScreen("iphone-6", .portrait)
        let film = PointRectangle(x: 0, y: 228, width: 375, height: 211)
        let fact = try #require(try place(phone, film: film, letters: 120))
        #expect(fact.ground == .band)
        #expect(fact.text.y > film.maxY && fact.text.y < film.maxY + 20)
    }

    @Test func aPortraitFilmHasItsTextBesideIt() throws {
        let film = PointRectangle(x: 656, y: 0, width: 608, height: 1080)
        let fact = try #require(try place(television, film: film, letters: 100))
        #expect(fact.ground == .band)
        #expect(fact.text.x >= film.maxX && fact.text.maxX <= 1920 - 80)
        #expect(fact.text.maxY <= 1080 - 60)
        // Where the film stands at the right, at its left.
        let right = try #require(
            try place(television, film: PointRectangle(x: 1200, y: 0, width: 720, height: 1080), letters: 100))
        #expect(right.ground == .band && right.text.maxX <= 1200)
    }

    @Test(arguments: [
        ChromeScreen("apple-tv-hd"), ChromeScreen("iphone-6"), ChromeScreen("iphone-5s"), ChromeScreen("iphone-17"),
        ChromeScreen("ipad"), ChromeScreen("iphone-17", .portrait),
    ])
    func aCardKeepsToTheLowerThirdOfThePicture(screen: ChromeScreen) throws {
        let (width, height) = (screen.geometry.width, screen.geometry.height)
        let full = PointRectangle(x: 0, y: 0, width: width, height: height)
        for letters in [1, 40, 110, 5000] {
            let fact = try #require(try place(screen, film: full, letters: letters))
            guard case .card(let card) = fact.ground else {
                Issue.record("no card")
                return
            }
            #expect(card.y >= height * 2 / 3 - 1e-6)
            // A phone needs more of its screen for the same sentence.
            let isPhone = min(width, height) < 700
            #expect(card.height <= height * (isPhone ? 0.27 : 0.22) + 1e-6)
            if width > height { #expect(card.width <= width * (isPhone ? 0.72 : 0.45) + 1e-6) }
            #expect(card.x >= Double(screen.geometry.safe.left) && card.x < width / 4)
            #expect(card.maxY <= height - Double(screen.geometry.safe.bottom) + 1e-6)
            #expect(fact.text.y > card.y && fact.text.maxY < card.maxY && fact.text.x > card.x)
        }
    }

    @Test func absurdFilmsAndScreensHaveSomeAnswer() throws {
        let sides: [Double] = [0, 1, 400, 1e5]
        for width in sides {
            for height in sides {
                let film = PointRectangle(x: width / 3, y: height / 3, width: width, height: height)
                _ = try place(television, film: film, letters: 50)
            }
        }
    }
}

import FrameCore
import Interaction
import Testing

@Suite struct LayoutShelfTests {
    private static let counts = [0, 1, 4, 500]

    private func safeArea(_ screen: ScreenGeometry) -> PointRectangle {
        PointRectangle(
            x: Double(screen.safe.left), y: Double(screen.safe.top),
            width: screen.width - Double(screen.safe.left + screen.safe.right),
            height: screen.height - Double(screen.safe.top + screen.safe.bottom))
    }

    @Test(arguments: LayoutScreen.all, counts)
    func everythingKeepsToTheSafeArea(screen: LayoutScreen, films: Int) throws {
        let layout = ShelfLayout(screen: screen.geometry, filmCount: films)
        let safe = safeArea(screen.geometry)
        #expect(safe.holds(layout.header))
        for target in FocusTarget.controls { #expect(safe.holds(try #require(layout.control(target)))) }
        // The card that was scrolled to is wholly seen.
        for film in [0, 1, films / 2, films - 1] where film >= 0 && film < films {
            let card = layout.card(film, scroll: layout.scroll(showing: film, from: 0))
            #expect(safe.holds(card))
        }
        #expect(layout.header.height >= layout.headerHeight(titleLines: 2, hasChips: true) - 1e-6)
        #expect(layout.panel.height < screen.geometry.height * 0.85)
    }

    @Test(arguments: LayoutScreen.all, counts)
    func nothingOverlaps(screen: LayoutScreen, films: Int) throws {
        let layout = ShelfLayout(screen: screen.geometry, filmCount: films)
        for scroll in [0, 17.5, layout.largestScroll] {
            var parts = try FocusTarget.controls.map { try #require(layout.control($0)) } + [layout.header]
            parts += layout.visibleFilms(scroll: scroll).map { layout.card($0, scroll: scroll) }
            for (index, part) in parts.enumerated() {
                for other in parts[..<index] { #expect(!part.meets(other)) }
            }
        }
    }

    @Test(arguments: LayoutScreen.all, counts)
    func whatIsTouchedIsWhatIsDrawn(screen: LayoutScreen, films: Int) throws {
        let layout = ShelfLayout(screen: screen.geometry, filmCount: films)
        for target in FocusTarget.controls {
            let rectangle = try #require(layout.control(target))
            #expect(layout.target(x: rectangle.midX, y: rectangle.midY, scroll: 0) == .item(target))
            #expect(layout.target(x: rectangle.x + 0.1, y: rectangle.y + 0.1, scroll: 0) == .item(target))
            #expect(layout.target(x: rectangle.x - 0.1, y: rectangle.midY, scroll: 0) != .item(target))
            #expect(layout.target(x: rectangle.midX, y: rectangle.maxY, scroll: 0) != .item(target))
            // A finger is 44 points wide.
            #expect(min(rectangle.width, rectangle.height) >= 44)
        }
        for film in [0, 3, films - 1] where film >= 0 && film < films {
            let scroll = layout.scroll(showing: film, from: 0)
            let card = layout.card(film, scroll: scroll)
            #expect(layout.visibleFilms(scroll: scroll).contains(film))
            #expect(layout.target(x: card.midX, y: card.maxY - 0.1, scroll: scroll) == .item(.film(film)))
            #expect(layout.target(x: card.maxX + 0.1, y: card.midY, scroll: scroll) != .item(.film(film)))
        }
        let width = screen.geometry.width
        #expect(layout.target(x: width / 2, y: layout.panel.y - 0.1, scroll: 0) == .video)
        #expect(layout.target(x: width / 2, y: layout.header.maxY - 0.1, scroll: 0) == .panel)
    }

    @Test func aRowThatDoesNotFitShowsThatThereIsMore() throws {
        for screen in LayoutScreen.all {
            let layout = ShelfLayout(screen: screen.geometry, filmCount: 500)
            let cut = layout.visibleFilms(scroll: 0).filter { film in
                let card = layout.card(film, scroll: 0)
                return card.x < screen.geometry.width && card.maxX > layout.content.maxX
            }
            #expect(cut.count >= 1, "\(screen)")
            #expect(layout.largestScroll > 0)
        }
    }

    @Test func scrollingMovesAsLittleAsItMust() {
        let layout = ShelfLayout(screen: LayoutScreen.all[0].geometry, filmCount: 20)
        let middle = layout.scroll(showing: 9, from: 0)
        #expect(layout.scroll(showing: 9, from: middle) == middle)
        #expect(abs(layout.card(9, scroll: middle).maxX - layout.content.maxX) < 1e-6)
        #expect(layout.scroll(showing: 0, from: middle) == 0)
        #expect(layout.scroll(showing: 19, from: 0) == layout.largestScroll)
        #expect(layout.scroll(showing: 7, from: .nan) == layout.scroll(showing: 7, from: 0))
        #expect(ShelfLayout(screen: layout.screen, filmCount: 1).largestScroll == 0)
        #expect(ShelfLayout(screen: layout.screen, filmCount: 0).scroll(showing: 3, from: 9) == 0)
    }

    @Test func theButtonsStandInTwoRowsWhereTheyWouldBeTooNarrow() {
        for screen in LayoutScreen.all {
            let layout = ShelfLayout(screen: screen.geometry, filmCount: 4)
            #expect(layout.hasTwoRows == (screen.geometry.width < 500), "\(screen)")
            let widths = FocusTarget.controls.compactMap { layout.control($0)?.width }
            #expect((widths.min() ?? 0) >= 70)
        }
    }

    @Test(arguments: LayoutScreen.odd)
    func oddScreensAreLaidOutSomehow(screen: ScreenGeometry) {
        for films in [0, 3, Int.max, -4] {
            let layout = ShelfLayout(screen: screen, filmCount: films)
            for scroll in [0, .infinity, -.infinity, .nan, 1e300] {
                #expect(layout.visibleFilms(scroll: scroll).count < 1_000_000)
                _ = layout.target(x: scroll, y: 3, scroll: scroll)
                _ = layout.target(x: 0.5, y: screen.height - 0.1, scroll: scroll)
                #expect(layout.scroll(showing: Int.max, from: scroll).isFinite)
            }
            #expect(layout.largestScroll >= 0)
        }
    }
}

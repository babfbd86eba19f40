/// Where the parts of the shelf are: drawing and touching look here.
///
/// Stacked from the bottom up: the buttons, the row of films, and the header of what plays. The header may grow upwards
/// with its title; what is below never moves.
public struct ShelfLayout: Sendable, Hashable {
    /// What lies under a finger.
    public enum Target: Sendable, Hashable {
        /// A card or a button.
        case item(FocusTarget)
        /// The shelf, but nothing on it that does something.
        case panel
        /// The video above the shelf.
        case video
    }

    public let screen: ScreenGeometry
    public let filmCount: Int
    public let metrics: ChromeMetrics
    /// The part of the screen that content keeps to.
    public let content: PointRectangle
    private let controls: [PointRectangle]
    private static let mostFilms = 1 << 20

    public init(screen: ScreenGeometry, filmCount: Int) {
        self.screen = screen
        self.filmCount = min(max(0, filmCount), ShelfLayout.mostFilms)
        metrics = ChromeMetrics(screen)
        content = screen.content(margin: metrics.margin, bottomMargin: metrics.bottomMargin)
        controls = ShelfLayout.controls(in: content, metrics)
    }

    // MARK: - The controls

    /// How wide the buttons are to each other: what they say differs in length.
    private static let shares: [Double] = [0.87, 0.81, 1.37, 1.07, 0.9]
    /// Points, at the phone's sizes, below which the five do not fit into one row.
    private static let narrowest = 500.0

    /// Whether the buttons stand in two rows: three, then two.
    public var hasTwoRows: Bool { ShelfLayout.isNarrow(content, metrics) }

    private static func isNarrow(_ content: PointRectangle, _ metrics: ChromeMetrics) -> Bool {
        content.width < narrowest * metrics.shrink
    }

    private static func controls(in content: PointRectangle, _ metrics: ChromeMetrics) -> [PointRectangle] {
        let (gap, height) = (metrics.controlGap, metrics.controlHeight)
        func row(_ shares: [Double], y: Double) -> [PointRectangle] {
            let unit = max(0, content.width - gap * Double(shares.count - 1)) / shares.reduce(0, +)
            var x = content.x
            return shares.map { share in
                defer { x += share * unit + gap }
                return PointRectangle(x: x, y: y, width: share * unit, height: height)
            }
        }
        guard isNarrow(content, metrics) else { return row(shares, y: content.maxY - height) }
        let upper = row(Array(shares[..<3]), y: content.maxY - 2 * height - gap)
        // The lower two line up with the upper three.
        let y = content.maxY - height
        return upper + [
            PointRectangle(x: content.x, y: y, width: upper[1].maxX - content.x, height: height),
            PointRectangle(x: upper[2].x, y: y, width: upper[2].width, height: height),
        ]
    }

    /// Where a button is; nil for a film.
    public func control(_ target: FocusTarget) -> PointRectangle? {
        FocusTarget.controls.firstIndex(of: target).map { controls[$0] }
    }

    private var controlsTop: Double { controls.first?.y ?? content.maxY }

    // MARK: - The films

    /// The band in which cards are seen: from edge to edge of the screen, since a card that is cut off says that there
    /// are more.
    public var filmRow: PointRectangle {
        let height = filmCount == 0 ? 0 : metrics.cardHeight
        return PointRectangle(
            x: 0, y: controlsTop - metrics.sectionGap - height, width: content.maxX + content.x, height: height)
    }

    private var pitch: Double { metrics.posterWidth + metrics.cardGap }

    /// The largest scroll of the row of films, in points; 0 where all fit.
    public var largestScroll: Double {
        max(0, Double(filmCount) * pitch - metrics.cardGap - content.width)
    }

    private func clamped(_ scroll: Double) -> Double {
        scroll.isFinite ? min(max(scroll, 0), largestScroll) : 0
    }

    /// Where the card of a film is, poster and title; it may lie outside the screen.
    public func card(_ film: Int, scroll: Double) -> PointRectangle {
        PointRectangle(
            x: content.x + Double(film) * pitch - clamped(scroll), y: filmRow.y, width: metrics.posterWidth,
            height: metrics.cardHeight)
    }

    /// The poster of a card at rest.
    public func poster(_ film: Int, scroll: Double) -> PointRectangle {
        var card = card(film, scroll: scroll)
        card.height = metrics.posterHeight
        return card
    }

    /// The films of which something is seen.
    public func visibleFilms(scroll: Double) -> Range<Int> {
        let scroll = clamped(scroll)
        // One more on each side, for a card that grows; counts fit, since the side of a screen is bounded.
        let first = ((scroll - content.x) / pitch).rounded(.down) - 1
        let last = ((scroll + filmRow.width - content.x) / pitch).rounded(.up) + 1
        let count = Double(filmCount)
        let (low, high) = (Int(min(max(first, 0), count)), Int(min(max(last, 0), count)))
        return low..<max(low, high)
    }

    /// The scroll nearest to `scroll` at which the card of a film is wholly seen.
    public func scroll(showing film: Int, from scroll: Double) -> Double {
        let start = Double(min(max(film, 0), max(0, filmCount - 1))) * pitch
        let least = start + metrics.posterWidth - content.width
        return clamped(min(max(clamped(scroll), least), max(least, start)))
    }

    // MARK: - The header

    /// The lower edge of the header.
    public var headerBottom: Double { filmCount == 0 ? filmRow.maxY : filmRow.y - metrics.sectionGap }

    /// Whether the chips have a line of their own below the title, rather than standing beside it.
    public var chipsAreBelow: Bool { hasTwoRows }

    /// The height of a header with so many lines of title.
    public func headerHeight(titleLines: Int, hasChips: Bool) -> Double {
        let title = metrics.headline * ChromeMetrics.lineHeight * Double(max(1, titleLines))
        let chips = chipsAreBelow && hasChips ? metrics.chipHeight + metrics.sectionGap * 0.75 : 0
        return metrics.caption * ChromeMetrics.lineHeight + title + chips
    }

    /// The header at its tallest; content of fewer lines lies at the bottom of it.
    public var header: PointRectangle {
        let height = headerHeight(titleLines: ChromeMetrics.titleLines, hasChips: true)
        let top = max(content.y, headerBottom - height)
        return PointRectangle(x: content.x, y: top, width: content.width, height: max(0, headerBottom - top))
    }

    /// The shelf as a whole: what is above it is the video.
    public var panel: PointRectangle {
        let top = max(0, header.y - metrics.sectionGap / 2)
        let bottom = min(screen.height, ScreenGeometry.largestSide)
        return PointRectangle(x: 0, y: top, width: filmRow.width, height: max(0, bottom - top))
    }

    /// What lies at a point.
    public func target(x: Double, y: Double, scroll: Double) -> Target {
        guard y >= panel.y else { return .video }
        for (target, rectangle) in zip(FocusTarget.controls, controls) where rectangle.contains(x: x, y: y) {
            return .item(target)
        }
        if filmRow.contains(x: x, y: y) {
            for film in visibleFilms(scroll: scroll) where card(film, scroll: scroll).contains(x: x, y: y) {
                return .item(.film(film))
            }
        }
        return .panel
    }
}

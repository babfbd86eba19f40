import Drawing
import FrameCore
import Interaction

/// Draws the fact card.
struct FactCardPainter: Sendable {
    let screen: ScreenGeometry
    let painter: ChromePainter
    private let cards = ChromeCache<Key, [Sprite]>(count: 4, cost: 32 << 20)

    private struct Key: Hashable, Sendable {
        let text: String
        let content: PixelRectangle
    }

    init(screen: ScreenGeometry, painter: ChromePainter) {
        self.screen = screen
        self.painter = painter
    }

    /// The card of a fact over a film that shows in a part of the screen, from the bottom up.
    func sprites(_ text: String, over content: PixelRectangle) throws -> [Sprite] {
        try cards.value(
            for: Key(text: text, content: content), cost: { $0.reduce(0) { $0 + $1.cost } },
            make: { try draw(text, over: content) })
    }

    private func look(lines: Int, isBare: Bool) -> ChromeText {
        ChromeText(
            size: ChromeMetrics(screen).fact, weight: 450, colour: .white(isBare ? 0.88 : 0.97), lines: lines,
            lineHeight: FactCardPlacement.lineHeight)
    }

    /// Where the card of a fact goes.
    func placement(_ text: String, over content: PixelRectangle) throws -> FactCardPlacement? {
        try FactCardPlacement.place(screen: screen, film: film(content)) { width, lines in
            try painter.measure(text, look(lines: lines, isBare: false), width: width)
        }
    }

    /// Whether a fact ends with an ellipsis.
    func isCut(_ text: String, over content: PixelRectangle) throws -> Bool {
        guard let place = try placement(text, over: content) else { return true }
        return try painter.measure(text, look(lines: place.lines, isBare: false), width: place.text.width).isTruncated
    }

    private func draw(_ text: String, over content: PixelRectangle) throws -> [Sprite] {
        guard text.contains(where: { !$0.isWhitespace }), let place = try placement(text, over: content) else {
            return []
        }
        let isBare = place.ground == .band
        let letters = try painter.text(
            text, look(lines: place.lines, isBare: isBare), x: place.text.x, y: place.text.y, width: place.text.width)
        guard case .card(let card) = place.ground else { return [letters] }
        let radius = min(ChromeMetrics(screen).fact * 0.6, card.height / 2)
        return [
            painter.box(card, radius: radius, RGBAColour(red: 14, green: 15, blue: 18, alpha: 172)), letters,
        ]
    }

    /// The part of the screen that shows something in points; a film that shows nothing counts as all of it.
    private func film(_ content: PixelRectangle) -> PointRectangle {
        let all = painter.grid.all
        let (left, right) = (max(0, content.x), min(all.width, content.x.addingSaturated(content.width)))
        let (top, bottom) = (max(0, content.y), min(all.height, content.y.addingSaturated(content.height)))
        let scale = painter.grid.scale
        guard left < right, top < bottom else {
            return PointRectangle(
                x: 0, y: 0, width: Double(all.width) / scale, height: Double(all.height) / scale)
        }
        return PointRectangle(
            x: Double(left) / scale, y: Double(top) / scale, width: Double(right - left) / scale,
            height: Double(bottom - top) / scale)
    }
}

extension Int {
    /// The sum, at the ends of the range where it does not fit.
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}

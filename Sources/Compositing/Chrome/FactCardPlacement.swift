package import Interaction

/// Where a fact goes: into the black beside the picture if it fits there, else onto the lower edge of the picture.
package struct FactCardPlacement: Equatable, Sendable {
    /// What stands around the text.
    package enum Ground: Equatable, Sendable {
        /// Nothing: the text stands in a black band.
        case band
        /// A translucent card, in the picture.
        case card(PointRectangle)
    }

    package var ground: Ground
    /// The column of the text, from its top left; its height is that of the lines.
    package var text: PointRectangle
    package var lines: Int

    /// Measures a text: the width of the column in points, the most lines.
    package typealias Measure = (_ width: Double, _ lines: Int) throws -> TextMeasures

    /// Lines of a fact to the size of its letters.
    package static let lineHeight = 1.3
    /// Ems: the least and the most for a column that is easy to read.
    private static let narrowest = 9.0
    private static let widest = 60.0
    /// The most of the screen that a card takes.
    private static func cardShare(_ metrics: ChromeMetrics) -> (width: Double, height: Double) {
        // On a phone the same sentence takes more of the screen.
        metrics.screenClass == .phone ? (0.72, 0.27) : (0.45, 0.22)
    }

    /// Finds the place for a text; `film` is the part of the screen that shows something, in points.
    ///
    /// In order: the band below the picture, above it, at its right, at its left, each only if the whole text fits; then
    /// a card in the lower third of the picture, which may end with an ellipsis. Nil on a screen with no room at all.
    package static func place(screen: ScreenGeometry, film: PointRectangle, measure: Measure) rethrows
        -> FactCardPlacement?
    {
        let metrics = ChromeMetrics(screen)
        let safe = screen.content(margin: metrics.margin, bottomMargin: metrics.bottomMargin)
        let em = metrics.fact
        let line = em * lineHeight
        let gap = em * 0.6
        func count(_ height: Double) -> Int { Int(min(max((height / line + 1e-9).rounded(.down), 0), 100)) }

        func inBand(x: Double, width: Double, top: Double, bottom: Double, _ slack: Double) throws -> FactCardPlacement?
        {
            let lines = count(bottom - top)
            let column = min(width, widest * em)
            guard lines > 0, column >= narrowest * em else { return nil }
            let size = try measure(column, lines)
            guard !size.isTruncated, size.height <= bottom - top + 1e-6 else { return nil }
            // `slack` says where in what is left over: 0 at the top, 1 at the bottom.
            let y = top + (bottom - top - size.height) * slack
            return FactCardPlacement(
                ground: .band, text: PointRectangle(x: x, y: y, width: column, height: size.height), lines: lines)
        }

        let left = max(safe.x, film.x)
        let below = safe.maxY - film.maxY - gap
        // In the middle of a narrow band, near the picture in a tall one.
        let slack = below > 0 ? min(0.5, gap / below) : 0
        if let place = try inBand(
            x: left, width: safe.maxX - left, top: film.maxY + gap, bottom: safe.maxY, slack)
        {
            return place
        }
        if let place = try inBand(x: left, width: safe.maxX - left, top: safe.y, bottom: film.y - gap, 1) {
            return place
        }
        // Beside the picture, in the lower half.
        let right = film.maxX + 2 * gap
        if let place = try inBand(x: right, width: safe.maxX - right, top: safe.midY, bottom: safe.maxY, 1) {
            return place
        }
        if let place = try inBand(
            x: safe.x, width: film.x - 2 * gap - safe.x, top: safe.midY, bottom: safe.maxY, 1)
        {
            return place
        }
        let within = try inset(screen, film, safe, bottom: film.maxY, em: em, count: count, measure)
        // Over a bar that is too low for the text, if only so the whole text fits.
        guard within?.isCut ?? true, film.maxY < safe.maxY,
            let over = try inset(screen, film, safe, bottom: safe.maxY, em: em, count: count, measure), !over.isCut
        else { return within?.placement }
        return over.placement
    }

    private static func inset(
        _ screen: ScreenGeometry, _ film: PointRectangle, _ safe: PointRectangle, bottom edge: Double, em: Double,
        count: (Double) -> Int, _ measure: Measure
    ) rethrows -> (placement: FactCardPlacement, isCut: Bool)? {
        let (padX, padY) = (em * 0.95, em * 0.7)
        let x = max(safe.x, film.x + padX)
        let bottom = edge > film.maxY ? edge : min(safe.maxY, film.maxY - padY * 1.5)
        let isLandscape = screen.width > screen.height
        let share = cardShare(ChromeMetrics(screen))
        let width = min(
            min(safe.maxX, film.maxX - padX) - x, isLandscape ? screen.width * share.width : .infinity)
        // The upper two thirds of the picture stay free.
        let height = min(screen.height * share.height, bottom - (film.y + film.height * 2 / 3))
        let lines = count(height - 2 * padY)
        guard lines > 0, width > 2 * padX + em else { return nil }
        let size = try measure(width - 2 * padX, lines)
        let card = PointRectangle(
            x: x, y: bottom - size.height - 2 * padY, width: min(width, size.width + 2 * padX),
            height: size.height + 2 * padY)
        let placement = FactCardPlacement(
            ground: .card(card),
            text: PointRectangle(
                x: x + padX - size.left, y: card.y + padY, width: width - 2 * padX, height: size.height),
            lines: lines)
        return (placement, size.isTruncated)
    }
}

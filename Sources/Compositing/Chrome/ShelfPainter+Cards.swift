import Drawing
import FrameCore
import Imaging
import Interaction

extension ShelfPainter {
    /// All that decides what a card looks like.
    struct CardKey: Hashable, Sendable {
        let film: Int
        let isFocused: Bool
        let isPlaying: Bool
        let isPaused: Bool
        /// Nobody needs a focus: the playing film gets a ring instead.
        let isTouched: Bool
    }

    /// The cards that are seen, those without the focus first; those that leave the content's width fade out.
    func filmRow(_ view: ShelfView) throws -> [Sprite] {
        var (sprites, focused): ([Sprite], [Sprite]) = ([], [])
        for film in layout.visibleFilms(scroll: view.scroll) {
            let poster = layout.poster(film, scroll: view.scroll)
            let place = (x: painter.grid.pixel(poster.x), y: painter.grid.pixel(poster.y))
            // A focused card grows a little; what is further out than that is not seen.
            let reach = painter.grid.pixel(layout.metrics.cardGap) + 2
            guard place.x <= painter.grid.size.width + reach,
                painter.grid.pixel(poster.maxX) >= -reach
            else { continue }
            let isPlaying = film == view.playing
            let key = CardKey(
                film: film, isFocused: view.focus == .film(film), isPlaying: isPlaying,
                isPaused: isPlaying && view.isPaused, isTouched: view.focus == nil)
            let parts = try cards.value(for: key, cost: { $0.reduce(0) { $0 + $1.cost } }, make: { try card(key) })
            for part in parts.map({ $0.moved(x: place.x, y: place.y) }) {
                if key.isFocused { focused.append(part) } else { sprites.append(fadedAtEdges(part)) }
            }
        }
        return sprites + focused
    }

    /// A card with the corner of its poster at (0, 0).
    private func card(_ key: CardKey) throws -> [Sprite] {
        let (metrics, grid) = (layout.metrics, painter.grid)
        let growth = key.isFocused ? metrics.focusGrowth : 1
        let rest = PointRectangle(x: 0, y: 0, width: metrics.posterWidth, height: metrics.posterHeight)
        let (dx, dy) = (rest.width * (growth - 1) / 2, rest.height * (growth - 1) / 2)
        let poster = PointRectangle(
            x: -dx, y: -dy, width: rest.width + 2 * dx, height: rest.height + 2 * dy)
        let radius = metrics.cardRadius * growth
        let area = grid.pixels(x: poster.x, y: poster.y, width: poster.width, height: poster.height)
        var sprites: [Sprite] = []
        if key.isFocused {
            sprites.append(shadow.sprite.moved(x: area.x, y: area.y + grid.pixel(metrics.cardGap * 0.2)))
        }
        sprites.append(posterSprite(key.film, area: area, radius: radius))
        let thickness = metrics.screenClass == .television ? 4.0 : 2.0 * metrics.shrink
        if key.isFocused || key.isTouched && key.isPlaying {
            sprites.append(ring(poster, radius: radius, thickness: thickness, .white(key.isFocused ? 1 : 0.9)))
            // Between the ring and a poster as white as it is.
            sprites.append(innerEdge(poster, radius: radius, thickness: thickness / 2, .black(0.55)))
        } else {
            // A thin edge that a dark poster has against the dark shelf.
            sprites.append(innerEdge(poster, radius: radius, thickness: thickness / 4, .white(0.16)))
        }
        if key.isPlaying { sprites += badge(poster, isPaused: key.isPaused) }
        let isBright = key.isFocused || key.isPlaying
        let look = ChromeText(
            size: metrics.cardTitle, weight: isBright ? 600 : 500, colour: .white(isBright ? 1 : 0.74),
            lines: ChromeMetrics.titleLines)
        sprites.append(
            try painter.text(
                title(key.film), look, x: 0, y: rest.height + metrics.titleGap + dy, width: rest.width))
        return sprites
    }

    private func ring(_ box: PointRectangle, radius: Double, thickness: Double, _ colour: RGBAColour) -> Sprite {
        shape(box, colour) { shape, x, y, width, height, scale in
            let line = max(1, (thickness * scale).rounded())
            shape.addRectangle(
                x: x - line, y: y - line, width: width + 2 * line, height: height + 2 * line,
                radius: radius * scale + line)
            shape.addRectangle(x: x, y: y, width: width, height: height, radius: radius * scale, isHole: true)
        }
    }

    private func innerEdge(_ box: PointRectangle, radius: Double, thickness: Double, _ colour: RGBAColour) -> Sprite {
        shape(box, colour) { shape, x, y, width, height, scale in
            let line = max(1, (thickness * scale).rounded())
            shape.addRectangle(x: x, y: y, width: width, height: height, radius: radius * scale)
            shape.addRectangle(
                x: x + line, y: y + line, width: width - 2 * line, height: height - 2 * line,
                radius: radius * scale - line, isHole: true)
        }
    }

    private func shape(
        _ box: PointRectangle, _ colour: RGBAColour,
        _ build: (inout VectorShape, Double, Double, Double, Double, Double) -> Void
    ) -> Sprite {
        let area = painter.grid.pixels(x: box.x, y: box.y, width: box.width, height: box.height)
        var shape = VectorShape()
        build(
            &shape, Double(area.x), Double(area.y), Double(area.width), Double(area.height), painter.grid.scale)
        let side = PixelSize.largestSide
        let drawn = shape.draw(
            colour, scale: 1, within: PixelRectangle(x: -side / 2, y: -side / 2, width: side, height: side))
        return Sprite(image: drawn.image, x: drawn.x, y: drawn.y)
    }

    /// The poster frame with round corners; a dark card stands for one that cannot be had.
    private func posterSprite(_ film: Int, area: PixelRectangle, radius: Double) -> Sprite {
        guard area.width > 0, area.height > 0 else { return .empty }
        let size = PixelSize(area.width, area.height)
        var image = (try? films.film(film).poster(size)) ?? PixelBuffer(width: 0, height: 0)
        if image.size != size {
            let grey = [UInt8](repeating: 0, count: size.area).flatMap { _ in [46, 42, 40, 255] as [UInt8] }
            image = PixelBuffer(width: size.width, height: size.height, bytes: grey) ?? PixelBuffer(size)
        }
        var corners = VectorShape()
        corners.addRectangle(
            x: 0, y: 0, width: Double(size.width), height: Double(size.height), radius: radius * painter.grid.scale)
        Shading.mask(&image, by: corners.coverage(scale: 1, size: size))
        return Sprite(image: image, x: area.x, y: area.y)
    }

    /// The sign on the poster of the film that plays.
    private func badge(_ poster: PointRectangle, isPaused: Bool) -> [Sprite] {
        let metrics = layout.metrics
        let side = metrics.posterHeight * 0.25
        let inset = metrics.posterHeight * 0.07
        let box = PointRectangle(
            x: poster.x + inset, y: poster.maxY - inset - side, width: side, height: side)
        let sign = side * 0.54
        let ground = shape(box, .black(0.62)) { shape, x, y, width, height, _ in
            shape.addRectangle(x: x, y: y, width: width, height: height, radius: width / 2)
        }
        let area = painter.grid.pixels(
            x: box.midX - sign / 2, y: box.midY - sign / 2, width: sign, height: sign)
        var icon = VectorShape()
        icon.add(
            (isPaused ? ChromeIcon.pause : .bars).shape, scale: Double(area.width), x: Double(area.x),
            y: Double(area.y))
        let limit = PixelSize.largestSide
        let drawn = icon.draw(
            .white, scale: 1, within: PixelRectangle(x: -limit / 2, y: -limit / 2, width: limit, height: limit))
        return [ground, Sprite(image: drawn.image, x: drawn.x, y: drawn.y)]
    }

    /// What lies beyond the content's width fades towards the edge of the screen: there is more, and it is no part of
    /// what is to be read.
    private func fadedAtEdges(_ sprite: Sprite) -> Sprite {
        let grid = painter.grid
        let (left, right) = (grid.pixel(layout.content.x), grid.pixel(layout.content.maxX))
        // Rings are drawn around cards that lie at the edge.
        let slack = grid.pixel(6)
        guard sprite.x < left - slack || sprite.x + sprite.image.width > right + slack else { return sprite }
        var image = sprite.image
        let levels = (0..<image.width).map { column -> UInt8 in
            let x = sprite.x + column
            let beyond = x < left ? left - x : x - right + 1
            let margin = Double(max(1, x < left ? left : grid.size.width - right))
            return beyond <= 0 ? 255 : UInt8((1 - 0.88 * Shading.ease(Double(beyond) / margin)) * 255)
        }
        var coverage: [UInt8] = []
        coverage.reserveCapacity(image.width * image.height)
        for _ in 0..<image.height { coverage += levels }
        Shading.mask(&image, by: coverage)
        return Sprite(image: image, x: sprite.x, y: sprite.y)
    }
}

import Drawing
import FrameCore
import Interaction
import Synchronization

/// Draws the shelf: a picture of the lower rows of the screen, kept while nothing on it changes.
struct ShelfPainter: Sendable {
    let layout: ShelfLayout
    let painter: ChromePainter
    let films: any FilmProvider
    /// The first row of the screen that the shelf touches.
    let top: Int
    let cards: ChromeCache<CardKey, [Sprite]>
    /// The whole shelf; it changes once a second, with its chips.
    private let whole = ChromeCache<ShelfView, Sprite>(count: 3, cost: 96 << 20)
    /// The shelf without chips.
    private let still = ChromeCache<ShelfView, Sprite>(count: 2, cost: 96 << 20)
    private let scrim: LazySprite
    let shadow: LazySprite

    init(screen: ScreenGeometry, films: any FilmProvider, painter: ChromePainter) {
        layout = ShelfLayout(screen: screen, filmCount: films.filmCount)
        self.painter = painter
        self.films = films
        cards = ChromeCache(count: 48, cost: 64 << 20)
        let (layout, grid) = (layout, painter.grid)
        let height = min(screen.height, Double(grid.size.height) / grid.scale)
        // Dark enough for white letters where the header starts, and gone well above.
        let headerTop =
            layout.headerBottom
            - layout.headerHeight(titleLines: ChromeMetrics.titleLines, hasChips: layout.chipsAreBelow)
        // Long enough to have no edge over bright footage.
        let ramp = height * (layout.metrics.screenClass == .phone && screen.width > screen.height ? 0.2 : 0.14)
        let first = min(max(0, grid.pixel(headerTop - ramp)), grid.size.height)
        top = first
        let rows = Double(max(1, grid.pixel(headerTop) - first))
        scrim = LazySprite {
            let image = Shading.scrim(width: grid.size.width, height: grid.size.height - first) { row in
                // Five eighths of the way down the rise at the header's top: two thirds of the darkness.
                let rise = Shading.ease((Double(row) + 0.5) / (rows * 1.6))
                return 0.8 * rise + 0.08 * Shading.ease((Double(row) - rows) / (rows * 2.5))
            }
            return Sprite(image: image, x: 0, y: first)
        }
        let (metrics, growth) = (layout.metrics, layout.metrics.focusGrowth)
        shadow = LazySprite {
            let area = grid.pixels(
                x: 0, y: 0, width: metrics.posterWidth * growth, height: metrics.posterHeight * growth)
            return Shading.shadow(
                width: area.width, height: area.height, radius: metrics.cardRadius * growth * grid.scale,
                reach: grid.pixel(metrics.cardGap * 1.1), opacity: 0.62)
        }
    }

    /// The shelf of a moment at full opacity.
    func sprite(_ view: ShelfView) throws -> Sprite {
        var key = view
        key.opacity = 255
        // A scroll that is no number equals nothing, itself included, and would never leave a cache.
        if !key.scroll.isFinite { key.scroll = 0 }
        return try whole.value(for: key, cost: \.cost) {
            let chips = try chips(view)
            var base = key
            // Whether there are chips decides about the place of the title; what they say does not.
            base.nextAfterLeft = view.nextAfterLeft.map { _ in 0 }
            base.stopAfterLeft = view.stopAfterLeft.map { _ in 0 }
            var sprite = try still.value(for: base, cost: \.cost) { try drawStill(base) }
            for chip in chips { chip.draw(over: &sprite.image, originY: sprite.y) }
            return sprite
        }
    }

    private func drawStill(_ view: ShelfView) throws -> Sprite {
        var sprite = scrim.sprite
        func draw(_ parts: [Sprite]) {
            for part in parts { part.draw(over: &sprite.image, originY: sprite.y) }
        }
        draw(try header(view))
        draw(try filmRow(view))
        for target in FocusTarget.controls { draw(try control(target, view)) }
        return sprite
    }

    // MARK: - The header

    private var hasFilms: Bool { layout.filmCount > 0 }

    /// The share of the width that a title takes where chips stand beside it.
    private static let titleShare = 0.58

    private func header(_ view: ShelfView) throws -> [Sprite] {
        let (metrics, area) = (layout.metrics, layout.header)
        let chipsHeight =
            layout.chipsAreBelow && !chipTexts(view).isEmpty ? metrics.chipHeight + metrics.sectionGap * 0.75 : 0
        let look = ChromeText(
            size: metrics.headline, weight: 650, colour: .white, lines: ChromeMetrics.titleLines, lineHeight: 1.2)
        let width = layout.chipsAreBelow ? area.width : area.width * ShelfPainter.titleShare
        guard hasFilms else {
            let title = ShelfWords.noFilms
            let height = try painter.measure(title, look, width: area.width).height
            return [try painter.text(title, look, x: area.x, y: area.maxY - height, width: area.width)]
        }
        let title = title(view.playing)
        let measures = try painter.measure(title, look, width: width)
        let height = measures.height
        let titleTop = area.maxY - chipsHeight - height
        let caption = ChromeText(size: metrics.caption, weight: 600, colour: .white(0.78))
        let captionTop = titleTop - metrics.caption * (ChromeMetrics.lineHeight + 0.1)
        return [
            try painter.text(
                view.isPaused ? "Paused" : "Now playing", caption, x: area.x, y: captionTop, width: width),
            // Under the caption, whichever way it reads.
            try painter.text(title, look, x: area.x - measures.left, y: titleTop, width: width),
        ]
    }

    /// The title of a film; never empty.
    func title(_ film: Int) -> String {
        guard film >= 0, film < layout.filmCount, let scene = try? films.film(film) else {
            return ShelfWords.unavailable
        }
        return scene.title.contains { !$0.isWhitespace } ? scene.title : ShelfWords.untitled
    }

    // MARK: - The chips

    private func chipTexts(_ view: ShelfView) -> [(icon: ChromeIcon, text: String)] {
        guard hasFilms else { return [] }
        return [
            view.nextAfterLeft.map { (.next, "Next film in \(ShelfWords.countdown($0))") },
            view.stopAfterLeft.map { (.moon, "Stops in \(ShelfWords.countdown($0))") },
        ].compactMap { $0 }
    }

    /// The countdowns: at the right beside the title, or below it.
    private func chips(_ view: ShelfView) throws -> [Sprite] {
        let (metrics, area) = (layout.metrics, layout.header)
        let look = ChromeText(size: metrics.chip, weight: 550, colour: .white(0.95), hasTabularFigures: true)
        let (height, padding) = (metrics.chipHeight, metrics.chip * 0.62)
        let icon = metrics.chip * 0.92
        let y = area.maxY - height - (layout.chipsAreBelow ? 0 : (metrics.headline * 1.2 - height) / 2)
        var sprites: [Sprite] = []
        let texts = chipTexts(view)
        let widths = try texts.map { chip in
            let text = try painter.measure(chip.text, look, width: area.width).width
            return padding + icon + metrics.chip * 0.45 + text + padding * 1.15
        }
        let gap = metrics.chip * 0.55
        var x =
            layout.chipsAreBelow
            ? area.x : area.maxX - widths.reduce(0, +) - gap * Double(max(0, texts.count - 1))
        for (chip, width) in zip(texts, widths) {
            let box = PointRectangle(x: x, y: y, width: width, height: height)
            sprites += [
                painter.box(box, radius: height / 2, .white(0.16)),
                painter.icon(chip.icon, x: x + padding, y: box.midY - icon / 2, side: icon, .white(0.85)),
                try painter.text(
                    chip.text, look, x: x + padding + icon + metrics.chip * 0.45,
                    y: box.midY - metrics.chip * ChromeMetrics.lineHeight / 2, width: area.width),
            ]
            x += width + gap
        }
        return sprites
    }

    // MARK: - The controls

    private func icon(_ target: FocusTarget, _ view: ShelfView) -> ChromeIcon {
        switch target {
        case .facts: .info
        case .nextAfter: .next
        case .stopAfter: .moon
        case .shuffle: .shuffle
        case .play, .film: view.isPaused ? .play : .pause
        }
    }

    private var padding: Double { layout.metrics.icon * 0.56 }

    /// Where the words of a button are.
    private func wordColumn(_ box: PointRectangle) -> (x: Double, width: Double) {
        let x = box.x + padding + layout.metrics.icon + padding * 0.72
        return (x, max(1, box.maxX - padding * 0.6 - x))
    }

    private func label(_ colour: RGBAColour) -> ChromeText {
        ChromeText(size: layout.metrics.controlLabel, weight: 500, colour: colour)
    }

    private func value(_ colour: RGBAColour) -> ChromeText {
        ChromeText(size: layout.metrics.controlValue, weight: 620, colour: colour)
    }

    /// The words of buttons that do not fit.
    func cutWords(_ view: ShelfView) throws -> [String] {
        try FocusTarget.controls.flatMap { target -> [String] in
            guard let box = layout.control(target) else { return [] }
            let words = ShelfWords.control(target, view)
            let width = wordColumn(box).width
            var cut: [String] = []
            if let text = words.label, try painter.measure(text, label(.white), width: width).isTruncated {
                cut.append(text)
            }
            if try painter.measure(words.value, value(.white), width: width).isTruncated { cut.append(words.value) }
            return cut
        }
    }

    private func control(_ target: FocusTarget, _ view: ShelfView) throws -> [Sprite] {
        guard let box = layout.control(target) else { return [] }
        let metrics = layout.metrics
        let isFocused = view.focus == target
        let words = ShelfWords.control(target, view)
        func ink(_ opacity: Double) -> RGBAColour { isFocused ? .black(opacity) : .white(opacity) }
        let (padding, side) = (padding, metrics.icon)
        let grown = isFocused ? box.insetBy(dx: -metrics.controlGap * 0.22, dy: -metrics.controlGap * 0.22) : box
        var sprites = [
            painter.box(grown, radius: metrics.controlRadius, isFocused ? .white : .white(0.14)),
            painter.icon(
                icon(target, view), x: box.x + padding, y: box.midY - side / 2, side: side, ink(isFocused ? 0.9 : 0.92)),
        ]
        let (x, width) = wordColumn(box)
        let label = label(ink(isFocused ? 0.66 : 0.68))
        let value = value(ink(isFocused ? 0.95 : 1))
        let heights = (metrics.controlLabel * 1.2, metrics.controlValue * ChromeMetrics.lineHeight)
        var y = box.midY - (words.label == nil ? heights.1 : heights.0 + heights.1) / 2
        if let text = words.label {
            sprites.append(try painter.text(text, label, x: x, y: y, width: width))
            y += heights.0
        }
        sprites.append(try painter.text(words.value, value, x: x, y: y, width: width))
        return sprites
    }
}

/// A sprite that is drawn when it is first needed.
final class LazySprite: Sendable {
    private let known = Mutex<Sprite?>(nil)
    private let make: @Sendable () -> Sprite

    init(_ make: @escaping @Sendable () -> Sprite) { self.make = make }

    var sprite: Sprite {
        known.withLock { known in
            if let known { return known }
            let sprite = make()
            known = sprite
            return sprite
        }
    }
}

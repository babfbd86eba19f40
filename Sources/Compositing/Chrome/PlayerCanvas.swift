public import Drawing
public import FrameCore
import Imaging
public import Interaction
public import ShaderExecution

/// Draws the player's screen: the films, and the chrome over them.
///
/// A frame is a pure function of the screen; what is kept between frames saves time and changes no pixel. Frames may be
/// drawn on several threads at once.
public final class PlayerCanvas: Sendable {
    public let geometry: ScreenGeometry
    public let size: PixelSize
    private let films: any FilmProvider
    private let painter: ChromePainter
    private let factCards: FactCardPainter
    private let shelves: ShelfPainter

    /// Prepares a canvas; sides are clamped to 1…`PixelSize.largestSide`, `pointScale` is pixels per point.
    public init(
        geometry: ScreenGeometry, size: PixelSize, pointScale: Double, films: any FilmProvider, texts: TextRenderer
    ) {
        let grid = PixelGrid(
            size: size, pointScale: pointScale, screenWidth: geometry.width, screenHeight: geometry.height)
        self.geometry = geometry
        self.size = grid.size
        self.films = films
        painter = ChromePainter(grid: grid, texts: texts)
        factCards = FactCardPainter(screen: geometry, painter: painter)
        shelves = ShelfPainter(screen: geometry, films: films, painter: painter)
    }

    /// What the chrome's layers are called.
    public static let factCardLayer = "factCard"
    public static let shelfLayer = "shelf"

    /// Draws a screen; `wallTime` (Unix seconds) is for the clocks of themes that are shown as films.
    ///
    /// From the bottom up: the films, mixed by their opacities, the fact card, the dark of the sleep fade, the sleep line,
    /// the shelf. `tap` is shown the films as `background`, and the frame after each part of the chrome; it changes no
    /// pixel. Throws what a film throws that cannot be drawn, what the fonts throw, and `ShaderFailure.deadline`.
    public func frame(
        _ screen: PlayerScreen, wallTime: Rational, options: ExecutionOptions, tap: ((LayerTap) -> Void)? = nil
    ) throws -> CompositedFrame {
        var (pixels, absent) = try drawFilms(screen, wallTime: wallTime, options: options)
        tap?(LayerTap(layer: LayerTap.background, pass: nil, pixels: pixels))
        if let card = screen.factCard, screen.brightness > 0 {
            try draw(card, over: &pixels)
            tap?(LayerTap(layer: PlayerCanvas.factCardLayer, pass: nil, pixels: pixels))
        }
        if screen.brightness > 0 { pixels.dim(to: screen.brightness) }
        if screen.sleepLineOpacity > 0 { try drawSleepLine(over: &pixels, opacity: screen.sleepLineOpacity) }
        if let shelf = screen.shelf, shelf.opacity > 0 {
            try shelves.sprite(shelf).draw(over: &pixels, opacity: shelf.opacity)
            tap?(LayerTap(layer: PlayerCanvas.shelfLayer, pass: nil, pixels: pixels))
        }
        return CompositedFrame(pixels: pixels, absentLayers: absent)
    }

    /// Texts of a film with characters that no installed font has, and the Debian packages that would have them.
    public func missingCharacters(film: Int) throws -> [(text: String, packages: [String])] {
        let scene = try films.film(film)
        return try ([scene.title] + scene.facts).compactMap { text in
            let style = ParagraphStyle(
                text: TextStyle(face: .regular, pixelSize: 16), width: 1600, largestLineCount: 100)
            guard try painter.texts.metrics(of: text, style: style).missingGlyphs > 0 else { return nil }
            return (text, painter.texts.catalog.packagesToInstall(for: text))
        }
    }

    /// The words of buttons and of facts that do not fit where they stand.
    package func cutWords(_ view: ShelfView, films count: Int) throws -> [String] {
        let facts = try (0..<count).flatMap { index in
            let scene = try films.film(index)
            return try scene.facts.filter { try factCards.isCut($0, over: scene.content) }
        }
        return try shelves.cutWords(view) + facts
    }

    // MARK: - Parts

    private func drawFilms(
        _ screen: PlayerScreen, wallTime: Rational, options: ExecutionOptions
    ) throws -> (PixelBuffer, [(layer: String, failure: ShaderFailure)]) {
        // What lies below an opaque film is not seen, and nothing is in the dark.
        let bottom = screen.films.lastIndex { $0.opacity >= 255 }
        let seen = screen.brightness > 0 ? screen.films[(bottom ?? 0)...].filter { $0.opacity > 0 } : []
        var pixels: PixelBuffer?
        var absent: [(layer: String, failure: ShaderFailure)] = []
        for film in seen {
            let frame = try films.film(film.film).picture.frame(
                at: FrameMoment(sceneTime: film.position, wallTime: wallTime), options: options)
            absent += frame.absentLayers
            guard frame.pixels.size == size else { continue }
            if film.opacity >= 255 {
                pixels = frame.pixels
            } else {
                var below = pixels ?? .opaqueBlack(size)
                pixels = nil
                below.mix(frame.pixels, opacity: film.opacity)
                pixels = below
            }
        }
        return (pixels ?? .opaqueBlack(size), absent)
    }

    private func draw(_ card: FactCardView, over pixels: inout PixelBuffer) throws {
        guard card.opacity > 0 else { return }
        let scene = try films.film(card.film)
        guard scene.facts.indices.contains(card.fact) else { return }
        for sprite in try factCards.sprites(scene.facts[card.fact], over: scene.content) {
            sprite.draw(over: &pixels, opacity: card.opacity)
        }
    }

    /// The height of the sleep line as a fraction of the screen.
    private static let sleepLineHeight = 0.84

    private func drawSleepLine(over pixels: inout PixelBuffer, opacity: Int) throws {
        let metrics = ChromeMetrics(geometry)
        let safe = geometry.content(margin: metrics.margin, bottomMargin: metrics.bottomMargin)
        let look = ChromeText(
            size: metrics.sleepLine, weight: 450, colour: .white(0.34), lines: 2, alignment: .centre)
        let text = ShelfWords.sleepLine(geometry.profile)
        let height = try painter.measure(text, look, width: safe.width).height
        let y = min(geometry.height * PlayerCanvas.sleepLineHeight, safe.maxY - height)
        try painter.text(text, look, x: safe.x, y: y, width: safe.width).draw(over: &pixels, opacity: opacity)
    }
}

extension PixelBuffer {
    /// An opaque black picture.
    static func opaqueBlack(_ size: PixelSize) -> PixelBuffer {
        var image = PixelBuffer(size)
        image.withMutableBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            pixels.update(repeating: UInt32(littleEndian: 0xff00_0000))
        }
        return image
    }
}

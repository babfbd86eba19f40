public import FrameCore
import Synchronization

/// Draws single lines of text into premultiplied pixels; safe to use from any thread.
///
/// The same text and style give the same bytes in every run and on every thread: fonts come from the catalogue's files
/// alone, and nothing is asked of the environment. Letters are unhinted and placed to a fraction of a pixel. The base
/// direction is left to right in every script.
public final class TextRenderer: Sendable {
    /// The fonts in use.
    public let catalog: FontCatalog
    let shaper: TextShaper
    private let placed = Mutex(RecentlyUsed<PlacedKey, PlacedImage>(count: 32, cost: 32 << 20))

    private struct PlacedKey: Hashable, Sendable {
        let text: String
        let style: TextStyle
        let centreX: Double
        let centreY: Double
        let screen: PixelSize
    }

    /// The largest size that is told apart from still larger ones, in pixels.
    public static let largestPixelSize = 1e9

    /// Creates a renderer; throws `font-missing` if Inter is not installed.
    ///
    /// Files are opened at the first text that needs them.
    public init(catalog: FontCatalog = FontCatalog()) throws(DrawingError) {
        self.catalog = catalog
        shaper = try TextShaper(catalog: catalog)
    }

    /// Measures a line of text.
    public func metrics(of text: String, style: TextStyle) throws(DrawingError) -> TextMetrics {
        try outline(of: text, style: style).metrics(at: style.pixelSize)
    }

    /// Draws a line of text, its pen starting at (0, 0) on the base line, cropped to its ink.
    ///
    /// The image ends at `PixelSize.largestSide` on each side.
    public func render(_ text: String, style: TextStyle) throws(DrawingError) -> TextImage {
        let outline = try outline(of: text, style: style)
        let scale = min(style.pixelSize, TextRenderer.largestPixelSize)
        let side = Double(PixelSize.largestSide - 1)
        var area = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
        if let bounds = outline.bounds {
            let low = bounds.low * scale
            area = TextRenderer.cover(
                low: low, high: pointwiseMin(bounds.high * scale, low + side - 2),
                within: (low: SIMD2(repeating: -1e12), high: SIMD2(repeating: 1e12)))
        }
        let drawn = try draw(outline, scale: scale, origin: .zero, area: area, colour: style.colour)
        return TextImage(
            image: drawn.image, x: drawn.x, y: drawn.y, metrics: outline.metrics(at: scale),
            missingGlyphs: outline.missingGlyphs)
    }

    /// Draws a line of text with the centre of its box (advance by ascent + descent) at a point of the screen.
    ///
    /// `centre` is in pixels from the top left and not rounded. What falls outside the screen is not drawn, so that a
    /// size of any number of pixels costs no more than the screen does.
    public func drawCentred(
        _ text: String, style: TextStyle, centre: (x: Double, y: Double), in screen: PixelSize
    ) throws(DrawingError) -> PlacedImage {
        let key = PlacedKey(text: text, style: style, centreX: centre.x, centreY: centre.y, screen: screen)
        if let known = placed.withLock({ $0.value(for: key) }) { return known }

        let outline = try outline(of: text, style: style)
        let scale = min(style.pixelSize, TextRenderer.largestPixelSize)
        let metrics = outline.metrics(at: scale)
        let origin = SIMD2(
            centre.x - metrics.advance / 2, centre.y - metrics.height / 2 + metrics.ascent)
        var area = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
        if let bounds = outline.bounds, origin.x.isFinite, origin.y.isFinite {
            area = TextRenderer.cover(
                low: bounds.low * scale + origin, high: bounds.high * scale + origin,
                within: (.zero, SIMD2(Double(screen.width), Double(screen.height))))
        }
        let drawn = try draw(outline, scale: scale, origin: origin, area: area, colour: style.colour)
        let image = PlacedImage(
            image: drawn.image, x: drawn.x, y: drawn.y, metrics: metrics, missingGlyphs: outline.missingGlyphs)
        placed.withLock { $0.insert(image, for: key, cost: image.image.width * image.image.height * 4 + 256) }
        return image
    }

    private func outline(of text: String, style: TextStyle) throws(DrawingError) -> TextOutline {
        guard style.pixelSize.isFinite, style.pixelSize > 0 else {
            throw DrawingError(.invalidSize, "a text size of \(style.pixelSize) pixels is not a number above 0")
        }
        return try shaper.outline(of: TextLine(text, style: style))
    }

    /// The whole pixels that a box touches, inside limits; empty if there are none.
    static func cover(
        low: SIMD2<Double>, high: SIMD2<Double>, within limits: (low: SIMD2<Double>, high: SIMD2<Double>)
    ) -> PixelRectangle {
        // A pixel of margin keeps rounded coordinates inside.
        let first = pointwiseMax(low.rounded(.down) - 1, limits.low)
        let last = pointwiseMin(high.rounded(.up) + 1, limits.high)
        guard first.x < last.x, first.y < last.y else { return PixelRectangle(x: 0, y: 0, width: 0, height: 0) }
        return PixelRectangle(
            x: Int(first.x), y: Int(first.y), width: Int(last.x - first.x), height: Int(last.y - first.y))
    }

    func draw(
        _ outline: TextOutline, scale: Double, origin: SIMD2<Double>, area: PixelRectangle, colour: RGBAColour
    ) throws(DrawingError) -> (image: PixelBuffer, x: Int, y: Int) {
        guard area.width > 0, area.height > 0 else { return (PixelBuffer(width: 0, height: 0), 0, 0) }
        let offset = origin - SIMD2(Double(area.x), Double(area.y))
        let coverage = OutlineRasteriser.coverage(
            of: outline.placed(scale: scale, offset: offset), width: area.width, height: area.height)
        var pictures: [UInt8]?
        if !outline.pictures.isEmpty {
            pictures = try PicturePainter.paint(
                outline.pictures, scale: scale, offset: offset, width: area.width, height: area.height)
        }
        let ink = TextInk(coverage: coverage, pictures: pictures, width: area.width, height: area.height)
        guard let crop = ink.bounds else { return (PixelBuffer(width: 0, height: 0), 0, 0) }
        return (ink.coloured(colour, crop: crop), area.x + crop.x, area.y + crop.y)
    }
}

extension TextOutline {
    /// The measures at a size in pixels per em.
    func metrics(at pixelSize: Double) -> TextMetrics {
        TextMetrics(advance: advance * pixelSize, ascent: ascent * pixelSize, descent: descent * pixelSize)
    }
}

public import FrameCore

/// A text of several lines as a picture, cropped to its ink.
public struct ParagraphImage: Hashable, Sendable {
    /// Premultiplied pixels; empty (0×0) if nothing is inked.
    public let image: PixelBuffer
    /// Pixels from the left edge of the column to that of the image.
    public let x: Int
    /// Pixels from the top of the paragraph to the top of the image.
    public let y: Int
    public let metrics: ParagraphMetrics
}

/// The measures of a text of several lines, in pixels, fractional.
public struct ParagraphMetrics: Hashable, Sendable {
    public let lineCount: Int
    /// The part of the column that the lines take, from its left edge.
    public let left: Double
    public let right: Double
    /// Lines times line height.
    public let height: Double
    /// Whether an ellipsis stands for the rest.
    public let isTruncated: Bool
    /// Characters that no font has; drawn as boxes.
    public let missingGlyphs: Int

    /// The width of the widest line.
    public var width: Double { right - left }
}

extension TextRenderer {
    /// Breaks a text into lines and measures it.
    ///
    /// Line breaks in the text are spaces. Throws `invalid-size` for a text size that is not a number above 0.
    public func metrics(of text: String, style: ParagraphStyle) throws(DrawingError) -> ParagraphMetrics {
        let shape = try shape(text, style)
        return try shaper.outline(of: shape).metrics(at: style.text.pixelSize, lineHeight: shape.lineHeight)
    }

    /// Breaks a text into lines and draws it; at most `PixelSize.largestSide` pixels on each side.
    ///
    /// `offset` is the fraction of a pixel by which the column's corner lies right of and below a whole pixel.
    public func render(
        _ text: String, style: ParagraphStyle, offset: (x: Double, y: Double) = (0, 0)
    ) throws(DrawingError) -> ParagraphImage {
        let shape = try shape(text, style)
        let outline = try shaper.outline(of: shape)
        let scale = min(style.text.pixelSize, TextRenderer.largestPixelSize)
        let side = Double(PixelSize.largestSide)
        let origin = SIMD2(
            offset.x.isFinite ? min(max(offset.x, -1), 1) : 0, offset.y.isFinite ? min(max(offset.y, -1), 1) : 0)
        var area = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
        if let bounds = outline.glyphs.bounds {
            let low = bounds.low * scale + origin
            area = TextRenderer.cover(
                low: low, high: pointwiseMin(bounds.high * scale + origin, low + side - 4),
                within: (low: SIMD2(repeating: -1e12), high: SIMD2(repeating: 1e12)))
        }
        let drawn = try draw(outline.glyphs, scale: scale, origin: origin, area: area, colour: style.text.colour)
        return ParagraphImage(
            image: drawn.image, x: drawn.x, y: drawn.y,
            metrics: outline.metrics(at: scale, lineHeight: shape.lineHeight))
    }

    private func shape(_ text: String, _ style: ParagraphStyle) throws(DrawingError) -> ParagraphShape {
        guard style.text.pixelSize.isFinite, style.text.pixelSize > 0 else {
            throw DrawingError(
                .invalidSize, "a text size of \(style.text.pixelSize) pixels is not a number above 0")
        }
        return ParagraphShape(text, style: style)
    }
}

extension ParagraphOutline {
    func metrics(at pixelSize: Double, lineHeight: Double) -> ParagraphMetrics {
        ParagraphMetrics(
            lineCount: lineCount, left: min(left, right) * pixelSize, right: right * pixelSize,
            height: Double(lineCount) * lineHeight * pixelSize, isTruncated: isTruncated,
            missingGlyphs: glyphs.missingGlyphs)
    }
}

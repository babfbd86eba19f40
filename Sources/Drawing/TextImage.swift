public import FrameCore

/// The measures of a line of text in pixels, fractional, not rounded.
public struct TextMetrics: Hashable, Sendable {
    /// How far the pen moves.
    public let advance: Double
    /// From the base line up to the top of the box; of the font, not of the letters.
    public let ascent: Double
    /// From the base line down to the bottom of the box.
    public let descent: Double

    /// Ascent and descent together.
    public var height: Double { ascent + descent }
}

/// A line of text as a picture, cropped to its ink.
public struct TextImage: Hashable, Sendable {
    /// Premultiplied pixels; empty (0×0) if nothing is inked.
    public let image: PixelBuffer
    /// Pixels from the pen's start to the left edge of the image; may be negative.
    public let x: Int
    /// Pixels from the base line to the top edge of the image, downwards; negative for most text.
    public let y: Int
    public let metrics: TextMetrics
    /// Characters that no font has; drawn as boxes.
    public let missingGlyphs: Int
}

/// A line of text placed on a screen: the rectangle of pixels it touches.
public struct PlacedImage: Hashable, Sendable {
    /// Premultiplied pixels, all inside the screen; empty (0×0) if nothing shows.
    public let image: PixelBuffer
    /// The left edge on the screen.
    public let x: Int
    /// The top edge on the screen.
    public let y: Int
    public let metrics: TextMetrics
    /// Characters that no font has; drawn as boxes.
    public let missingGlyphs: Int

    /// Where the image is on the screen.
    public var rectangle: PixelRectangle {
        PixelRectangle(x: x, y: y, width: image.width, height: image.height)
    }
}

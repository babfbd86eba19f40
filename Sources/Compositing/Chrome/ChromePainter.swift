import Drawing
import FrameCore
import Interaction

/// How a piece of chrome's text looks, in points.
struct ChromeText: Hashable, Sendable {
    var size: Double
    var weight: Int
    var colour: RGBAColour
    var lines = 1
    var alignment = ParagraphStyle.Alignment.leading
    var lineHeight = ChromeMetrics.lineHeight
    /// Digits of one width: for what counts down.
    var hasTabularFigures = false
}

/// Draws texts and shapes at places in points, and keeps them.
final class ChromePainter: Sendable {
    let grid: PixelGrid
    let texts: TextRenderer
    private let paragraphs = ChromeCache<TextKey, ParagraphImage>(count: 160, cost: 24 << 20)

    private struct TextKey: Hashable, Sendable {
        let text: String
        let style: ParagraphStyle
    }

    init(grid: PixelGrid, texts: TextRenderer) {
        self.grid = grid
        self.texts = texts
    }

    // MARK: - Text

    /// Pixels per em below which letters are no more than dust.
    private static let smallestText = 0.75

    private func style(_ look: ChromeText, width: Double) -> ParagraphStyle {
        ParagraphStyle(
            text: TextStyle(
                face: FontFace(weight: look.weight), pixelSize: max(look.size * grid.scale, 1e-3),
                colour: look.colour, features: look.hasTabularFigures ? .tabularFigures : []),
            width: width * grid.scale, largestLineCount: look.lines, alignment: look.alignment,
            lineHeight: look.lineHeight)
    }

    private func paragraph(_ text: String, _ look: ChromeText, width: Double) throws -> ParagraphImage {
        let style = style(look, width: width)
        return try paragraphs.value(
            for: TextKey(text: text, style: style), cost: { $0.image.width * $0.image.height * 4 + 256 }
        ) { () throws(DrawingError) in try texts.render(text, style: style) }
    }

    /// The measures of a text in a column of a width, in points.
    func measure(_ text: String, _ look: ChromeText, width: Double) throws -> TextMeasures {
        let metrics = try texts.metrics(of: text, style: style(look, width: width))
        return TextMeasures(
            left: metrics.left / grid.scale, width: metrics.width / grid.scale, height: metrics.height / grid.scale,
            lines: metrics.lineCount, isTruncated: metrics.isTruncated)
    }

    /// A text in a column with its top left at a place; its box starts on a whole pixel.
    func text(_ text: String, _ look: ChromeText, x: Double, y: Double, width: Double) throws -> Sprite {
        guard look.size * grid.scale >= ChromePainter.smallestText else { return .empty }
        let image = try paragraph(text, look, width: width)
        return Sprite(image: image.image, x: grid.pixel(x) + image.x, y: grid.pixel(y) + image.y)
    }

    // MARK: - Shapes

    /// A rectangle with round corners, its edges on whole pixels.
    func box(_ rectangle: PointRectangle, radius: Double, _ colour: RGBAColour) -> Sprite {
        let area = grid.pixels(
            x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
        var shape = VectorShape()
        shape.addRectangle(
            x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height),
            radius: radius * grid.scale)
        return draw(shape, colour)
    }

    /// A line of some thickness around a rectangle with round corners, outside of it.
    func ring(_ rectangle: PointRectangle, radius: Double, thickness: Double, _ colour: RGBAColour) -> Sprite {
        let area = grid.pixels(
            x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
        let line = max(1, (thickness * grid.scale).rounded())
        let (x, y, width, height) = (Double(area.x), Double(area.y), Double(area.width), Double(area.height))
        var shape = VectorShape()
        shape.addRectangle(
            x: x - line, y: y - line, width: width + 2 * line, height: height + 2 * line,
            radius: radius * grid.scale + line)
        shape.addRectangle(x: x, y: y, width: width, height: height, radius: radius * grid.scale, isHole: true)
        return draw(shape, colour)
    }

    /// A sign in a square.
    func icon(_ icon: ChromeIcon, x: Double, y: Double, side: Double, _ colour: RGBAColour) -> Sprite {
        var shape = VectorShape()
        shape.add(
            icon.shape, scale: side * grid.scale, x: Double(grid.pixel(x)), y: Double(grid.pixel(y)))
        return draw(shape, colour)
    }

    private func draw(_ shape: VectorShape, _ colour: RGBAColour) -> Sprite {
        let side = PixelSize.largestSide
        let drawn = shape.draw(
            colour, scale: 1,
            within: PixelRectangle(x: 0, y: 0, width: side, height: side))
        return Sprite(image: drawn.image, x: drawn.x, y: drawn.y)
    }
}

extension RGBAColour {
    /// White of some opacity, 0 to 1.
    static func white(_ opacity: Double) -> RGBAColour {
        RGBAColour(red: 255, green: 255, blue: 255, alpha: UInt8(min(max(opacity, 0), 1) * 255 + 0.5))
    }

    /// Black of some opacity, 0 to 1.
    static func black(_ opacity: Double) -> RGBAColour {
        RGBAColour(red: 0, green: 0, blue: 0, alpha: UInt8(min(max(opacity, 0), 1) * 255 + 0.5))
    }
}

import FrameCore
import Imaging

/// A premultiplied picture and where its top left comes, in pixels.
struct Sprite: Sendable {
    var image: PixelBuffer
    var x: Int
    var y: Int

    static let empty = Sprite(image: PixelBuffer(width: 0, height: 0), x: 0, y: 0)

    /// What it costs to keep.
    var cost: Int { image.width * image.height * 4 + 128 }

    func moved(x: Int, y: Int) -> Sprite { Sprite(image: image, x: self.x + x, y: self.y + y) }

    /// Lays it over a picture whose own top left is at a place.
    func draw(over picture: inout PixelBuffer, originX: Int = 0, originY: Int = 0, opacity: Int = 255) {
        composite(image, over: &picture, atX: x - originX, y: y - originY, opacity: opacity)
    }
}

/// From points to pixels.
struct PixelGrid: Sendable, Hashable {
    /// Pixels per point.
    let scale: Double
    let size: PixelSize

    /// A scale that makes no sense for the screen becomes one that does.
    init(size: PixelSize, pointScale: Double, screenWidth: Double, screenHeight: Double) {
        let sides = 1...PixelSize.largestSide
        self.size = PixelSize(
            min(max(size.width, sides.lowerBound), sides.upperBound),
            min(max(size.height, sides.lowerBound), sides.upperBound))
        let fitting = max(Double(self.size.width) / screenWidth, Double(self.size.height) / screenHeight)
        scale = pointScale.isFinite && pointScale > 0 ? min(pointScale, 2 * max(fitting, 1e-6)) : 1
    }

    /// The nearest whole pixel.
    func pixel(_ points: Double) -> Int {
        let position = (points * scale).rounded()
        return position.isFinite ? Int(min(max(position, -1e7), 1e7)) : 0
    }

    /// The whole pixels of a rectangle, its edges rounded, at most as large as the largest frame.
    func pixels(x: Double, y: Double, width: Double, height: Double) -> PixelRectangle {
        let (left, top) = (pixel(x), pixel(y))
        return PixelRectangle(
            x: left, y: top, width: min(max(0, pixel(x + width) - left), PixelSize.largestSide),
            height: min(max(0, pixel(y + height) - top), PixelSize.largestSide))
    }

    /// All of the screen.
    var all: PixelRectangle { PixelRectangle(x: 0, y: 0, width: size.width, height: size.height) }
}

/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// The largest side a frame may have, in pixels.
    public static let largestSide = 8192

    /// The number of pixels.
    public var area: Int { width * height }

    /// `WxH`.
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of pixels; the origin is the top left.
public struct PixelRectangle: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

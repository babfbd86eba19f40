public import FrameCore

/// Pixels that are left out of a comparison.
public struct PixelMask: Sendable, Hashable {
    public let size: PixelSize
    /// One byte a pixel: 255 is ignored, 0 is compared.
    public private(set) var bytes: [UInt8]

    /// Ignores nothing.
    public init(size: PixelSize) {
        self.size = size
        bytes = [UInt8](repeating: 0, count: max(0, size.width) * max(0, size.height))
    }

    /// Ignores a rectangle as well; what lies outside the frame does not matter.
    public mutating func add(_ rectangle: PixelRectangle) {}

    /// Ignores the white pixels of a picture as well; false if its size is another.
    public mutating func add(whiteOf picture: PixelBuffer) -> Bool { false }

    /// Ignores what another mask ignores as well; false if its size is another.
    public mutating func add(_ other: PixelMask) -> Bool { false }

    /// Ignores the pixels in which two frames differ as well; false if a size is another.
    public mutating func add(differencesBetween one: PixelBuffer, and other: PixelBuffer) -> Bool { false }

    /// How many pixels are ignored.
    public var ignoredCount: Int { 0 }
}

/// An image of 8-bit BGRA pixels with premultiplied alpha, rows from the top without padding.
///
/// Colour values are in display (gamma) space, as on the device.
public struct PixelBuffer: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// The pixels: B, G, R, A of the top left first; `width * height * 4` bytes.
    public private(set) var bytes: [UInt8]

    /// Creates a transparent image (all zero); negative sides count as zero.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        bytes = [UInt8](repeating: 0, count: self.width * self.height * 4)
    }

    /// Creates a transparent image of a size.
    public init(_ size: PixelSize) {
        self.init(width: size.width, height: size.height)
    }

    /// Creates an image from pixels; nil unless `bytes.count` is `width * height * 4`.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        // Dividing, not multiplying: the sides may come from a file.
        guard width >= 0, height >= 0, bytes.count % 4 == 0 else { return nil }
        let pixels = bytes.count / 4
        guard width == 0 || height == 0 ? pixels == 0 : pixels % width == 0 && pixels / width == height else {
            return nil
        }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The size in pixels.
    public var size: PixelSize { PixelSize(width, height) }

    /// Bytes from one row to the next.
    public var bytesPerRow: Int { width * 4 }

    /// Calls `body` with all bytes, to read.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try bytes.withUnsafeBufferPointer { (pointer) throws(E) in try body(UnsafeRawBufferPointer(pointer)) }
    }

    /// Calls `body` with all bytes, to write.
    public mutating func withMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try bytes.withUnsafeMutableBufferPointer { (pointer) throws(E) in
            try body(UnsafeMutableRawBufferPointer(pointer))
        }
    }

    /// The B, G, R, A of one pixel; nil outside the image.
    ///
    /// For tests and tools, not for loops over pixels.
    public func pixel(x: Int, y: Int) -> SIMD4<UInt8>? {
        guard x >= 0, y >= 0, x < width, y < height else { return nil }
        let index = (y * width + x) * 4
        return SIMD4(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
    }
}

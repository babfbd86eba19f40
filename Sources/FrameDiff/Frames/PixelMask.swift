import CFrameDiff
public import FrameCore

/// Pixels that are left out of a comparison.
public struct PixelMask: Sendable, Hashable {
    public let size: PixelSize
    /// One byte a pixel: 255 is ignored, 0 is compared.
    ///
    /// None where no frame can be of `size`.
    public private(set) var bytes: [UInt8]
    /// How many pixels are ignored.
    public private(set) var ignoredCount = 0

    /// Ignores nothing.
    public init(size: PixelSize) {
        self.size = size
        let area = max(0, size.width).multipliedReportingOverflow(by: max(0, size.height))
        bytes = [UInt8](repeating: 0, count: area.overflow ? 0 : area.partialValue)
    }

    /// Ignores a rectangle as well; what lies outside the frame does not matter.
    public mutating func add(_ rectangle: PixelRectangle) {
        let columns = Self.clip(rectangle.x, rectangle.width, to: size.width)
        let rows = Self.clip(rectangle.y, rectangle.height, to: size.height)
        guard !columns.isEmpty, !bytes.isEmpty else { return }
        for y in rows {
            let start = y * size.width
            for x in columns { bytes[start + x] = 255 }
        }
        count()
    }

    /// Ignores the white pixels of a picture as well; false if its size is another.
    ///
    /// White is where B, G and R are all at least 128, so pixels that are more transparent than half never are.
    public mutating func add(whiteOf picture: PixelBuffer) -> Bool {
        guard picture.size == size else { return false }
        picture.withBytes { pixels in
            for index in bytes.indices
            where pixels[4 * index] & pixels[4 * index + 1] & pixels[4 * index + 2] & 0x80 != 0 { bytes[index] = 255 }
        }
        count()
        return true
    }

    /// Ignores what another mask ignores as well; false if its size is another.
    public mutating func add(_ other: PixelMask) -> Bool {
        guard other.size == size else { return false }
        for index in bytes.indices { bytes[index] |= other.bytes[index] }
        count()
        return true
    }

    /// Ignores the pixels in which two frames differ as well; false if a size is another.
    public mutating func add(differencesBetween one: PixelBuffer, and other: PixelBuffer) -> Bool {
        guard one.size == size, other.size == size else { return false }
        one.withBytes { one in
            other.withBytes { other in
                for index in bytes.indices
                where one.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                    != other.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                {
                    bytes[index] = 255
                }
            }
        }
        count()
        return true
    }

    private mutating func count() {
        ignoredCount = bytes.count - Int(diff_zeros(bytes, Int64(bytes.count)))
    }

    /// The part of a stretch that lies in `0 ..< limit`.
    private static func clip(_ start: Int, _ length: Int, to limit: Int) -> Range<Int> {
        guard length > 0, start < limit else { return 0..<0 }
        let (end, overflow) = start.addingReportingOverflow(length)
        let first = max(0, start)
        return first..<max(first, overflow ? limit : min(end, limit))
    }
}

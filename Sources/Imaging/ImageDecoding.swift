import CImageDecoding
public import FrameCore

/// How large an image may be.
public struct ImageLimits: Sendable, Hashable {
    /// Bytes of the file.
    public var bytes: Int
    /// Pixels on either side; at most `PixelSize.largestSide` counts.
    public var side: Int

    public init(bytes: Int, side: Int) {
        self.bytes = bytes
        self.side = side
    }

    /// The limits of a package's textures: 10 MB and 4096 pixels on a side.
    public static let texture = ImageLimits(bytes: 10_000_000, side: 4096)
}

/// Why an image cannot be used.
public struct ImageDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// More bytes than the limit.
        case tooManyBytes = "bytes"
        /// Neither PNG nor JPEG.
        case format = "format"
        /// A side is longer than the limit.
        case side = "side"
        /// Damaged, cut off, or of a kind that libpng or libjpeg-turbo does not read.
        case broken = "broken"
        /// It would take far longer to decode than a picture of its size should.
        case bomb = "bomb"
        /// There is not enough memory.
        case memory = "memory"
    }

    public let code: Code
    /// What is wrong, in words that follow "the image ".
    public let message: String

    public var description: String { "the image \(message)" }
}

/// Decodes a PNG or JPEG, told apart by content, to BGRA with *straight* alpha, row 0 at the top.
///
/// The stored numbers are taken as they are: gamma, profiles and the EXIF orientation are ignored. PNG: every kind; 16
/// bits are rounded to 8. JPEG: baseline, extended and progressive, grey, Y'CbCr, RGB, and CMYK or YCCK multiplied out
/// without a profile. Bit-identical on every machine with the same libraries. Nothing that grows with the image is
/// allocated before its sides are known to be within `limits`.
public func decodeImage(
    _ bytes: [UInt8], limits: ImageLimits = .texture
) throws(ImageDecodingError) -> PixelBuffer {
    guard bytes.count <= limits.bytes else {
        throw ImageDecodingError(
            code: .tooManyBytes, message: "has \(bytes.count) bytes, more than the \(limits.bytes) allowed")
    }
    var report = image_report()
    try check(bytes.withUnsafeBufferPointer { image_measure($0.baseAddress, $0.count, &report) }, report)
    let (width, height) = (Int(report.width), Int(report.height))
    let side = min(limits.side, PixelSize.largestSide)
    guard width > 0, height > 0 else {
        throw ImageDecodingError(code: .broken, message: "has no pixels")
    }
    guard width <= side, height <= side else {
        throw ImageDecodingError(
            code: .side, message: "is \(width)x\(height) pixels, more than \(side) on a side")
    }
    var image = PixelBuffer(width: width, height: height)
    let status = image.withMutableBytes { out in
        bytes.withUnsafeBufferPointer {
            image_decode($0.baseAddress, $0.count, out.assumingMemoryBound(to: UInt8.self).baseAddress, &report)
        }
    }
    try check(status, report)
    return image
}

private func check(_ status: image_status, _ report: image_report) throws(ImageDecodingError) {
    let words = withUnsafeBytes(of: report.message) { text in
        String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch status {
    case image_ok: return
    case image_unknown: throw ImageDecodingError(code: .format, message: "is neither PNG nor JPEG")
    case image_bomb: throw ImageDecodingError(code: .bomb, message: "takes too long to decode: \(words)")
    case image_no_memory: throw ImageDecodingError(code: .memory, message: "does not fit into memory")
    default: throw ImageDecodingError(code: .broken, message: "is broken: \(words)")
    }
}

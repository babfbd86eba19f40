public import FrameCore

/// The text that FFmpeg's `framehash` muxer writes for raw BGRA frames with the `bitexact` flag and SHA-256.
public struct FramehashWriter: Sendable {
    /// The comment lines at the head, each with its line feed.
    public let header: String
    private var frame = 0

    /// Creates a writer for frames of a size, numbered from 0 at a rate; the time base is one frame.
    public init(size: PixelSize, rate: FrameRate) {
        header = """
            #format: frame checksums
            #version: 2
            #hash: SHA256
            #tb 0: \(rate.rate.denominator)/\(rate.rate.numerator)
            #media_type 0: video
            #codec_id 0: rawvideo
            #dimensions 0: \(size)
            #sar 0: 0/1
            #stream#, dts,        pts, duration,     size, hash

            """
    }

    /// The line of the next frame, with its line feed.
    ///
    /// Throws `ImagingError` (`hash`) if libcrypto fails.
    public mutating func line(for frame: PixelBuffer) throws(ImagingError) -> String {
        line(for: try FrameHash(of: frame), byteCount: frame.bytesPerRow * frame.height)
    }

    /// The line of the next frame, from its hash and its size in bytes, with its line feed.
    public mutating func line(for hash: FrameHash, byteCount: Int) -> String {
        defer { frame += 1 }
        let number = Self.padded(frame, 10)
        return "0, \(number), \(number), \(Self.padded(1, 8)), \(Self.padded(byteCount, 8)), \(hash)\n"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
    }
}

import CCrypto
public import FrameCore

/// The SHA-256 of bytes; of a frame, that of its raw BGRA pixels from the top row down.
public struct FrameHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the digest.
    public let bytes: [UInt8]

    /// Hashes the pixels of a frame.
    ///
    /// Throws `ImagingError` (`hash`) if libcrypto fails.
    public init(of frame: PixelBuffer) throws(ImagingError) {
        bytes = try frame.withBytes { (pixels) throws(ImagingError) in try Self.digest(pixels) }
    }

    /// Hashes bytes.
    ///
    /// Throws `ImagingError` (`hash`) if libcrypto fails.
    public init(of bytes: [UInt8]) throws(ImagingError) {
        self.bytes = try bytes.withUnsafeBufferPointer { (bytes) throws(ImagingError) in
            try Self.digest(UnsafeRawBufferPointer(bytes))
        }
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func digest(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, EVP_sha256(), nil) == 1, count == 32 else {
            throw ImagingError(.hash, "libcrypto has no SHA-256")
        }
        return Array(digest.prefix(Int(count)))
    }
}

/// Why an image could not be read, written or hashed.
public struct ImagingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, for programs.
    public enum Code: String, Sendable {
        /// The bytes are not a PNG that libpng can read.
        case unreadable = "image.unreadable"
        /// A side is zero or above `PixelSize.largestSide`.
        case size = "image.size"
        /// libpng could not write.
        case unwritable = "image.unwritable"
        /// A caller's buffer is too small for what should be stored in it.
        case buffer = "image.buffer"
        /// libcrypto could not hash.
        case hash = "image.hash"
    }

    public let code: Code
    /// What is wrong, in words.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(message) [\(code.rawValue)]" }
}

import FrameCore
import Imaging

/// Reads pictures that the command line names as inputs of a shader.
enum InputPicture {
    /// More than a picture of the largest size takes.
    private static let readingLimit = PixelSize.largestSide * PixelSize.largestSide * 4

    /// A picture as a pass or the video gives it: alpha multiplied in.
    ///
    /// PNG or JPEG, told apart by content; `.bgra` are the bytes that `--alpha -o NAME.bgra` writes, of a picture of `size`.
    /// `isFile`: a pipe, which may have nobody who writes to it, is refused.
    static func premultiplied(
        _ path: String, size: PixelSize, isFile: Bool = false
    ) throws(CommandFailure) -> PixelBuffer {
        let bytes = try InputBytes.read(path, limit: readingLimit, isFile: isFile)
        if path.lowercased().hasSuffix(".bgra") {
            guard let picture = PixelBuffer(width: size.width, height: size.height, bytes: bytes) else {
                throw CommandFailure(
                    .badInput, "'\(path)' has \(bytes.count) bytes; a picture of \(size) has \(size.area * 4)",
                    hint: "draw it at the same --size", stage: "input")
            }
            return picture
        }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
        guard bytes.starts(with: signature) else {
            // A JPEG has no alpha to multiply by.
            return try decode(
                bytes, of: path, limits: ImageLimits(bytes: readingLimit, side: PixelSize.largestSide))
        }
        do {
            return try PNG.decode(bytes)
        } catch {
            throw unreadable(path, error.message)
        }
    }

    /// A picture as a texture of a package: colours as they stand in the file, alpha beside them, the limits of a package.
    static func straight(_ path: String) throws(CommandFailure) -> PixelBuffer {
        try decode(try InputBytes.read(path, limit: readingLimit), of: path, limits: .texture)
    }

    private static func decode(
        _ bytes: [UInt8], of path: String, limits: ImageLimits
    ) throws(CommandFailure) -> PixelBuffer {
        do {
            return try decodeImage(bytes, limits: limits)
        } catch {
            throw unreadable(path, error.description)
        }
    }

    private static func unreadable(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.badInput, "cannot read '\(path)': \(reason)", hint: "give a PNG or JPEG", stage: "input")
    }
}

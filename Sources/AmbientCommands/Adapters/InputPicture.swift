import FrameCore
import Imaging

/// Reads pictures that the command line names as inputs of a shader.
enum InputPicture {
    /// More than a picture of the largest size takes.
    private static let readingLimit = PixelSize.largestSide * PixelSize.largestSide * 4

    /// A picture as a pass or the video gives it: alpha multiplied in.
    ///
    /// PNG, whatever its name; `.bgra` are the bytes that `--alpha -o NAME.bgra` writes, of a picture of `size`.
    static func premultiplied(_ path: String, size: PixelSize) throws(CommandFailure) -> PixelBuffer {
        try picture(path, size: size) { (bytes) throws(ImagingError) in try PNG.decode(bytes) }
    }

    /// A picture as a package's texture: colours as they stand in the file, alpha beside them.
    static func straight(_ path: String, size: PixelSize) throws(CommandFailure) -> PixelBuffer {
        try picture(path, size: size) { (bytes) throws(ImagingError) in try PNG.decode(bytes) }
    }

    private static func picture(
        _ path: String, size: PixelSize, decode: ([UInt8]) throws(ImagingError) -> PixelBuffer
    ) throws(CommandFailure) -> PixelBuffer {
        let bytes = try InputBytes.read(path, limit: readingLimit)
        if path.lowercased().hasSuffix(".bgra") {
            guard let picture = PixelBuffer(width: size.width, height: size.height, bytes: bytes) else {
                throw CommandFailure(
                    .badInput, "'\(path)' has \(bytes.count) bytes; a picture of \(size) has \(size.area * 4)",
                    hint: "draw it at the same --size", stage: "input")
            }
            return picture
        }
        do {
            return try decode(bytes)
        } catch {
            throw CommandFailure(
                .badInput, "cannot read '\(path)': \(error.message)", hint: "give a PNG", stage: "input")
        }
    }
}

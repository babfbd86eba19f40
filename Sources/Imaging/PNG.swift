import CImage
import CPixel
public import FrameCore

/// PNG files in memory, through libpng.
///
/// The bytes of an encoded image depend on the pixels and the versions of libpng and zlib only.
public enum PNG {
    /// Encodes an image: 8-bit RGB if every pixel is opaque, RGBA with straight alpha otherwise.
    ///
    /// Throws `ImagingError`: `size` unless both sides are 1 to `PixelSize.largestSide`, `unwritable` otherwise.
    public static func encode(_ image: PixelBuffer) throws(ImagingError) -> [UInt8] {
        try check(image.size)
        let area = image.size.area
        let isOpaque = image.withBytes { bytes in
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress.map { pixel_is_opaque($0, Int64(area)) } ?? false
        }
        let channels = isOpaque ? 3 : 4
        let samples = [UInt8](unsafeUninitializedCapacity: area * channels) { buffer, initialised in
            image.withBytes { bytes in
                guard
                    let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                    let target = buffer.baseAddress
                else { return }
                if isOpaque {
                    pixel_bgra_to_rgb(source, Int32(area), target)
                } else {
                    pixel_bgra_to_straight_rgba(source, Int32(area), target)
                }
                initialised = area * channels
            }
        }
        return try write(samples, image.size, channels: channels)
    }

    /// Decodes a PNG of any kind to premultiplied BGRA.
    ///
    /// Files with another transfer curve than sRGB are converted to sRGB; 16-bit samples are rounded to 8. Throws
    /// `ImagingError`: `unreadable`, or `size` for a side above `PixelSize.largestSide`, before anything is allocated.
    public static func decode(_ bytes: [UInt8]) throws(ImagingError) -> PixelBuffer {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ImagingError) in
            var image = png_image()
            guard let start = bytes.baseAddress, image_png_begin(&image, start, bytes.count) != 0 else {
                throw failure(.unreadable, &image)
            }
            let size = PixelSize(Int(image.width), Int(image.height))
            do throws(ImagingError) {
                try check(size)
            } catch {
                png_image_free(&image)
                throw error
            }
            var pixels = PixelBuffer(size)
            let isDone = pixels.withMutableBytes { target in
                guard let target = target.assumingMemoryBound(to: UInt8.self).baseAddress else { return false }
                guard image_png_read(&image, target) != 0 else { return false }
                pixel_premultiply(target, Int32(size.area), target, false)
                return true
            }
            guard isDone else { throw failure(.unreadable, &image) }
            return pixels
        }
    }

    private static func check(_ size: PixelSize) throws(ImagingError) {
        let sides = 1...PixelSize.largestSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw ImagingError(
                .size, "an image of \(size) pixels; a side may have 1 to \(PixelSize.largestSide)")
        }
    }

    private static func write(
        _ samples: [UInt8], _ size: PixelSize, channels: Int
    ) throws(ImagingError) -> [UInt8] {
        var output = image_png_output()
        output.limit = samples.count + samples.count / 8 + (1 << 16)
        defer { image_png_free(&output) }
        // One fixed filter and a low level: 20 to 50 ms for 1280x720. All filters at level 6 take two to three times as
        // long for files that are 5 to 15 % smaller, and half the size only where there is little in them anyway.
        guard
            image_png_write(
                samples, UInt32(size.width), UInt32(size.height), Int32(channels), PNG_FILTER_PAETH, 4, &output) != 0,
            let start = output.bytes
        else {
            let message = withUnsafeBytes(of: output.message) { text($0) }
            throw ImagingError(.unwritable, "libpng cannot write the image: \(message)")
        }
        return [UInt8](UnsafeBufferPointer(start: start, count: output.count))
    }

    private static func failure(_ code: ImagingError.Code, _ image: inout png_image) -> ImagingError {
        let message = withUnsafeBytes(of: image.message) { text($0) }
        png_image_free(&image)
        return ImagingError(code, message.isEmpty ? "not a PNG" : "libpng cannot read the image: \(message)")
    }

    /// The text of a C character array.
    private static func text(_ characters: UnsafeRawBufferPointer) -> String {
        String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
    }
}

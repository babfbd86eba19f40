import CPixel
public import FrameCore

/// Lays `top` over `below` as `composite` does, `top` first faded: each channel times `opacity` / 255, rounded.
///
/// `opacity` is clamped to 0…255; at 255 this is `composite`, at 0 nothing happens.
public func composite(_ top: PixelBuffer, over below: inout PixelBuffer, atX x: Int, y: Int, opacity: Int) {
    composite(top, over: &below, atX: x, y: y, opacity: opacity, version: .fastest)
}

package func composite(
    _ top: PixelBuffer, over below: inout PixelBuffer, atX x: Int, y: Int, opacity: Int, version: PixelKernels.Version
) {
    guard opacity > 0 else { return }
    guard opacity < 255 else {
        composite(top, over: &below, atX: x, y: y, version: version)
        return
    }
    let limit = 1 << 30
    let (x, y) = (min(max(x, -limit), limit), min(max(y, -limit), limit))
    let (left, right) = (max(0, x), min(below.width, x + top.width))
    let (upper, lower) = (max(0, y), min(below.height, y + top.height))
    guard left < right, upper < lower else { return }
    let (topStride, belowStride) = (top.bytesPerRow, below.bytesPerRow)
    top.withBytes { source in
        below.withMutableBytes { target in
            guard
                let source = source.assumingMemoryBound(to: UInt8.self).baseAddress,
                let target = target.assumingMemoryBound(to: UInt8.self).baseAddress
            else { return }
            for row in upper..<lower {
                pixel_over_faded(
                    source + (row - y) * topStride + (left - x) * 4, target + row * belowStride + left * 4,
                    Int32(right - left), Int32(opacity), version.isPlain)
            }
        }
    }
}

extension PixelBuffer {
    /// Mixes a picture of the same size into this one: round((top · opacity + this · (255 − opacity)) / 255), exact.
    ///
    /// `opacity` is clamped to 0…255. A picture of another size changes nothing.
    public mutating func mix(_ top: PixelBuffer, opacity: Int) { mix(top, opacity: opacity, version: .fastest) }

    package mutating func mix(_ top: PixelBuffer, opacity: Int, version: PixelKernels.Version) {
        guard top.size == size else { return }
        let opacity = Int32(clamping: min(max(opacity, 0), 255))
        top.withBytes { source in
            let source = source.assumingMemoryBound(to: UInt8.self).baseAddress
            eachRow { row, pixels, count in
                guard let source else { return }
                pixel_mix(source + row * Int(count) * 4, pixels, count, opacity, version.isPlain)
            }
        }
    }

    /// Multiplies all channels, alpha too, by `level` / 255, rounded; `level` is clamped to 0…255.
    public mutating func fade(to level: Int) { fade(to: level, version: .fastest) }

    package mutating func fade(to level: Int, version: PixelKernels.Version) {
        guard level < 255 else { return }
        eachRow { _, pixels, count in pixel_fade(pixels, count, Int32(max(level, 0)), version.isPlain) }
    }

    /// Multiplies the colours by `level` / 255, rounded, so that an opaque picture goes to black; `level` is clamped to
    /// 0…255.
    public mutating func dim(to level: Int) { dim(to: level, version: .fastest) }

    package mutating func dim(to level: Int, version: PixelKernels.Version) {
        guard level < 255 else { return }
        eachRow { _, pixels, count in pixel_dim(pixels, count, Int32(max(level, 0)), version.isPlain) }
    }

    private mutating func eachRow(_ body: (Int, UnsafeMutablePointer<UInt8>, Int32) -> Void) {
        let (rows, count) = (height, Int32(clamping: width))
        withMutableBytes { bytes in
            guard count > 0, let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            for row in 0..<rows { body(row, start + row * Int(count) * 4, count) }
        }
    }
}

import CPixel
public import FrameCore

/// Lays `top` over `below`, with its top left pixel at (`x`, `y`); what lies outside `below` is cut off.
///
/// Both are premultiplied: per channel `top + round(below · (255 − alpha of top) / 255)`, exact, saturated at 255 where
/// `top` is brighter than its alpha allows.
public func composite(_ top: PixelBuffer, over below: inout PixelBuffer, atX x: Int = 0, y: Int = 0) {
    composite(top, over: &below, atX: x, y: y, version: .fastest)
}

package func composite(
    _ top: PixelBuffer, over below: inout PixelBuffer, atX x: Int, y: Int, version: PixelKernels.Version
) {
    // Clamped first, so that no position overflows.
    let limit = 1 << 30
    let (x, y) = (min(max(x, -limit), limit), min(max(y, -limit), limit))
    let (left, right) = (max(0, x), min(below.width, x + top.width))
    let (upper, lower) = (max(0, y), min(below.height, y + top.height))
    guard left < right, upper < lower else { return }
    let count = Int32(right - left)
    let (topStride, belowStride) = (top.bytesPerRow, below.bytesPerRow)
    top.withBytes { source in
        below.withMutableBytes { target in
            guard
                let source = source.assumingMemoryBound(to: UInt8.self).baseAddress,
                let target = target.assumingMemoryBound(to: UInt8.self).baseAddress
            else { return }
            for row in upper..<lower {
                pixel_over(
                    source + (row - y) * topStride + (left - x) * 4, target + row * belowStride + left * 4, count,
                    version.isPlain)
            }
        }
    }
}

public import FrameCore

extension FrameComparator {
    /// A picture of the difference: each channel's distance times `gain`, over black, masked pixels hatched; opaque.
    ///
    /// Nil unless both frames, and the mask, are of `size`. Gains outside 0 to 255 count as the nearest.
    public func picture(
        _ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask? = nil, gain: Int
    ) -> PixelBuffer? {
        guard fits(expected, actual, mask) else { return nil }
        let gain = min(max(gain, 0), 255)
        var result = PixelBuffer(size)
        result.withMutableBytes { out in
            expected.withBytes { expected in
                actual.withBytes { actual in
                    for index in stride(from: 0, to: out.count, by: 4) {
                        for channel in index..<index + 3 {
                            let distance = abs(Int(expected[channel]) - Int(actual[channel]))
                            out[channel] = UInt8(truncatingIfNeeded: min(distance * gain, 255))
                        }
                        out[index + 3] = 255
                    }
                }
            }
        }
        if let mask { hatch(mask, on: &result) }
        return result
    }

    /// Draws slanted stripes of a dim blue-grey where a mask ignores pixels.
    func hatch(_ mask: PixelMask, on picture: inout PixelBuffer) {
        let width = picture.width
        picture.withMutableBytes { out in
            var (x, y) = (0, 0)
            for index in mask.bytes.indices {
                if mask.bytes[index] != 0 {
                    let stripe: SIMD4<UInt8> = (x + y) % 8 < 3 ? Hatch.stripe : Hatch.ground
                    for channel in 0..<4 { out[4 * index + channel] = stripe[channel] }
                }
                x += 1
                if x == width { (x, y) = (0, y + 1) }
            }
        }
    }
}

/// The colours of masked pixels, as B, G, R, A.
private enum Hatch {
    static let stripe = SIMD4<UInt8>(112, 86, 72, 255)
    static let ground = SIMD4<UInt8>(44, 32, 26, 255)
}

import FrameCore

/// Drawn text before it has a colour: how much of each pixel the letters cover, and pictures among them.
struct TextInk {
    /// 0…255 per pixel, rows from the top.
    let coverage: [UInt8]
    /// Premultiplied BGRA of the same size.
    let pictures: [UInt8]?
    let width: Int
    let height: Int

    /// The smallest rectangle with all that is not transparent; nil if nothing is.
    var bounds: PixelRectangle? {
        var (left, right, top, bottom) = (width, -1, height, -1)
        for y in 0..<height {
            var (first, last) = (width, -1)
            for x in 0..<width where isInked(y * width + x) {
                first = min(first, x)
                last = x
            }
            guard last >= 0 else { continue }
            left = min(left, first)
            right = max(right, last)
            top = min(top, y)
            bottom = y
        }
        guard right >= left else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    private func isInked(_ index: Int) -> Bool {
        if coverage[index] != 0 { return true }
        guard let pictures else { return false }
        return pictures[index * 4 + 3] != 0
    }

    /// A part of the text in a colour: each channel is colour · alpha · coverage, rounded once.
    ///
    /// Pictures keep their own colours and take the alpha only.
    func coloured(_ colour: RGBAColour, crop: PixelRectangle) -> PixelBuffer {
        let levels = TextInk.levels(of: colour)
        var image = PixelBuffer(width: crop.width, height: crop.height)
        image.withMutableBytes { bytes in
            for y in 0..<crop.height {
                for x in 0..<crop.width {
                    let source = (crop.y + y) * width + crop.x + x
                    let target = (y * crop.width + x) * 4
                    var pixel = levels[Int(coverage[source])]
                    if let pictures {
                        for channel in 0..<4 {
                            let under = Int(pictures[source * 4 + channel]) * Int(colour.alpha)
                            let rest = 255 - Int(levels[Int(coverage[source])].w)
                            pixel[channel] += UInt8((under * rest + 32_512) / 65_025)
                        }
                    }
                    for channel in 0..<4 { bytes[target + channel] = pixel[channel] }
                }
            }
        }
        return image
    }

    /// Premultiplied B, G, R, A for each coverage.
    private static func levels(of colour: RGBAColour) -> [SIMD4<UInt8>] {
        (0...255).map { coverage in
            let weight = coverage * Int(colour.alpha)
            func channel(_ value: UInt8) -> UInt8 { UInt8((Int(value) * weight + 32_512) / 65_025) }
            return SIMD4(channel(colour.blue), channel(colour.green), channel(colour.red), channel(255))
        }
    }
}

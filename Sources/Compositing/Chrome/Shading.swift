import Drawing
import FrameCore

/// Soft darkness: the shelf's gradient and the shadow of what has the focus.
enum Shading {
    /// 3t² − 2t³ between 0 and 1: starts and ends without a kink that the eye would see as an edge.
    static func ease(_ t: Double) -> Double {
        let t = min(max(t, 0), 1)
        return t * t * (3 - 2 * t)
    }

    /// The thresholds of ordered dithering (Bayer 1973), 8 × 8, 0…63.
    static let thresholds: [Int] = {
        var matrix = [0]
        var side = 1
        while side < 8 {
            let (old, oldSide) = (matrix, side)
            side *= 2
            matrix = (0..<(side * side)).map { index in
                let (x, y) = (index % side, index / side)
                let base = old[(y % oldSide) * oldSide + x % oldSide] * 4
                return base + [0, 2, 3, 1][(y / oldSide) * 2 + x / oldSide]
            }
        }
        return matrix
    }()

    /// Black that fades in downwards, over the whole width.
    ///
    /// `opacity` is that of a row, 0 to 1. Levels between two of the 256 are mixed of both by ordered dithering, so that
    /// a slow gradient shows no bands.
    static func scrim(width: Int, height: Int, opacity: (Int) -> Double) -> PixelBuffer {
        var image = PixelBuffer(width: width, height: height)
        image.withMutableBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            for y in 0..<height {
                let exact = Int((min(max(opacity(y), 0), 1) * 255 * 64).rounded())
                let row = (0..<8).map { x in
                    UInt32((exact + thresholds[(y % 8) * 8 + x]) / 64).littleEndian << 24
                }
                for x in 0..<width { pixels[y * width + x] = row[x & 7] }
            }
        }
        return image
    }

    /// A shadow around a rectangle with round corners: black, darkest at its edge, gone at `reach` pixels from it.
    static func shadow(
        width: Int, height: Int, radius: Double, reach: Int, opacity: Double
    ) -> Sprite {
        let reach = min(max(1, reach), 512)
        let (fullWidth, fullHeight) = (width + 2 * reach, height + 2 * reach)
        guard width > 0, height > 0, fullWidth <= PixelSize.largestSide, fullHeight <= PixelSize.largestSide else {
            return .empty
        }
        var image = PixelBuffer(width: fullWidth, height: fullHeight)
        let half = SIMD2(Double(width), Double(height)) / 2
        let radius = min(max(radius, 0), half.min())
        let centre = SIMD2(Double(fullWidth), Double(fullHeight)) / 2
        image.withMutableBytes { bytes in
            for y in 0..<fullHeight {
                for x in 0..<fullWidth {
                    // The distance from a rectangle with round corners (Quilez).
                    let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - centre
                    let beyond = pointwiseMax(place, -place) - half + radius
                    let outside = pointwiseMax(beyond, .zero)
                    let distance = (outside * outside).sum().squareRoot() + min(beyond.max(), 0) - radius
                    let level = ease(1 - distance / Double(reach)) * opacity * 255 * 64
                    let threshold = Double(thresholds[(y % 8) * 8 + x % 8])
                    bytes[(y * fullWidth + x) * 4 + 3] = UInt8(min((level + threshold) / 64, 255))
                }
            }
        }
        return Sprite(image: image, x: -reach, y: -reach)
    }

    /// Multiplies all channels by a coverage of the same size, rounded.
    static func mask(_ image: inout PixelBuffer, by coverage: [UInt8]) {
        guard coverage.count == image.width * image.height else { return }
        image.withMutableBytes { bytes in
            for (index, level) in coverage.enumerated() where level < 255 {
                for channel in (index * 4)..<(index * 4 + 4) {
                    bytes[channel] = UInt8((Int(bytes[channel]) * Int(level) * 2 + 255) / 510)
                }
            }
        }
    }
}

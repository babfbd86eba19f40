import FrameCore

/// Frames drawn for the tests of this room.
enum FrameDrawing {
    /// An opaque frame of one colour: B, G, R, A.
    static func filled(_ width: Int, _ height: Int, _ colour: SIMD4<UInt8> = [90, 100, 110, 255]) -> PixelBuffer {
        drawn(width, height) { _, _ in colour }
    }

    /// A frame whose pixels are told by a function of x and y.
    static func drawn(_ width: Int, _ height: Int, _ colour: (Int, Int) -> SIMD4<UInt8>) -> PixelBuffer {
        var result = PixelBuffer(width: width, height: height)
        result.withMutableBytes { bytes in
            for index in 0..<width * height {
                let value = colour(index % width, index / width)
                for channel in 0..<4 { bytes[4 * index + channel] = value[channel] }
            }
        }
        return result
    }

    /// A grey opaque frame.
    static func grey(_ width: Int, _ height: Int, _ level: (Int, Int) -> Int) -> PixelBuffer {
        drawn(width, height) { x, y in
            let value = UInt8(clamping: level(x, y))
            return [value, value, value, 255]
        }
    }

    /// The same frame with some pixels set.
    static func changed(_ frame: PixelBuffer, _ rectangle: PixelRectangle, to colour: SIMD4<UInt8>) -> PixelBuffer {
        drawn(frame.width, frame.height) { x, y in
            let inside =
                x >= rectangle.x && x < rectangle.x + rectangle.width && y >= rectangle.y
                && y < rectangle.y + rectangle.height
            return inside ? colour : frame.pixel(x: x, y: y) ?? .zero
        }
    }

    /// Random bytes.
    static func noise(_ width: Int, _ height: Int, _ random: inout SeededRandom) -> PixelBuffer {
        drawn(width, height) { _, _ in
            let bits = random.next()
            return [
                UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
                UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 24),
            ]
        }
    }
}

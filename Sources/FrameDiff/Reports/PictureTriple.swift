public import FrameCore

/// Expected, difference and actual side by side on a dark ground, as one opaque picture.
///
/// Pictures of different sizes stand beside each other at their own size, 8 pixels apart, the tops level; a missing one
/// is an empty box. What would be too wide for a PNG stands one below the other instead, and what is still too large
/// has rows and columns left out.
public func pictureTriple(
    expected: PixelBuffer?, difference: PixelBuffer?, actual: PixelBuffer?
) -> PixelBuffer {
    let pictures = [expected, difference, actual]
    let known = pictures.compactMap { $0?.size }
    let empty =
        known.isEmpty
        ? PixelSize(160, 90) : PixelSize(known.map(\.width).max() ?? 0, known.map(\.height).max() ?? 0)
    let gap = 8
    let limit = PixelSize.largestSide

    var step = 1
    while true {
        let sizes = pictures.map { picture in
            let size = picture?.size ?? empty
            return PixelSize((size.width + step - 1) / step, (size.height + step - 1) / step)
        }
        let row = PixelSize(sizes.reduce(2 * gap) { $0 + $1.width }, max(1, sizes.map(\.height).max() ?? 0))
        let column = PixelSize(max(1, sizes.map(\.width).max() ?? 0), sizes.reduce(2 * gap) { $0 + $1.height })
        let fits = [row, column].first { $0.width <= limit && $0.height <= limit }
        guard let fits else {
            step += 1
            continue
        }
        var target = TripleCanvas(fits)
        var place = 0
        for (picture, size) in zip(pictures, sizes) {
            let (x, y) = fits == row ? (place, 0) : (0, place)
            if let picture {
                target.draw(picture, every: step, x: x, y: y)
            } else {
                target.outline(PixelRectangle(x: x, y: y, width: size.width, height: size.height))
            }
            place += gap + (fits == row ? size.width : size.height)
        }
        return PixelBuffer(width: fits.width, height: fits.height, bytes: target.bytes) ?? PixelBuffer(fits)
    }
}

/// The ground that the three pictures are drawn on.
private struct TripleCanvas {
    private static let ground: UInt8 = 38
    private static let line: UInt8 = 120
    private let size: PixelSize
    private(set) var bytes: [UInt8]

    init(_ size: PixelSize) {
        self.size = size
        bytes = [UInt8](repeating: Self.ground, count: size.area * 4)
        for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    }

    /// Draws every `step`th pixel of a picture over the ground.
    mutating func draw(_ picture: PixelBuffer, every step: Int, x: Int, y: Int) {
        let rowBytes = picture.bytesPerRow
        picture.withBytes { source in
            for (row, sourceRow) in stride(from: 0, to: picture.height, by: step).enumerated() {
                var target = ((y + row) * size.width + x) * 4
                for column in stride(from: 0, to: picture.width, by: step) {
                    let pixel = sourceRow * rowBytes + column * 4
                    let under = (255 - Int(source[pixel + 3])) * Int(Self.ground)
                    for channel in 0..<3 {
                        // Premultiplied, but a careless maker may give colours above alpha.
                        bytes[target + channel] = UInt8(min(255, Int(source[pixel + channel]) + (under + 127) / 255))
                    }
                    target += 4
                }
            }
        }
    }

    /// Draws a frame of one pixel inside the edges of a rectangle.
    mutating func outline(_ box: PixelRectangle) {
        guard box.width > 0, box.height > 0 else { return }
        for x in box.x..<box.x + box.width {
            mark(x, box.y)
            mark(x, box.y + box.height - 1)
        }
        for y in box.y..<box.y + box.height {
            mark(box.x, y)
            mark(box.x + box.width - 1, y)
        }
    }

    private mutating func mark(_ x: Int, _ y: Int) {
        let index = (y * size.width + x) * 4
        for channel in 0..<3 { bytes[index + channel] = Self.line }
    }
}

import CPixel
import FrameCore

extension StoredRows {
    /// The rows of the picture as it is shown: mirrored left to right, then turned clockwise.
    ///
    /// Anything but the identity converts the whole picture first.
    func applying(_ transform: DisplayTransform) -> StoredRows {
        guard transform != .identity else { return self }
        let (width, height) = (size.width, size.height)
        // Where the stored pixel (x, y) is in the shown picture: origin + x · stepX + y · stepY.
        let isMirrored = transform.isMirrored
        let quarter = ((transform.quarterTurns % 4) + 4) % 4
        let turn: (origin: Int, stepX: Int, stepY: Int) =
            switch quarter {
            case 0: isMirrored ? (width - 1, -1, width) : (0, 1, width)
            case 1: isMirrored ? (height * width - 1, -height, -1) : (height - 1, height, -1)
            case 2: isMirrored ? ((height - 1) * width, 1, -width) : (height * width - 1, -1, -width)
            default: isMirrored ? (0, height, 1) : ((width - 1) * height, -height, 1)
            }
        let shown = quarter % 2 == 0 ? size : PixelSize(height, width)
        let upright = Scratch<UInt8>(uninitialisedCount: size.area * 4)
        // Band by band, so that what was converted is still in the cache when it is moved.
        let bandHeight = 16
        let band = Scratch<UInt8>(count: bandHeight * width * 4, zero: 0)
        for top in stride(from: 0, to: height, by: bandHeight) {
            let rows = min(bandHeight, height - top)
            for y in 0..<rows { write(top + y, band.start + y * width * 4) }
            let target = turn.origin + turn.stepY * top
            pixel_rearrange(
                band.start, upright.start, Int64(target), Int64(turn.stepX), Int64(turn.stepY), Int32(width),
                Int32(rows))
        }
        return StoredRows(size: shown) { y, row in
            row.update(from: upright.start + y * shown.width * 4, count: shown.width * 4)
        }
    }
}

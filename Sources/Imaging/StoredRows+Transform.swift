import CPixel
import FrameCore

extension StoredRows {
    /// The rows of the picture as it is shown: mirrored left to right, then turned clockwise.
    ///
    /// Anything but the identity converts the whole picture first.
    func applying(_ transform: DisplayTransform) -> StoredRows {
        guard transform != .identity else { return self }
        let (width, height) = (size.width, size.height)
        let stored = Scratch<UInt8>(count: size.area * 4, zero: 0)
        for y in 0..<height { write(y, stored.start + y * width * 4) }

        // Where the shown pixel (x, y) is in the stored picture: origin + x · stepX + y · stepY.
        let turn = ((transform.quarterTurns % 4) + 4) % 4
        let (columnOrigin, column) = transform.isMirrored ? (width - 1, -1) : (0, 1)
        let lastColumn = columnOrigin + column * (width - 1)
        let lastRow = (height - 1) * width
        let (origin, stepX, stepY) =
            switch turn {
            case 0: (columnOrigin, column, width)
            case 1: (columnOrigin + lastRow, -width, column)
            case 2: (lastColumn + lastRow, -column, -width)
            default: (lastColumn, width, -column)
            }
        let shown = turn % 2 == 0 ? size : PixelSize(height, width)
        let upright = Scratch<UInt8>(count: size.area * 4, zero: 0)
        pixel_rearrange(
            stored.start, Int64(origin), Int64(stepX), Int64(stepY), Int32(shown.width), Int32(shown.height),
            upright.start)
        return StoredRows(size: shown) { y, row in
            row.update(from: upright.start + y * shown.width * 4, count: shown.width * 4)
        }
    }
}

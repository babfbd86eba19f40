import CPixel
import FrameCore

/// Rows of a picture scaled across, kept while the scaling down needs them.
final class ScaledRows {
    private let rows: StoredRows
    private let table: ScaleTable
    private let version: PixelKernels.Version
    /// One unscaled row, with room for taps of weight zero beyond its end.
    private let unscaled: Scratch<UInt8>
    /// A ring: row `y` is in slot `y % slots`.
    private let ring: Scratch<UInt8>
    private let slots: Int
    /// Which row each slot holds; −1 for none.
    private var held: [Int]

    /// Creates the rows; `keeping` is how many neighbours are used together, at least 1.
    init(_ rows: StoredRows, _ table: ScaleTable, keeping: Int, _ version: PixelKernels.Version) {
        self.rows = rows
        self.table = table
        self.version = version
        slots = max(1, keeping)
        held = [Int](repeating: -1, count: slots)
        unscaled = Scratch(count: (rows.size.width + table.taps) * 4, zero: 0)
        ring = Scratch(count: slots * table.inside.count * 4, zero: 0)
    }

    /// Row `y`, scaled; valid until `keeping` other rows were asked for.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        let slot = y % slots
        let row = ring.start + slot * table.inside.count * 4
        if held[slot] != y {
            write(y, row)
            held[slot] = y
        }
        return row
    }

    /// Writes row `y`, scaled, to `out`.
    func write(_ y: Int, _ out: UnsafeMutablePointer<UInt8>) {
        let count = table.inside.count
        if table.copyStart == 0, count == rows.size.width {
            rows.write(y, out)
            return
        }
        rows.write(y, unscaled.start)
        if let start = table.copyStart {
            out.update(from: unscaled.start + start * 4, count: count * 4)
        } else {
            pixel_scale_across(
                unscaled.start, table.starts, table.weights, Int32(table.taps), Int32(count), out, version.isPlain)
        }
    }
}

import CPixel
import FrameCore

/// The rows of a picture at its stored size as opaque BGRA, converted when they are asked for.
///
/// Lives only inside `with(_:version:_:)`, whose closure it must not leave.
struct StoredRows {
    let size: PixelSize
    /// Writes row `y` (0 ..< height) as `width` BGRA pixels.
    let write: (_ y: Int, _ row: UnsafeMutablePointer<UInt8>) -> Void

    /// The largest side of a picture that is read.
    static let largestSide = 16_384

    /// Calls `body` with the rows of `image`; returns false, without a call, if `image` is not well formed.
    static func with(_ image: VideoImage, version: PixelKernels.Version, _ body: (StoredRows) -> Void) -> Bool {
        let size = image.size
        guard (1...largestSide).contains(size.width), (1...largestSide).contains(size.height) else { return false }
        switch image.samples {
        case .bgra(let bytes):
            guard bytes.count >= size.area * 4 else { return false }
            return bytes.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return false }
                body(
                    StoredRows(size: size) { y, row in
                        pixel_straight_over_black(
                            start + y * size.width * 4, Int32(size.width), row, version.isPlain)
                    })
                return true
            }
        case .planar8(let planes):
            return withPlanes(planes, of: image) { luma, cb, cr, layout in
                let matrix = image.matrix.fixedPoint(isFullRange: image.isFullRange, bitDepth: 8)
                body(rows8(size, luma, cb, cr, layout, matrix, version))
            }
        case .planar16(let planes, let bitDepth):
            guard (8...16).contains(bitDepth) else { return false }
            return withPlanes(planes, of: image) { luma, cb, cr, layout in
                let matrix = image.matrix.fixedPoint(isFullRange: image.isFullRange, bitDepth: bitDepth)
                body(rows16(size, luma, cb, cr, layout, matrix, bitDepth: bitDepth, version))
            }
        }
    }

    /// How chroma planes lie under the luma plane.
    private struct ChromaLayout {
        let shift: (x: Int, y: Int)
        let width: Int
        let height: Int
        let across: ChromaPhases
        let down: ChromaPhases

        init?(_ image: VideoImage) {
            guard (0...2).contains(image.chromaShift.x), (0...2).contains(image.chromaShift.y) else { return nil }
            shift = image.chromaShift
            width = (image.size.width + (1 << shift.x) - 1) >> shift.x
            height = (image.size.height + (1 << shift.y) - 1) >> shift.y
            across = ChromaPhases(shift: shift.x, place: image.siting.across)
            down = ChromaPhases(shift: shift.y, place: image.siting.down)
        }

        /// The two chroma rows that luma row `y` mixes, and their weights in eighths; edges repeat.
        func rows(for y: Int) -> (first: Int, second: Int, near: Int32, far: Int32) {
            let phase = down.phases[y & ((1 << shift.y) - 1)]
            let row = (y >> shift.y) + Int(phase.offset)
            return (max(0, row), min(max(0, row + 1), height - 1), phase.near, phase.far)
        }
    }

    /// Checks the planes and calls `body` with their first samples; chroma is nil for grey.
    private static func withPlanes<Sample>(
        _ planes: [[Sample]], of image: VideoImage,
        _ body: (
            _ luma: UnsafePointer<Sample>, _ cb: UnsafePointer<Sample>?, _ cr: UnsafePointer<Sample>?, ChromaLayout
        ) -> Void
    ) -> Bool {
        guard let layout = ChromaLayout(image), let first = planes.first, first.count >= image.size.area else {
            return false
        }
        return first.withUnsafeBufferPointer { luma in
            guard let luma = luma.baseAddress else { return false }
            if planes.count == 1 {
                body(luma, nil, nil, layout)
                return true
            }
            let needed = layout.width * layout.height
            guard planes.count >= 3, planes[1].count >= needed, planes[2].count >= needed else { return false }
            return planes[1].withUnsafeBufferPointer { cb in
                planes[2].withUnsafeBufferPointer { cr in
                    guard let cb = cb.baseAddress, let cr = cr.baseAddress else { return false }
                    body(luma, cb, cr, layout)
                    return true
                }
            }
        }
    }

    private static func rows8(
        _ size: PixelSize, _ luma: UnsafePointer<UInt8>, _ cb: UnsafePointer<UInt8>?, _ cr: UnsafePointer<UInt8>?,
        _ layout: ChromaLayout, _ matrix: pixel_matrix, _ version: PixelKernels.Version
    ) -> StoredRows {
        // One sample before the row and one after it repeat the edges.
        let mixed = Scratch<Int16>(count: layout.width + 2, zero: 0)
        let wide = (Scratch<Int16>(count: size.width, zero: 0), Scratch<Int16>(count: size.width, zero: 0))
        let plain = version.isPlain
        func spread(_ plane: UnsafePointer<UInt8>, _ y: Int, _ out: UnsafeMutablePointer<Int16>) {
            let rows = layout.rows(for: y)
            let row = mixed.start + 1
            pixel_chroma_down_8(
                plane + rows.first * layout.width, plane + rows.second * layout.width, rows.near, rows.far,
                Int32(layout.width), row, plain)
            row[-1] = row[0]
            row[layout.width] = row[layout.width - 1]
            pixel_chroma_across_8(
                row, Int32(layout.shift.x), layout.across.phases, 64 * 128, Int32(size.width), out, plain)
        }
        return StoredRows(size: size) { y, row in
            if let cb, let cr {
                spread(cb, y, wide.0.start)
                spread(cr, y, wide.1.start)
            }
            withUnsafePointer(to: matrix) { matrix in
                pixel_matrix_8(
                    luma + y * size.width, wide.0.start, wide.1.start, matrix, Int32(size.width), row, plain)
            }
        }
    }

    private static func rows16(
        _ size: PixelSize, _ luma: UnsafePointer<UInt16>, _ cb: UnsafePointer<UInt16>?,
        _ cr: UnsafePointer<UInt16>?, _ layout: ChromaLayout, _ matrix: pixel_matrix, bitDepth: Int,
        _ version: PixelKernels.Version
    ) -> StoredRows {
        let mixed = Scratch<Int32>(count: layout.width + 2, zero: 0)
        let wide = (Scratch<Int32>(count: size.width, zero: 0), Scratch<Int32>(count: size.width, zero: 0))
        let plain = version.isPlain
        let neutral = 64 * (Int32(1) << Int32(bitDepth - 1))
        func spread(_ plane: UnsafePointer<UInt16>, _ y: Int, _ out: UnsafeMutablePointer<Int32>) {
            let rows = layout.rows(for: y)
            let row = mixed.start + 1
            pixel_chroma_down_16(
                plane + rows.first * layout.width, plane + rows.second * layout.width, rows.near, rows.far,
                Int32(layout.width), row, plain)
            row[-1] = row[0]
            row[layout.width] = row[layout.width - 1]
            pixel_chroma_across_16(
                row, Int32(layout.shift.x), layout.across.phases, neutral, Int32(size.width), out, plain)
        }
        return StoredRows(size: size) { y, row in
            if let cb, let cr {
                spread(cb, y, wide.0.start)
                spread(cr, y, wide.1.start)
            }
            withUnsafePointer(to: matrix) { matrix in
                pixel_matrix_16(
                    luma + y * size.width, wide.0.start, wide.1.start, matrix, Int32(size.width), row, plain)
            }
        }
    }
}

import CFrameDiff
import FrameCore

/// Some rows of a frame as FLIP sees them: colours that the eye resolves, and edges and points.
///
/// Built again for each band of rows, so that memory does not grow with the height.
struct PerceptualBand {
    /// YCxCz after the contrast sensitivity of the eye, one plane each.
    private(set) var colours: [[Float]]
    /// How strong edges and points are, 0 to about 1.
    private(set) var edges: [Float]
    private(set) var points: [Float]

    private let kernels: PerceptualKernels
    private let width: Int
    private let height: Int
    private let plain: Bool
    /// The planes of the frame with a margin of `kernels.radius` on all sides, and how large one is.
    private var source: [Float]
    private let planeSize: Int
    /// One of them after the rows' filter, and after that of the columns.
    private var across: [Float]
    private var down: [Float]

    /// Room for bands of at most `height` rows.
    init(width: Int, height: Int, kernels: PerceptualKernels, plain: Bool) {
        self.width = width
        self.height = height
        self.kernels = kernels
        self.plain = plain
        let margin = 2 * kernels.radius
        let plane = [Float](repeating: 0, count: width * height)
        planeSize = (width + margin) * (height + margin)
        source = [Float](repeating: 0, count: 3 * planeSize)
        across = [Float](repeating: 0, count: width * (height + margin))
        down = plane
        colours = Array(repeating: plane, count: 3)
        edges = plane
        points = plane
    }

    /// Takes the rows `rows` of a frame; pixels that are masked come from `replacement`.
    mutating func load(_ frame: PixelBuffer, rows: Range<Int>, mask: PixelMask?, replacement: PixelBuffer) {
        read(frame, rows: rows, mask: mask, replacement: replacement)
        colours[0] = filtered(0, kernels.luminance, kernels.luminance, rows.count)
        colours[1] = filtered(1, kernels.redGreen, kernels.redGreen, rows.count)
        for (index, kernel) in kernels.blueYellow.enumerated() {
            let part = filtered(2, kernel, kernel, rows.count)
            if index == 0 { colours[2] = part } else { Self.combine(&colours[2], part) { $0 + $1 } }
        }
        edges = strength(kernels.slope, rows.count)
        points = strength(kernels.curvature, rows.count)
    }

    /// How strongly the luminance, as a share of white, answers a filter across or down.
    private mutating func strength(_ kernel: PerceptualKernels.Line, _ rows: Int) -> [Float] {
        var result = filtered(0, kernel, kernels.smooth, rows)
        Self.combine(&result, filtered(0, kernels.smooth, kernel, rows)) {
            ($0 * $0 + $1 * $1).squareRoot() * (1.0 / 116)
        }
        return result
    }

    private static func combine(_ one: inout [Float], _ other: [Float], _ body: (Float, Float) -> Float) {
        one.withUnsafeMutableBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                for index in 0..<min(one.count, other.count) { one[index] = body(one[index], other[index]) }
            }
        }
    }

    private mutating func read(_ frame: PixelBuffer, rows: Range<Int>, mask: PixelMask?, replacement: PixelBuffer) {
        let radius = kernels.radius
        let padded = width + 2 * radius
        let (width, planeSize, last) = (width, planeSize, frame.height - 1)
        let masked = mask?.bytes ?? []
        PerceptualColour.linear.withUnsafeBufferPointer { linear in
            source.withUnsafeMutableBufferPointer { source in
                for line in 0..<rows.count + 2 * radius {
                    // Beyond its borders the frame goes on as it ends.
                    let y = min(max(rows.lowerBound + line - radius, 0), last)
                    let start = line * padded
                    frame.withBytes { frame in
                        replacement.withBytes { replacement in
                            for x in 0..<width {
                                let pixel = y * width + x
                                let bytes = !masked.isEmpty && masked[pixel] != 0 ? replacement : frame
                                let light = PerceptualColour.Triple(
                                    linear[Int(bytes[4 * pixel + 2])], linear[Int(bytes[4 * pixel + 1])],
                                    linear[Int(bytes[4 * pixel])])
                                let colour = PerceptualColour.opponents(linear: light)
                                let place = start + radius + x
                                source[place] = colour.x
                                source[planeSize + place] = colour.y
                                source[2 * planeSize + place] = colour.z
                            }
                        }
                    }
                    for plane in 0..<3 {
                        let first = plane * planeSize + start + radius
                        for x in 0..<radius {
                            source[first - radius + x] = source[first]
                            source[first + width + x] = source[first + width - 1]
                        }
                    }
                }
            }
        }
    }

    /// A plane after a filter along rows and one along columns.
    private mutating func filtered(
        _ plane: Int, _ row: PerceptualKernels.Line, _ column: PerceptualKernels.Line, _ rows: Int
    ) -> [Float] {
        let radius = kernels.radius
        let padded = width + 2 * radius
        let (width, plain, first) = (width, plain, plane * planeSize)
        source.withUnsafeBufferPointer { source in
            across.withUnsafeMutableBufferPointer { across in
                guard let source = source.baseAddress, let across = across.baseAddress else { return }
                // Only the rows that the columns' filter reaches.
                for line in radius - column.radius..<rows + radius + column.radius {
                    diff_convolve(
                        source + first + line * padded + radius - row.radius, 1, row.weights, Int32(row.weights.count),
                        Int32(width), across + line * width, plain)
                }
            }
        }
        across.withUnsafeBufferPointer { across in
            down.withUnsafeMutableBufferPointer { down in
                guard let across = across.baseAddress, let down = down.baseAddress else { return }
                for line in 0..<rows {
                    diff_convolve(
                        across + (line + radius - column.radius) * width, Int64(width), column.weights,
                        Int32(column.weights.count), Int32(width), down + line * width, plain)
                }
            }
        }
        return down
    }
}

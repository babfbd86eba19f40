/// Fills paths into pixels.
///
/// Of our own, because a pixel must depend only on the letters that touch it: cairo's scan converter takes a short cut
/// for whole rows, so that a digit's edges change by a few levels when its neighbour does; and it places glyph images
/// on whole pixels.
enum OutlineRasteriser {
    /// Sample lines per row of pixels; along a line the coverage is exact.
    private static let linesPerPixel = 32

    /// How much of each pixel a path covers, 0…255, by the nonzero winding rule; rows without padding.
    ///
    /// `steps` are in the rectangle's own pixels: (0, 0) is its top left corner. O(rows · edges crossing a row).
    static func coverage(of steps: [TextOutline.Step], width: Int, height: Int) -> [UInt8] {
        let edges = OutlineEdges(of: steps, width: width, height: height).edges
        var levels = [UInt8](repeating: 0, count: width * height)
        var row = Row(width: width)
        var active: [OutlineEdges.Edge] = []
        var crossings: [(x: Double, winding: Int)] = []
        var next = 0
        for y in 0..<height {
            for line in 0..<linesPerPixel {
                let position = Double(y) + (Double(line) + 0.5) / Double(linesPerPixel)
                while next < edges.count, edges[next].top <= position {
                    active.append(edges[next])
                    next += 1
                }
                active.removeAll { $0.bottom <= position }
                crossings.removeAll(keepingCapacity: true)
                for edge in active {
                    crossings.append((edge.x + (position - edge.top) * edge.slope, edge.winding))
                }
                crossings.sort { $0.x < $1.x }
                var winding = 0
                for (index, crossing) in crossings.enumerated() {
                    winding += crossing.winding
                    if winding != 0, index + 1 < crossings.count {
                        row.cover(from: crossing.x, to: crossings[index + 1].x)
                    }
                    // Edges right of the rectangle were left out: what is open at the last crossing reaches its edge.
                    if winding != 0, index + 1 == crossings.count { row.cover(from: crossing.x, to: .infinity) }
                }
            }
            row.take(into: &levels, at: y * width, scale: 255 / Double(linesPerPixel))
        }
        return levels
    }

    /// The coverage of one row of pixels, summed over its sample lines.
    private struct Row {
        private let width: Int
        /// Parts of pixels at the ends of spans.
        private var parts: [Double]
        /// Whole pixels between the ends, as differences from pixel to pixel.
        private var steps: [Int]
        private var isEmpty = true

        init(width: Int) {
            self.width = width
            parts = [Double](repeating: 0, count: width + 1)
            steps = [Int](repeating: 0, count: width + 1)
        }

        mutating func cover(from start: Double, to end: Double) {
            let low = min(max(start, 0), Double(width))
            let high = min(max(end, 0), Double(width))
            guard low < high else { return }
            isEmpty = false
            let (first, last) = (Int(low), Int(high))
            if first == last {
                parts[first] += high - low
            } else {
                parts[first] += Double(first + 1) - low
                parts[last] += high - Double(last)
                steps[first + 1] += 1
                steps[last] -= 1
            }
        }

        /// Writes the row as levels, and starts anew.
        mutating func take(into levels: inout [UInt8], at offset: Int, scale: Double) {
            guard !isEmpty else { return }
            var whole = 0
            for x in 0..<width {
                whole += steps[x]
                levels[offset + x] = UInt8(min((parts[x] + Double(whole)) * scale + 0.5, 255))
                parts[x] = 0
                steps[x] = 0
            }
            parts[width] = 0
            steps[width] = 0
            isEmpty = true
        }
    }
}

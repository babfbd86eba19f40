import CFrameDiff
import FrameCore

/// Tells a region that changed from the noise of an encoder, frame after frame.
///
/// Noise has hardly any mean: over a window of 16×16 pixels, what an encoder adds and takes away nearly cancels, and
/// where it does not, it does so in many windows and in proportion to how much the picture moves and how much detail it
/// has. So the mean error of each window is divided by what its movement and detail excuse, and counts as a change when
/// it stands out from the windows of this frame and of the second before.
struct LossyComparator {
    /// How far a lone window stands out before it is a change, and how far one with neighbours that do so as well.
    ///
    /// Noise that stands out is scattered, a change is in one place.
    static let loneLimit: Float = 6
    static let groupLimit: Float = 2.6
    /// How large windows that touch and stand out together are, both ways, in pixels.
    ///
    /// What a moving edge leaves behind in skipped blocks is long and narrow; a square of 24 pixels fills four windows.
    static let groupSide = 24
    /// How far a window stands out that touches what changed in the frame before: a change goes on while the encoder
    /// wears it away.
    static let lastingLimit: Float = 1.3
    /// The noise of an encoding that is worth comparing, in the units of a score; beyond it nothing is excused.
    static let levels: ClosedRange<Float> = 1...3.2
    /// The mean error of a square of 64 pixels that no encoder makes, in levels of luma and of either colour difference.
    ///
    /// A change of a large area raises the level of noise by itself, and is told by its mean. The clips above reach 3.0 and
    /// 2.4.
    static let largestMean: (luma: Float, colour: Float) = (4, 3.5)
    private static let largeSide = 8
    private static let historyLength = 30

    private let size: PixelSize
    private let columns: Int
    private let rows: Int
    private var before: PixelBuffer?
    private var levels: [Float] = []
    private var cells: [framediff_cell]
    private var scores: [Float] = []
    /// What changed in the frame before.
    private var changed: PixelRectangle?

    init(size: PixelSize) {
        self.size = size
        columns = (size.width + 7) / 8
        rows = (size.height + 7) / 8
        cells = [framediff_cell](repeating: framediff_cell(), count: columns * rows)
    }

    /// What holds the windows that changed; nil when there are none.
    mutating func changedRegion(
        _ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask?, isPlain: Bool = false
    ) -> PixelRectangle? {
        measure(expected, actual, before ?? expected, mask, isPlain)
        before = expected
        let across = max(1, columns - 1)
        let down = max(1, rows - 1)
        scores.removeAll(keepingCapacity: true)
        for y in 0..<down {
            for x in 0..<across { scores.append(score(atColumn: x, row: y)) }
        }
        let spread = ScoreSpread(scores)
        let usual = levels.isEmpty ? spread.percentile(0.99) : max(spread.percentile(0.97), levels.max() ?? 0)
        let level = min(max(usual, Self.levels.lowerBound), Self.levels.upperBound)
        let region = union(region(across: across, down: down, level: level), largeRegion())
        changed = region
        let threshold = level * Self.groupLimit
        // What stands out is no noise, and does not raise the level.
        let noise = spread.percentile(0.99, below: threshold)
        levels.append(min(noise, level * 1.3))
        if levels.count > Self.historyLength { levels.removeFirst() }
        return region
    }

    /// What holds the groups of windows that stand out.
    private func region(across: Int, down: Int, level: Float) -> PixelRectangle? {
        let (group, lone) = (level * Self.groupLimit, level * Self.loneLimit)
        var seen = [Bool](repeating: false, count: scores.count)
        var region: PixelRectangle?
        if let changed {
            for place in scores.indices where scores[place] > level * Self.lastingLimit {
                let window = window(atColumn: place % across, row: place / across)
                if Self.isInside(window, changed) { region = union(region, window) }
            }
        }
        for start in scores.indices where scores[start] > group && !seen[start] {
            var members = [start]
            var box: PixelRectangle?
            var strongest: Float = 0
            seen[start] = true
            var next = 0
            while next < members.count {
                let (x, y) = (members[next] % across, members[next] / across)
                strongest = max(strongest, scores[members[next]])
                box = union(box, window(atColumn: x, row: y))
                for row in max(0, y - 1)...min(down - 1, y + 1) {
                    for column in max(0, x - 1)...min(across - 1, x + 1) {
                        let place = row * across + column
                        guard scores[place] > group, !seen[place] else { continue }
                        seen[place] = true
                        members.append(place)
                    }
                }
                next += 1
            }
            let isSquare = box.map { min($0.width, $0.height) >= Self.groupSide } ?? false
            if isSquare || strongest > lone { region = union(region, box) }
        }
        return region
    }

    /// What holds the squares of 64 pixels whose mean is off; they begin every 32 pixels and at the far edges.
    private func largeRegion() -> PixelRectangle? {
        var region: PixelRectangle?
        for y in Self.starts(rows) {
            for x in Self.starts(columns) {
                let error = meanError(
                    columns: x..<min(columns, x + Self.largeSide), rows: y..<min(rows, y + Self.largeSide))
                if error.luma > Self.largestMean.luma || error.colour > Self.largestMean.colour {
                    region = union(region, error.place)
                }
            }
        }
        return region
    }

    private static func starts(_ count: Int) -> [Int] {
        let last = max(0, count - largeSide)
        return Array(stride(from: 0, to: last, by: largeSide / 2)) + [last]
    }

    /// The mean errors of a block of cells, and where it is.
    private func meanError(columns: Range<Int>, rows: Range<Int>) -> (luma: Float, colour: Float, place: PixelRectangle)
    {
        var (blue, green, red): (Int32, Int32, Int32) = (0, 0, 0)
        for row in rows {
            for column in columns {
                let cell = cells[row * self.columns + column]
                blue += cell.blue
                green += cell.green
                red += cell.red
            }
        }
        let place = PixelRectangle(
            x: columns.lowerBound * 8, y: rows.lowerBound * 8,
            width: min(columns.count * 8, size.width - columns.lowerBound * 8),
            height: min(rows.count * 8, size.height - rows.lowerBound * 8))
        let error = Self.opponents(blue, green, red, pixels: place.width * place.height)
        return (error.luma, error.colour, place)
    }

    /// Mean errors in the eye's channels rather than in blue, which an encoder treats worst (BT.709).
    private static func opponents(
        _ blue: Int32, _ green: Int32, _ red: Int32, pixels: Int
    ) -> (luma: Float, colour: Float) {
        let count = Float(max(1, pixels))
        let (b, g, r) = (Float(blue) / count, Float(green) / count, Float(red) / count)
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
        return (luma.magnitude, max(((b - luma) / 1.8556).magnitude, ((r - luma) / 1.5748).magnitude))
    }

    private static func isInside(_ one: PixelRectangle, _ other: PixelRectangle) -> Bool {
        one.x >= other.x && one.y >= other.y && one.x + one.width <= other.x + other.width
            && one.y + one.height <= other.y + other.height
    }

    private mutating func measure(
        _ expected: PixelBuffer, _ actual: PixelBuffer, _ before: PixelBuffer, _ mask: PixelMask?, _ isPlain: Bool
    ) {
        let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
        expected.withBytes { expected in
            actual.withBytes { actual in
                before.withBytes { before in
                    cells.withUnsafeMutableBufferPointer { cells in
                        func run(_ mask: UnsafePointer<UInt8>?) {
                            framediff_cells(
                                expected.assumingMemoryBound(to: UInt8.self).baseAddress,
                                actual.assumingMemoryBound(to: UInt8.self).baseAddress,
                                before.assumingMemoryBound(to: UInt8.self).baseAddress, mask, width, height,
                                cells.baseAddress, isPlain)
                        }
                        if let mask { mask.bytes.withUnsafeBufferPointer { run($0.baseAddress) } } else { run(nil) }
                    }
                }
            }
        }
    }

    /// The error of a window of 2×2 cells in units of what its movement and detail excuse.
    private func score(atColumn x: Int, row y: Int) -> Float {
        var (blue, green, red): (Int32, Int32, Int32) = (0, 0, 0)
        var (movement, luma, squares): (UInt32, UInt32, UInt32) = (0, 0, 0)
        for row in y...min(y + 1, rows - 1) {
            for column in x...min(x + 1, columns - 1) {
                let cell = cells[row * columns + column]
                blue += cell.blue
                green += cell.green
                red += cell.red
                movement += cell.movement
                luma += cell.luma
                squares += cell.squares
            }
        }
        let place = window(atColumn: x, row: y)
        let pixels = Float(max(1, place.width * place.height))
        let error = Self.opponents(blue, green, red, pixels: place.width * place.height)
        let mean = Float(luma) / pixels
        let detail = max(0, Float(squares) / pixels - mean * mean).squareRoot()
        let excuse = 1 + 0.03 * min(60, Float(movement) / pixels / 2) + 0.012 * detail
        return max(error.luma, 0.5 * error.colour) / excuse
    }

    private func window(atColumn x: Int, row y: Int) -> PixelRectangle {
        PixelRectangle(
            x: x * 8, y: y * 8, width: min(16, size.width - x * 8), height: min(16, size.height - y * 8))
    }
}

/// How many scores there are of each size, to a 64th.
private struct ScoreSpread {
    private static let steps: Float = 64
    private static let largest: Float = 64
    private var counts = [Int](repeating: 0, count: Int(steps * largest) + 1)

    init(_ scores: [Float]) {
        for score in scores { counts[Int(min(max(score, 0), Self.largest) * Self.steps)] += 1 }
    }

    /// The score that so large a share of those up to `limit` does not exceed.
    func percentile(_ share: Double, below limit: Float = .infinity) -> Float {
        let end = Int(min(max(limit, 0), Self.largest) * Self.steps)
        let total = counts[...end].reduce(0, +)
        var wanted = Int(Double(total) * share)
        for (place, count) in counts[...end].enumerated() {
            wanted -= count
            if wanted < 0 { return Float(place) / Self.steps }
        }
        return 0
    }
}

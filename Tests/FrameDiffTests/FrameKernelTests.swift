import FrameCore
import Testing

@testable import FrameDiff

/// The kernels against a naive count, and against each other.
@Suite struct FrameKernelTests {
    private struct Sample {
        var expected: PixelBuffer
        var actual: PixelBuffer
        var mask: PixelMask?
        var maxDelta: Int
    }

    /// Frames of odd sizes that differ somewhere, by a little or by anything, some with masks.
    private func samples(_ count: Int, seed: UInt64) -> [Sample] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in
            let size = PixelSize(1 + random.next(below: 75), 1 + random.next(below: 50))
            let expected = FrameDrawing.noise(size.width, size.height, &random)
            let rarity = [1, 2, 20, 400][random.next(below: 4)]
            let reach = [1, 8, 255][random.next(below: 3)]
            let actual = FrameDrawing.drawn(size.width, size.height) { x, y in
                var colour = expected.pixel(x: x, y: y) ?? .zero
                guard random.next(below: rarity) == 0 else { return colour }
                for channel in 0..<4 {
                    colour[channel] = UInt8(clamping: Int(colour[channel]) + random.next(below: 2 * reach + 1) - reach)
                }
                return colour
            }
            var mask = PixelMask(size: size)
            for _ in 0..<random.next(below: 4) {
                mask.add(
                    PixelRectangle(
                        x: random.next(below: size.width) - 5, y: random.next(below: size.height) - 5,
                        width: random.next(below: 40), height: random.next(below: 40)))
            }
            return Sample(
                expected: expected, actual: actual, mask: random.next(below: 2) == 0 ? mask : nil,
                maxDelta: [0, 0, 1, 5, 100][random.next(below: 5)])
        }
    }

    /// What `FrameComparator` has to find, pixel by pixel.
    private func naive(_ sample: Sample) -> FrameDifference {
        let size = sample.expected.size
        var result = FrameDifference()
        var beyond = Set<[Int]>()
        func isCompared(_ x: Int, _ y: Int) -> Bool { sample.mask.map { $0.bytes[y * size.width + x] == 0 } ?? true }
        for y in 0..<size.height {
            for x in 0..<size.width where isCompared(x, y) {
                guard let one = sample.expected.pixel(x: x, y: y), let other = sample.actual.pixel(x: x, y: y) else {
                    continue
                }
                let deltas = (0..<4).map { abs(Int(one[$0]) - Int(other[$0])) }
                let largest = deltas.max() ?? 0
                result.comparedPixels += 1
                result.differingPixels += largest > 0 ? 1 : 0
                result.maxDelta = max(result.maxDelta, largest)
                result.squaredError += UInt64(deltas.prefix(3).map { $0 * $0 }.reduce(0, +))
                if largest > sample.maxDelta { beyond.insert([x, y]) }
            }
        }
        result.pixelsBeyond = beyond.count
        let (columns, rows) = (beyond.map { $0[0] }, beyond.map { $0[1] })
        if let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() {
            result.boundingBox = PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        }
        // A window begins at each multiple of 8 from which more than 8 pixels remain, and at 0.
        func starts(_ side: Int) -> [Int] { stride(from: 0, to: max(side - 8, 1), by: 8).map { $0 } }
        for y in starts(size.height) {
            for x in starts(size.width) {
                let place = PixelRectangle(
                    x: x, y: y, width: min(16, size.width - x), height: min(16, size.height - y))
                var (compared, count) = (0, 0)
                for v in y..<y + place.height {
                    for u in x..<x + place.width where isCompared(u, v) {
                        compared += 1
                        count += beyond.contains([u, v]) ? 1 : 0
                    }
                }
                guard compared >= min(32, (place.width * place.height + 1) / 2), count > 0 else { continue }
                let share = Double(count) / Double(compared)
                if share > result.densest?.share ?? 0 { result.densest = .init(place: place, share: share) }
            }
        }
        return result
    }

    @Test func countsAreThoseOfANaiveCount() throws {
        for (index, sample) in samples(120, seed: 1).enumerated() {
            let comparator = FrameComparator(
                size: sample.expected.size, tolerance: FrameTolerance(maxDelta: sample.maxDelta))
            let difference = try #require(
                comparator.difference(sample.expected, sample.actual, mask: sample.mask))
            #expect(difference == naive(sample), "sample \(index), \(sample.expected.size)")
        }
    }

    @Test func bothVersionsOfTheKernelsAgree() throws {
        for (index, sample) in samples(200, seed: 2).enumerated() {
            for forgives in [false, true] {
                var comparator = FrameComparator(
                    size: sample.expected.size,
                    tolerance: FrameTolerance(maxDelta: sample.maxDelta, forgivesAntialiasing: forgives),
                    measuresSSIM: true)
                let fast = try #require(comparator.difference(sample.expected, sample.actual, mask: sample.mask))
                comparator.forcesPlainKernels = true
                let plain = try #require(comparator.difference(sample.expected, sample.actual, mask: sample.mask))
                #expect(fast == plain, "sample \(index), \(sample.expected.size)")
                #expect(fast.ssim?.bitPattern == plain.ssim?.bitPattern)
            }
        }
    }

    /// Sums of squares are widened in time: the largest there are, over a row longer than a segment.
    @Test(arguments: [false, true])
    func longRowsDoNotOverflow(plain: Bool) throws {
        let (width, height) = (150_003, 2)
        let black = FrameDrawing.filled(width, height, [0, 0, 0, 0])
        let white = FrameDrawing.filled(width, height, [255, 255, 255, 255])
        var comparator = FrameComparator(size: black.size)
        comparator.forcesPlainKernels = plain
        let difference = try #require(comparator.difference(black, white))
        #expect(difference.squaredError == UInt64(width * height) * 3 * 65025)
        #expect(difference.differingPixels == width * height && difference.pixelsBeyond == width * height)
        #expect(difference.boundingBox == PixelRectangle(x: 0, y: 0, width: width, height: height))
    }
}

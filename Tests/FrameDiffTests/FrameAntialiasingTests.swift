import FrameCore
import Testing

@testable import FrameDiff

@Suite struct FrameAntialiasingTests {
    /// A white half plane on dark grey whose edge is a slanted line, each pixel by how much of it is covered.
    private func edge(shift: Double) -> PixelBuffer {
        FrameDrawing.grey(48, 48) { x, y in
            var covered = 0
            for v in 0..<8 {
                for u in 0..<8 {
                    let (px, py) = (Double(x) + (Double(u) + 0.5) / 8, Double(y) + (Double(v) + 0.5) / 8)
                    covered += py > 0.6 * px + 8 + shift ? 1 : 0
                }
            }
            return 40 + 215 * covered / 64
        }
    }

    private func beyond(_ one: PixelBuffer, _ other: PixelBuffer, forgives: Bool) throws -> FrameDifference {
        let tolerance = FrameTolerance(maxDelta: 4, forgivesAntialiasing: forgives)
        return try #require(FrameComparator(size: one.size, tolerance: tolerance).difference(one, other))
    }

    @Test func edgesShiftedByLessThanAPixelAreForgivenOnRequest() throws {
        let (one, other) = (edge(shift: 0), edge(shift: 0.3))
        let strict = try beyond(one, other, forgives: false)
        #expect(strict.pixelsBeyond > 48)
        let forgiving = try beyond(one, other, forgives: true)
        #expect(forgiving.pixelsBeyond == 0 && forgiving.boundingBox == nil && forgiving.densest == nil)
        // Everything else is as it was.
        #expect(forgiving.differingPixels == strict.differingPixels && forgiving.squaredError == strict.squaredError)
        #expect(forgiving.isWithin(FrameTolerance(maxDelta: 4, forgivesAntialiasing: true)))
    }

    @Test func changedContentIsNotForgiven() throws {
        let frame = FrameDrawing.grey(48, 48) { _, _ in 90 }
        let box = PixelRectangle(x: 20, y: 12, width: 6, height: 5)
        let changed = FrameDrawing.changed(frame, box, to: [200, 200, 200, 255])
        let difference = try beyond(frame, changed, forgives: true)
        #expect(difference.pixelsBeyond == 30 && difference.boundingBox == box)
        // A lone dot is no edge either: it has no side that is brighter than itself.
        let dot = FrameDrawing.changed(
            frame, PixelRectangle(x: 9, y: 9, width: 1, height: 1), to: [255, 255, 255, 255])
        #expect(try beyond(frame, dot, forgives: true).pixelsBeyond == 1)
    }

    @Test func anEdgeMovedByThreePixelsIsNotForgiven() throws {
        let difference = try beyond(edge(shift: 0), edge(shift: 3), forgives: true)
        #expect(difference.pixelsBeyond > 40)
    }

    @Test func anAreaIsNotForgivenWhereItTouchesBothSides() throws {
        // The pixel in the middle has a dark and a bright corner beside it, and six neighbours of its own colour.
        let frames = [100, 120].map { level in
            FrameDrawing.grey(17, 17) { x, y in x < 8 && y < 8 ? 20 : x > 8 && y > 8 ? 220 : level }
        }
        #expect(try beyond(frames[0], frames[1], forgives: true).pixelsBeyond == 17 * 17 - 64 - 64)
    }

    @Test func noiseHasNoEdges() throws {
        var random = SeededRandom(seed: 5)
        let (one, other) = (FrameDrawing.noise(40, 30, &random), FrameDrawing.noise(40, 30, &random))
        #expect(try beyond(one, other, forgives: true) == beyond(one, other, forgives: false))
    }

    @Test func maskedPixelsStayOut() throws {
        let (one, other) = (edge(shift: 0), edge(shift: 3))
        var mask = PixelMask(size: one.size)
        mask.add(PixelRectangle(x: 0, y: 0, width: 24, height: 48))
        let tolerance = FrameTolerance(maxDelta: 4, forgivesAntialiasing: true)
        let comparator = FrameComparator(size: one.size, tolerance: tolerance)
        let right = try #require(comparator.difference(one, other, mask: mask))
        #expect(right.pixelsBeyond > 20 && (right.boundingBox?.x ?? 0) >= 24)
        mask.add(PixelRectangle(x: 24, y: 0, width: 24, height: 48))
        #expect(comparator.difference(one, other, mask: mask) == FrameDifference(comparedPixels: 0))
    }

    @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 2)])
    func framesWithoutNeighboursAreTaken(width: Int, height: Int) throws {
        let (black, white) = (
            FrameDrawing.grey(width, height) { _, _ in 0 }, FrameDrawing.grey(width, height) { _, _ in 255 }
        )
        #expect(try beyond(black, white, forgives: true).pixelsBeyond == width * height)
    }
}

import Drawing
import FrameCore
import Testing

@Suite struct VectorShapeTests {
    private func area(_ shape: VectorShape, _ side: Int, scale: Double = 1) -> Double {
        let levels = shape.coverage(scale: scale, size: PixelSize(side, side))
        return levels.reduce(0.0) { $0 + Double($1) } / 255
    }

    @Test func areasAreThoseOfGeometry() {
        var box = VectorShape()
        box.addRectangle(x: 3.25, y: 4.5, width: 20.5, height: 10)
        #expect(abs(area(box, 40) - 205) < 1)

        var circle = VectorShape()
        circle.addCircle(x: 50, y: 50, radius: 40)
        #expect(abs(area(circle, 100) - .pi * 1600) < 8)

        // Corners lose (4 − π) r².
        var round = VectorShape()
        round.addRectangle(x: 5, y: 5, width: 80, height: 60, radius: 20)
        #expect(abs(area(round, 100) - (4800 - (4 - .pi) * 400)) < 6)

        var ring = VectorShape()
        ring.addCircle(x: 50, y: 50, radius: 40)
        ring.addCircle(x: 50, y: 50, radius: 30, isHole: true)
        #expect(abs(area(ring, 100) - .pi * 700) < 8)

        // A line with round ends; its parts overlap and count once.
        var line = VectorShape()
        line.addStroke([SIMD2(20, 50), SIMD2(80, 50)], width: 10)
        #expect(abs(area(line, 100) - (600 + .pi * 25)) < 4)
    }

    @Test func aRadiusIsAtMostHalfTheSide() {
        var pill = VectorShape()
        pill.addRectangle(x: 0, y: 0, width: 60, height: 20, radius: 1e9)
        #expect(abs(area(pill, 60) - (40 * 20 + .pi * 100)) < 4)
    }

    @Test func drawingIsCroppedAndPlaced() throws {
        var box = VectorShape()
        box.addRectangle(x: 10, y: 20, width: 4, height: 3)
        let drawn = box.draw(.white, scale: 2, within: PixelRectangle(x: 0, y: 0, width: 100, height: 100))
        #expect((drawn.x, drawn.y, drawn.image.width, drawn.image.height) == (20, 40, 8, 6))
        #expect(drawn.image.bytes.allSatisfy { $0 == 255 })
        // Half of it lies outside.
        let cut = box.draw(.white, scale: 2, within: PixelRectangle(x: 24, y: 0, width: 100, height: 100))
        #expect((cut.x, cut.image.width) == (24, 4))
        let none = box.draw(.white, scale: 2, within: PixelRectangle(x: 50, y: 0, width: 100, height: 100))
        #expect(none.image.bytes.isEmpty)
        let colour = box.draw(
            RGBAColour(red: 200, green: 100, blue: 0, alpha: 128), scale: 1,
            within: PixelRectangle(x: 0, y: 0, width: 50, height: 50))
        // 200 · 128 / 255 = 100.4, 100 · 128 / 255 = 50.2
        #expect(colour.image.pixel(x: 1, y: 1) == SIMD4(0, 50, 100, 128))
    }

    @Test func everySignFillsItsSquareWithinBounds() {
        for icon in ChromeIcon.allCases {
            let drawn = icon.shape.draw(
                .white, scale: 100, within: PixelRectangle(x: -50, y: -50, width: 300, height: 300))
            #expect(drawn.x >= 0 && drawn.y >= 0, "\(icon)")
            #expect(drawn.x + drawn.image.width <= 100 && drawn.y + drawn.image.height <= 100, "\(icon)")
            #expect(max(drawn.image.width, drawn.image.height) >= 60, "\(icon)")
            let ink = Double(drawn.image.sum(of: 3)) / 255
            #expect(ink > 500 && ink < 6500, "\(icon): \(ink)")
        }
    }

    @Test func absurdNumbersDrawNothing() {
        var shape = VectorShape()
        shape.addRectangle(x: .nan, y: 0, width: 3, height: 3)
        shape.addRectangle(x: 0, y: 0, width: -3, height: .infinity)
        shape.addStroke([SIMD2(0, 0), SIMD2(0, 0)], width: -1)
        shape.addPolygon([SIMD2(0, 0)])
        for scale in [1, .nan, .infinity, 0, -1, 1e300] {
            let drawn = shape.draw(
                .white, scale: scale, within: PixelRectangle(x: Int.min, y: Int.max, width: Int.max, height: -1))
            #expect(drawn.image.bytes.isEmpty)
        }
        var box = VectorShape()
        box.addRectangle(x: 1, y: 1, width: 3, height: 3)
        for scale in [.nan, .infinity, 0, -1, 1e300] {
            _ = box.draw(.white, scale: scale, within: PixelRectangle(x: 0, y: 0, width: 20, height: 20))
        }
    }
}

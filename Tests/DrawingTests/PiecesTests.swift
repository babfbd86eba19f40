import FrameCore
import Testing

@testable import Drawing

@Suite struct OutlineRasteriserTests {
    typealias Point = TextOutline.Point

    private func circle(radius r: Double, at centre: Point, reversed: Bool = false) -> [TextOutline.Step] {
        let k = 0.5522847498 * r
        let flip = reversed ? -1.0 : 1.0
        func p(_ x: Double, _ y: Double) -> Point { centre + Point(x, y * flip) }
        return [
            .move(p(r, 0)), .curve(p(r, k), p(k, r), p(0, r)), .curve(p(-k, r), p(-r, k), p(-r, 0)),
            .curve(p(-r, -k), p(-k, -r), p(0, -r)), .curve(p(k, -r), p(r, -k), p(r, 0)), .close,
        ]
    }

    private func square(_ low: Point, _ high: Point) -> [TextOutline.Step] {
        [.move(low), .line(Point(high.x, low.y)), .line(high), .line(Point(low.x, high.y)), .close]
    }

    /// Pixels covered in all.
    private func area(_ levels: [UInt8]) -> Double { Double(levels.reduce(0) { $0 + Int($1) }) / 255 }

    @Test func rectanglesCoverPartsOfPixels() {
        let levels = OutlineRasteriser.coverage(of: square(Point(0.5, 0.25), Point(2.75, 2)), width: 4, height: 3)
        // 255 · (1/2, 1, 3/4) · 3/4, then full height.
        #expect(levels == [96, 191, 143, 0, 128, 255, 191, 0, 0, 0, 0, 0])
    }

    @Test func slopesAreAveraged() {
        // The triangle below the diagonal covers half of the pixels on it.
        let triangle: [TextOutline.Step] = [.move(Point(0, 0)), .line(Point(4, 4)), .line(Point(0, 4))]
        let levels = OutlineRasteriser.coverage(of: triangle, width: 4, height: 4)
        #expect(levels == [128, 0, 0, 0, 255, 128, 0, 0, 255, 255, 128, 0, 255, 255, 255, 128])
    }

    @Test func overlapsCountOnceAndHolesAreEmpty() {
        let twice = square(Point(0, 0), Point(3, 3)) + square(Point(1, 1), Point(4, 4))
        #expect(area(OutlineRasteriser.coverage(of: twice, width: 4, height: 4)) == 14)
        let ring = circle(radius: 90, at: Point(100, 100)) + circle(radius: 40, at: Point(100, 100), reversed: true)
        let levels = OutlineRasteriser.coverage(of: ring, width: 200, height: 200)
        // Four cubics stray from the circle by 0.03 %.
        #expect(abs(area(levels) / (.pi * (8100 - 1600)) - 1) < 1e-3)
        #expect(levels[100 * 200 + 100] == 0)
    }

    @Test func whatIsOutsideStillWinds() {
        // A disc far larger than the screen, and a ring whose hole is.
        let disc = circle(radius: 1e8, at: Point(-3e7, 2e7))
        #expect(area(OutlineRasteriser.coverage(of: disc, width: 64, height: 36)) == 64 * 36)
        let ring = disc + circle(radius: 5e7, at: Point(-3e7, 2e7), reversed: true)
        #expect(area(OutlineRasteriser.coverage(of: ring, width: 64, height: 36)) == 0)
        for x in [-5e8, 5e8] {
            #expect(
                area(OutlineRasteriser.coverage(of: circle(radius: 1e8, at: Point(x, 0)), width: 9, height: 9)) == 0)
        }
    }

    @Test func anArcThroughTheScreenIsSmooth() {
        // The circle of radius 10⁶ touches x = 100 in the middle; over ±500 rows it falls back by h²/2r = 0.125 pixel.
        let arc = circle(radius: 1e6, at: Point(100 - 1e6, 500))
        let levels = OutlineRasteriser.coverage(of: arc, width: 200, height: 1000)
        // A parabola's segment has 2/3 of its box. 255 levels know each row to 1/510.
        #expect(abs(area(levels) - (100_000 - 1000 * 0.125 / 3)) < 1000 * 0.02)
    }

    @Test func aPixelDependsOnlyOnWhatTouchesIt() {
        let left = circle(radius: 20, at: Point(25.3, 25.7))
        let right = circle(radius: 17, at: Point(75.1, 26.2))
        let alone = OutlineRasteriser.coverage(of: left, width: 50, height: 50)
        let both = OutlineRasteriser.coverage(of: left + right, width: 100, height: 50)
        for y in 0..<50 { #expect(both[y * 100..<y * 100 + 50] == alone[y * 50..<y * 50 + 50]) }
    }
}

@Suite struct RecentlyUsedTests {
    @Test func forgetsTheOldest() {
        var cache = RecentlyUsed<Int, String>(count: 2, cost: 100)
        cache.insert("a", for: 1, cost: 1)
        cache.insert("b", for: 2, cost: 1)
        #expect(cache.value(for: 1) == "a")
        cache.insert("c", for: 3, cost: 1)
        #expect(cache.value(for: 2) == nil)
        #expect(cache.value(for: 1) == "a")
        #expect(cache.value(for: 3) == "c")
    }

    @Test func keepsWithinItsCost() {
        var cache = RecentlyUsed<Int, Int>(count: 10, cost: 10)
        for key in 0..<5 { cache.insert(key, for: key, cost: 4) }
        #expect((0..<5).filter { cache.value(for: $0) != nil } == [3, 4])
        cache.insert(9, for: 9, cost: 11)
        #expect(cache.value(for: 9) == nil)
        cache.insert(7, for: 4, cost: 6)
        #expect(cache.value(for: 4) == 7)
        #expect(cache.value(for: 3) == 3)
    }
}

@Suite struct ReadingOrderTests {
    @Test(arguments: [
        ("11:30", "11:30"), ("۱۱-۳۰", "۱۱-۳۰"), ("١١:٣٠", "١١:٣٠"), ("١١-٣٠", "١١\u{200e}-\u{200e}٣٠"),
        ("١١ : ٣٠", "١١\u{200e} : \u{200e}٣٠"), ("١١ س ٣٠", "١١ س ٣٠"), ("١١:٣٠ ص", "١١:٣٠ ص"), ("١-", "١-"),
        ("١١-٣٠ ص", "١١-٣٠ ص"), ("١١ h ٣٠", "١١ h ٣٠"),
    ])
    func marks(text: String, expected: String) {
        #expect(Array(ReadingOrder.keepingTimeFields(text).unicodeScalars) == Array(expected.unicodeScalars))
    }
}

@Suite struct DrawingVersionsTests {
    @Test func everyLibraryHasAVersion() {
        let versions = DrawingVersions.all
        #expect(versions.map(\.name) == ["Pango", "Cairo", "HarfBuzz", "FreeType", "Fontconfig", "ICU"])
        for (_, version) in versions { #expect(version.contains(/^\d+\.\d+(\.\d+)?$/)) }
    }
}

import FrameCore
import FrameDiff
import Testing

@Suite struct MaskTests {
    private let size = PixelSize(10, 6)

    /// Where the mask ignores, as text.
    private func rows(_ mask: PixelMask) -> [String] {
        (0..<mask.size.height).map { y in
            String((0..<mask.size.width).map { x in mask.bytes[y * mask.size.width + x] == 255 ? "#" : "." })
        }
    }

    @Test func rectanglesAreClippedToTheFrame() {
        var mask = PixelMask(size: size)
        #expect(mask.ignoredCount == 0)
        mask.add(PixelRectangle(x: 1, y: 1, width: 3, height: 2))
        mask.add(PixelRectangle(x: -4, y: 4, width: 6, height: 100))
        mask.add(PixelRectangle(x: 9, y: -5, width: .max, height: 6))
        #expect(
            rows(mask) == [
                ".........#",
                ".###......",
                ".###......",
                "..........",
                "##........",
                "##........",
            ])
        #expect(mask.ignoredCount == 11)
    }

    @Test(arguments: [
        PixelRectangle(x: .max, y: 0, width: .max, height: 1), PixelRectangle(x: 0, y: .min, width: 1, height: .max),
        PixelRectangle(x: .min, y: .min, width: .min, height: .min), PixelRectangle(x: 0, y: 0, width: -1, height: 6),
        PixelRectangle(x: 10, y: 0, width: 1, height: 1), PixelRectangle(x: 3, y: 3, width: 0, height: 3),
    ])
    func rectanglesThatHoldNothingOfTheFrameIgnoreNothing(rectangle: PixelRectangle) {
        var mask = PixelMask(size: size)
        mask.add(rectangle)
        #expect(mask == PixelMask(size: size))
    }

    @Test func theLargestRectangleIgnoresAll() {
        var mask = PixelMask(size: size)
        mask.add(PixelRectangle(x: .min / 2, y: .min / 2, width: .max, height: .max))
        #expect(mask.ignoredCount == 60)
    }

    @Test func whiteIsBrightInEachChannel() {
        let colours: [SIMD4<UInt8>] = [
            [255, 255, 255, 255], [128, 128, 128, 128], [127, 255, 255, 255], [255, 127, 255, 255],
            [255, 255, 127, 255], [0, 0, 0, 255], [0, 0, 0, 0], [200, 180, 130, 255], [100, 100, 100, 100],
            [128, 200, 255, 255],
        ]
        let picture = FrameDrawing.drawn(10, 6) { x, y in y == 2 ? colours[x] : .zero }
        var mask = PixelMask(size: size)
        let fits = mask.add(whiteOf: picture)
        #expect(fits)
        #expect(rows(mask) == ["..........", "..........", "##.....#.#", "..........", "..........", ".........."])
        #expect(mask.ignoredCount == 4)
    }

    @Test func masksAndDifferencesAreJoined() {
        let frame = FrameDrawing.filled(10, 6)
        // Alpha alone is a difference as well.
        let other = FrameDrawing.changed(
            FrameDrawing.changed(frame, PixelRectangle(x: 7, y: 0, width: 1, height: 1), to: [90, 100, 110, 254]),
            PixelRectangle(x: 0, y: 5, width: 2, height: 1), to: [90, 101, 110, 255])
        var mask = PixelMask(size: size)
        mask.add(PixelRectangle(x: 6, y: 0, width: 2, height: 1))
        var differences = PixelMask(size: size)
        let fits = (differences.add(differencesBetween: frame, and: other), mask.add(differences))
        #expect(fits.0 && fits.1)
        #expect(differences.ignoredCount == 3)
        #expect(rows(mask).first == "......##.." && rows(mask).last == "##........")
        #expect(mask.ignoredCount == 4)
    }

    @Test func otherSizesAreRefused() {
        var mask = PixelMask(size: size)
        let frame = FrameDrawing.filled(10, 6, [255, 255, 255, 255])
        let turned = FrameDrawing.filled(6, 10, [255, 255, 255, 255])
        let results = [
            mask.add(whiteOf: turned), mask.add(PixelMask(size: PixelSize(6, 10))),
            mask.add(differencesBetween: frame, and: turned), mask.add(differencesBetween: turned, and: turned),
        ]
        #expect(results == [false, false, false, false])
        #expect(mask == PixelMask(size: size))
    }

    @Test func anEmptyMaskTakesEverything() {
        var mask = PixelMask(size: PixelSize(0, 0))
        mask.add(PixelRectangle(x: 0, y: 0, width: 5, height: 5))
        #expect(mask.ignoredCount == 0 && mask.bytes.isEmpty)
        var impossible = PixelMask(size: PixelSize(.max, .max))
        impossible.add(PixelRectangle(x: 0, y: 0, width: 5, height: 5))
        #expect(impossible.ignoredCount == 0 && impossible.bytes.isEmpty)
    }
}

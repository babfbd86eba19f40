import FrameCore
import Testing

@testable import FrameDiff

@Suite struct FrameDifferenceTests {
    @Test func equalFramesDifferNowhere() {
        let frame = FrameDrawing.filled(33, 20)
        let difference = FrameComparator(size: frame.size, measuresSSIM: true).difference(frame, frame)
        #expect(difference == FrameDifference(comparedPixels: 660, ssim: 1))
        #expect(difference?.isEqual == true && difference?.psnr == .infinity)
        #expect(difference?.isWithin(.exact) == true)
    }

    @Test func plantedPixelsAreCounted() throws {
        let frame = FrameDrawing.filled(100, 50)
        var other = FrameDrawing.changed(
            frame, PixelRectangle(x: 97, y: 3, width: 2, height: 1), to: [91, 98, 110, 255])
        other = FrameDrawing.changed(other, PixelRectangle(x: 5, y: 40, width: 1, height: 1), to: [90, 100, 117, 255])
        other = FrameDrawing.changed(other, PixelRectangle(x: 50, y: 49, width: 1, height: 1), to: [90, 100, 110, 200])

        let exact = try #require(FrameComparator(size: frame.size).difference(frame, other))
        #expect(exact.comparedPixels == 5000 && exact.differingPixels == 4 && exact.pixelsBeyond == 4)
        #expect(exact.maxDelta == 55)
        #expect(exact.squaredError == 2 * (1 + 4) + 49)
        #expect(exact.boundingBox == PixelRectangle(x: 5, y: 3, width: 94, height: 47))
        // Two of the pixels of a window that is cut at the right: the frame's last 4 columns and 8 before them.
        #expect(exact.densest?.place == PixelRectangle(x: 88, y: 0, width: 12, height: 16))
        #expect(exact.densest?.share == 2.0 / (12 * 16))
        #expect(exact.ssim == nil)
        #expect(!exact.isWithin(.exact))

        let tolerant = FrameTolerance(maxDelta: 2)
        let some = try #require(FrameComparator(size: frame.size, tolerance: tolerant).difference(frame, other))
        #expect(some.differingPixels == 4 && some.pixelsBeyond == 2 && some.squaredError == 59)
        #expect(some.boundingBox == PixelRectangle(x: 5, y: 40, width: 46, height: 10))
        #expect(!some.isWithin(tolerant))

        let generous = FrameTolerance(maxDelta: 55)
        let none = try #require(FrameComparator(size: frame.size, tolerance: generous).difference(frame, other))
        #expect(none.differingPixels == 4 && none.pixelsBeyond == 0 && none.boundingBox == nil && none.densest == nil)
        #expect(none.isWithin(generous) && !none.isEqual)
    }

    @Test func maskedPixelsCountNowhere() throws {
        let frame = FrameDrawing.filled(40, 40)
        let other = FrameDrawing.changed(frame, PixelRectangle(x: 10, y: 10, width: 12, height: 5), to: [0, 0, 0, 0])
        var mask = PixelMask(size: frame.size)
        mask.add(PixelRectangle(x: 10, y: 10, width: 11, height: 5))
        let comparator = FrameComparator(size: frame.size, measuresSSIM: true)
        let difference = try #require(comparator.difference(frame, other, mask: mask))
        #expect(difference.comparedPixels == 1600 - 55)
        #expect(difference.differingPixels == 5 && difference.pixelsBeyond == 5 && difference.maxDelta == 255)
        #expect(difference.boundingBox == PixelRectangle(x: 21, y: 10, width: 1, height: 5))
        #expect(difference.squaredError == 5 * (8100 + 10000 + 12100))
        // Columns 8 to 23 hold all 55 masked pixels.
        #expect(difference.densest?.place == PixelRectangle(x: 8, y: 0, width: 16, height: 16))
        #expect(difference.densest?.share == 5.0 / (256 - 55))

        mask.add(PixelRectangle(x: 21, y: 0, width: 1, height: 40))
        let hidden = try #require(comparator.difference(frame, other, mask: mask))
        #expect(hidden == FrameDifference(comparedPixels: 1600 - 55 - 40, ssim: 1))

        mask.add(PixelRectangle(x: 0, y: 0, width: 40, height: 40))
        let nothing = try #require(comparator.difference(frame, other, mask: mask))
        #expect(nothing == FrameDifference(comparedPixels: 0) && nothing.psnr == nil)
    }

    @Test func otherSizesAreNotCompared() {
        let (wide, high) = (FrameDrawing.filled(8, 4), FrameDrawing.filled(4, 8))
        let comparator = FrameComparator(size: wide.size)
        #expect(comparator.difference(wide, high) == nil)
        #expect(comparator.difference(high, wide) == nil)
        #expect(comparator.difference(high, high) == nil)
        #expect(comparator.difference(wide, wide, mask: PixelMask(size: high.size)) == nil)
        #expect(comparator.picture(wide, high, gain: 1) == nil)
        #expect(comparator.perceptualMap(wide, high) == nil)
    }

    @Test func anEmptyFrameComparesNothing() {
        let empty = PixelBuffer(width: 0, height: 0)
        let comparator = FrameComparator(size: empty.size, measuresSSIM: true)
        #expect(comparator.difference(empty, empty) == FrameDifference(comparedPixels: 0))
    }

    @Test(arguments: [-5, 0, 3, 254, 255, 300, Int.max, Int.min])
    func anyLimitIsTaken(maxDelta: Int) {
        let black = FrameDrawing.filled(9, 9, [0, 0, 0, 255])
        let other = FrameDrawing.changed(black, PixelRectangle(x: 4, y: 4, width: 1, height: 1), to: [0, 255, 0, 255])
        let tolerance = FrameTolerance(maxDelta: maxDelta)
        let difference = FrameComparator(size: black.size, tolerance: tolerance).difference(black, other)
        #expect(difference?.pixelsBeyond == (maxDelta >= 255 ? 0 : 1))
        #expect(difference?.isWithin(tolerance) == (maxDelta >= 255))
    }

    @Test func allowancesAreCountsOrShares() {
        let difference = FrameDifference(
            comparedPixels: 100, differingPixels: 40, pixelsBeyond: 29, maxDelta: 9,
            densest: .init(place: PixelRectangle(x: 0, y: 0, width: 10, height: 10), share: 0.29))
        func accepts(_ pixels: FrameTolerance.PixelAllowance) -> Bool {
            difference.isWithin(FrameTolerance(maxPixels: pixels))
        }
        #expect(accepts(.count(29)) && !accepts(.count(28)) && accepts(.count(.max)) && !accepts(.count(.min)))
        // 0.29 * 100 is 28.999999999999996.
        #expect(accepts(.share(0.29)) && !accepts(.share(0.28)) && accepts(.share(1)) && accepts(.share(.infinity)))
        #expect(!accepts(.share(.nan)) && !accepts(.share(-1)) && !accepts(.share(-.infinity)))
        let equal = FrameDifference(comparedPixels: 100)
        #expect(equal.isWithin(FrameTolerance(maxDelta: -1, maxPixels: .share(.nan), maxDensity: .nan, minSSIM: .nan)))
        #expect(equal.isWithin(FrameTolerance(maxPixels: .count(-1))))
    }

    @Test func similarityIsAskedFor() {
        var difference = FrameDifference(comparedPixels: 100, differingPixels: 40, maxDelta: 2, ssim: 0.97)
        #expect(difference.isWithin(FrameTolerance(maxDelta: 2, minSSIM: 0.97)))
        #expect(!difference.isWithin(FrameTolerance(maxDelta: 2, minSSIM: 0.98)))
        #expect(!difference.isWithin(FrameTolerance(maxDelta: 2, minSSIM: .nan)))
        difference.ssim = nil
        #expect(difference.isWithin(FrameTolerance(maxDelta: 2)))
        #expect(!difference.isWithin(FrameTolerance(maxDelta: 2, minSSIM: 0.1)))
    }

    @Test func aChangedRegionIsNotHiddenByALargeQuietFrame() throws {
        let frame = FrameDrawing.filled(640, 360)
        let other = FrameDrawing.changed(
            frame, PixelRectangle(x: 300, y: 200, width: 24, height: 24), to: [96, 106, 116, 255])
        // 576 of 230400 pixels are a quarter of a percent.
        var tolerance = FrameTolerance(maxDelta: 4, maxPixels: .share(0.01))
        let difference = try #require(
            FrameComparator(size: frame.size, tolerance: tolerance).difference(frame, other))
        #expect(difference.pixelsBeyond == 576)
        #expect(difference.densest == .init(place: PixelRectangle(x: 304, y: 200, width: 16, height: 16), share: 1))
        #expect(!difference.isWithin(tolerance))
        tolerance.maxDensity = 1
        #expect(difference.isWithin(tolerance))
        tolerance.maxDensity = .nan
        #expect(!difference.isWithin(tolerance))

        // The same number of pixels spread out is within.
        tolerance.maxDensity = 0.5
        let spread = FrameDrawing.drawn(640, 360) { x, y in
            x % 20 == 0 && y % 20 == 0 ? [96, 106, 116, 255] : [90, 100, 110, 255]
        }
        let sparse = try #require(FrameComparator(size: frame.size, tolerance: tolerance).difference(frame, spread))
        #expect(sparse.pixelsBeyond == 576 && sparse.isWithin(tolerance))
    }

    @Test func windowsThatAreMostlyMaskedAreNotRated() throws {
        let frame = FrameDrawing.filled(64, 64)
        let other = FrameDrawing.changed(frame, PixelRectangle(x: 20, y: 20, width: 1, height: 1), to: [0, 0, 0, 255])
        func densest(_ isCompared: (Int, Int) -> Bool) -> FrameDifference.Window? {
            let white = FrameDrawing.grey(64, 64) { x, y in isCompared(x, y) ? 0 : 255 }
            var mask = PixelMask(size: frame.size)
            return mask.add(whiteOf: white)
                ? FrameComparator(size: frame.size).difference(frame, other, mask: mask)?.densest : nil
        }
        func isNear(_ x: Int, _ y: Int) -> Bool { (17..<21).contains(x) && (17..<25).contains(y) }
        #expect(
            densest(isNear)
                == .init(place: PixelRectangle(x: 8, y: 16, width: 16, height: 16), share: 1.0 / 32))
        #expect(densest { x, y in isNear(x, y) && (x, y) != (17, 17) } == nil)
    }

    @Test(arguments: [(1, 1), (3, 5), (15, 15), (7, 100), (100, 9)])
    func smallFramesHaveWindowsToo(width: Int, height: Int) throws {
        let (black, white) = (
            FrameDrawing.filled(width, height, [0, 0, 0, 255]),
            FrameDrawing.filled(width, height, [255, 255, 255, 255])
        )
        let difference = try #require(FrameComparator(size: black.size).difference(black, white))
        #expect(
            difference.densest
                == .init(
                    place: PixelRectangle(x: 0, y: 0, width: min(width, 16), height: min(height, 16)), share: 1))
        #expect(difference.pixelsBeyond == width * height)
        #expect(difference.squaredError == UInt64(width * height) * 3 * 65025)
        #expect(difference.psnr == 0)
    }
}

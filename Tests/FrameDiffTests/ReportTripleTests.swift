import FrameCore
import FrameDiff
import Imaging
import Testing

@Suite struct ReportTripleTests {
    private let ground = SIMD4<UInt8>(38, 38, 38, 255)
    private let line = SIMD4<UInt8>(120, 120, 120, 255)

    private func plain(_ size: PixelSize, _ colour: SIMD4<UInt8>) throws -> PixelBuffer {
        let bytes = (0..<size.area).flatMap { _ in [colour.x, colour.y, colour.z, colour.w] }
        return try #require(PixelBuffer(width: size.width, height: size.height, bytes: bytes))
    }

    @Test func eachStandsAtItsOwnSize() throws {
        let red = SIMD4<UInt8>(0, 0, 255, 255)
        let green = SIMD4<UInt8>(0, 255, 0, 255)
        let blue = SIMD4<UInt8>(255, 0, 0, 255)
        let triple = pictureTriple(
            expected: try plain(PixelSize(10, 6), red), difference: try plain(PixelSize(4, 3), green),
            actual: try plain(PixelSize(12, 9), blue))
        #expect(triple.size == PixelSize(10 + 8 + 4 + 8 + 12, 9))
        #expect(triple.pixel(x: 0, y: 0) == red)
        #expect(triple.pixel(x: 9, y: 5) == red)
        #expect(triple.pixel(x: 9, y: 6) == ground)
        #expect(triple.pixel(x: 10, y: 0) == ground)
        #expect(triple.pixel(x: 17, y: 0) == ground)
        #expect(triple.pixel(x: 18, y: 2) == green)
        #expect(triple.pixel(x: 22, y: 0) == ground)
        #expect(triple.pixel(x: 30, y: 0) == blue)
        #expect(triple.pixel(x: 41, y: 8) == blue)
    }

    @Test func aMissingOneIsAnEmptyBox() throws {
        let white = SIMD4<UInt8>(255, 255, 255, 255)
        let triple = pictureTriple(expected: try plain(PixelSize(10, 6), white), difference: nil, actual: nil)
        #expect(triple.size == PixelSize(46, 6))
        for x in [18, 27, 36, 45] {
            #expect(triple.pixel(x: x, y: 0) == line)
            #expect(triple.pixel(x: x, y: 5) == line)
        }
        #expect(triple.pixel(x: 20, y: 2) == ground)
        #expect(pictureTriple(expected: nil, difference: nil, actual: nil).size == PixelSize(3 * 160 + 16, 90))
    }

    @Test func transparencyShowsTheGround() throws {
        let half = SIMD4<UInt8>(0, 0, 128, 128)
        let triple = pictureTriple(expected: try plain(PixelSize(2, 2), half), difference: nil, actual: nil)
        // 38 * 127 / 255 = 18.9, under 128 of red.
        #expect(triple.pixel(x: 1, y: 1) == SIMD4(19, 19, 147, 255))
    }

    @Test func whatIsTooWideForAPNGIsStackedOrThinnedOut() throws {
        let wide = pictureTriple(expected: PixelBuffer(width: 4000, height: 20), difference: nil, actual: nil)
        #expect(wide.size == PixelSize(4000, 76))
        let huge = pictureTriple(expected: PixelBuffer(width: 8000, height: 8000), difference: nil, actual: nil)
        #expect(huge.width <= PixelSize.largestSide && huge.height <= PixelSize.largestSide)
        #expect(huge.width > 4000 && huge.height > 2000)
        _ = try PNG.encode(wide)
    }
}

import FrameCore
import FrameDiff
import Testing

@Suite struct FramePictureTests {
    private let frame = FrameDrawing.filled(20, 12, [10, 100, 200, 255])

    @Test func distancesAreMultipliedAndClipped() throws {
        let other = FrameDrawing.changed(
            frame, PixelRectangle(x: 3, y: 2, width: 1, height: 1), to: [13, 60, 201, 0])
        let comparator = FrameComparator(size: frame.size)
        let once = try #require(comparator.picture(frame, other, gain: 1))
        #expect(once.pixel(x: 3, y: 2) == [3, 40, 1, 255])
        #expect(once.pixel(x: 4, y: 2) == [0, 0, 0, 255])
        #expect(comparator.picture(frame, other, gain: 8)?.pixel(x: 3, y: 2) == [24, 255, 8, 255])
        #expect(comparator.picture(other, frame, gain: 8) == comparator.picture(frame, other, gain: 8))
        #expect(comparator.picture(frame, other, gain: .max)?.pixel(x: 3, y: 2) == [255, 255, 255, 255])
        #expect(comparator.picture(frame, other, gain: .min)?.pixel(x: 3, y: 2) == [0, 0, 0, 255])
    }

    @Test func masksAreHatched() throws {
        let other = FrameDrawing.filled(20, 12, [255, 255, 255, 255])
        var mask = PixelMask(size: frame.size)
        mask.add(PixelRectangle(x: 4, y: 0, width: 16, height: 12))
        let picture = try #require(FrameComparator(size: frame.size).picture(frame, other, mask: mask, gain: 1))
        #expect(picture.pixel(x: 3, y: 5) == [245, 155, 55, 255])
        let colours = Set((4..<20).compactMap { picture.pixel(x: $0, y: 5) })
        #expect(colours.count == 2)
        for x in 5..<20 {
            for y in 0..<11 {
                // Stripes go down to the left, and blue is their strongest channel.
                #expect(picture.pixel(x: x, y: y) == picture.pixel(x: x - 1, y: y + 1))
                let colour = try #require(picture.pixel(x: x, y: y))
                #expect(colour.x > colour.y && colour.y > colour.z && colour.w == 255)
            }
        }
    }
}

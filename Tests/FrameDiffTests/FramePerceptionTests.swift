import FrameCore
import Testing

@testable import FrameDiff

@Suite struct FramePerceptionTests {
    /// R, G, B to an opaque frame of 64×48.
    private func drawn(_ colour: (Int, Int) -> (Int, Int, Int)) -> PixelBuffer {
        FrameDrawing.drawn(64, 48) { x, y in
            let (red, green, blue) = colour(x, y)
            return [UInt8(clamping: blue), UInt8(clamping: green), UInt8(clamping: red), 255]
        }
    }

    private func base(_ x: Int, _ y: Int) -> (Int, Int, Int) { (x * 4 % 256, y * 5 % 256, (x * 2 + y * 3) % 256) }

    private func mean(
        _ one: PixelBuffer, _ other: PixelBuffer, mask: PixelMask? = nil, pixelsPerDegree: Double = 67
    ) throws -> Double {
        let comparator = FrameComparator(size: one.size)
        return try #require(comparator.perceptualMap(one, other, mask: mask, pixelsPerDegree: pixelsPerDegree)).mean
    }

    /// The means that NVIDIA's flip-evaluator 1.7 gives for the same pictures (LDR), at 67 and 30 pixels a degree.
    @Test func meansAreThoseOfTheReference() throws {
        let frame = drawn(base)
        let line = drawn { x, y in x == 30 ? (255, 255, 255) : base(x, y) }
        let tint = drawn { x, y in
            let (red, green, blue) = base(x, y)
            return (red + 20, green, blue - 20)
        }
        let noise = drawn { x, y in
            let (red, green, blue) = base(x, y)
            let delta = (x * 7 + y * 13 + x * y) % 23 - 11
            return (red + delta, green + delta, blue + delta)
        }
        let disc = drawn { x, y in
            (x - 20) * (x - 20) + (y - 20) * (y - 20) < 100 ? (200, 40, 60) : base(x, y)
        }
        let references: [(PixelBuffer, Double, Double)] = [
            (line, 0.048690, 0.034668), (tint, 0.275896, 0.272685), (noise, 0.054244, 0.114544),
            (disc, 0.098533, 0.087642),
        ]
        for (index, (other, near, far)) in references.enumerated() {
            let measured = (try mean(frame, other), try mean(frame, other, pixelsPerDegree: 30))
            #expect(abs(measured.0 - near) < 2e-4, "picture \(index): \(measured.0), \(near)")
            #expect(abs(measured.1 - far) < 2e-4, "picture \(index): \(measured.1), \(far)")
        }
        #expect(abs(try mean(drawn { _, _ in (0, 0, 0) }, drawn { _, _ in (255, 255, 255) }) - 0.967365) < 1e-4)
    }

    @Test func equalFramesHaveNoError() throws {
        let frame = drawn(base)
        let map = try #require(FrameComparator(size: frame.size).perceptualMap(frame, frame))
        #expect(map.mean == 0)
        #expect(map.picture == FrameDrawing.filled(64, 48, PerceptualColour.map[0]))
    }

    @Test func theErrorGrowsWithTheDifference() throws {
        let means = try [0, 2, 5, 10, 20, 40, 80, 155].map { delta in
            try mean(drawn { _, _ in (100, 100, 100) }, drawn { _, _ in (100 + delta, 100 + delta, 100 + delta) })
        }
        #expect(means.first == 0)
        for (less, more) in zip(means, means.dropFirst()) { #expect(less < more) }
    }

    @Test func aLineIsWorseThanItsBlur() throws {
        let grey = drawn { _, _ in (110, 110, 110) }
        let line = drawn { x, _ in x == 32 ? (190, 190, 190) : (110, 110, 110) }
        // 16 columns at a quarter of the height: the same sum of squares.
        let blur = drawn { x, _ in (24..<40).contains(x) ? (130, 130, 130) : (110, 110, 110) }
        let energies = [line, blur].map { FrameComparator(size: grey.size).difference(grey, $0)?.squaredError }
        #expect(energies[0] == energies[1])
        let comparator = FrameComparator(size: grey.size)
        func worst(_ frame: PixelBuffer) throws -> Int {
            let map = try #require(comparator.perceptualMap(grey, frame)).picture
            return try #require(
                (0..<64).compactMap { x in map.pixel(x: x, y: 24).flatMap(PerceptualColour.map.firstIndex) }.max())
        }
        #expect(try worst(line) > worst(blur))
    }

    @Test func falseColoursGrowBrighter() {
        let lumas = PerceptualColour.map.map { 0.0722 * Double($0.x) + 0.7152 * Double($0.y) + 0.2126 * Double($0.z) }
        #expect(lumas.count == 256)
        for (darker, brighter) in zip(lumas.enumerated(), lumas.dropFirst()) {
            #expect(brighter > darker.element - 1, "\(darker.offset)")
        }
        #expect((lumas.first ?? 255) < 20 && (lumas.last ?? 0) > 230)
    }

    @Test func maskedPixelsAreHatchedAndNotMeasured() throws {
        let frame = drawn(base)
        let other = FrameDrawing.changed(
            frame, PixelRectangle(x: 30, y: 20, width: 10, height: 10), to: [255, 255, 255, 255])
        var mask = PixelMask(size: frame.size)
        mask.add(PixelRectangle(x: 30, y: 20, width: 10, height: 10))
        let map = try #require(FrameComparator(size: frame.size).perceptualMap(frame, other, mask: mask))
        #expect(map.mean == 0)
        #expect(try mean(frame, other) > 0)
        let picture = FrameComparator(size: frame.size).picture(frame, other, mask: mask, gain: 1)
        #expect(map.picture.pixel(x: 33, y: 22) == picture?.pixel(x: 33, y: 22))
        mask.add(PixelRectangle(x: 0, y: 0, width: 64, height: 48))
        #expect(try mean(frame, other, mask: mask) == 0)
    }

    /// A frame of several bands is as one: an error is the same wherever its band begins.
    @Test func bandsJoinWithoutASeam() throws {
        let (flat, size) = (FrameDrawing.grey(20, 300) { _, _ in 80 }, PixelSize(20, 300))
        let column = FrameDrawing.grey(20, 300) { x, _ in x == 9 ? 140 : 80 }
        let map = try #require(FrameComparator(size: size).perceptualMap(flat, column)).picture
        for y in 1..<300 {
            for x in 0..<20 { #expect(map.pixel(x: x, y: y) == map.pixel(x: x, y: 0)) }
        }
        // A dot next to a band's border reaches over it.
        let dot = FrameDrawing.changed(
            flat, PixelRectangle(x: 9, y: 129, width: 2, height: 2), to: [255, 255, 255, 255])
        let spot = try #require(FrameComparator(size: size).perceptualMap(flat, dot)).picture
        for distance in 1..<9 {
            #expect(spot.pixel(x: 9, y: 129 - distance) == spot.pixel(x: 9, y: 130 + distance), "\(distance)")
        }
        #expect(spot.pixel(x: 9, y: 127) != PerceptualColour.map[0])
    }

    @Test(arguments: [0, -1, 1e-300, 1e300, Double.nan, .infinity, -.infinity])
    func anyViewingDistanceIsTaken(pixelsPerDegree: Double) throws {
        let (black, white) = (FrameDrawing.grey(9, 3) { _, _ in 0 }, FrameDrawing.grey(9, 3) { _, _ in 255 })
        let error = try mean(black, white, pixelsPerDegree: pixelsPerDegree)
        #expect(error > 0.9 && error <= 1)
    }

    @Test func bothVersionsOfTheKernelsAgree() throws {
        var random = SeededRandom(seed: 3)
        let (one, other) = (FrameDrawing.noise(77, 40, &random), FrameDrawing.noise(77, 40, &random))
        var comparator = FrameComparator(size: one.size)
        let fast = try #require(comparator.perceptualMap(one, other))
        comparator.forcesPlainKernels = true
        let plain = try #require(comparator.perceptualMap(one, other))
        #expect(fast.mean == plain.mean && fast.picture == plain.picture)
    }
}

import FrameCore
import Imaging
import Testing

/// One axis of the pinned scaling in double arithmetic.
private struct IdealAxis {
    let source: Int
    let target: Int
    let scale: Double

    /// The source pixels of an output pixel with their weights; nil for a bar.
    func taps(_ output: Int) -> [(index: Int, weight: Double)]? {
        let offset = (Double(output) + 0.5 - Double(target) / 2) / scale
        guard abs(offset) < Double(source) / 2 + 1e-9 else { return nil }
        let position = offset + Double(source) / 2 - 0.5
        let halfWidth = max(1, 1 / scale)
        var taps: [(index: Int, weight: Double)] = []
        for tap in Int((position - halfWidth).rounded(.down))...Int((position + halfWidth).rounded(.up)) {
            let weight = 1 - abs(Double(tap) - position) / halfWidth
            if weight > 0 { taps.append((min(max(tap, 0), source - 1), weight)) }
        }
        let sum = taps.reduce(0) { $0 + $1.weight }
        return taps.map { ($0.index, $0.weight / sum) }
    }
}

@Suite("Scaling")
struct ScalingTests {
    @Test("copies a picture of the target's size", arguments: [VideoConverter.Mode.fill, .fit])
    func identity(mode: VideoConverter.Mode) throws {
        var noise = Noise(3)
        for size in [PixelSize(1, 1), PixelSize(3, 5), PixelSize(64, 36)] {
            let pixels = try noise.opaque(size)
            let image = VideoImage(size: size, samples: .bgra(pixels.bytes))
            #expect(VideoConverter(target: size, mode: mode).bgra(image) == pixels)
        }
    }

    @Test("cuts out the centre when the scale is one")
    func centredCrop() {
        let image = VideoImage.bgra(PixelSize(20, 6)) { x, y in (x, y, 10 * x) }
        let frame = VideoConverter(target: PixelSize(8, 6)).bgra(image)
        for y in 0..<6 {
            for x in 0..<8 {
                #expect(frame.pixel(x: x, y: y) == SIMD4(UInt8(x + 6), UInt8(y), UInt8(10 * (x + 6)), 255))
            }
        }
    }

    @Test(
        "keeps a constant constant",
        arguments: [PixelSize(1, 1), PixelSize(7, 40), PixelSize(40, 7), PixelSize(133, 75), PixelSize(5, 5)])
    func constant(target: PixelSize) throws {
        let expected = try PixelBuffer.drawn(target) { _, _ in [7, 130, 255, 255] }
        for size in [PixelSize(1, 1), PixelSize(2, 300), PixelSize(301, 3), PixelSize(128, 72)] {
            let image = VideoImage.bgra(size) { _, _ in (7, 130, 255) }
            let frame = VideoConverter(target: target).bgra(image)
            #expect(frame == expected)
        }
    }

    @Test("keeps a ramp straight when enlarging")
    func ramp() {
        // 16 steps of 16 across, enlarged four times: position (x + ½) / 4 − ½, so 4 x − 6 between the edges.
        let image = VideoImage.bgra(PixelSize(16, 4)) { x, y in (16 * x, 60 * y, 16 * x) }
        let frame = VideoConverter(target: PixelSize(64, 16)).bgra(image)
        for x in 2..<62 { #expect(frame.red(x, 7) == 4 * x - 6) }
        #expect([0, 1, 62, 63].map { frame.red($0, 7) } == [0, 0, 240, 240])
        for y in 2..<14 {
            let green = Double(frame.pixel(x: 30, y: y)?.y ?? 0)
            #expect(abs(green - 60 * ((Double(y) + 0.5) / 4 - 0.5)) <= 0.5)
        }
    }

    @Test("weighs 1-3-3-1 when halving")
    func halving() {
        // Outputs lie between two source pixels; a triangle of half-width 2 gives 1/8, 3/8, 3/8, 1/8.
        let image = VideoImage.bgra(PixelSize(8, 8)) { x, _ in (0, 0, x == 3 ? 240 : 0) }
        let frame = VideoConverter(target: PixelSize(4, 4)).bgra(image)
        // Column 0 sees the pixels -1...2, column 1 sees 1...4, column 2 sees 3...6, column 3 sees 5...8.
        #expect((0..<4).map { frame.red($0, 2) } == [0, 90, 30, 0])
    }

    @Test(
        "follows the pinned formula",
        arguments: [
            (PixelSize(31, 17), PixelSize(53, 29)), (PixelSize(53, 29), PixelSize(31, 17)),
            (PixelSize(40, 10), PixelSize(11, 23)), (PixelSize(9, 50), PixelSize(60, 3)),
            (PixelSize(1280, 6), PixelSize(1334, 7)),
        ], [VideoConverter.Mode.fill, .fit])
    func formula(sizes: (PixelSize, PixelSize), mode: VideoConverter.Mode) throws {
        let (source, target) = sizes
        for aspect in [Rational.one, Rational(4, 3), Rational(8, 9)] {
            var noise = Noise(9)
            let pixels = try noise.opaque(source)
            let image = VideoImage(size: source, samples: .bgra(pixels.bytes), pixelAspect: aspect)
            let frame = VideoConverter(target: target, mode: mode).bgra(image)
            #expect(frame.isOpaque)

            let ratios = (
                Double(target.width) / (Double(source.width) * aspect.double),
                Double(target.height) / Double(source.height)
            )
            let scale = mode == .fill ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
            let across = IdealAxis(source: source.width, target: target.width, scale: scale * aspect.double)
            let down = IdealAxis(source: source.height, target: target.height, scale: scale)
            let columns = (0..<target.width).map { across.taps($0) }
            let wide = (0..<source.height).map { row in
                columns.map { ($0 ?? []).reduce(0) { $0 + $1.weight * Double(pixels.red($1.index, row)) } }
            }
            var worst = 0.0
            for y in 0..<target.height {
                let rows = down.taps(y) ?? []
                for x in 0..<target.width {
                    let expected = rows.reduce(0) { $0 + $1.weight * wide[$1.index][x] }
                    worst = max(worst, abs(Double(frame.red(x, y)) - expected))
                }
            }
            // Two roundings to whole levels, and weights rounded to 2⁻¹⁴.
            #expect(worst <= 1.1, "\(aspect)")
        }
    }

    @Test("fits with black bars")
    func bars() {
        let image = VideoImage.bgra(PixelSize(40, 20)) { _, _ in (200, 200, 200) }
        let tall = VideoConverter(target: PixelSize(40, 30), mode: .fit).bgra(image)
        #expect((0..<30).map { tall.red(20, $0) } == (0..<30).map { (5..<25).contains($0) ? 200 : 0 })
        let wide = VideoConverter(target: PixelSize(100, 20), mode: .fit).bgra(image)
        #expect((0..<100).map { wide.red($0, 10) } == (0..<100).map { (30..<70).contains($0) ? 200 : 0 })
        #expect(tall.isOpaque && wide.isOpaque)
    }

    @Test("widens anamorphic pictures")
    func pixelAspect() {
        // Pixels 4 : 3 wide: 30 × 40 shows as 40 × 40.
        let image = VideoImage.bgra(PixelSize(30, 40), pixelAspect: Rational(4, 3)) { x, _ in (0, 0, x < 15 ? 0 : 255) }
        let frame = VideoConverter(target: PixelSize(80, 40), mode: .fit).bgra(image)
        #expect((0..<39).allSatisfy { frame.red($0, 20) == 0 })
        // Position (39 + ½ − 40) / (4/3) + 15 − ½ = 14.125 is an eighth of the way to pixel 15; 40 is 14.875.
        #expect(frame.red(39, 20) == 32 && frame.red(40, 20) == 223)
        #expect((41..<80).allSatisfy { frame.red($0, 20) == ($0 < 60 ? 255 : 0) })
        // Nonsense counts as square, and nothing traps.
        for aspect in [Rational.zero, Rational(-1), Rational(Int64.max, 1), Rational(1, Int64.max)] {
            let square = VideoImage.bgra(PixelSize(4, 4), pixelAspect: aspect) { x, y in (x, y, 9) }
            #expect(VideoConverter(target: PixelSize(4, 4)).bgra(square).pixel(x: 3, y: 1) == SIMD4(3, 1, 9, 255))
        }
    }

    @Test("gives the same bytes with and without AVX2, and the same again")
    func versions() throws {
        var noise = Noise(21)
        let targets = [(1, 1), (3, 5), (17, 9), (64, 64), (133, 75)].map { PixelSize($0.0, $0.1) }
        for source in [(1, 1), (5, 3), (128, 72), (33, 200)].map({ PixelSize($0.0, $0.1) }) {
            let pixels = try noise.opaque(source)
            for turns in 0..<4 {
                let image = VideoImage(
                    size: source, samples: .bgra(pixels.bytes),
                    transform: DisplayTransform(isMirrored: turns == 1, quarterTurns: turns))
                for target in targets {
                    for mode in [VideoConverter.Mode.fill, .fit] {
                        let fast = VideoConverter(target: target, mode: mode, version: .fastest)
                        let plain = VideoConverter(target: target, mode: mode, version: .plain)
                        let frame = fast.bgra(image)
                        #expect(frame == plain.bgra(image))
                        #expect(frame == fast.bgra(image))
                    }
                }
            }
        }
    }

    @Test("takes any size")
    func extremes() {
        let line = VideoImage(size: PixelSize(1, 8192), samples: .planar8([[UInt8](repeating: 235, count: 8192)]))
        for mode in [VideoConverter.Mode.fill, .fit] {
            #expect(VideoConverter(target: PixelSize(8192, 1), mode: mode).bgra(line).size == PixelSize(8192, 1))
            #expect(VideoConverter(target: PixelSize(0, 5), mode: mode).bgra(line).bytes.isEmpty)
            #expect(VideoConverter(target: PixelSize(-1, .max), mode: mode).target == PixelSize(0, 8192))
        }
        #expect(VideoConverter(target: PixelSize(3, 3)).bgra(line).red(1, 1) == 255)
    }
}

@Suite("Display transforms")
struct TransformTests {
    /// The stored picture `1 2 3 / 4 5 6`.
    private func shown(_ transform: DisplayTransform, _ size: PixelSize) -> [Int] {
        let image = VideoImage.bgra(PixelSize(3, 2), transform: transform) { x, y in (0, 0, 3 * y + x + 1) }
        let frame = VideoConverter(target: size).bgra(image)
        return (0..<size.area).map { frame.red($0 % size.width, $0 / size.width) }
    }

    @Test(
        "turn clockwise, mirrored first",
        arguments: [
            (false, 0, [1, 2, 3, 4, 5, 6]), (false, 1, [4, 1, 5, 2, 6, 3]), (false, 2, [6, 5, 4, 3, 2, 1]),
            (false, 3, [3, 6, 2, 5, 1, 4]), (true, 0, [3, 2, 1, 6, 5, 4]), (true, 1, [6, 3, 5, 2, 4, 1]),
            (true, 2, [4, 5, 6, 1, 2, 3]), (true, 3, [1, 4, 2, 5, 3, 6]),
        ])
    func turns(isMirrored: Bool, quarterTurns: Int, expected: [Int]) {
        let size = quarterTurns % 2 == 0 ? PixelSize(3, 2) : PixelSize(2, 3)
        #expect(shown(DisplayTransform(isMirrored: isMirrored, quarterTurns: quarterTurns), size) == expected)
    }

    @Test("turn the pixel aspect too")
    func aspect() {
        // 20 × 40 of pixels 2 : 1 shows as 40 × 40, turned or not.
        let turn = DisplayTransform(quarterTurns: 1)
        let image = VideoImage.bgra(PixelSize(20, 40), transform: turn, pixelAspect: Rational(2)) { _, _ in (0, 0, 9) }
        let frame = VideoConverter(target: PixelSize(40, 60), mode: .fit).bgra(image)
        #expect((0..<60).map { frame.red(20, $0) } == (0..<60).map { (10..<50).contains($0) ? 9 : 0 })
    }

    @Test("move large pictures whole")
    func large() {
        let image = VideoImage.bgra(PixelSize(70, 45), transform: DisplayTransform(quarterTurns: 1)) { x, y in (x, y, 0)
        }
        let frame = VideoConverter(target: PixelSize(45, 70)).bgra(image)
        for y in 0..<70 {
            for x in 0..<45 { #expect(frame.pixel(x: x, y: y) == SIMD4(UInt8(y), UInt8(44 - x), 0, 255)) }
        }
    }
}

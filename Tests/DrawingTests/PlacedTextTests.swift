import Drawing
import FrameCore
import Testing

@Suite struct PlacedTextTests {
    let renderer: TextRenderer
    let style = TextStyle(face: .thin, pixelSize: 144, features: .clock)
    let screen = PixelSize(1334, 750)

    init() throws { renderer = try TextRenderer(catalog: machineFonts) }

    /// Where the middle of the ink is on the screen.
    private func centreOfInk(_ placed: PlacedImage) -> SIMD2<Double> {
        placed.image.centreOfInk + SIMD2(Double(placed.x), Double(placed.y))
    }

    @Test func theBoxIsCentred() throws {
        let placed = try renderer.drawCentred("0", style: style, centre: (667, 375), in: screen)
        // A 0 is symmetric: its ink is in the middle of its advance and of the digit height, which from the base line
        // is the height of capitals (Inter: 2048 of 2816 units) but for the overshoot of round letters.
        let middle = centreOfInk(placed)
        #expect(abs(middle.x - 667) < 0.3)
        let baseLine = 375 + (placed.metrics.ascent - placed.metrics.descent) / 2
        #expect(abs(middle.y - (baseLine - 144.0 * 2048 / 2816 / 2)) < 0.5)
    }

    @Test(arguments: [(0.25, 0.0), (0.5, 0.5), (0.0, 0.8), (0.37, 0.61)])
    func fractionsOfAPixelCount(dx: Double, dy: Double) throws {
        let whole = try renderer.drawCentred("9:41", style: style, centre: (600, 300), in: screen)
        let shifted = try renderer.drawCentred("9:41", style: style, centre: (600 + dx, 300 + dy), in: screen)
        let distance = centreOfInk(shifted) - centreOfInk(whole)
        // Ink counts at the middle of its pixel, which for a thin stem is a little beside its own middle.
        #expect(abs(distance.x - dx) < 0.06)
        #expect(abs(distance.y - dy) < 0.06)
    }

    @Test func aWholePixelMovesTheSamePicture() throws {
        let one = try renderer.drawCentred("9:41", style: style, centre: (600.25, 300.5), in: screen)
        let two = try renderer.drawCentred("9:41", style: style, centre: (617.25, 277.5), in: screen)
        #expect(one.image == two.image)
        #expect(two.x - one.x == 17)
        #expect(two.y - one.y == -23)
    }

    @Test func minutesDoNotMoveTheColon() throws {
        // The colon of 0:00 and 1:11 stands at one place: the columns around the middle of the first are the same.
        let zeros = try renderer.drawCentred("0:00", style: style, centre: (667, 375), in: screen)
        let ones = try renderer.drawCentred("1:11", style: style, centre: (667, 375), in: screen)
        #expect(zeros.metrics == ones.metrics)
        let digit = try renderer.metrics(of: "0", style: style).advance
        let colon = 667 - zeros.metrics.advance / 2 + digit
        let width = zeros.metrics.advance - 3 * digit
        var ink = 0
        for x in Int(colon + width * 0.25)..<Int(colon + width * 0.75) {
            for y in 0..<screen.height {
                let first = zeros.image.pixel(x: x - zeros.x, y: y - zeros.y)?.w ?? 0
                #expect(first == ones.image.pixel(x: x - ones.x, y: y - ones.y)?.w ?? 0)
                ink += Int(first)
            }
        }
        #expect(ink > 0)
    }

    @Test func whatLeavesTheScreenIsCut() throws {
        let inside = try renderer.drawCentred("888", style: style, centre: (200, 200), in: PixelSize(400, 400))
        for (x, y) in [(0.0, 0.0), (400.0, 400.0), (0.0, 200.0), (200.0, 400.0)] {
            let cut = try renderer.drawCentred("888", style: style, centre: (x, y), in: PixelSize(400, 400))
            #expect(cut.x >= 0 && cut.y >= 0)
            #expect(cut.x + cut.image.width <= 400 && cut.y + cut.image.height <= 400)
            // The part that remains is the part of the whole.
            for py in 0..<cut.image.height {
                for px in 0..<cut.image.width {
                    let source = inside.image.pixel(
                        x: px + cut.x - Int(x) + 200 - inside.x, y: py + cut.y - Int(y) + 200 - inside.y)
                    #expect(cut.image.pixel(x: px, y: py) == source ?? .zero)
                }
            }
        }
        let away = try renderer.drawCentred("888", style: style, centre: (-900, 200), in: PixelSize(400, 400))
        #expect(away.image.size == PixelSize(0, 0))
    }

    @Test func hugeSizesCostNoMoreThanTheScreen() throws {
        // The vertical stem of I, thousands of screens wide, covers all of it.
        for size in [100_000.0, 1e6, 3e6, 1e9, 1e300] {
            var huge = style
            huge.pixelSize = size
            huge.face = FontFace(weight: 900)
            let placed = try renderer.drawCentred("I", style: huge, centre: (320, 180), in: PixelSize(640, 360))
            #expect(placed.rectangle == PixelRectangle(x: 0, y: 0, width: 640, height: 360))
            #expect(placed.image.sum(of: 3) == 640 * 360 * 255)
        }
    }

    @Test func clippedOutlinesAreTheSameShape() throws {
        // The left edge of a stem crosses the screen: at any size half is inked when the centre is put on the edge.
        for size in [2000.0, 200_000, 1e6] {
            var huge = style
            huge.pixelSize = size
            huge.face = FontFace(weight: 900)
            let half = try edge(of: huge)
            let placed = try renderer.drawCentred("I", style: huge, centre: (320 + half, 180), in: PixelSize(640, 360))
            // 1024 pixels per em with points of 1/256 pixel: an edge is known to size / 2¹⁸.
            let expected = 320.0 * 360 * 255
            #expect(abs(Double(placed.image.sum(of: 3)) - expected) < (size / 262_144 + 0.5) * 360 * 255)
        }
    }

    /// Half the width of the stem of I, measured at a size that is drawn without clipping.
    private func edge(of style: TextStyle) throws -> Double {
        var measured = style
        measured.pixelSize = 4096
        let drawn = try renderer.render("I", style: measured)
        let height = Double(drawn.image.height)
        let width = Double(drawn.image.sum(of: 3)) / 255 / height
        return width / 2 * style.pixelSize / 4096 * (height / Double(drawn.image.height))
    }

    @Test(arguments: [0, -1, Double.nan, Double.infinity, -Double.infinity])
    func sizesThatAreNoneAreErrors(size: Double) throws {
        var bad = style
        bad.pixelSize = size
        let error = #expect(throws: DrawingError.self) {
            try renderer.drawCentred("9:41", style: bad, centre: (0, 0), in: screen)
        }
        #expect(error?.code == .invalidSize)
    }

    @Test func oddPlacesAndScreensDrawNothing() throws {
        for centre in [(Double.nan, 0.0), (Double.infinity, 1.0), (1e300, -1e300)] {
            #expect(try renderer.drawCentred("9", style: style, centre: centre, in: screen).image.size.area == 0)
        }
        for size in [PixelSize(0, 0), PixelSize(-5, 10)] {
            #expect(try renderer.drawCentred("9", style: style, centre: (0, 0), in: size).image.size.area == 0)
        }
        let one = try renderer.drawCentred("8", style: style, centre: (0, 0), in: PixelSize(1, 1))
        #expect(one.image.size.area <= 1)
    }

    @Test func tinySizesAndLongTextsAreFine() throws {
        var tiny = style
        tiny.pixelSize = 0.001
        #expect(try renderer.drawCentred("9:41", style: tiny, centre: (5, 5), in: screen).image.size.area <= 9)
        let long = try renderer.drawCentred(
            String(repeating: "9:41 ", count: 20_000), style: style, centre: (667, 375), in: screen)
        #expect(long.image.width <= screen.width && long.image.width > 1200)
    }
}

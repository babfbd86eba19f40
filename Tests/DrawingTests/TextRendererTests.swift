import ChildProcess
import Drawing
import Foundation
import FrameCore
import Testing

@Suite struct TextRendererTests {
    let renderer: TextRenderer

    init() throws { renderer = try TextRenderer(catalog: machineFonts) }

    // MARK: - Measures

    @Test(arguments: [7.3, 72.0, 216.5])
    func measuresAreThoseOfTheFontFile(size: Double) throws {
        for (name, isItalic) in [("Inter-roman", false), ("Inter-italic", true)] {
            let path = try #require(machineFonts.files.first { $0.path.contains(name) }?.path)
            let file = try TrueTypeFile(path: path)
            let scale = size / Double(file.unitsPerEm)
            for letter in ["H", "n", "8", ":"] as [Unicode.Scalar] {
                let style = TextStyle(face: FontFace(weight: 400, isItalic: isItalic), pixelSize: size)
                let metrics = try renderer.metrics(of: String(letter), style: style)
                #expect(metrics.ascent == Double(file.ascender) / Double(file.unitsPerEm) * size)
                #expect(metrics.descent == -Double(file.descender) / Double(file.unitsPerEm) * size)
                let advance = Double(try #require(file.advance(of: letter))) * scale
                // Pango counts in 1/1024 of a pixel, at 1024 pixels per em.
                #expect(abs(metrics.advance - advance) <= size / 1024 / 1024)
            }
        }
    }

    @Test func measuresDoNotDependOnWeightOrOtherFonts() throws {
        let thin = try renderer.metrics(of: "9", style: TextStyle(face: .thin, pixelSize: 100))
        let mixed = try renderer.metrics(of: "9 日 ٣", style: TextStyle(face: FontFace(weight: 900), pixelSize: 100))
        #expect(thin.ascent == mixed.ascent)
        #expect(thin.descent == mixed.descent)
    }

    @Test(arguments: [100, 300, 400, 700, 900])
    func digitsDoNotJitter(weight: Int) throws {
        let style = TextStyle(face: FontFace(weight: weight), pixelSize: 144, features: .clock)
        let widths = try (0...9).map { try renderer.metrics(of: "\($0):\($0)\($0)", style: style).advance }
        #expect(Set(widths).count == 1)
        #expect(widths[0] > 144)
        // Without the feature Inter's 1 is narrower, so the test can fail.
        var plain = style
        plain.features = []
        #expect(try renderer.metrics(of: "1:11", style: plain).advance < widths[0])
    }

    @Test func everythingScalesWithTheSize() throws {
        let small = try renderer.metrics(of: "9:41", style: TextStyle(face: .thin, pixelSize: 10, features: .clock))
        let large = try renderer.metrics(of: "9:41", style: TextStyle(face: .thin, pixelSize: 1280, features: .clock))
        #expect(abs(large.advance - small.advance * 128) < 1e-9)
        #expect(large.height == small.height * 128)
    }

    // MARK: - Pixels

    /// FreeType, as FFmpeg's `drawtext` uses it, draws the same letters: as much ink, in a box of the same size.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")), arguments: ["H8", "g", "9:41"])
    func inkIsThatOfFreeType(text: String) throws {
        let path = try #require(machineFonts.files.first?.path)
        let side = 600
        let filter =
            "drawtext=fontfile=\(path):text='\(text.replacing(":", with: "\\:"))':fontsize=200:x=40:y=100:"
            + "fontcolor=white:ft_load_flags=no_hinting"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("ink-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let arguments = [
            "-v", "error", "-f", "lavfi", "-i", "color=black:s=\(side)x\(side),format=gbrp,\(filter),extractplanes=g",
            "-frames:v", "1",
            "-f", "rawvideo", "-",
        ]
        try ChildProcess("ffmpeg", arguments, output: file).wait()
        let expected = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        try #require(expected.count == side * side)

        let drawn = try renderer.render(text, style: TextStyle(face: .regular, pixelSize: 200)).image
        let ink = expected.reduce(0) { $0 + Int($1) }
        try #require(ink > 0)
        // The rasterisers differ: cairo samples 15 lines a pixel, FreeType measures areas. Kerning may shift letters.
        #expect(abs(Double(drawn.sum(of: 3)) / Double(ink) - 1) < 0.004)
        let rows = (0..<side).filter { row in expected[row * side..<(row + 1) * side].contains { $0 > 0 } }
        #expect(abs(rows.count - drawn.height) <= 1)
        let columns = (0..<side).filter { column in rows.contains { expected[$0 * side + column] > 0 } }
        #expect(abs(try #require(columns.last) - columns[0] + 1 - drawn.width) <= 2)
    }

    @Test func weightsGrowDarker() throws {
        let inks = try stride(from: 100, through: 900, by: 100).map { weight in
            try renderer.render("8", style: TextStyle(face: FontFace(weight: weight), pixelSize: 100)).image.sum(of: 3)
        }
        #expect(inks == inks.sorted())
        #expect(Set(inks).count == 9)
        #expect(inks[8] > 4 * inks[0])
    }

    @Test func italicsSlant() throws {
        let upright = try renderer.render("l", style: TextStyle(face: .regular, pixelSize: 200)).image
        let italic = try renderer.render(
            "l", style: TextStyle(face: FontFace(weight: 400, isItalic: true), pixelSize: 200)
        ).image
        // A bare stem is as wide as itself; slanted by 9.4° over its height it is wider by height · tan 9.4°.
        #expect(Double(italic.width) > Double(upright.width) + 0.12 * Double(italic.height))
    }

    @Test func imagesAreCroppedToTheInk() throws {
        let drawn = try renderer.render("9:41", style: TextStyle(face: .thin, pixelSize: 64))
        let image = drawn.image
        let alphas = { (x: Int, y: Int) in image.pixel(x: x, y: y)?.w ?? 0 }
        for y in [0, image.height - 1] { #expect((0..<image.width).contains { alphas($0, y) > 0 }) }
        for x in [0, image.width - 1] { #expect((0..<image.height).contains { alphas(x, $0) > 0 }) }
        // Digits stand on the base line and are as high as capitals.
        #expect(drawn.y < 0 && drawn.y > -Int(drawn.metrics.ascent))
        #expect(abs(drawn.y + image.height) <= 2)
    }

    @Test func blanksDrawNothing() throws {
        for text in ["", " ", "\n", "\u{200e}"] {
            let drawn = try renderer.render(text, style: TextStyle(face: .thin, pixelSize: 64))
            #expect(drawn.image.size == PixelSize(0, 0))
            #expect(drawn.missingGlyphs == 0)
        }
    }

    @Test func aTextIsOneLine() throws {
        let style = TextStyle(face: .regular, pixelSize: 30)
        let spaced = try renderer.render("9 41 x", style: style)
        for text in ["9\n41\tx", "9\r41\u{0}x", "9\u{2028}41\u{2029}x", "9\u{85}41\u{1b}x"] {
            #expect(try renderer.render(text, style: style) == spaced)
        }
        #expect(try renderer.render("9\r\n41 x", style: style).image.height == spaced.image.height)
    }

    @Test func coloursAndAlphaAreExact() throws {
        let white = try renderer.render("8:", style: TextStyle(face: .regular, pixelSize: 60)).image
        let colour = RGBAColour(red: 255, green: 100, blue: 1, alpha: 128)
        let tinted = try renderer.render("8:", style: TextStyle(face: .regular, pixelSize: 60, colour: colour)).image
        try #require(white.size == tinted.size)
        var levels: Set<UInt8> = []
        for y in 0..<white.height {
            for x in 0..<white.width {
                let coverage = try #require(white.pixel(x: x, y: y)).w
                levels.insert(coverage)
                func expected(_ value: Int) -> UInt8 {
                    UInt8((Double(value) * 128 * Double(coverage) / (255 * 255)).rounded(.toNearestOrAwayFromZero))
                }
                let wanted = SIMD4(expected(1), expected(100), expected(255), expected(255))
                #expect(tinted.pixel(x: x, y: y) == wanted)
            }
        }
        // The inside is full and the edges are soft.
        #expect(levels.contains(255) && levels.contains(0) && levels.count > 20)
    }

    @Test func transparentTextDrawsTransparentPixels() throws {
        let colour = RGBAColour(red: 9, green: 9, blue: 9, alpha: 0)
        let image = try renderer.render("8", style: TextStyle(face: .regular, pixelSize: 60, colour: colour)).image
        #expect((0..<4).allSatisfy { image.sum(of: $0) == 0 })
    }

    // MARK: - Repeatability

    @Test func threadsAndOrderChangeNothing() async throws {
        let texts = ["9:41", "12:00 AM", "٣:٠٠", "日本", "0:00"]
        let style = TextStyle(face: .thin, pixelSize: 91.7, features: .clock)
        let expected = try texts.map { try TextRenderer(catalog: machineFonts).render($0, style: style) }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { [renderer] in
                    for step in 0..<texts.count {
                        let index = (task + step) % texts.count
                        #expect((try? renderer.render(texts[index], style: style)) == expected[index])
                    }
                }
            }
        }
    }

    @Test func theEnvironmentChangesNothing() async throws {
        let drawn = try renderer.render("9:41 и ٣", style: TextStyle(face: .thin, pixelSize: 50)).image.checksum
        await #expect(processExitsWith: .success) { [drawn = drawn as UInt64] in
            for (name, value) in [
                ("FONTCONFIG_FILE", "/nonexistent"), ("FONTCONFIG_PATH", "/nonexistent"), ("HOME", "/nonexistent"),
                ("LANGUAGE", "sr:fa"), ("PANGO_LANGUAGE", "sr:fa"), ("LC_ALL", "fa_IR.UTF-8"), ("TZ", "Nowhere"),
            ] { setenv(name, value, 1) }
            let renderer = try TextRenderer()
            let image = try renderer.render("9:41 и ٣", style: TextStyle(face: .thin, pixelSize: 50)).image
            try #require(image.checksum == drawn)
            let clock = try ClockFormatter(pattern: "h:mm a", locale: "en_US", timeZone: "Europe/Berlin")
            try #require(clock.text(atUnixSeconds: 0) == "1:00 AM")
        }
    }
}

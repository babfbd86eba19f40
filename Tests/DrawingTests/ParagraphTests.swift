import Drawing
import FrameCore
import Testing

/// Texts of several lines.
@Suite struct ParagraphTests {
    private let renderer: TextRenderer

    init() throws { renderer = try TextRenderer() }

    private func style(
        _ width: Double, lines: Int = 10, size: Double = 20, _ alignment: ParagraphStyle.Alignment = .leading
    )
        -> ParagraphStyle
    {
        ParagraphStyle(
            text: TextStyle(face: .regular, pixelSize: size), width: width, largestLineCount: lines,
            alignment: alignment)
    }

    private static let words = "the quick brown fox jumps over the lazy dog and then sleeps in the warm evening sun"

    @Test func linesBreakBetweenWordsAtTheWidth() throws {
        let one = try renderer.metrics(of: Self.words, style: style(10_000))
        #expect(one.lineCount == 1 && !one.isTruncated)
        let many = try renderer.metrics(of: Self.words, style: style(200))
        #expect(many.lineCount >= Int(one.width / 200) && many.lineCount <= Int(one.width / 200) + 3)
        #expect(many.width <= 200 && many.width > 120)
        #expect(many.height == Double(many.lineCount) * 25)
        // What no word break helps is broken anywhere.
        let long = try renderer.metrics(of: String(repeating: "m", count: 60), style: style(200))
        #expect(long.lineCount >= 5 && long.width <= 200)
    }

    @Test func theLastOfTooManyLinesEndsWithAnEllipsis() throws {
        let cut = try renderer.metrics(of: Self.words, style: style(200, lines: 2))
        #expect(cut.lineCount == 2 && cut.isTruncated && cut.width <= 200)
        let whole = try renderer.metrics(of: "short", style: style(200, lines: 1))
        #expect(!whole.isTruncated)
    }

    @Test func neverOneLetterALine() throws {
        for width in [-5, 0, 1, 10, 79, .nan] as [Double] {
            let metrics = try renderer.metrics(of: Self.words, style: style(width, lines: 40))
            #expect(metrics.lineCount == 1)
        }
        let narrow = try renderer.metrics(of: "Amalgamated", style: style(80, lines: 40))
        #expect(narrow.lineCount == 2)
    }

    @Test func theFirstLineIsThatOfASingleLineText() throws {
        // One line of a paragraph has the letters of a line, its base line centred in the line's height.
        let look = TextStyle(face: .regular, pixelSize: 100)
        let line = try renderer.render("Hamburg", style: look)
        let paragraph = try renderer.render(
            "Hamburg", style: ParagraphStyle(text: look, width: 2000, lineHeight: 1.5))
        let baseline = (150 - line.metrics.height) / 2 + line.metrics.ascent
        #expect(abs(paragraph.image.width - line.image.width) <= 1)
        #expect(abs(paragraph.image.height - line.image.height) <= 1)
        #expect(abs(Double(paragraph.y) - (baseline + Double(line.y))) <= 1.5)
        let (ink, single) = (paragraph.image.sum(of: 3), line.image.sum(of: 3))
        #expect(abs(ink - single) * 100 < single)
    }

    @Test func linesAreAlignedInTheColumn() throws {
        let text = "a word"
        let leading = try renderer.render(text, style: style(300, .leading))
        let centre = try renderer.render(text, style: style(300, .centre))
        let trailing = try renderer.render(text, style: style(300, .trailing))
        #expect(leading.x < 3)
        #expect(abs(centre.x + centre.image.width / 2 - 150) <= 2)
        #expect((297...300).contains(trailing.x + trailing.image.width))
        #expect(leading.image.sum(of: 3) > 0)
    }

    @Test(.enabled(if: hasCoreFonts))
    func textThatReadsFromTheRightStartsThere() throws {
        let arabic = try renderer.render("مرحبا بالعالم", style: style(300))
        #expect(arabic.metrics.missingGlyphs == 0)
        #expect((296...301).contains(arabic.x + arabic.image.width))
        #expect(arabic.metrics.left > 100 && abs(arabic.metrics.right - 300) < 0.5)
    }

    @Test(.enabled(if: hasEastAsianFonts && hasEmojiFont))
    func everyScriptBreaks() throws {
        let japanese = try renderer.metrics(of: String(repeating: "冬の庭の小鳥たち", count: 8), style: style(200))
        #expect(japanese.missingGlyphs == 0 && japanese.lineCount >= 6 && japanese.width <= 200)
        let emoji = try renderer.render("owl 🦉 owl", style: style(400))
        #expect(emoji.metrics.missingGlyphs == 0)
        // Coloured: not all pixels are grey.
        let bytes = emoji.image.bytes
        #expect(stride(from: 0, to: bytes.count, by: 4).contains { bytes[$0] != bytes[$0 + 2] })
    }

    @Test func missingCharactersAreCounted() throws {
        let metrics = try renderer.metrics(of: "a \u{10FFFF}\u{E000} b", style: style(400))
        #expect(metrics.missingGlyphs >= 1)
    }

    @Test func extremesAreBounded() throws {
        let texts = [
            "", " ", "\n\n\n", String(repeating: "word ", count: 1000), String(repeating: "x", count: 100_000),
            "a" + String(repeating: "\u{301}", count: 20_000), String(repeating: "\u{202e}", count: 300),
        ]
        for text in texts {
            for (width, size) in [(1e300, 0.001), (300, 20), (8000, 1e12), (1, 1), (.infinity, 30)]
                as [(Double, Double)]
            {
                let image = try renderer.render(text, style: style(width, lines: 3, size: size))
                #expect(image.image.width <= PixelSize.largestSide && image.image.height <= PixelSize.largestSide)
                #expect(image.metrics.lineCount <= 3)
            }
        }
        #expect(throws: DrawingError.self) { try renderer.render("a", style: style(100, size: .nan)) }
        #expect(throws: DrawingError.self) { try renderer.metrics(of: "a", style: style(100, size: 0)) }
    }

    @Test func theSamePixelsWhateverWasDrawnBefore() throws {
        let first = try renderer.render(Self.words, style: style(200))
        let other = try TextRenderer()
        _ = try other.render("something 東 else", style: style(90))
        #expect(try other.render(Self.words, style: style(200)) == first)
        #expect(try renderer.render(Self.words, style: style(200)) == first)
    }
}

import Diagnostics
import Testing

struct SourceTextTests {
    @Test("lines end at LF, CR LF and a lone CR")
    func lineEnds() {
        let text = SourceText(name: "t", text: "a\nbb\r\nccc\rdddd")
        #expect(text.lineCount == 4)
        #expect((1...4).map(text.line) == ["a", "bb", "ccc", "dddd"])
        #expect(text.location(at: 0) == SourceLocation(line: 1, column: 1))
        #expect(text.location(at: 2) == SourceLocation(line: 2, column: 1))
        #expect(text.location(at: 6) == SourceLocation(line: 3, column: 1))
        #expect(text.location(at: 10) == SourceLocation(line: 4, column: 1))
        #expect(text.location(at: 14) == SourceLocation(line: 4, column: 5))
    }

    @Test("columns count Unicode scalars")
    func scalars() {
        // é (2 bytes), 日 (3), 😀 (4), and e + combining acute (1 + 2).
        let text = SourceText(name: "t", text: "é日😀e\u{301}x")
        #expect(text.location(at: 2).column == 2)
        #expect(text.location(at: 5).column == 3)
        #expect(text.location(at: 9).column == 4)
        #expect(text.location(at: 12).column == 6)
    }

    @Test("offsets and lines outside the text are harmless")
    func outside() {
        let text = SourceText(name: "t", text: "ab\n")
        #expect(text.location(at: -5) == SourceLocation(line: 1, column: 1))
        #expect(text.location(at: 99) == SourceLocation(line: 2, column: 1))
        #expect(text.line(0).isEmpty)
        #expect(text.line(3).isEmpty)
        let empty = SourceText(name: "e", text: "")
        #expect(empty.lineCount == 1)
        #expect(empty.location(at: 0) == SourceLocation(line: 1, column: 1))
    }

    @Test("spans keep their order and unite")
    func spans() {
        #expect(SourceSpan(5, 3) == SourceSpan(5, 5))
        #expect(SourceSpan(1, 3).union(SourceSpan(7, 9)) == SourceSpan(1, 9))
    }
}

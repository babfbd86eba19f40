import Diagnostics
import StructuredText
import Testing

private func read(_ text: String) -> YAMLResult { YAMLReader.read(SourceText(name: "t.yaml", text: text)) }

struct YAMLReaderTests {
    @Test("documents, maps, lists and scalars with their places")
    func values() throws {
        let text = """
            # a comment
            app: display   # é日
            record: { from: 0s, to: "20s" }
            é: 'q'
            ---
            - wait: 2s
            - setTheme: sample-scene-rainy.theme
            """
        let source = SourceText(name: "t", text: text)
        let result = YAMLReader.read(source)
        #expect(result.diagnostics.isEmpty)
        #expect(result.documents.count == 2)
        let header = try #require(result.documents.first)
        #expect(header.members?.map(\.key) == ["app", "record", "é"])
        #expect(header["app"]?.string == "display")
        #expect(header["app"]?.isPlain == true)
        #expect(header["record"]?["from"]?.isPlain == true)
        #expect(header["record"]?["to"]?.isPlain == false)
        let quoted = try #require(header.member("é"))
        #expect(source.location(at: quoted.keySpan.start) == SourceLocation(line: 4, column: 1))
        #expect(source.location(at: quoted.value.span.start) == SourceLocation(line: 4, column: 4))
        #expect(quoted.value.span.end - quoted.value.span.start == 3)
        let steps = try #require(result.documents.last?.elements)
        #expect(steps.count == 2)
        #expect(source.location(at: steps[1].span.start) == SourceLocation(line: 7, column: 3))
        #expect(steps[0]["wait"]?.string == "2s")
    }

    @Test("nothing, ~ and null are null when plain")
    func null() throws {
        let root = try #require(read("a:\nb: ~\nc: null\nd: \"\"\n").documents.first)
        #expect(root.members?.map(\.value.isNull) == [true, true, true, false])
    }

    @Test("line ends of every kind and a byte-order mark")
    func lineEnds() throws {
        let source = SourceText(name: "t", text: "\u{FEFF}a: 1\r\nb: é\rc: 3\n")
        let result = YAMLReader.read(source)
        #expect(result.diagnostics.map(\.code) == ["yaml.byte-order-mark"])
        let members = try #require(result.documents.first?.members)
        #expect(members.map { source.location(at: $0.keySpan.start).line } == [1, 2, 3])
        #expect(members.map { source.location(at: $0.value.span.start).column } == [5, 4, 4])
    }

    @Test(
        "errors are named, with their place",
        arguments: [
            ("a: 1\na: 2\n", "duplicate-key", 2, 1), ("a: &x 1\n", "anchor", 1, 4), ("a: *x\n", "alias", 1, 4),
            ("a: !!str 1\n", "tag", 1, 4), ("? [a]\n: b\n", "complex-key", 1, 3), ("a:\n\tb: 1\n", "syntax", 2, 1),
            ("a: [1\n", "syntax", 2, 1), ("a: 1\n b: 2\n", "syntax", 2, 3), ("a: \"x\n", "syntax", 2, 1),
            ("a: \0\n", "nul-byte", 1, 4), ("a: \u{1}\n", "syntax", 1, 4), ("é: @x\n", "syntax", 1, 4),
        ])
    func errors(text: String, code: String, line: Int, column: Int) throws {
        let result = read(text)
        #expect(result.documents.isEmpty)
        let diagnostic = try #require(result.diagnostics.first)
        #expect(result.diagnostics.count == 1)
        #expect(diagnostic.code == "yaml." + code)
        #expect(diagnostic.location == SourceLocation(line: line, column: column))
        #expect(diagnostic.hint?.isEmpty == false)
    }

    @Test("a tab error carries libyaml's words and says what to do")
    func tabs() throws {
        let diagnostic = try #require(read("a:\n\tb: 1\n").diagnostics.first)
        #expect(diagnostic.message.contains("found character that cannot start any token"))
        #expect(diagnostic.hint?.contains("spaces") == true)
    }

    @Test("a duplicate key names both places and does not hide a later error")
    func duplicates() {
        let result = read("a: 1\na: 2\nb: {c: 1, c: 2}\nd: [\n")
        #expect(result.diagnostics.map(\.code) == ["yaml.duplicate-key", "yaml.duplicate-key", "yaml.syntax"])
        #expect(result.diagnostics[0].message.contains("line 1, column 1 and at line 2, column 1"))
    }

    @Test("depth and size are limited")
    func limits() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(read(nested(32)).documents.count == 1)
        #expect(read(nested(33)).diagnostics.map(\.code) == ["yaml.too-deep"])
        #expect(read(String(repeating: "a", count: (1 << 20) + 1)).diagnostics.map(\.code) == ["yaml.too-large"])
    }

    @Test(
        "a large hostile text ends soon",
        arguments: ["[", "{", "- ", "? ", "a: ", "[a, ", "{a: ", "a\n", "&a ", "\"", "- a\n", "--- a\n", "%", "[]: "])
    func hostile(piece: String) {
        let clock = ContinuousClock()
        let start = clock.now
        let result = read(String(repeating: piece, count: (1 << 20) / piece.utf8.count))
        #expect(result.documents.isEmpty != result.diagnostics.isEmpty)
        // A quadratic scanner would need minutes; the bound is loose because the machine may be busy.
        #expect(clock.now - start < .seconds(20))
    }

    @Test("an empty stream has no document")
    func empty() {
        #expect(read("").documents.isEmpty)
        #expect(read("# only a comment\n").documents.isEmpty)
        #expect(read("---\n---\n").documents.count == 2)
    }
}

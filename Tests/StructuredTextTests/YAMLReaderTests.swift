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
            ("a: 1\na: 2\n", "duplicate-key", 2, 1), ("a: *x\n", "alias", 1, 4),
            ("a: &x [*x]\n", "alias", 1, 8), ("a: &x 1\n---\nb: *x\n", "alias", 3, 4),
            ("a: &x [1]\n*x : 2\n", "complex-key", 2, 1), ("a: {<<: {b: 1}}\n", "merge-key", 1, 5),
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
        arguments: [
            "[", "{", "- ", "? ", "a: ", "[a, ", "{a: ", "a\n", "&a ", "- &a *a\n", "- &a [é]\n- *a\n", "\"", "- a\n",
            "--- a\n", "%", "[]: ",
        ])
    func hostile(piece: String) {
        let clock = ContinuousClock()
        let start = clock.now
        let result = read(String(repeating: piece, count: (1 << 20) / piece.utf8.count))
        #expect(result.documents.isEmpty != result.diagnostics.isEmpty)
        // A quadratic scanner would need minutes; the bound is loose because the machine may be busy.
        #expect(clock.now - start < .seconds(20))
    }

    @Test("an alias stands for the value of its anchor, with its places")
    func aliases() throws {
        let source = SourceText(name: "t", text: "a: &x [1, 2]\nb: *x\nc: &k key\n*k : {*k : &k 3, d: *k}\n\"<<\": 4\n")
        let result = YAMLReader.read(source)
        #expect(result.diagnostics.isEmpty)
        let root = try #require(result.documents.first)
        #expect(root["b"]?.elements?.compactMap(\.string) == ["1", "2"])
        #expect(root["b"].map { source.location(at: $0.span.start) } == SourceLocation(line: 1, column: 4))
        #expect(root["key"]?["key"]?.string == "3")
        // The later of two equal anchors counts.
        #expect(root["key"]?["d"]?.string == "3")
        #expect(root.member("key").map { source.location(at: $0.keySpan.start) } == SourceLocation(line: 4, column: 1))
        #expect(root["<<"]?.string == "4")
    }

    @Test("aliases of aliases are refused before they grow")
    func billionLaughs() throws {
        var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
        for level in 1...9 {
            let ten = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(ten)]\n"
        }
        let diagnostic = try #require(read(text).diagnostics.first)
        #expect(diagnostic.code == "yaml.too-many-aliases")
        // 10 · 11 values in the second line, 10 · 111 in the third, 10 · 1111 in the fourth: over 10 000 together.
        #expect(diagnostic.location?.line == 4)
        // Depth counts through aliases: 33 lists in one another.
        var deep = "- &a0 [1]\n"
        for level in 1...31 { deep += "- &a\(level) [*a\(level - 1)]\n" }
        #expect(read(deep).diagnostics.map(\.code) == ["yaml.too-deep"])
    }

    @Test("pieces come as they are read, and reading can end early")
    func pieces() {
        var seen: [String] = []
        func take(_ piece: YAMLPiece) -> Bool {
            switch piece {
            case .element(let node, let index, let document): seen.append("\(document).\(index) \(node.string ?? "?")")
            case .document(let node, let number):
                seen.append("\(number) \(node.kindName) \(node.elements?.count ?? -1)")
            }
            return seen.count < 5
        }
        let diagnostics = YAMLReader.stream(
            SourceText(name: "t", text: "a: 1\n---\n- x\n- [y]\n---\nz\n---\n- w\n- v\n- [\n"), take)
        #expect(seen == ["0 a map -1", "1.0 x", "1.1 ?", "1 a list 0", "2 plain text -1"])
        #expect(diagnostics.isEmpty)
    }

    @Test("a key twice in a large map")
    func manyKeys() {
        let keys = (0..<50).map { "k\($0): 1\n" }.joined()
        #expect(read(keys).diagnostics.isEmpty)
        #expect(read(keys + "k3: 2\nk49: 2\n").diagnostics.map(\.location?.line) == [51, 52])
    }

    @Test("an empty stream has no document")
    func empty() {
        #expect(read("").documents.isEmpty)
        #expect(read("# only a comment\n").documents.isEmpty)
        #expect(read("---\n---\n").documents.count == 2)
    }
}

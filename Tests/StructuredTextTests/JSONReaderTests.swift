import Diagnostics
import StructuredText
import Testing

private func read(_ text: String) -> ReadResult { JSONReader.read(SourceText(name: "t.json", text: text)) }

struct JSONReaderTests {
    @Test("values and their places")
    func values() throws {
        let source = SourceText(
            name: "t", text: "{\n  \"a\": [1, -0.5e+3, \"x\"],\n  \"é\": {\"b\": null, \"c\": true}\n}\n")
        let result = JSONReader.read(source)
        #expect(result.diagnostics.isEmpty)
        let root = try #require(result.root)
        #expect(source.location(at: root.span.start) == SourceLocation(line: 1, column: 1))
        #expect(source.location(at: root.span.end) == SourceLocation(line: 4, column: 2))
        let array = try #require(root["a"]?.elements)
        #expect(array.map(\.number) == [1, -500, nil])
        #expect(source.location(at: array[1].span.start) == SourceLocation(line: 2, column: 12))
        #expect(array[1].span.end - array[1].span.start == 7)
        #expect(array[2].string == "x")
        let member = try #require(root.member("é"))
        #expect(source.location(at: member.keySpan.start) == SourceLocation(line: 3, column: 3))
        #expect(source.location(at: member.value.span.start) == SourceLocation(line: 3, column: 8))
        #expect(member.value["b"]?.isNull == true)
        #expect(member.value["c"]?.bool == true)
        #expect(root["missing"] == nil)
        #expect(array[0]["a"] == nil)
    }

    @Test(
        "numbers keep their spelling and become the nearest double",
        arguments: [
            ("0", 0.0), ("-0", -0.0), ("1e0", 1), ("3E+1", 30), ("1E-2", 0.01), ("0.1", 0.1), ("1e308", 1e308),
            ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056), ("1e-999", 0),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
        ])
    func numbers(text: String, value: Double) throws {
        let root = try #require(read(text).root)
        guard case .number(let number, text: let spelling) = root.value else {
            Issue.record("not a number")
            return
        }
        #expect(number == value)
        #expect(spelling == text)
    }

    @Test(
        "strings",
        arguments: [
            (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u65E5""#, "é日"),
            (#""\ud83d\ude00 😀""#, "😀 😀"), (#""\u0000""#, "\0"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
        ])
    func strings(text: String, value: String) throws {
        #expect(read(text).root?.string == value)
    }

    @Test(
        "errors are named, with their place",
        arguments: [
            ("", "empty", 1, 1), (" \n ", "empty", 2, 2), ("{", "unterminated", 1, 2), ("[1,\n", "unterminated", 2, 1),
            ("{\"a\": \"x", "unterminated", 1, 7), ("{\"a\"", "unterminated", 1, 5), ("{\"a\":", "unterminated", 1, 6),
            ("{} {}", "trailing-text", 1, 4), ("1 2", "trailing-text", 1, 3), ("[1,]", "trailing-comma", 1, 3),
            ("{\"a\":1 ,\n}", "trailing-comma", 1, 8), ("[,1]", "unexpected", 1, 2), ("[1,,2]", "unexpected", 1, 4),
            ("{,}", "unexpected", 1, 2), ("// x\n{}", "comment", 1, 1), ("{} /* x */", "comment", 1, 4),
            ("[1, # x\n2]", "comment", 1, 5), ("{'a': 1}", "single-quotes", 1, 2), ("['a']", "single-quotes", 1, 2),
            ("[“a”]", "smart-quotes", 1, 2), ("{a: 1}", "unquoted-key", 1, 2), ("{\"a\" 1}", "missing-colon", 1, 6),
            ("{\"a\" = 1}", "missing-colon", 1, 6), ("[1 2]", "missing-comma", 1, 4),
            ("{\"a\": 1\n \"b\": 2}", "missing-comma", 2, 2), ("[1}", "wrong-bracket", 1, 3),
            ("{\"a\": 1]", "wrong-bracket", 1, 8),
            ("[NaN]", "not-a-number", 1, 2), ("[Infinity]", "not-a-number", 1, 2),
            ("[-Infinity]", "not-a-number", 1, 2),
            ("[-inf]", "not-a-number", 1, 2), ("[True]", "unknown-word", 1, 2), ("[None]", "unknown-word", 1, 2),
            ("[hello]", "unknown-word", 1, 2), ("[01]", "leading-zero", 1, 2), ("[-012.5]", "leading-zero", 1, 2),
            ("[1.]", "bad-number", 1, 2), ("[.5]", "bad-number", 1, 2), ("[+1]", "bad-number", 1, 2),
            ("[1e]", "bad-number", 1, 2), ("[0x10]", "bad-number", 1, 2), ("[1.2.3]", "bad-number", 1, 2),
            ("[-]", "bad-number", 1, 2), ("[1e999]", "number-out-of-range", 1, 2),
            ("[-1e999]", "number-out-of-range", 1, 2), ("\"a\nb\"", "line-feed-in-string", 1, 3),
            ("\"a\tb\"", "control-character", 1, 3), ("\"a\rb\"", "control-character", 1, 3),
            ("\"\u{1}\"", "control-character", 1, 2), ("\"\\x\"", "bad-escape", 1, 2),
            ("\"\\u12g4\"", "bad-escape", 1, 2),
            ("\"\\ud83d\"", "lone-surrogate", 1, 2), ("\"\\ude00\"", "lone-surrogate", 1, 2),
            ("\"\\ud83d\\u0041\"", "lone-surrogate", 1, 2), ("[1,\u{A0}2]", "invisible-character", 1, 4),
            ("{\"a\":1\u{200B}}", "invisible-character", 1, 7), ("[\u{FEFF}]", "invisible-character", 1, 2),
            ("[é]", "unexpected", 1, 2), ("{\"a\":1,\"b\":2,\"a\":3}", "duplicate-key", 1, 14),
            ("\0", "nul-byte", 1, 1),
            ("{\"a\": \"\0\"}", "nul-byte", 1, 8),
        ])
    func errors(text: String, code: String, line: Int, column: Int) throws {
        let result = read(text)
        #expect(result.root == nil)
        let diagnostic = try #require(result.diagnostics.first)
        #expect(result.diagnostics.count == 1)
        #expect(diagnostic.code == "json." + code)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.location == SourceLocation(line: line, column: column))
        #expect(diagnostic.hint?.isEmpty == false)
    }

    @Test("a duplicate key names both places, and reading goes on")
    func duplicates() {
        let result = read("{\n \"a\": 1,\n \"a\": 2, \"b\": {\"c\": 1, \"c\": 1e999}}")
        #expect(
            result.diagnostics.map(\.code) == ["json.duplicate-key", "json.duplicate-key", "json.number-out-of-range"])
        #expect(result.diagnostics[0].message.contains("line 2, column 2 and at line 3, column 2"))
        #expect(result.diagnostics.map(\.path) == ["a", "b.c", "b.c"])
    }

    @Test("keys are told apart by their scalars")
    func canonicalEquivalence() throws {
        let root = try #require(read("{\"\u{E9}\": 1, \"e\u{301}\": 2}").root)
        #expect(root["\u{E9}"]?.number == 1)
        #expect(root["e\u{301}"]?.number == 2)
        #expect(read("{\"\\u0061\": 1, \"a\": 2}").diagnostics.first?.code == "json.duplicate-key")
    }

    @Test("an error inside names the path")
    func path() {
        let text = "{\"theme\": {\"layers\": [{}, {\"odd key\": [1, 1e999]}]}}"
        #expect(read(text).diagnostics.first?.path == "theme.layers[1][\"odd key\"][1]")
    }

    @Test("depth is limited, by default to 64")
    func depth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(read(nested(64)).root != nil)
        #expect(read(nested(65)).diagnostics.map(\.code) == ["json.too-deep"])
        #expect(read(String(repeating: "{\"a\":", count: 100_000)).diagnostics.map(\.code) == ["json.too-deep"])
        let shallow = ReadLimits(bytes: 1000, depth: 2)
        #expect(JSONReader.read(SourceText(name: "t", text: "[[1]]"), limits: shallow).root != nil)
        #expect(JSONReader.read(SourceText(name: "t", text: "[[[1]]]"), limits: shallow).root == nil)
        let deepest = ReadLimits(bytes: 1000, depth: .max)
        #expect(JSONReader.read(SourceText(name: "t", text: nested(256)), limits: deepest).root != nil)
        #expect(JSONReader.read(SourceText(name: "t", text: nested(257)), limits: deepest).root == nil)
    }

    @Test("size is limited, by default to 1 MiB")
    func size() {
        let padding = String(repeating: " ", count: (1 << 20) - 2)
        #expect(read("{}" + padding).root != nil)
        #expect(read("{} " + padding).diagnostics.map(\.code) == ["json.too-large"])
    }

    @Test("a large document of duplicates ends soon, with a bounded number of errors")
    func manyDuplicates() {
        let text = "{" + String(repeating: "\"a\":1,", count: 150_000) + "\"a\":1}"
        #expect(read(text).diagnostics.count == 20)
    }
}

struct JSONEncodingTests {
    private func read(_ bytes: [UInt8]) -> ReadResult { JSONReader.read(SourceText(name: "t", bytes: bytes)) }

    @Test("a byte-order mark is accepted with a note")
    func mark() throws {
        let result = read([0xEF, 0xBB, 0xBF] + Array("{\"a\": 1}".utf8))
        #expect(result.root?["a"]?.number == 1)
        let note = try #require(result.diagnostics.first)
        #expect(result.diagnostics.count == 1)
        #expect(note.code == "json.byte-order-mark")
        #expect(note.severity == .note)
    }

    @Test("UTF-16 is named, with and without a mark, in both orders")
    func wide() {
        let units = Array("{\"a\": 1}".utf16)
        let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
            let result = read(bytes)
            #expect(result.root == nil)
            #expect(result.diagnostics.map(\.code) == ["json.utf-16"])
            #expect(result.diagnostics.first?.message.contains("UTF-16") == true)
        }
        #expect(read([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0]).diagnostics.first?.message.contains("UTF-32") == true)
    }

    @Test("a file of NUL bytes gives one error")
    func zeros() {
        #expect(read([UInt8](repeating: 0, count: 4096)).diagnostics.map(\.code) == ["json.nul-byte"])
    }

    @Test(
        "bytes that are not UTF-8 are named with their place",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xC3], [0xE6, 0x97], [0xC3, 0x28],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        let prefix = Array("[\"é".utf8)
        #expect(TextEncoding.firstInvalidOffset(in: prefix + bytes) == prefix.count)
        let result = read(prefix + bytes + Array("\"]".utf8))
        #expect(result.diagnostics.map(\.code) == ["json.invalid-utf8"])
        #expect(result.diagnostics.first?.location == SourceLocation(line: 1, column: 4))
    }

    @Test("scalars of all of Unicode are valid UTF-8")
    func valid() {
        let edges: [UInt32] = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0x10FFFF]
        var text = ""
        for value in Array(stride(from: 0, through: 0x10FFFF, by: 31)) + edges {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        #expect(TextEncoding.firstInvalidOffset(in: Array(text.utf8)) == nil)
    }
}

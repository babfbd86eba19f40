import Diagnostics
import Testing

struct DiagnosticRenderingTests {
    private func rendered(_ text: String, _ start: Int, _ end: Int, hint: String? = nil) -> [String] {
        Diagnostic(
            .error, "test.code", "it is wrong", source: SourceText(name: "f.json", text: text),
            span: SourceSpan(start, end), hint: hint
        ).rendered().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("head, source line, caret, hint")
    func shape() {
        #expect(
            rendered("one\ntwo three\n", 8, 13, hint: "mend it") == [
                "ambient: f.json:2:5: error: it is wrong [test.code]", "  two three", "      ^^^^^", "  hint: mend it",
            ])
    }

    @Test("without a file or place only what is known is shown")
    func withoutPlace() {
        #expect(Diagnostic(.note, "a.b", "well").rendered() == "ambient: note: well [a.b]")
        #expect(Diagnostic(.warning, "a.b", "well", file: "x").rendered() == "ambient: x: warning: well [a.b]")
    }

    @Test("the caret stands under tabs, wide and combining characters")
    func columns() {
        #expect(rendered("\t\tx", 2, 3)[2] == "  \t\t^")
        #expect(rendered("日本x", 6, 7)[2] == "      ^")
        #expect(rendered("日本x", 3, 6)[2] == "    ^^")
        #expect(rendered("e\u{301}x", 3, 4)[2] == "   ^")
    }

    @Test("a span over several lines is marked to the end of its first")
    func severalLines() {
        #expect(rendered("ab\ncd", 1, 5)[2] == "   ^")
    }

    @Test("a place at the end of a line or of the text has one caret")
    func ends() {
        #expect(rendered("ab\ncd", 2, 2)[2] == "    ^")
        #expect(rendered("ab", 2, 3)[2] == "    ^")
        #expect(rendered("", 0, 0).count == 1)
    }

    @Test("a long line is cut to a window around the column", arguments: [0, 37, 5000, 9_998, 9_999])
    func longLine(column: Int) {
        var text = [UInt8](repeating: UInt8(ascii: "."), count: 10_000)
        text[column] = UInt8(ascii: "X")
        let lines = rendered(String(decoding: text, as: UTF8.self), column, column + 1)
        #expect(lines[1].count == 102)
        let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
        let mark = lines[1].firstIndex(of: "X").map { lines[1].distance(from: lines[1].startIndex, to: $0) }
        #expect(caret != nil && caret == mark)
    }

    @Test("a caret does not run past the window")
    func longSpan() {
        let lines = rendered(String(repeating: "a", count: 1000), 0, 1000)
        #expect(lines[2].count == 102)
    }

    @Test("text from outside cannot steer the terminal")
    func controls() {
        let text = "\u{1B}[2J\u{202E}\u{9B}x"
        let diagnostic = Diagnostic(
            .error, "a.b", "m" + text, source: SourceText(name: "n" + text, text: text), span: SourceSpan(0, 1),
            hint: "h" + text)
        let steering = diagnostic.rendered().unicodeScalars.filter {
            $0.value < 32 && $0 != "\n" || $0.value >= 0x7F && $0.value < 0xA0 || $0.value == 0x202E
        }
        #expect(steering.isEmpty)
    }

    @Test("the form for programs has every key")
    func json() {
        let source = SourceText(name: "f", text: "ab\ncd")
        let diagnostic = Diagnostic(
            .warning, "a.b", "m", source: source, span: SourceSpan(4, 5), path: "x.y", hint: "h")
        #expect(
            diagnostic.json.text
                == #"{"code": "a.b", "severity": "warning", "file": "f", "path": "x.y", "line": 2, "column": 2, "#
                + #""message": "m", "hint": "h"}"#)
        #expect(Diagnostic(.note, "a", "b").json.text.contains(#""line": null, "column": null"#))
    }

    @Test("severities are ordered")
    func severities() {
        #expect(Severity.note < .warning)
        #expect(Severity.warning < .error)
    }
}

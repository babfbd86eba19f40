import Diagnostics
import FrameCore
import Scenarios
import Testing

struct HeaderTests {
    private func header(_ text: String) throws -> ScenarioHeader {
        let (scenario, diagnostics) = parseScenario(SourceText(name: "s.yaml", text: text + "\n---\n[]\n"))
        return try #require(scenario, "\(diagnostics.map { $0.rendered() })").header
    }

    @Test("values of the command line replace those of the file")
    func set() throws {
        let file = try header("seed: 1\nsize: 640x360\nscenes: [a]\ntags: [x]")
        let (header, diagnostics) = file.overriding([
            ("seed", "2"), ("seed", "3"), ("scenes", "[b, 'c d']"), ("record", "{from: 1s, to: 2s}"),
            ("start", "2026-01-01T21:00:00Z"), ("playlist", "a: b #c"), ("app", "player"),
        ])
        #expect(diagnostics.isEmpty)
        #expect(header.seed?.value == 3)
        #expect(header.size?.value == PixelSize(640, 360))
        #expect(header.scenes.map(\.value) == ["b", "c d"])
        #expect(header.record?.value == ScenarioHeader.RecordRange(from: .one, to: Rational(2)))
        #expect(header.start?.value == "2026-01-01T21:00:00Z")
        #expect(header.playlist?.value == "a: b #c")
        #expect(header.app?.value == .player)
        #expect(header.tags.map(\.value) == ["x"])
        #expect(header.seed?.place.source.name == "--set seed")
    }

    @Test(
        "wrong values of the command line have the words of a file",
        arguments: [
            ("seed", "-1", "bad-value", 1), ("sede", "1", "unknown-key", 1), ("size", "0x0", "bad-value", 1),
            ("device", "", "bad-value", 1), ("scenes", "a", "bad-value", 1), ("scenes", "[a, '']", "bad-value", 5),
            ("record", "{from: 2s, to: 1s}", "bad-value", 1), ("record", "{from: x}", "bad-value", 8),
            ("tags", "[a b]", "bad-value", 2), ("record", "", "bad-value", 1),
        ])
    func wrong(key: String, value: String, code: String, column: Int) throws {
        let (_, diagnostics) = ScenarioHeader().overriding([(key, value)])
        let diagnostic = try #require(diagnostics.first)
        #expect(diagnostics.count == 1)
        #expect(diagnostic.code == "scenario." + code)
        #expect(diagnostic.location?.column == column)
        let inFile = parseScenario(SourceText(name: "s", text: "\(key): \(value)\n---\n[]\n")).1
        #expect(inFile.map(\.message) == [diagnostic.message] || value.isEmpty)
        #expect(ScenarioHeader().overriding([("record", "{")]).1.map(\.code) == ["yaml.syntax"])
    }

    @Test("windows in rising order")
    func windows() throws {
        let header = try header("record: [{to: 2s}, {from: 2s, to: 3s}, {from: 1h}]")
        #expect(
            header.windows?.value == [
                ScenarioHeader.RecordRange(to: Rational(2)),
                ScenarioHeader.RecordRange(from: Rational(2), to: Rational(3)),
                ScenarioHeader.RecordRange(from: Rational(3600)),
            ])
        #expect(header.record?.value == ScenarioHeader.RecordRange())
    }

    @Test(
        "windows that overlap or go back",
        arguments: [
            ("[{from: 5s, to: 6s}, {from: 1s, to: 2s}]", "before the one above", 30),
            ("[{from: 1s, to: 6s}, {from: 5s, to: 9s}]", "overlaps", 30), ("[{from: 1s}, {from: 5s}]", "overlaps", 22),
            ("[{from: 1s, to: 2s}, {to: 5s}]", "before the one above", 30), ("[]", "empty", 9), ("5s", "from", 9),
            ("[5s]", "from", 10), ("[{from: 3s, to: 3s}]", "ends before", 10), ("{from: -1s}", "negative", 16),
        ])
    func disorder(text: String, words: String, column: Int) throws {
        let (scenario, diagnostics) = parseScenario(SourceText(name: "s", text: "record: \(text)\n---\n[]\n"))
        #expect(scenario == nil)
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.message.contains(words) == true, "\(diagnostics.map { $0.rendered() })")
        #expect(diagnostics.first?.location?.column == column)
    }

    @Test("tags choose")
    func tags() throws {
        let header = try header("tags: [smoke, night]")
        #expect(header.isSelected(include: [], exclude: []))
        #expect(header.isSelected(include: ["day", "night"], exclude: ["slow"]))
        #expect(!header.isSelected(include: ["day"], exclude: []))
        #expect(!header.isSelected(include: ["smoke"], exclude: ["night"]))
        #expect(!ScenarioHeader().isSelected(include: ["smoke"], exclude: []))
        #expect(ScenarioHeader().isSelected(include: [], exclude: ["smoke"]))
    }
}

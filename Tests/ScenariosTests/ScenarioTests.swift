import Diagnostics
import FrameCore
import Scenarios
import Testing

private func parse(_ text: String) -> (Scenario?, [Diagnostic]) {
    parseScenario(SourceText(name: "s.yaml", text: text))
}

struct ScenarioTests {
    @Test("a whole scenario")
    func whole() throws {
        let (scenario, diagnostics) = parse(
            """
            app: display
            device: iphone-6-plus
            orientation: portrait
            size: 640x360
            fps: 30000/1001
            scenes: [sample-scene-sunny, ../other]   # packages or ids
            start: 2026-01-01T21:00:00Z
            timeZone: Europe/Berlin
            locale: de_DE
            seed: 18446744073709551615
            record: { from: 1.5s, to: 0:20 }
            ---
            - wait: 2s
            - setTheme: sample-scene-rainy.theme
            - wait: 500ms
            - assertScene: "sample-scene-rainy.theme"
            """)
        #expect(diagnostics.isEmpty)
        let header = try #require(scenario?.header)
        #expect(header.device?.value.name == "iphone-6-plus")
        #expect(header.orientation?.value == .portrait)
        #expect(header.size?.value == PixelSize(640, 360))
        #expect(header.fps?.value.rate == Rational(30_000, 1001))
        #expect(header.scenes.map(\.value) == ["sample-scene-sunny", "../other"])
        #expect(header.scenes[1].place.location == SourceLocation(line: 6, column: 30))
        #expect(header.start?.value == "2026-01-01T21:00:00Z")
        #expect(header.timeZone?.value == "Europe/Berlin")
        #expect(header.locale?.value == "de_DE")
        #expect(header.seed?.value == .max)
        #expect(header.record?.value == ScenarioHeader.RecordRange(from: Rational(3, 2), to: Rational(20)))
        let steps = try #require(scenario?.steps)
        #expect(
            steps.map(\.kind) == [
                .wait(Rational(2)), .setTheme("sample-scene-rainy.theme"), .wait(Rational(1, 2)),
                .assertScene("sample-scene-rainy.theme"),
            ])
        #expect(steps.map(\.line) == [13, 14, 15, 16])
        #expect(steps.map(\.name) == ["wait", "setTheme", "wait", "assertScene"])
    }

    @Test(
        "an empty header and no steps are a scenario",
        arguments: ["---\n---\n", "seed: 1\n---\n", "---\n{}\n---\n[]\n"])
    func empty(text: String) {
        let (scenario, diagnostics) = parse(text)
        #expect(diagnostics.isEmpty)
        #expect(scenario?.steps.isEmpty == true)
    }

    @Test(
        "errors are named, with their place",
        arguments: [
            ("", "scenario.empty", 1, 1), ("seed: 1\n", "scenario.shape", 1, 1),
            ("- wait: 1s\n", "scenario.shape", 1, 1),
            ("a: 1\n---\n- b\n---\n- c\n", "scenario.shape", 5, 1), ("[a]\n---\n[]\n", "scenario.shape", 1, 1),
            ("seed: 1\n---\nwait: 1s\n", "scenario.shape", 3, 1), ("sed: 1\n---\n[]\n", "scenario.unknown-key", 1, 1),
            ("tags: a\n---\n[]\n", "scenario.bad-value", 1, 7), ("playlist:\n---\n[]\n", "scenario.bad-value", 1, 10),
            ("app: x\n---\n[]\n", "scenario.bad-value", 1, 6),
            ("device: iphone-7\n---\n[]\n", "scenario.bad-value", 1, 9),
            ("orientation: up\n---\n[]\n", "scenario.bad-value", 1, 14),
            ("size: 0x5\n---\n[]\n", "scenario.bad-value", 1, 7),
            ("size: 8193x5\n---\n[]\n", "scenario.bad-value", 1, 7),
            ("size: big\n---\n[]\n", "scenario.bad-value", 1, 7),
            ("fps: 0\n---\n[]\n", "scenario.bad-value", 1, 6), ("scenes: a\n---\n[]\n", "scenario.bad-value", 1, 9),
            ("scenes: []\n---\n[]\n", "scenario.bad-value", 1, 9),
            ("scenes: [a, [b]]\n---\n[]\n", "scenario.bad-value", 1, 13),
            ("seed: -1\n---\n[]\n", "scenario.bad-value", 1, 7),
            ("seed: 18446744073709551616\n---\n[]\n", "scenario.bad-value", 1, 7),
            ("locale:\n---\n[]\n", "scenario.bad-value", 1, 8), ("record: 5s\n---\n[]\n", "scenario.bad-value", 1, 9),
            ("record: {from: 2s, to: 1s}\n---\n[]\n", "scenario.bad-value", 1, 9),
            ("record: {form: 2s}\n---\n[]\n", "scenario.unknown-key", 1, 10),
            ("seed: 1\n---\n- wait: -1s\n", "scenario.bad-value", 3, 9),
            ("seed: 1\n---\n- wait\n", "scenario.bad-value", 3, 3),
            ("seed: 1\n---\n- wait: [1s]\n", "scenario.bad-value", 3, 9),
            ("seed: 1\n---\n- setTheme:\n", "scenario.bad-value", 3, 12),
            ("seed: 1\n---\n- wiat: 1s\n", "scenario.unknown-step", 3, 3),
            ("seed: 1\n---\n- 5\n", "scenario.unknown-step", 3, 3),
            ("seed: 1\n---\n- pressButton: selct\n", "scenario.bad-value", 3, 16),
            ("seed: 1\n---\n- activate: now\n", "scenario.bad-value", 3, 13),
            ("seed: 1\n---\n- wait: 1s\n  setTheme: x\n", "scenario.step-shape", 4, 3),
            ("seed: 1\n---\n- {}\n", "scenario.step-shape", 3, 3),
            ("seed: 1\n---\n- []\n", "scenario.step-shape", 3, 3),
            ("seed: 1\nseed: 2\n---\n[]\n", "yaml.duplicate-key", 2, 1),
            ("seed: 1\n---\n\t- wait: 1s\n", "yaml.syntax", 3, 1),
        ])
    func errors(text: String, code: String, line: Int, column: Int) throws {
        let (scenario, diagnostics) = parse(text)
        #expect(scenario == nil)
        let diagnostic = try #require(diagnostics.first { $0.code == code })
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.location == SourceLocation(line: line, column: column))
        #expect(diagnostic.hint?.isEmpty == false)
    }

    @Test("all errors are reported at once, with suggestions")
    func all() {
        let (scenario, diagnostics) = parse(
            "timezone: UTC\ndevise: ipad\n---\n- waitt: 1s\n- assertscene: x\n- presButton: up\n")
        #expect(scenario == nil)
        #expect(diagnostics.map { $0.location?.line } == [1, 2, 4, 5, 6])
        let expected = ["timeZone", "device", "wait", "assertScene", "pressButton"]
        for (diagnostic, name) in zip(diagnostics, expected) {
            #expect(diagnostic.hint?.contains("\"\(name)\"") == true)
        }
    }

    @Test("thousands of errors are summed up")
    func bounded() {
        let (scenario, diagnostics) = parse("seed: 1\n---\n" + String(repeating: "- x\n", count: 5000))
        #expect(scenario == nil)
        #expect(diagnostics.count == 101)
        #expect(diagnostics.last?.message.hasPrefix("4900 more errors") == true)
        let many = parse("seed: 1\n---\n" + String(repeating: "- swipe: lft\n", count: 20_000)).1
        #expect(many.count == 101)
        #expect(many.last?.message.contains("9900 more errors are not shown, and the rest was not read") == true)
    }

    @Test("damaged scenarios never crash, and are refused with an error or read")
    func mutations() {
        let text = Array("app: display\nsize: 64x36\nrecord: {from: 1s}\n---\n- wait: 2s\n- setTheme: x.theme\n".utf8)
        var state: UInt64 = 3
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<3000 {
            var bytes = text
            for _ in 0...below(2) { bytes[below(bytes.count)] = UInt8(below(below(2) == 0 ? 256 : 128)) }
            let (scenario, diagnostics) = parseScenario(SourceText(name: "s", bytes: bytes))
            #expect((scenario == nil) == diagnostics.contains { $0.severity == .error })
        }
    }
}

import Diagnostics
import Packages
import Testing

struct LayerTests {
    @Test("layers are skipped one by one, and named by kind")
    func names() throws {
        let fixture = try PackageFixture.layers(
            """
            [1, {"kind": "clock"}, {}, {"kind": ""}, {"kind": 5}, {"kind": "clok"}, {"kind": "effect", "shaders": []},
            {"kind": "clock"}, {"kind": "effect", "shaders": [{"path": "Shaders/Bars.metal"}]}, null]
            """)
        let result = fixture.load()
        let theme = try #require(fixture.theme())
        #expect(theme.layers.map(\.name) == ["clock", "clok", "effect", "clock.2", "effect.2"])
        #expect(theme.layers.map(\.place.path.description).last == "theme.layers[8]")
        #expect(
            result.errors == [
                "manifest.layer-not-object", "manifest.layer-kind", "manifest.layer-kind", "manifest.layer-kind",
                "manifest.layer-kind-unknown", "manifest.shaders", "manifest.layer-not-object",
            ])
        #expect(result.diagnostics[4].hint?.contains("\"clock\"") == true)
        if case .unknown(let kind) = theme.layers[1].kind {
            #expect(kind == "clok")
        } else {
            Issue.record("not unknown")
        }
        if case .declined(let reason) = theme.layers[2].kind {
            #expect(reason.code == "manifest.shaders")
        } else {
            Issue.record("not declined")
        }
        #expect(theme.layers[2].parameters["shaders"]?.elements?.isEmpty == true)
    }

    private func clock(_ parameters: String) throws -> (ClockParameters, [String]) {
        let fixture = try PackageFixture.layers("[{\"kind\": \"clock\"\(parameters.isEmpty ? "" : ", ")\(parameters)}]")
        let theme = try #require(fixture.theme())
        guard case .clock(let clock)? = theme.layers.first?.kind else { throw Missing() }
        let result = fixture.load()
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
        return (clock, result.codes)
    }

    private struct Missing: Error {}

    @Test("a clock without parameters")
    func defaults() throws {
        let (clock, codes) = try clock("")
        #expect(codes.isEmpty)
        #expect(clock.format == "h:mm")
        #expect(clock.font == "HelveticaNeue-Thin")
        #expect(clock.size == 72)
        #expect(clock.color == .white)
        #expect(clock.position == (0.5, 0.5))
        #expect(clock.fontPlace == nil)
    }

    @Test("a clock with all parameters")
    func all() throws {
        let (clock, codes) = try clock(
            #""format": "EEE HH:mm:ss", "font": "Georgia", "size": 36.5, "color": " #0a141E80 ", "position": {"x": 0.25, "y": 1}"#
        )
        #expect(codes.isEmpty)
        #expect(clock.format == "EEE HH:mm:ss")
        #expect(clock.font == "Georgia")
        #expect(clock.fontPlace?.path.description == "theme.layers[0].font")
        #expect(clock.size == 36.5)
        #expect(clock.color == LayerColor(red: 10, green: 20, blue: 30, alpha: 128))
        #expect(clock.position == (0.25, 1))
    }

    @Test(
        "values that are none fall back with a warning",
        arguments: [
            (#""format": """#, "manifest.clock-format"), (#""format": 5"#, "manifest.clock-format"),
            (#""font": null"#, "manifest.clock-font"), (#""size": 0"#, "manifest.clock-size"),
            (#""size": -5"#, "manifest.clock-size"), (#""size": "72""#, "manifest.clock-size"),
            (#""size": true"#, "manifest.clock-size"), (#""color": "red""#, "manifest.clock-color"),
            (###""color": "##FFFFFF""###, "manifest.clock-color"), (##""color": "#FFF""##, "manifest.clock-color"),
            (##""color": "#FFFFFG""##, "manifest.clock-color"), (#""color": 255"#, "manifest.clock-color"),
            (#""position": [0.5, 0.5]"#, "manifest.clock-position"),
            (#""position": {"x": "0"}"#, "manifest.clock-position"),
            (#""colour": "red""#, "manifest.unknown-key"),
        ])
    func fallbacks(parameter: String, code: String) throws {
        let (clock, codes) = try clock(parameter)
        #expect(codes == [code])
        #expect(clock.format == "h:mm" && clock.font == "HelveticaNeue-Thin" && clock.size == 72)
        #expect(clock.color == .white && clock.position == (0.5, 0.5))
    }

    @Test("positions are clamped to the screen")
    func clamped() throws {
        let (clock, codes) = try clock(#""position": {"x": -0.1, "y": 7}"#)
        #expect(clock.position == (0, 1))
        #expect(codes == ["manifest.clock-position", "manifest.clock-position"])
    }

    @Test(
        "colours",
        arguments: [
            ("#FF8000", LayerColor(red: 255, green: 128, blue: 0)),
            ("ff800040", LayerColor(red: 255, green: 128, blue: 0, alpha: 64)),
            ("\t#000000\n", LayerColor(red: 0, green: 0, blue: 0)), ("", nil), ("#", nil), ("# FF8000", nil),
            ("+FF800", nil),
            ("0xFF80", nil), ("#FF80001", nil), ("ＦＦ8000", nil), ("-F8000", nil),
        ])
    func colors(text: String, color: LayerColor?) {
        #expect(LayerColor(text: text) == color)
    }
}

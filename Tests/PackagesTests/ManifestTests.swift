import Diagnostics
import Packages
import Testing

struct ManifestTests {
    @Test("the manifest of the device's documentation loads without a word")
    func sound() throws {
        let fixture = try PackageFixture.theme(
            """
            {
              "packageId": "sample-scene-sunny",
              "type": "theme",
              "theme": {
                "displayName": "Sample Scene",
                "background": { "video": "v.mp4" },
                "weatherTags": ["Day-Sunny"],
                "layers": [
                  {
                    "kind": "effect",
                    "sensitivity": 1.0,
                    "shaders": [
                      {
                        "path": "Shaders/Bars.metal",
                        "inputs": ["audioLevels"],
                        "params": { "x": 0.35, "y": 0.3, "z": 0.03, "w": 0.0 }
                      }
                    ]
                  },
                  { "kind": "clock" }
                ]
              }
            }
            """)
        let result = fixture.load()
        #expect(result.diagnostics.isEmpty)
        guard case .theme(let theme)? = result.package else {
            Issue.record("no theme")
            return
        }
        #expect(theme.packageId == "sample-scene-sunny")
        #expect(theme.id == "sample-scene-sunny.theme")
        #expect(theme.displayName == "Sample Scene")
        #expect(theme.backgroundVideo.hasPrefix("/") && theme.backgroundVideo.hasSuffix("/p/Theme/v.mp4"))
        #expect(theme.weatherTags == ["day-sunny"])
        #expect(theme.layers.map(\.name) == ["effect", "clock"])
        #expect(theme.layers[1].place.path.description == "theme.layers[1]")
        guard case .effect(let effect) = theme.layers[0].kind, let pass = effect.passes.first else {
            Issue.record("no effect")
            return
        }
        #expect(effect.sensitivity == 1)
        #expect(pass.entryPoint == "fragment_bars")
        #expect(pass.inputs == [.audioLevels])
        #expect(pass.params == SIMD4(0.35, 0.3, 0.03, 0))
        #expect(pass.source.line(1) == "// bars")
        #expect(pass.source.name == fixture.root + "/p/Theme/Shaders/Bars.metal")
    }

    private static let theme = #""theme": {"displayName": "D", "background": {"video": "v.mp4"}}"#

    @Test(
        "what drops a theme, and what only warns",
        arguments: [
            (#"{"packageId": "a", "type": "theme", \#(theme)}"#, true, []),
            (#"{"packageId": "", "type": "theme", \#(theme)}"#, false, ["manifest.package-id"]),
            (#"{"packageId": 7, "type": "theme", \#(theme)}"#, false, ["manifest.package-id"]),
            (#"{"type": "theme", \#(theme)}"#, false, ["manifest.package-id"]),
            (#"{"packageId": "a b/c", "type": "theme", \#(theme)}"#, true, ["manifest.package-id-unsafe"]),
            (#"{"packageId": "a", \#(theme)}"#, false, ["manifest.type"]),
            (#"{"packageId": "a", "type": "Theme", \#(theme)}"#, false, ["manifest.type"]),
            (#"{"packageId": "a", "type": 1, \#(theme)}"#, false, ["manifest.type"]),
            (#"{"packageId": "a", "type": "films", "films": []}"#, false, ["manifest.films"]),
            (#"{"packageId": "a", "type": "theme"}"#, false, ["manifest.theme-missing"]),
            (#"{"packageId": "a", "type": "theme", "theme": []}"#, false, ["manifest.theme-missing"]),
            (#"[1]"#, false, ["manifest.not-object"]),
            (#"{"packageId": "a",}"#, false, ["json.trailing-comma"]),
            ("", false, ["json.empty"]),
            (#"{"packageId": "a", "type": "theme", "playlist": {}, \#(theme)}"#, true, ["manifest.unknown-key"]),
            (
                #"{"packageID": "a", "type": "theme", \#(theme)}"#, false,
                ["manifest.package-id", "manifest.unknown-key"]
            ),
            ("\u{FEFF}" + #"{"packageId": "a", "type": "theme", \#(theme)}"#, true, ["json.byte-order-mark"]),
        ])
    func root(manifest: String, loads: Bool, codes: [String]) throws {
        let result = try PackageFixture.theme(manifest).load()
        #expect((result.package != nil) == loads)
        #expect(result.codes == codes)
        #expect(loads == result.errors.isEmpty)
        for diagnostic in result.diagnostics { #expect(diagnostic.hint?.isEmpty == false) }
    }

    @Test(
        "the theme section",
        arguments: [
            (#"{"background": {"video": "v.mp4"}}"#, true, ["manifest.display-name"]),
            (#"{"displayName": 1, "background": {"video": "v.mp4"}}"#, true, ["manifest.display-name"]),
            (#"{"displayName": "D"}"#, false, ["manifest.background-missing"]),
            (#"{"displayName": "D", "background": "v.mp4"}"#, false, ["manifest.background-missing"]),
            (#"{"displayName": "D", "background": {}}"#, false, ["manifest.video-name"]),
            (#"{"displayName": "D", "background": {"video": ""}}"#, false, ["manifest.video-name"]),
            (#"{"displayName": "D", "background": {"video": null}}"#, false, ["manifest.video-name"]),
            (#"{"displayName": "D", "background": {"video": "x.mp4"}}"#, false, ["manifest.video-missing"]),
            (#"{"displayName": "D", "background": {"video": "v.mp4/x"}}"#, false, ["manifest.video-missing"]),
            (#"{"displayName": "D", "background": {"video": "v.mp4\u0000"}}"#, false, ["manifest.video-missing"]),
            (#"{"displayName": "D", "background": {"video": "Shaders"}}"#, false, ["manifest.video-not-a-file"]),
            (#"{"displayName": "D", "background": {"video": "."}}"#, false, ["manifest.video-not-a-file"]),
            (#"{"displayName": "D", "background": {"video": "../manifest.json"}}"#, false, ["manifest.video-outside"]),
            (#"{"displayName": "D", "background": {"video": "Shaders/.././v.mp4"}}"#, true, []),
            (#"{"displayName": "D", "background": {"video": "v.mp4", "loop": true}}"#, true, ["manifest.unknown-key"]),
            (
                #"{"displayName": "D", "background": {"video": "v.mp4"}, "weatherTags": "any"}"#, true,
                ["manifest.weather-tags"]
            ),
            (
                #"{"displayName": "D", "background": {"video": "v.mp4"}, "weatherTags": ["ANY", 1, "day-suny", "x"]}"#,
                true,
                ["manifest.weather-tags", "manifest.weather-tag-unknown", "manifest.weather-tag-unknown"]
            ),
            (
                #"{"displayName": "D", "background": {"video": "v.mp4"}, "layers": {}}"#, true,
                ["manifest.layers-not-array"]
            ),
            (#"{"displayName": "D", "background": {"video": "v.mp4"}, "facts": 1}"#, true, ["manifest.facts"]),
        ])
    func section(theme: String, loads: Bool, codes: [String]) throws {
        let result = try PackageFixture.theme(#"{"packageId": "a", "type": "theme", "theme": \#(theme)}"#).load()
        #expect((result.package != nil) == loads)
        #expect(result.codes == codes)
    }

    @Test("a display name that is none falls back to the package id")
    func displayName() throws {
        let fixture = try PackageFixture.theme(
            #"{"packageId": "a", "type": "theme", "theme": {"displayName": [], "background": {"video": "v.mp4"}}}"#)
        #expect(fixture.theme()?.displayName == "a")
        #expect(fixture.load().diagnostics.first?.severity == .warning)
    }

    @Test("a diagnostic has file, line, column, path and remedy")
    func place() throws {
        let fixture = try PackageFixture.theme(
            """
            { "packageId": "a", "type": "theme",
              "theme": { "displayName": "D", "background": { "video": "v.mp4" },
                "weatherTags": ["any",
                  "day-suny"] } }
            """)
        let diagnostic = try #require(fixture.load().diagnostics.first)
        #expect(diagnostic.severity == .warning)
        #expect(diagnostic.file == fixture.root + "/p/manifest.json")
        #expect(diagnostic.location == SourceLocation(line: 4, column: 7))
        #expect(diagnostic.path == "theme.weatherTags[1]")
        #expect(diagnostic.hint?.contains("\"day-sunny\"") == true)
    }

    @Test("unknown keys are named, with the near one or the place they belong in")
    func unknownKeys() throws {
        let fixture = try PackageFixture.theme(
            """
            {"packageId": "a", "type": "theme", "$schema": "x", "author": "me", "theme": {"displayNam": "D",
            "background": {"video": "v.mp4"}, "video": "v.mp4", "displayName": "D",
            "layers": [{"kind": "effect", "params": {}, "shaders": [{"path": "Shaders/Bars.metal", "sensitivity": 1}]}]}}
            """)
        let result = fixture.load()
        #expect(result.package != nil)
        #expect(result.codes == [String](repeating: "manifest.unknown-key", count: 6))
        #expect(result.diagnostics.map(\.severity) == [.note, .warning, .warning, .warning, .warning, .warning])
        #expect(
            result.diagnostics.map(\.path) == [
                "$schema", "author", "theme.displayNam", "theme.video", "theme.layers[0].params",
                "theme.layers[0].shaders[0].sensitivity",
            ])
        #expect(result.diagnostics[2].hint?.contains("displayName") == true)
        #expect(result.diagnostics[4].hint?.contains("shaders") == true)
    }

    @Test("thousands of findings are summed up, and the worst severity kept")
    func bounded() throws {
        let bad = [String](repeating: "1", count: 5000).joined(separator: ",")
        let result = try PackageFixture.layers("[{\"kind\": \"clock\", \"size\": 0}, \(bad)]").load()
        #expect(result.package != nil)
        #expect(result.diagnostics.count == 201)
        #expect(result.diagnostics.last?.code == "package.more-diagnostics")
        #expect(result.diagnostics.last?.severity == .error)
        let keys = (0..<5000).map { "\"k\($0)\": 1" }.joined(separator: ",")
        #expect(try PackageFixture.layers("[{\"kind\": \"clock\", \(keys)}]").load().diagnostics.count == 11)
    }
}

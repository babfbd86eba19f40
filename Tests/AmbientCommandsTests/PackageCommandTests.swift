import Foundation
import Testing

/// `ambient package`, `doctor` and the help.
@Suite struct PackageCommandTests {
    @Test(arguments: [
        "sample-scene-sunny", "sample-scene-rainy", "sample-scene-cloudy", "sample-playlist-package", "sample-films",
    ])
    func samplesAreClean(name: String) throws {
        let result = try Program.run(["package", "check", Program.sample(name), "--json", "--strict"])
        #expect(result.status == 0, "\(result.text)")
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(json["ok"] as? Bool == true)
        #expect((json["diagnostics"] as? [Any])?.isEmpty == true)
    }

    @Test func checkListsEverythingAtOnce() throws {
        let scratch = try Scratch()
        let layers = """
            [ {"kind": "clock", "font": "HelveticaNeu-Thin", "size": -4},
              {"kind": "effect", "shaders": [{"path": "Shaders/A.metal"}, {"path": "../B.metal"}]},
              {"kind": "effect", "shaders": [{"path": "Shaders/A.metal"}]},
              {"kind": "overlay"} ]
            """
        let theme = try scratch.makeTheme(
            layers: layers, shaders: ["A.metal": Data("fragment float4 fragment_a() { return 1.0 }".utf8)])
        let result = try Program.run(["package", "check", theme, "--json"])
        #expect(result.status == 1)
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(json["ok"] as? Bool == false)
        let diagnostics = try #require(json["diagnostics"] as? [[String: Any]])
        let paths = Set(diagnostics.compactMap { $0["path"] as? String })
        for path in [
            "theme.layers[0].font", "theme.layers[0].size", "theme.layers[1].shaders[1].path", "theme.layers[3].kind",
        ] {
            #expect(paths.contains(path), "\(path) is not among \(paths)")
        }
        #expect(diagnostics.contains { ($0["file"] as? String)?.hasSuffix("A.metal") == true })
        for diagnostic in diagnostics {
            #expect((diagnostic["code"] as? String)?.contains(".") == true)
            #expect(["error", "warning", "note"].contains(diagnostic["severity"] as? String ?? ""))
            #expect((diagnostic["hint"] as? String)?.isEmpty == false, "\(diagnostic)")
        }
    }

    /// The shaders that the documents show compile and draw without a word.
    @Test func shadersOfTheDocumentsAreClean() throws {
        let scratch = try Scratch()
        var shaders: [String: Data] = [:]
        for name in ["README.md", "Docs/Effects.md"] {
            let text = try String(contentsOf: Program.checkout.appendingPathComponent(name), encoding: .utf8)
            for block in text.components(separatedBy: "```metal\n").dropFirst() {
                let source = try #require(block.components(separatedBy: "```").first)
                let entry = try #require(
                    source.components(separatedBy: "float4 fragment_").last?.components(separatedBy: "(").first)
                shaders[entry + ".metal"] = Data(source.utf8)
            }
        }
        #expect(shaders.keys.sorted() == ["blur.metal", "glow.metal", "meter.metal", "mist.metal"])
        let theme = try scratch.makeTheme(
            layers: """
                [ {"kind": "effect", "shaders": [{"path": "Shaders/glow.metal", "params": {"x": 0.6, "y": 0.4}},
                                                 {"path": "Shaders/blur.metal", "inputs": ["previous"], "params": {"x": 4}}]},
                  {"kind": "effect", "shaders": [{"path": "Shaders/meter.metal", "inputs": ["audioLevels"]}]},
                  {"kind": "effect", "shaders": [{"path": "Shaders/mist.metal", "inputs": ["sourceVideo", "noise.png"]}]} ]
                """, shaders: shaders)
        let noise = "nullsrc=size=64x64,geq=r='random(1)*255':g='random(2)*255':b='random(3)*255',format=rgb24"
        let made = try Program.tool(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", noise, "-frames:v", "1", theme + "/Theme/noise.png"])
        #expect(made.status == 0, "\(made.error)")
        let result = try Program.run(["frame", theme, "--strict", "--size", "64x36", "--format", "raw", "-o", "-"])
        #expect(result.status == 0, "\(result.error)")
    }

    @Test func texturesThatAreReadAndNotListedAreSaid() throws {
        let scratch = try Scratch()
        let shader = """
            fragment float4 fragment_a(VertexOut in [[stage_in]], texture2d<float> video [[texture(3)]]) {
                return video.read(uint2(0, 0));
            }
            """
        let theme = try scratch.makeTheme(
            layers: #"[{"kind": "effect", "shaders": [{"path": "Shaders/A.metal"}]}]"#,
            shaders: ["A.metal": Data(shader.utf8)])
        let result = try Program.run(["package", "check", theme])
        #expect(
            result.error.contains("effect.unbound-texture") && result.error.contains("sourceVideo"), "\(result.error)")
    }

    @Test func damagedVideosAreSaid() throws {
        let scratch = try Scratch()
        var film = try Data(contentsOf: URL(fileURLWithPath: Program.sample("sample-scene-sunny/Theme/test.mp4")))
        let middle = film.count / 2
        film.replaceSubrange(middle..<(middle + 60_000), with: Data(repeating: 0x55, count: 60_000))
        let theme = try scratch.makeTheme(layers: "[]", video: film)
        let check = try Program.run(["package", "check", theme])
        #expect(check.error.contains("media.damaged-pictures"), "\(check.error)")
        let options = ["--size", "32x18", "--fps", "5", "--duration", "8", "--format", "raw", "-o", "-"]
        let render = try Program.run(["render", theme, "--strict"] + options)
        #expect(render.status == 1 && render.error.contains("media.damaged-pictures"), "\(render.error)")
    }

    @Test func listAndShow() throws {
        let scratch = try Scratch()
        let packages = scratch.url.appendingPathComponent("Packages")
        try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
        for name in ["sample-scene-sunny", "sample-scene-cloudy", "sample-playlist-package"] {
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: Program.sample(name)), to: packages.appendingPathComponent(name))
        }
        try Data(#"{"activeThemeId": "sample-scene-sunny.theme"}"#.utf8).write(
            to: scratch.url.appendingPathComponent("state.json"))
        let list = try Program.run(["package", "list", "--root", scratch.url.path, "--json"])
        let json = try #require(JSONSerialization.jsonObject(with: list.output) as? [String: Any])
        let themes = try #require(json["themes"] as? [[String: Any]])
        #expect(themes.map { $0["id"] as? String } == ["sample-scene-cloudy.theme", "sample-scene-sunny.theme"])
        #expect(themes.map { $0["active"] as? Bool } == [false, true])
        #expect((json["playlists"] as? [[String: Any]])?.first?["id"] as? String == "sample-playlist-package.playlist")
        let shown = try Program.run(["package", "show", "sample-scene-sunny.theme", "--root", scratch.url.path])
        #expect(shown.status == 0 && shown.text.contains("Bars.metal (audioLevels)"))
        let options = ["--root", scratch.url.path, "--size", "32x32", "--format", "raw", "-o", "-"]
        let active = try Program.run(["frame"] + options)
        let named = try Program.run(["frame", "sample-scene-sunny.theme"] + options)
        let folder = try Program.run(["frame", Program.sample("sample-scene-sunny")] + options)
        #expect(active.status == 0 && active.output.count == 32 * 32 * 4)
        #expect(named.output == folder.output)
        // Without a scene the active playlist plays too, as on the device.
        let music = try Program.run(
            ["frame", "sample-scene-sunny.theme", "--playlist", "sample-playlist-package.playlist"] + options)
        #expect(active.output == music.output && active.output != named.output)
        // What is wrong with the theme that is shown is said, what is wrong with another is not.
        let manifest = packages.appendingPathComponent("sample-scene-cloudy/manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8).replacing("\"cloudy\"", with: "\"clowdy\"")
        try Data(text.utf8).write(to: manifest)
        let faulty = try Program.run(["frame", "sample-scene-cloudy.theme", "--strict"] + options)
        #expect(faulty.status == 1 && faulty.error.contains("clowdy"), "\(faulty.error)")
        #expect(try Program.run(["frame", "--strict"] + options).status == 0)
        // Drawing never writes to the root.
        #expect(scratch.names == ["Packages", "state.json"])
    }

    @Test func doctorKnowsThisMachine() throws {
        let result = try Program.run(["doctor"])
        #expect(result.status == 0, "\(result.text)")
        for word in ["libavcodec", "x264", "Inter", "pango"] {
            #expect(result.text.lowercased().contains(word.lowercased()))
        }
        let version = try Program.tool("pkg-config", ["--modversion", "libavcodec"]).text.split(separator: "\n")[0]
        #expect(result.text.contains(version))
        for library in ["libpng", "libjpeg"] {
            let version = try Program.tool("pkg-config", ["--modversion", library]).text.split(separator: "\n")[0]
            #expect(result.text.contains(version), "\(library) \(version)")
        }
        let devices = try Program.run(["doctor", "--devices"]).text
        #expect(devices.contains("iphone-6-plus") && devices.contains("2208x1242"))
    }

    @Test func helpListsOnlyWhatWorks() throws {
        let help = try Program.run(["help"]).text
        for word in ["render", "frame", "run", "package", "weather", "doctor", "golden"] {
            #expect(help.contains("ambient " + word))
        }
        for word in ["serve"] { #expect(!help.contains("ambient " + word)) }
        #expect(try Program.run([]).status == 2)
        let near = try Program.run(["rendr"])
        #expect(near.status == 2 && near.error.contains("render"))
        #expect(try Program.run(["help", "render"]).text.contains("--point-scale"))
        #expect(try Program.run(["shader", "prelude"]).text.contains("AmbientShaderUniforms"))
    }
}

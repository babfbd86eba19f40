import Foundation
import Testing

/// `original`, `sourceVideo` and textures of a package, from the program's side.
@Suite struct EffectInputTests {
    private static let size = ["--size", "157x93", "--format", "raw", "-o", "-"]

    private func frame(_ theme: String, _ options: [String] = [], environment: [String: String] = [:]) throws -> Data {
        let result = try Program.run(["frame", theme, "--strict"] + Self.size + options, environment: environment)
        #expect(result.status == 0, "\(result.error)")
        return result.output
    }

    /// A theme whose one effect shows texture 4 pixel by pixel.
    private func showing(_ name: String, _ file: Data, in scratch: Scratch) throws -> String {
        let shader = """
            fragment float4 fragment_show(VertexOut in [[stage_in]], texture2d<float> t [[texture(4)]]) {
                return float4(t.read(uint2(in.position.xy)).rgb, 1.0);
            }
            """
        let theme = try scratch.makeTheme(
            layers:
                #"[{"kind": "effect", "shaders": [{"path": "Shaders/Show.metal", "inputs": ["Textures/\#(name)"]}]}]"#,
            shaders: ["Show.metal": Data(shader.utf8)])
        let folder = URL(fileURLWithPath: theme).appendingPathComponent("Theme/Textures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try file.write(to: folder.appendingPathComponent(name))
        return theme
    }

    /// A picture that ffmpeg draws and stores.
    private func picture(_ arguments: [String], _ suffix: String) throws -> Data {
        let scratch = try Scratch()
        let file = scratch.path("picture." + suffix)
        let result = try Program.tool(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=157x93,gblur=sigma=1", "-frames:v", "1"] + arguments + [
                file
            ])
        #expect(result.status == 0, "\(result.error)")
        return try Data(contentsOf: URL(fileURLWithPath: file))
    }

    @Test func aTextureReachesTheScreenAsStored() throws {
        let scratch = try Scratch()
        let file = try picture([], "png")
        let raw = try Program.tool(
            "ffmpeg",
            ["-v", "error", "-f", "png_pipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "bgra", "-"], input: file)
        #expect(try frame(showing("a.png", file, in: scratch)) == raw.output)
    }

    /// A JPEG has the same pixels whichever vector units libjpeg-turbo may use.
    @Test(arguments: ["yuvj420p", "yuvj422p", "yuvj440p", "yuvj444p", "gray"])
    func jpegIsTheSameOnEveryProcessor(format: String) throws {
        let scratch = try Scratch()
        let theme = try showing("a.jpg", picture(["-pix_fmt", format, "-q:v", "3"], "jpg"), in: scratch)
        let picture = try frame(theme)
        for setting in ["JSIMD_FORCENONE", "JSIMD_FORCESSE2"] {
            #expect(try frame(theme, environment: [setting: "1"]) == picture, "\(setting)")
        }
    }

    @Test func theVideoIsSeenAsItIsShown() throws {
        let scratch = try Scratch()
        func theme(_ name: String, _ input: String, _ index: Int, _ below: String) throws -> String {
            let shader = """
                fragment float4 fragment_look(VertexOut in [[stage_in]], texture2d<float> t [[texture(\(index))]]) {
                    return float4(t.read(uint2(in.position.xy)).bgr, 1.0);
                }
                """
            return try scratch.makeTheme(
                name,
                layers:
                    #"[\#(below){"kind": "effect", "shaders": [{"path": "Shaders/Look.metal", "inputs": ["\#(input)"]}]}]"#,
                shaders: ["Look.metal": Data(shader.utf8)])
        }
        /// Blue and red exchanged, as the shader does.
        func exchanged(_ data: Data) -> Data {
            var bytes = [UInt8](data)
            for start in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(start, start + 2) }
            return Data(bytes)
        }
        let clock = #"{"kind": "clock", "size": 30}"#
        let time = ["--time", "1.3", "--point-scale", "1"]
        let bare = try frame(scratch.makeTheme("bare", layers: "[]"), time)
        let timed = try frame(scratch.makeTheme("timed", layers: "[\(clock)]"), time)
        #expect(bare != timed)
        #expect(try frame(theme("video", "sourceVideo", 3, clock + ", "), time) == exchanged(bare))
        #expect(try frame(theme("original", "original", 1, clock + ", "), time) == exchanged(timed))
    }

    @Test func checkSaysWhatIsWrongWithTextures() throws {
        let scratch = try Scratch()
        let shader = """
            fragment float4 fragment_a(VertexOut in [[stage_in]], texture2d<float> t [[texture(4)]],
                                       texture2d<float> u [[texture(5)]], texture2d<float> v [[texture(9)]]) {
                return t.read(uint2(0)) + u.read(uint2(0)) + v.read(uint2(0));
            }
            """
        let theme = try scratch.makeTheme(
            layers: """
                [{"kind": "effect", "shaders": [{"path": "Shaders/A.metal",
                  "inputs": ["Textures/gone.png", "Shaders/A.metal", "sourceVideo"]}]}]
                """, shaders: ["A.metal": Data(shader.utf8)])
        let result = try Program.run(["package", "check", theme, "--json"])
        #expect(result.status == 0)
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        let diagnostics = try #require(json["diagnostics"] as? [[String: Any]])
        let found = diagnostics.map { "\($0["severity"] ?? "") \($0["code"] ?? "") \($0["path"] ?? "")" }
        let pass = "theme.layers[0].shaders[0]"
        #expect(
            Set(found) == [
                "note manifest.input-not-on-phone \(pass).inputs[0]",
                "note manifest.input-not-on-phone \(pass).inputs[2]",
                "warning manifest.texture-missing \(pass).inputs[0]", "warning effect.texture-format \(pass).inputs[1]",
                "warning effect.unbound-texture \(pass).path", "note effect.unread-input \(pass).path",
            ])
        #expect(try Program.run(["package", "check", theme, "--strict"]).status == 1)
        let frame = try Program.run(["frame", theme, "--size", "16x16", "--format", "raw", "-o", "-"])
        #expect(frame.status == 0 && frame.output.count == 1024)
        #expect(frame.error.contains("gone.png"))
    }

    @Test func theTexturesOfAThemeShareABudget() throws {
        let scratch = try Scratch()
        let names = (0..<5).map { "t\($0).png" }
        let files = scratch.path("")
        for (index, name) in names.enumerated() {
            let colour = "color=c=0x\(index)00000:size=4096x4096,format=gray"
            let made = try Program.tool(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", colour, "-frames:v", "1", files + name])
            #expect(made.status == 0, "\(made.error)")
        }
        let list = (names + names).map { "\"\($0)\"" }.joined(separator: ", ")
        let theme = try scratch.makeTheme(
            layers: #"[{"kind": "effect", "shaders": [{"path": "Shaders/A.metal", "inputs": [\#(list)]}]}]"#,
            shaders: ["A.metal": Data("fragment float4 fragment_a() { return 0.0; }".utf8)])
        for name in names {
            try FileManager.default.moveItem(atPath: files + name, toPath: theme + "/Theme/" + name)
        }
        let result = try Program.run(["package", "check", theme])
        let lines = result.error.split(separator: "\n").filter { $0.contains("[effect.texture-budget]") }
        #expect(lines.count == 1 && lines.first?.contains("t4.png") == true, "\(result.error)")
    }
}

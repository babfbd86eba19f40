import Foundation
import Testing

/// `ambient shader render`: pixels that can be worked out by hand, read by FFmpeg or as raw bytes.
@Suite struct ShaderRenderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a shader whose body is a function of `in`, `u` and the declared textures.
    private func shader(_ body: String, textures: String = "", name: String = "Test") throws -> String {
        let text = """
            fragment float4 fragment_\(name.lowercased())(VertexOut in [[stage_in]],
                constant AmbientShaderUniforms &u [[buffer(0)]]\(textures.isEmpty ? "" : ", ")\(textures)) {
                \(body)
            }
            """
        try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name + ".metal"))
        return name + ".metal"
    }

    private func render(_ words: [String]) throws -> Program.Result {
        try Program.run(["shader", "render"] + words, in: scratch.url)
    }

    /// The BGRA bytes of a picture.
    private func raw(_ words: [String]) throws -> [UInt8] {
        let result = try render(words + ["--format", "raw", "-o", "-"])
        try #require(result.status == 0, "\(result.error)")
        return Array(result.output)
    }

    /// The RGBA bytes of a picture file, as FFmpeg reads it.
    private func rgba(_ name: String) throws -> [UInt8] {
        let result = try Program.tool(
            "ffmpeg", ["-v", "error", "-i", scratch.path(name), "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        try #require(result.status == 0, "\(result.error)")
        return Array(result.output)
    }

    /// Writes a PNG of one pixel with FFmpeg.
    private func picture(_ name: String, rgba: [UInt8]) throws {
        let result = try Program.tool(
            "ffmpeg",
            ["-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", "1x1", "-i", "-", "-y"]
                + [scratch.path(name)], input: Data(rgba))
        try #require(result.status == 0, "\(result.error)")
    }

    @Test func aConstantColourIsThatColourInThePNG() throws {
        let file = try shader("return float4(0.25, 0.5, 0.75, 1.0);")
        let result = try render([file, "--size", "3x2", "-o", "x.png", "-y"])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.error)")
        // floor(v · 255 + 0.5)
        #expect(try rgba("x.png") == [[UInt8]](repeating: [64, 128, 191, 255], count: 6).flatMap { $0 })
        // The same under the shader's name, at the size of the standard device.
        #expect(try render([file]).status == 0)
        #expect(try rgba("Test.png").count == 1334 * 750 * 4)
    }

    @Test func uvGrowsUpwardsAndPositionDownwards() throws {
        let uv = try raw([try shader("return float4(in.uv, 0.0, 1.0);"), "--size", "4x2"])
        // The top left pixel: uv (0.125, 0.75); the bottom right one: (0.875, 0.25).
        #expect(Array(uv[0..<4]) == [0, 191, 32, 255])
        #expect(Array(uv[28..<32]) == [0, 64, 223, 255])
        let place = try raw([try shader("return float4(in.position.xy / 255.0, 0.0, 1.0);"), "--size", "4x2"])
        #expect(Array(place[0..<4]) == [0, 1, 1, 255])
        #expect(Array(place[28..<32]) == [0, 2, 4, 255])
    }

    @Test func alphaShowsTheLayerItself() throws {
        let file = try shader("return float4(1.0, 0.5, 0.0, 0.5);")
        #expect(try raw([file, "--size", "1x1"]) == [0, 64, 128, 255])
        #expect(try raw([file, "--size", "1x1", "--alpha"]) == [0, 64, 128, 128])
        _ = try render([file, "--size", "1x1", "--alpha", "-o", "alpha.png"])
        let straight = try rgba("alpha.png")
        #expect(straight[0] == 255 && (127...128).contains(straight[1]) && straight[2] == 0 && straight[3] == 128)
        let hash = try render([file, "--size", "1x1", "--alpha", "--format", "framehash", "-o", "-"])
        // printf '\x00\x40\x80\x80' | sha256sum
        let expected = try Program.tool("sha256sum", [], input: Data([0, 64, 128, 128])).text.prefix(64)
        #expect(hash.text.contains(expected), "\(hash.text)")
    }

    @Test func uniformsArriveAsGiven() throws {
        let file = try shader("return float4(u.params.xyz + float3(0.0, 0.0, u.params.w), 1.0);")
        let options = ["--size", "1x1"]
        #expect(try raw([file, "--params", "0.2,0.4,0.6,0.2"] + options) == [204, 102, 51, 255])
        #expect(try raw([file] + options) == [0, 0, 0, 255])
        let other = try shader("return float4(u.time / 10.0, u.sensitivity / 10.0, u.resolution.x / 255.0, 1.0);")
        #expect(try raw([other, "--time", "2.5", "--sensitivity", "4"] + options) == [1, 102, 64, 255])
        #expect(try raw([other, "--time", "0:05"] + options) == [1, 26, 128, 255])
    }

    @Test func levelsComeAsAListAFileOrJSON() throws {
        let file = try shader(
            "return float4(levels.read(uint2(in.position.xy)).r, float(levels.get_width()) / 255.0, 0.0, 1.0);",
            textures: "texture2d<float> levels [[texture(2)]]")
        let numbers = (0..<64).map { "\(Double($0) * 4 / 255)" }
        let options = ["--size", "64x1"]
        let expected: [UInt8] = (0..<64).flatMap { level -> [UInt8] in [0, 64, UInt8(level * 4), 255] }
        #expect(try raw([file, "--levels", numbers.joined(separator: ",")] + options) == expected)
        let texts = [
            numbers.joined(separator: "\n") + "\n", numbers.joined(separator: ", "),
            "[" + numbers.joined(separator: ", ") + "]\r\n", numbers.joined(separator: "\t"),
        ]
        for text in texts {
            try Data(text.utf8).write(to: scratch.url.appendingPathComponent("levels.txt"))
            #expect(try raw([file, "--levels", "levels.txt"] + options) == expected)
        }
        let silence = [[UInt8]](repeating: [0, 64, 0, 255], count: 64).flatMap { $0 }
        #expect(try raw([file] + options) == silence)
    }

    @Test func picturesAreBoundAtTheirIndices() throws {
        let file = try shader(
            """
            uint x = uint(in.position.x);
            float4 texel = x == 0 ? a.read(uint2(0)) : x == 1 ? b.read(uint2(0)) : x == 2 ? c.read(uint2(0))
                : x == 3 ? d.read(uint2(0)) : e.read(uint2(0));
            return float4(texel.rgb, 1.0);
            """,
            textures: """
                texture2d<float> a [[texture(0)]], texture2d<float> b [[texture(1)]],
                texture2d<float> c [[texture(3)]], texture2d<float> d [[texture(4)]], texture2d<float> e [[texture(5)]]
                """)
        for (index, name) in ["a", "b", "c", "d", "e"].enumerated() {
            try picture(name + ".png", rgba: [UInt8(10 * index + 10), 2, 3, 255])
        }
        let pixels = try raw([
            file, "--size", "5x1", "--previous", "a.png", "--original", "b.png", "--source-video", "c.png",
            "--texture", "d.png", "--texture=e.png",
        ])
        let texels: [[UInt8]] = [10, 20, 30, 40, 50].map { [3, 2, $0, 255] }
        #expect(pixels == texels.flatMap { $0 })
        let bare = try render([file, "--size", "5x1", "--format", "raw", "-o", "-"])
        #expect(
            bare.status == 0 && Array(bare.output) == [[UInt8]](repeating: [0, 0, 0, 255], count: 5).flatMap { $0 })
        #expect(bare.error.contains("note") && bare.error.contains("--source-video"), "\(bare.error)")
    }

    /// 200 · 128 / 255 is 100, 100 gives 50, 50 gives 25.
    @Test func framesArePremultipliedAndTexturesStraight() throws {
        try picture("half.png", rgba: [200, 100, 50, 128])
        let previous = try shader(
            "return float4(t.read(uint2(0)).rgb, 1.0);", textures: "texture2d<float> t [[texture(0)]]")
        #expect(try raw([previous, "--size", "1x1", "--previous", "half.png"]) == [25, 50, 100, 255])
        let own = try shader(
            "return float4(t.read(uint2(0)).rgb, 1.0);", textures: "texture2d<float> t [[texture(4)]]")
        #expect(try raw([own, "--size", "1x1", "--texture", "half.png"]) == [50, 100, 200, 255])
    }

    @Test func jpegsAreReadToo() throws {
        // One colour: a JPEG loses little of it.
        let made = try Program.tool(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=0x3264C8:size=16x16", "-frames:v", "1", "-y"]
                + [scratch.path("one.jpg")])
        try #require(made.status == 0, "\(made.error)")
        for (index, option) in [(3, "--source-video"), (4, "--texture")] {
            let file = try shader(
                "return float4(t.read(uint2(8)).rgb, 1.0);", textures: "texture2d<float> t [[texture(\(index))]]")
            let pixel = try raw([file, "--size", "1x1", option, "one.jpg"])
            #expect(zip(pixel, [0xC8, 0x64, 0x32, 255]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(pixel)")
        }
    }

    @Test func aPassCanReadWhatAnotherWrote() throws {
        let first = try shader("return float4(in.uv, 0.3, in.uv.x);", name: "First")
        let second = try shader(
            "return float4(t.read(uint2(in.position.xy)).rgb, 1.0);", textures: "texture2d<float> t [[texture(0)]]",
            name: "Second")
        let size = ["--size", "9x5"]
        #expect(try render([first, "--alpha", "-o", "first.bgra"] + size).status == 0)
        let layer = try Data(contentsOf: scratch.url.appendingPathComponent("first.bgra"))
        // Premultiplied colours over black are themselves.
        #expect(try raw([second, "--previous", "first.bgra"] + size) == raw([first] + size))
        #expect(Set(stride(from: 3, to: layer.count, by: 4).map { layer[$0] }).count == 9)
        let wrong = try render([second, "--previous", "first.bgra", "--size", "8x5", "-o", "x.png"])
        #expect(wrong.status == 3 && wrong.error.contains("180 bytes"), "\(wrong.error)")
    }

    @Test func framesAreAThirtiethOfASecondApart() throws {
        let file = try shader("return float4(float3(u.time), 1.0);")
        let three = try raw([file, "--size", "1x1", "--time", "0.5", "--frames", "3"])
        // floor((0.5 + n / 30) · 255 + 0.5)
        #expect([three[0], three[4], three[8]] == [128, 136, 145] && three.count == 12)
        let slow = try raw([file, "--size", "1x1", "--frames", "2", "--fps", "5"])
        #expect([slow[0], slow[4]] == [0, 51])
        #expect(try render([file, "--size", "16x16", "--frames", "7", "-q"]).status == 0)
        let probe = try Program.tool(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width", "-of", "csv=p=0"]
                + [scratch.path("Test.mp4")])
        #expect(probe.text == "16,7\n")
        #expect(try render([file, "--size", "4x4", "--frames", "2", "-o", "pictures/"]).status == 0)
        #expect(try rgba("pictures/00001.png")[0] == 9)
    }

    @Test func theResultForPrograms() throws {
        let result = try render([try shader("return float4(1.0);"), "--size", "6x4", "-o", "x.png", "--json"])
        #expect(result.status == 0)
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(json["output"] as? String == "x.png" && json["frames"] as? Int == 1 && json["width"] as? Int == 6)
        #expect(json["diagnostics"] as? [String] == [])
    }

    @Test func backEndsAndThreadsGiveTheSameBytes() throws {
        let twin = Program.checkout.appendingPathComponent("Tests/Twins/msl/FbmWarp.metal").path
        let options = [twin, "--size", "61x33", "--time", "1.5", "--format", "raw", "-o", "-"]
        let oracle = try render(options + ["--backend", "interpreter", "--threads", "1"])
        #expect(oracle.status == 0 && Set(oracle.output).count > 50)
        #expect(try render(options + ["--threads", "2"]).output == oracle.output)
        #expect(
            try Program.run(["shader", "render"] + options, environment: ["AMBIENT_JIT": "off"]).output
                == oracle.output)
        let compiled = try render(options + ["--backend", "jit"])
        if compiled.status == 4 {
            #expect(compiled.error.contains("libllvm") && compiled.error.contains("--backend interpreter"))
        } else {
            #expect(compiled.status == 0 && compiled.output == oracle.output, "\(compiled.error)")
        }
        let off = try Program.run(
            ["shader", "render"] + options + ["--backend", "jit"], environment: ["AMBIENT_JIT": "off"])
        #expect(off.status == 4 && off.output.isEmpty)
    }

    @Test func loopsThatRunTooLongAreBadInput() throws {
        let file = try shader("float a = 0.0; for (int i = 0; i < 100; i++) a += sin(a + u.time); return float4(a);")
        let options = [file, "--size", "3x3", "-o", "x.png"]
        let cut = try render(options + ["--loop-limit", "99"])
        #expect(cut.status == 3 && cut.error.contains("(0, 0)") && cut.error.contains("--loop-limit"), "\(cut.error)")
        #expect(!scratch.names.contains { $0.contains("x.png") }, "nothing is left of a failure")
        #expect(try render(options + ["--loop-limit", "100"]).status == 0)
        let endless = try shader("float a = 0.0; while (a >= 0.0) a += u.time; return float4(a);")
        #expect(try render([endless, "--size", "3x3", "-o", "y.png"]).status == 3)
        let late = try render(
            [endless, "--size", "3x3", "-o", "y.png", "--loop-limit", "1000000000", "--frame-timeout", "200ms"])
        #expect(late.status == 4 && late.error.contains("--frame-timeout"), "\(late.error)")
    }

    @Test func whatIsWrongHasItsStatus() throws {
        let file = try shader("return float4(max(0, in.uv.x));")
        let broken = try shader("return nothing;", name: "Broken")
        try Data("PNG?".utf8).write(to: scratch.url.appendingPathComponent("no.png"))
        let before = scratch.names
        let cases: [([String], Int32, String)] = [
            ([], 2, "needs a shader file"), (["missing.metal"], 3, "No such file"), ([broken], 3, "Broken.metal:3:"),
            ([file, "--params", "1,2,3"], 2, "four numbers"), ([file, "--params", "1,2,3,4,5"], 2, "four numbers"),
            ([file, "--params", "1,2,3,nan"], 2, "four numbers"), ([file, "--params", "1,2,inf,4"], 2, "four numbers"),
            ([file, "--params", "1,2,1e99,4"], 2, "four numbers"), ([file, "--params", "a,b,c,d"], 2, "four numbers"),
            ([file, "--levels", "0.5"], 2, "there are 1 numbers, not 64"), ([file, "--levels", "1,x"], 2, "\"x\""),
            ([file, "--levels", [String](repeating: "0", count: 65).joined(separator: " ")], 2, "65 numbers"),
            ([file, "--levels", "1,,2"], 2, "is not a number"), ([file, "--levels", "none.txt"], 3, "none.txt"),
            ([file, "--sensitivity", "11"], 2, "0 to 10"), ([file, "--sensitivity", "nan"], 2, "0 to 10"),
            ([file, "--backend", "gpu"], 2, "jit or interpreter"), ([file, "--frames", "0"], 2, "from 1"),
            ([file, "--size", "0x5"], 2, "out of range"), ([file, "--time", "-1"], 2, "not a time"),
            ([file, "--previous", "none.png"], 3, "none.png"), ([file, "--texture", "no.png"], 3, "no.png"),
            ([file, "--texture", "."], 3, "folder"), ([file, "-o", "x.tiff"], 2, "format"),
            ([file, "-o", "no.png"], 2, "-y"), ([file, "--alpha", "-o", "x.mp4"], 2, "no alpha"),
            ([file, "-y", "--format", "raw", "-o", file], 2, "would replace the shader"),
            ([file, "--strict"], 1, "under --strict"),
            ([file, "--threads", "0"], 2, "1 to 256"), ([file, "other.metal"], 2, "unexpected"),
        ]
        for (words, status, message) in cases {
            let output = words.contains("-o") || words.contains("--strict") ? [] : ["-o", "x.png"]
            let result = try render(words + output)
            #expect(result.status == status && result.error.contains(message), "\(words): \(result.error)")
            #expect(result.output.isEmpty)
        }
        #expect(scratch.names == before)
    }
}

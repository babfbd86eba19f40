import Foundation
import Testing

/// Music in the clip and in the picture, held to ffprobe and to clicks whose times are known.
@Suite struct SoundTests {
    private static let playlist = Program.sample("sample-playlist-package")
    /// A layer whose brightness is the loudest level.
    private static let meter = """
        fragment float4 fragment_meter(VertexOut in [[stage_in]], texture2d<float> levels [[texture(2)]]) {
            float loudest = 0.0;
            for (uint i = 0; i < 64; i++) loudest = max(loudest, levels.read(uint2(i, 0)).r);
            return float4(float3(loudest), 1.0);
        }
        """

    private func meterTheme(_ scratch: Scratch) throws -> String {
        try scratch.makeTheme(
            layers: #"[{"kind": "effect", "shaders": [{"path": "Shaders/Meter.metal", "inputs": ["audioLevels"]}]}]"#,
            shaders: ["Meter.metal": Data(Self.meter.utf8)])
    }

    /// A track of short noise bursts at given times, silent between.
    private func clicks(_ scratch: Scratch, at times: [Double], seconds: Double) throws -> String {
        let bursts = times.map { "between(t,\($0),\($0 + 0.004))" }.joined(separator: "+")
        let path = scratch.path("clicks.wav")
        let result = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "aevalsrc='0.9*(random(0)*2-1)*(\(bursts))':s=48000:d=\(seconds)",
                "-c:a",
                "pcm_s16le", path,
            ])
        try #require(result.status == 0, "\(result.error)")
        return path
    }

    @Test func theSoundTrackIsAsLongAsThePictureAndStartsWithIt() throws {
        let scratch = try Scratch()
        let file = scratch.path("a.mp4")
        let result = try Program.run([
            "render", Program.sample("sample-scene-sunny"), "--playlist", Self.playlist, "--size", "64x36",
            "--duration", "3.5",
            "-o", file, "--strict",
        ])
        #expect(result.status == 0, "\(result.error)")
        let probe = try Program.tool(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "stream=codec_name,profile,sample_rate,channels,start_time,duration",
                "-of", "csv=p=0", file,
            ])
        let lines = probe.text.split(separator: "\n")
        #expect(lines == ["h264,High,0.000000,3.500000", "aac,LC,48000,2,0.000000,3.500000"])
    }

    @Test func clicksOnTicksAreBrightestInTheirFrameAndSoundWhereTheyAreSeen() throws {
        let scratch = try Scratch()
        let frames = [30, 54, 96, 141]
        let track = try clicks(scratch, at: frames.map { Double($0) / 30 }, seconds: 6)
        let file = scratch.path("clicks.mp4")
        let result = try Program.run([
            "render", try meterTheme(scratch), "--playlist", track, "--size", "16x16", "--duration", "6", "-o", file,
        ])
        try #require(result.status == 0, "\(result.error)")
        let picture = try Program.tool(
            "ffmpeg", ["-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "gray", "-"]
        ).output
        let brightness = (0..<180).map { frame in
            picture[(frame * 256)..<((frame + 1) * 256)].reduce(0) { $0 + Int($1) }
        }
        let sound = try Program.tool("ffmpeg", ["-v", "error", "-i", file, "-ac", "1", "-f", "f32le", "-"]).output
        let samples = sound.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        for frame in frames {
            let around = (frame - 8)...(frame + 8)
            #expect(around.max { brightness[$0] < brightness[$1] } == frame)
            // The decoded sound begins where the picture says, within what the issue allows: −10 to +27 ms.
            let first = frame * 1600 - 4800
            let onset = try #require((first..<(first + 9600)).first { abs(samples[$0]) > 0.15 })
            let offset = Double(onset - frame * 1600) / 48
            #expect(offset > -10 && offset < 27, "\(offset) ms")
        }
    }

    @Test func clicksAnywhereAreSeenWhenTheyAreHeard() throws {
        let scratch = try Scratch()
        // Thirteen places within a tick, more than a release apart.
        let times: [Double] = (0..<13).map { (index: Int) -> Double in
            let place = Double(index)
            return 1 + place * 1.2 + place / 390
        }
        let track = try clicks(scratch, at: times, seconds: 18)
        let raw = try Program.run([
            "render", try meterTheme(scratch), "--playlist", track, "--size", "2x2", "--duration", "18", "--format",
            "raw", "-o", "-",
        ]).output
        let brightness = (0..<540).map { raw[$0 * 16] }
        for time in times {
            let near = Int(time * 30) - 6...Int(time * 30) + 6
            let brightest = try #require(near.max { brightness[$0] < brightness[$1] })
            let offset = (Double(brightest) / 30 - time) * 1000
            #expect(offset > -10 && offset < 27, "the click at \(time) s is seen \(offset) ms later")
        }
    }

    @Test(arguments: [0.1, 0.5, 0.9]) func tonesKeepTheirLevelInTheClip(amplitude: Double) throws {
        let scratch = try Scratch()
        let (track, clip) = (scratch.path("t.wav"), scratch.path("t.mp4"))
        let tone = "aevalsrc=\(amplitude)*sin(2*PI*440*t)|\(amplitude)*sin(2*PI*440*t):s=48000:d=4"
        _ = try Program.tool("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", tone, track])
        let result = try Program.run(
            ["render", try meterTheme(scratch), "--playlist", track, "--size", "16x16", "--duration", "4", "-o", clip])
        try #require(result.status == 0, "\(result.error)")
        let left = ["-v", "error", "-i", clip, "-af", "pan=mono|c0=c0", "-f", "f32le", "-"]
        let bytes = try Program.tool("ffmpeg", left).output
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }[48_000..<144_000]
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        // A sine's power is half its amplitude squared.
        let decibels = 10 * log10(power / (amplitude * amplitude / 2))
        #expect(abs(decibels) < 0.2, "\(decibels) dB")
        let refused = try Program.run(
            [
                "render", try meterTheme(scratch), "--playlist", clip, "--size", "16x16", "--duration", "1", "-y", "-o",
                clip,
            ])
        #expect(refused.status == 2 && refused.error.contains("would replace"), "\(refused.error)")
    }

    @Test func levelsAgreeAtCommonInstantsOfAllRates() throws {
        let scratch = try Scratch()
        let theme = try meterTheme(scratch)
        let options = [
            "--playlist", Self.playlist, "--size", "2x2", "--from", "3", "--duration", "1", "--format", "raw", "-o",
            "-",
        ]
        let frames = try [24, 30, 60].map { rate in
            (rate, try Program.run(["render", theme, "--fps", "\(rate)"] + options).output)
        }
        for step in 0..<6 {
            // Sixths of a second are frames of all three rates.
            let pixels = frames.map { rate, bytes in
                bytes[(step * rate / 6 * 16)..<(step * rate / 6 * 16 + 16)].map { $0 }
            }
            #expect(pixels[0] == pixels[1] && pixels[1] == pixels[2])
            #expect(pixels[0].count == 16)
        }
        #expect(Set(frames[1].1).count > 8)
    }

    @Test func aFrameAloneAndThreadsAgreeWithMusicToo() throws {
        let scene = Program.sample("sample-scene-rainy")
        let options = ["--playlist", Self.playlist, "--size", "64x36", "--format", "raw", "-o", "-"]
        let one = try Program.run(["render", scene, "--frames", "2000-2003", "--threads", "1"] + options)
        let two = try Program.run(["render", scene, "--frames", "2000-2003", "--threads", "2"] + options)
        let plain = try Program.run(
            ["render", scene, "--frames", "2000-2003"] + options, environment: ["AMBIENT_LIBAV_SIMD": "off"])
        let alone = try Program.run(["frame", scene, "--frame", "2002"] + options)
        #expect(one.status == 0 && one.output == two.output && one.output == plain.output)
        #expect(alone.output == one.output.subdata(in: (2 * 64 * 36 * 4)..<(3 * 64 * 36 * 4)))
        let silent = try Program.run([
            "frame", scene, "--frame", "2002", "--size", "64x36", "--format", "raw", "-o", "-",
        ])
        #expect(silent.output != alone.output)
    }

    @Test func levelsAreJSONAndTablesAndAPicture() throws {
        let scratch = try Scratch()
        let result = try Program.run(["levels", Self.playlist, "--from", "2", "--to", "4"])
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(json["tickRate"] as? Int == 30 && json["bins"] as? Int == 64 && json["bands"] as? Int == 32)
        let ticks = try #require(json["ticks"] as? [[String: Any]])
        #expect(ticks.count == 60)
        #expect(ticks[0]["time"] as? Double == 2)
        let levels = ticks.compactMap { $0["levels"] as? [Double] }
        #expect(
            levels.allSatisfy {
                $0.count == 64 && $0.allSatisfy { $0 >= 0 && $0 <= 1 && $0 * 4096 == ($0 * 4096).rounded() }
            })
        let table = scratch.path("a.csv")
        #expect(try Program.run(["levels", Self.playlist, "--from", "2", "--to", "4", "-o", table]).status == 0)
        let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 61 && rows[1].split(separator: ",").count == 97 && rows[1].hasPrefix("2,"))
        let last = try #require(levels[0].last)
        #expect(Double(rows[1].split(separator: ",")[96]) == last)
        let picture = scratch.path("a.png")
        #expect(try Program.run(["levels", Self.playlist, "--duration", "2", "-o", picture]).status == 0)
        let size = try Program.tool(
            "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", picture])
        #expect(size.text.hasSuffix(",468\n"))
        #expect(try Program.run(["levels", Self.playlist, "-o", picture]).status == 2)
    }

    @Test func silenceIsExactlyZero() throws {
        let scratch = try Scratch()
        let path = scratch.path("s.wav")
        _ = try Program.tool(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "anullsrc=r=44100:cl=mono", "-t", "1", path])
        let result = try Program.run(["levels", path])
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        let ticks = try #require(json["ticks"] as? [[String: Any]])
        #expect(ticks.count == 30)
        #expect(ticks.allSatisfy { ($0["levels"] as? [Double])?.allSatisfy { $0 == 0 } == true })
    }

    @Test func unreadableTracksAreSkippedWithAReason() throws {
        let scratch = try Scratch()
        let folder = scratch.path("list")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("no music".utf8).write(to: URL(fileURLWithPath: folder + "/a.mp3"))
        try FileManager.default.copyItem(atPath: Self.playlist + "/Playlist/track1.mp3", toPath: folder + "/b.mp3")
        try Data("cover".utf8).write(to: URL(fileURLWithPath: folder + "/cover.jpg"))
        let options = [
            "frame", Program.sample("sample-scene-sunny"), "--size", "16x16", "--format", "raw", "-o", "-",
            "--playlist",
        ]
        let result = try Program.run(options + [folder])
        #expect(result.status == 0)
        #expect(
            result.error.contains("a.mp3") && result.error.contains("[playlist.unreadable-track]"), "\(result.error)")
        #expect(!result.error.contains("cover"))
        #expect(try Program.run(options + [folder, "--strict"]).status == 1)
        // A bad track whose turn comes while the clip is drawn is said too.
        let late = scratch.path("late")
        try FileManager.default.createDirectory(atPath: late, withIntermediateDirectories: true)
        _ = try Program.tool("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=440", "-t", "1", late + "/a.wav"])
        try Data("no music".utf8).write(to: URL(fileURLWithPath: late + "/b.mp3"))
        let clip = try Program.run([
            "render", Program.sample("sample-scene-sunny"), "--size", "16x16", "--duration", "2", "--format",
            "framehash", "-o",
            "-", "--playlist", late,
        ])
        #expect(clip.status == 0 && clip.error.contains("b.mp3") && clip.error.contains("[playlist.unreadable-track]"))
        let only = try Program.run(options + [folder + "/b.mp3"])
        #expect(only.output == result.output)
    }

    @Test func hopelessMusicIsThree() throws {
        let scratch = try Scratch()
        try Data().write(to: URL(fileURLWithPath: scratch.path("empty.mp3")))
        try Data("text".utf8).write(to: URL(fileURLWithPath: scratch.path("text.mp3")))
        try Data([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 68)).write(
            to: URL(fileURLWithPath: scratch.path("short.mp3")))
        try FileManager.default.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: true)
        for name in [
            scratch.path("empty.mp3"), scratch.path("text.mp3"), scratch.path("short.mp3"), scratch.path("folder"),
            "/dev/zero", "nowhere",
        ] {
            let start = ContinuousClock.now
            let result = try Program.run(
                [
                    "frame", Program.sample("sample-scene-sunny"), "--size", "16x16", "--format", "raw", "-o", "-",
                    "--playlist", name,
                ])
            #expect(result.status == 3, "\(name): \(result.status) \(result.error)")
            #expect(result.error.hasPrefix("ambient: "))
            #expect(ContinuousClock.now - start < .seconds(30), "\(name)")
        }
    }

    @Test func orderOptionsAreChecked() throws {
        let scene = Program.sample("sample-scene-sunny")
        for arguments in [["--repeat", "twice"], ["--gain", "loud"], ["--seed", "-1"], ["--audio-align", "left"]] {
            #expect(try Program.run(["render", scene] + arguments).status == 2)
        }
    }

    @Test func theActivePlaylistPlaysWithTheActiveTheme() throws {
        let scratch = try Scratch()
        let packages = scratch.url.appendingPathComponent("Packages")
        try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
        for name in ["sample-scene-sunny", "sample-playlist-package"] {
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: Program.sample(name)), to: packages.appendingPathComponent(name))
        }
        let file = scratch.path("a.mp4")
        let root = ["--root", scratch.url.path, "--size", "32x32", "--frames", "0-5", "-y", "-o", file]
        func streams() throws -> String {
            try Program.tool("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", file])
                .text
        }
        #expect(try Program.run(["render"] + root).status == 0)
        #expect(try streams() == "h264\naac\n")
        #expect(try Program.run(["render", "sample-scene-sunny.theme"] + root).status == 0)
        #expect(try streams() == "h264\n")
        let shown = try Program.run(["package", "show", Self.playlist]).text
        #expect(shown.contains("First Light") && shown.contains("Ambient Samples"))
    }
}

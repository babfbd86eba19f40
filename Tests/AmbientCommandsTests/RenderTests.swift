import ChildProcess
import Foundation
import Testing

/// `render` and `frame` on the samples, held to the contract by ffmpeg and ffprobe.
@Suite struct RenderTests {
    private static let small = ["--size", "160x90"]

    private func probe(_ file: String, _ entries: String) throws -> [String: String] {
        let result = try Program.tool(
            "ffprobe", ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "default=nw=1", file])
        var values: [String: String] = [:]
        for line in result.text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }

    @Test func clipHasEveryPropertyOfTheContract() throws {
        let scratch = try Scratch()
        let file = scratch.path("a.mp4")
        let result = try Program.run(
            ["render", Program.sample("sample-scene-sunny"), "-o", file, "--duration", "2", "--strict", "--json"]
                + Self.small)
        #expect(result.status == 0, "\(result.error)")
        let values = try probe(
            file,
            "stream=codec_name,profile,pix_fmt,width,height,r_frame_rate,avg_frame_rate,color_space,color_transfer,"
                + "color_primaries,color_range,chroma_location,nb_read_frames,start_time:format=duration,nb_streams")
        #expect(values["codec_name"] == "h264")
        #expect(values["profile"] == "High")
        #expect(values["pix_fmt"] == "yuv420p")
        #expect(values["width"] == "160" && values["height"] == "90")
        #expect(values["r_frame_rate"] == "30/1" && values["avg_frame_rate"] == "30/1")
        for key in ["color_space", "color_transfer", "color_primaries"] { #expect(values[key] == "bt709") }
        #expect(values["color_range"] == "tv")
        #expect(values["chroma_location"] == "left")
        #expect(values["nb_read_frames"] == "60")
        #expect(values["nb_streams"] == "1")
        #expect(Double(values["start_time"] ?? "") == 0)
        #expect(Double(values["duration"] ?? "") == 2)
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(json["frames"] as? Int == 60)
        #expect(json["fps"] as? String == "30/1")
        #expect(json["seconds"] as? Double == 2)
        #expect((json["diagnostics"] as? [Any])?.isEmpty == true)
    }

    @Test func defaultIsTenSecondsOfTheDeviceInAFileNamedAfterTheScene() throws {
        let scratch = try Scratch()
        let result = try Program.run(
            ["render", Program.sample("sample-scene-cloudy"), "--fps", "1"], in: scratch.url)
        #expect(result.status == 0, "\(result.error)")
        #expect(scratch.names == ["sample-scene-cloudy.mp4"])
        let values = try probe(scratch.path("sample-scene-cloudy.mp4"), "stream=width,height,nb_read_frames")
        #expect(values == ["width": "1334", "height": "750", "nb_read_frames": "10"])
    }

    @Test(arguments: ["30", "29.97", "24000/1001", "12.5"])
    func framehashEqualsFFmpegsOfTheRawPipe(rate: String) throws {
        let options = [Program.sample("sample-scene-rainy"), "--frames", "0-4", "--fps", rate] + Self.small
        let hashes = try Program.run(["render"] + options + ["--format", "framehash", "-o", "-"])
        let raw = try Program.run(["render"] + options + ["--format", "raw", "-o", "-"])
        #expect(hashes.status == 0 && raw.status == 0)
        #expect(raw.output.count == 5 * 160 * 90 * 4)
        let exact = rate == "29.97" ? "30000/1001" : rate == "12.5" ? "25/2" : rate
        let reference = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-f", "rawvideo", "-pixel_format", "bgra", "-video_size", "160x90", "-framerate", exact,
                "-i", "-", "-fflags", "+bitexact", "-f", "framehash", "-",
            ], input: raw.output)
        #expect(hashes.text == reference.text)
    }

    @Test func aFrameAloneEqualsTheSameFrameInAClip() throws {
        let scene = Program.sample("sample-scene-sunny")
        let clip = try Program.run(
            ["render", scene, "--frames", "310-313", "--format", "raw", "-o", "-"] + Self.small)
        for index in [3, 0, 2] {
            let alone = try Program.run(
                ["frame", scene, "--frame", "\(310 + index)", "--format", "raw", "-o", "-"] + Self.small)
            let size = 160 * 90 * 4
            #expect(alone.output == clip.output.subdata(in: index * size..<(index + 1) * size))
        }
    }

    @Test func threadsAndVectorUnitsChangeNoByte() throws {
        let options =
            ["render", Program.sample("sample-scene-rainy"), "--frames", "0-9", "--format", "framehash", "-o", "-"]
            + Self.small
        let one = try Program.run(options + ["--threads", "1"])
        let two = try Program.run(options + ["--threads", "2"])
        let plain = try Program.run(options, environment: ["AMBIENT_LIBAV_SIMD": "off"])
        #expect(one.status == 0 && one.output.count > 500)
        #expect(one.output == two.output)
        #expect(one.output == plain.output)
        // The switch does what it says.
        func units(_ environment: [String: String]) throws -> String {
            let lines = try Program.run(["doctor"], environment: environment).text.split(separator: "\n")
            return String(try #require(lines.first { $0.contains("libav vector units") }))
        }
        #expect(try units(["AMBIENT_LIBAV_SIMD": "off"]).hasSuffix("none") && units([:]).hasSuffix("used"))
    }

    @Test func rangesSkipOutputAndChangeNothing() throws {
        let scene = Program.sample("sample-scene-cloudy")
        let options = ["--format", "framehash", "-o", "-"] + Self.small
        let whole = try Program.run(["render", scene, "--duration", "1"] + options)
        let part = try Program.run(["render", scene, "--from", "0.5", "--to", "0.7"] + options)
        func hashes(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
        }
        #expect(hashes(part.text) == Array(hashes(whole.text)[15..<21]))
        #expect(part.text.contains("\n0,          0,          0,"))
        let ntsc = try Program.run(
            ["render", scene, "--duration", "10", "--fps", "30000/1001", "--size", "16x16"]
                + ["--format", "framehash", "-o", "-"])
        #expect(hashes(ntsc.text).count == 300)
    }

    @Test func formatsReadBack() throws {
        let scratch = try Scratch()
        let scene = Program.sample("sample-scene-cloudy")
        for name in ["a.y4m", "b/", "c-%03d.png", "d.bgra", "e.framehash"] {
            let result = try Program.run(["render", scene, "--frames", "0-2", "-o", scratch.path(name)] + Self.small)
            #expect(result.status == 0, "\(name): \(result.error)")
        }
        #expect(
            scratch.names == [
                "a.y4m", "b", "c-000.png", "c-001.png", "c-002.png", "d.bgra", "e.framehash",
            ])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path("b")).sorted()
                == ["00000.png", "00001.png", "00002.png"])
        let y4m = try probe(scratch.path("a.y4m"), "stream=width,height,pix_fmt,nb_read_frames,r_frame_rate")
        #expect(y4m["nb_read_frames"] == "3" && y4m["pix_fmt"] == "yuv420p" && y4m["r_frame_rate"] == "30/1")
        let decoded = try Program.tool(
            "ffmpeg", ["-v", "error", "-i", scratch.path("b/00001.png"), "-f", "rawvideo", "-pix_fmt", "bgra", "-"])
        let raw = try Data(contentsOf: URL(fileURLWithPath: scratch.path("d.bgra")))
        let size = 160 * 90 * 4
        #expect(raw.count == 3 * size)
        #expect(decoded.output == raw.subdata(in: size..<(2 * size)))
    }

    @Test func onePictureNeedsNoSuffixAndDevicesAreWrittenTo() throws {
        let scratch = try Scratch()
        let scene = Program.sample("sample-scene-cloudy")
        let one = try Program.run(["frame", scene, "--format", "png", "-o", scratch.path("thumb")] + Self.small)
        #expect(one.status == 0, "\(one.error)")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: scratch.path("thumb"))).prefix(4)
                == Data([0x89, 0x50, 0x4E, 0x47]))
        let refused = try Program.run(["render", scene, "-o", scratch.path("100%.png")] + Self.small)
        #expect(refused.status == 2 && refused.error.contains("%05d"), "\(refused.error)")
        let device = try Program.run(["frame", scene, "--format", "raw", "-o", "/dev/stdout"] + Self.small)
        #expect(device.status == 0 && device.output.count == 160 * 90 * 4, "\(device.error)")
    }

    @Test func pipedMP4IsFragmentedAndPlays() throws {
        let scratch = try Scratch()
        let result = try Program.run(
            ["render", Program.sample("sample-scene-cloudy"), "--frames", "0-11", "--format", "mp4", "-o", "-"]
                + Self.small)
        #expect(result.status == 0)
        #expect(result.output.range(of: Data("moof".utf8)) != nil)
        try result.output.write(to: scratch.url.appendingPathComponent("p.mp4"))
        #expect(try probe(scratch.path("p.mp4"), "stream=nb_read_frames")["nb_read_frames"] == "12")
    }

    @Test func aReaderThatClosesEarlyEndsUsQuietly() throws {
        let command =
            "'\(Program.path)' render '\(Program.sample("sample-scene-cloudy"))' --size 320x180 --format raw -o - | head -c 100"
            + "; exit ${PIPESTATUS[0]}"
        let result = try Program.run(executable: "/bin/bash", ["-c", command])
        #expect(result.status == 0)
        #expect(result.output.count == 100)
        #expect(result.error == "")
    }

    /// An archive listens for signals as well, to remove what it extracted.
    @Test(arguments: [false, true]) func interruptionLeavesAPlayableFile(isArchive: Bool) throws {
        let scratch = try Scratch()
        let sources = try Scratch()
        var scene = Program.sample("sample-scene-cloudy")
        if isArchive {
            let packed = try Program.run(["package", "pack", scene, "-o", sources.path("cloudy.zip")])
            #expect(packed.status == 0, "\(packed.error)")
            scene = sources.path("cloudy.zip")
        }
        let file = scratch.path("long.mp4")
        let log = scratch.path("log")
        let process = try ChildProcess(
            Program.path,
            ["render", scene, "--duration", "1h", "-o", file, "--progress", "json"]
                + Self.small, error: log)
        // The first line of progress says that frames are being written.
        var said = ""
        for _ in 0..<600 where !said.contains("\"progress\"") {
            Thread.sleep(forTimeInterval: 0.05)
            said = try String(contentsOfFile: log, encoding: .utf8)
        }
        process.send(SIGINT)
        #expect(process.wait() == 130)
        said = try String(contentsOfFile: log, encoding: .utf8)
        try FileManager.default.removeItem(atPath: log)
        #expect(scratch.names == ["long.mp4"])
        let frames = Int(try probe(file, "stream=nb_read_frames")["nb_read_frames"] ?? "") ?? 0
        #expect(frames > 0 && frames < 108_000)
        let events = said.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(events.last?.contains("\"failed\"") == true && events.last?.contains("interrupted") == true)
        #expect(events.count { !$0.contains("\"progress\"") } == 1)
    }
}

import ChildProcess
import Foundation
import Testing

/// Everything that can be wrong is a clear error with the contract's exit status, and nothing half written.
@Suite struct BadInputTests {
    private let scene = Program.sample("sample-scene-sunny")

    /// Runs `render` into an empty folder and expects a refusal that leaves nothing.
    private func refuse(
        _ arguments: [String], status: Int32, saying text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let scratch = try Scratch()
        let result = try Program.run(["render"] + arguments, in: scratch.url)
        #expect(result.status == status, "\(result.error)", sourceLocation: sourceLocation)
        #expect(result.error.contains(text), "\(result.error)", sourceLocation: sourceLocation)
        #expect(result.error.hasPrefix("ambient: "), sourceLocation: sourceLocation)
        #expect(scratch.names == [], sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        (["--size", "0x0"], "out of range"), (["--size", "8193x10"], "out of range"),
        (["--size", "-4x4"], "out of range"), (["--size", "99999999999999999999x4"], "not WIDTHxHEIGHT"),
        (["--size", "161x90"], "160x90 or 162x90"), (["--size", "1x1"], "even sides"),
        (["--size", "abc"], "not WIDTHxHEIGHT"),
        (["--duration", "0"], "above 0"), (["--duration", "-3"], "not a time"), (["--duration", "nan"], "not a time"),
        (["--from", "5", "--to", "5"], "after --from"), (["--frames", "9-3"], "not A-B"),
        (["--fps", "0"], "frame rate"), (["--fps", "1/0"], "frame rate"), (["--fps", "x"], "frame rate"),
        (["--device", "iphone-7"], "unknown device"), (["--orientation", "sideways"], "orientation"),
        (["--threads", "0"], "1 to 256"), (["--crf", "52"], "up to 51"), (["--crf", "0"], "above 0"),
        (["--preset", "quick"], "preset"),
        (["--time-zone", "Mars/Base"], "Mars/Base"), (["--locale", "tlh_QQ"], "tlh_QQ"),
        (["--start", "yesterday"], "yesterday"),
        (["--durration", "3"], "did you mean --duration"), (["--format", "gif"], "mp4, y4m"),
        (["-o", "-"], "--format"),
        (["-o", "-", "--format", "raw", "--json"], "--json"), (["-o", "x.png"], "%05d"), (["-o", "x"], "format"),
        (["extra", "words"], "unexpected"),
    ])
    func wrongUsageIsTwo(arguments: [String], text: String) throws {
        try refuse([scene] + arguments, status: 2, saying: text)
    }

    @Test func missingThings() throws {
        try refuse(["no/such/folder"], status: 3, saying: "no/such/folder")
        try refuse(["no-such.theme", "--root", "nowhere"], status: 3, saying: "no-such.theme")
        try refuse(["--root", "nowhere"], status: 3, saying: "no theme is installed")
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: true)
        try refuse([scratch.path("empty")], status: 3, saying: "manifest.json")
    }

    @Test func unreadableVideos() throws {
        let scratch = try Scratch()
        let cases: [(String, Data?)] = [
            ("text", Data("this is not a film\n".utf8)), ("empty", Data()), ("folder", nil),
        ]
        for (name, video) in cases {
            let theme = try scratch.makeTheme(name, layers: "[]", video: video ?? Data())
            if video == nil {
                try FileManager.default.removeItem(atPath: theme + "/Theme/loop.mp4")
                try FileManager.default.createDirectory(
                    atPath: theme + "/Theme/loop.mp4", withIntermediateDirectories: true)
            }
            try refuse([theme], status: 3, saying: "loop.mp4")
        }
    }

    @Test func badShadersDeclineTheirLayerOnly() throws {
        let scratch = try Scratch()
        let cases: [(String, Data, String)] = [
            ("Binary.metal", Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }), "Binary.metal"),
            ("Large.metal", Data(repeating: 0x20, count: 600 * 1024), "512"),
            (
                "Deep.metal",
                Data(("fragment float4 fragment_deep() { return " + String(repeating: "(", count: 10_000)).utf8), "nest"
            ),
            ("Wrong.metal", Data("fragment float4 fragment_other() { return float4(1.0); }".utf8), "fragment_wrong"),
            ("Typo.metal", Data("fragment float4 fragment_typo() { return vec4(1.0); }".utf8), "float4"),
        ]
        for (name, text, expected) in cases {
            let theme = try scratch.makeTheme(
                "p" + name, layers: #"[{"kind": "effect", "shaders": [{"path": "Shaders/\#(name)"}]}]"#,
                shaders: [name: text])
            let options = ["frame", theme, "--size", "16x16", "--format", "raw", "-o", "-"]
            let result = try Program.run(options)
            #expect(result.status == 0, "\(name): \(result.error)")
            #expect(result.error.contains(expected), "\(name): \(result.error)")
            let plain = try Program.run([
                "frame", try scratch.makeTheme("plain", layers: "[]"), "--size", "16x16", "--format", "raw", "-o", "-",
            ])
            #expect(result.output == plain.output)
            #expect(try Program.run(options + ["--strict"]).status == 1)
        }
    }

    @Test func anEndlessLoopLosesItsLayerOnly() throws {
        let scratch = try Scratch()
        let text = """
            fragment float4 fragment_endless(VertexOut in [[stage_in]]) {
                float x = 0.0;
                while (true) { x += in.uv.x; if (x < 0.0) break; }
                return float4(x);
            }
            """
        let theme = try scratch.makeTheme(
            layers: #"[{"kind": "effect", "shaders": [{"path": "Shaders/Endless.metal"}]}]"#,
            shaders: ["Endless.metal": Data(text.utf8)])
        let result = try Program.run([
            "render", theme, "--frames", "0-2", "--size", "32x32", "--format", "raw", "-o", "-",
        ])
        #expect(result.status == 0)
        #expect(result.error.components(separatedBy: "[effect.loop-limit]").count == 2, "\(result.error)")
        #expect(result.output.count == 3 * 32 * 32 * 4)
    }

    @Test func existingOutputIsRefusedWithoutY() throws {
        let scratch = try Scratch()
        let file = scratch.path("old.mp4")
        try Data("precious".utf8).write(to: URL(fileURLWithPath: file))
        let options = ["render", scene, "--frames", "0-1", "--size", "32x32", "-o", file]
        let refused = try Program.run(options)
        #expect(refused.status == 2 && refused.error.contains("-y"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        #expect(try Program.run(options + ["-y"]).status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count > 500)
        #expect(scratch.names == ["old.mp4"])
    }

    @Test func unwritableOutputsAreFour() throws {
        try refuse([scene, "--size", "32x32", "-o", "no/such/place/x.mp4"], status: 4, saying: "no/such/place")
        for format in ["mp4", "raw", "y4m", "framehash", "png"] {
            let result = try Program.run(
                ["render", scene, "--frames", "0-\(format == "png" ? 0 : 40)", "--size", "64x64", "--format", format]
                    + ["-o", "/dev/full", "-y"])
            #expect(result.status == 4, "\(format): \(result.status) \(result.error)")
            #expect(result.error.contains("No space left"), "\(format): \(result.error)")
        }
    }

    @Test func everyFailureEndsWithOneEvent() throws {
        let scratch = try Scratch()
        for arguments in [
            ["no/such/folder"], [scene, "--size", "0x0"], [scene, "--bogus"], [scene, "-o", scratch.url.path],
        ] {
            let result = try Program.run(["render"] + arguments + ["--progress", "json"])
            let events = result.error.split(separator: "\n").filter { $0.hasPrefix("{") }
            #expect(events.count == 1, "\(result.error)")
            let event = try #require(JSONSerialization.jsonObject(with: Data(events[0].utf8)) as? [String: Any])
            #expect(event["event"] as? String == "failed")
            #expect((event["stage"] as? String)?.isEmpty == false && (event["message"] as? String)?.isEmpty == false)
        }
    }

    @Test func aSecondInterruptionStopsAtOnceAndLeavesNothing() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.path("out"), withIntermediateDirectories: true)
        for output in ["out/", "clip.mp4"] {
            let log = scratch.path("log")
            let process = try ChildProcess(
                Program.path,
                [
                    "render", scene, "--duration", "1h", "--size", "640x360", "-o", scratch.path(output), "--progress",
                    "json",
                ],
                error: log)
            var said = ""
            for _ in 0..<600 where !said.contains("\"progress\"") {
                Thread.sleep(forTimeInterval: 0.05)
                said = try String(contentsOfFile: log, encoding: .utf8)
            }
            process.send(SIGINT)
            process.send(SIGINT)
            process.send(SIGTERM)
            #expect(process.wait() == 130)
            try FileManager.default.removeItem(atPath: log)
            #expect(scratch.names.allSatisfy { !$0.hasPrefix(".") }, "\(scratch.names)")
            let inside = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
            #expect(inside.allSatisfy { !$0.hasPrefix(".") }, "\(inside)")
        }
    }

    @Test func hugeClocksAreDrawnAndSaid() throws {
        let scratch = try Scratch()
        let theme = try scratch.makeTheme(layers: #"[{"kind": "clock", "size": 1e308}]"#)
        let result = try Program.run([
            "frame", theme, "--size", "32x32", "--point-scale", "10", "--format", "raw", "-o", "-",
        ])
        #expect(result.status == 0 && result.error.contains("manifest.clock-size"), "\(result.error)")
    }

    @Test func invisibleClocksAreNoFailure() throws {
        let scratch = try Scratch()
        let theme = try scratch.makeTheme(layers: #"[{"kind": "clock", "size": 5e-324}]"#)
        let result = try Program.run(["frame", theme, "--size", "32x18", "--format", "raw", "-o", "-", "--strict"])
        #expect(result.status == 0, "\(result.error)")
    }

    @Test func anOutputNeverReplacesWhatIsDrawn() throws {
        let scratch = try Scratch()
        let theme = try scratch.makeTheme(layers: "[]")
        let before = try Data(contentsOf: URL(fileURLWithPath: theme + "/Theme/loop.mp4"))
        let result = try Program.run([
            "render", theme, "--size", "32x32", "--frames", "0-1", "-y", "-o", theme + "/Theme/loop.mp4",
        ])
        #expect(result.status == 2 && result.error.contains("would replace"), "\(result.error)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: theme + "/Theme/loop.mp4")) == before)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link.mp4"), withDestinationPath: scratch.path("nowhere.mp4"))
        let link = try Program.run([
            "render", theme, "--size", "32x32", "--frames", "0-1", "-o", scratch.path("link.mp4"),
        ])
        #expect(link.status == 4 && link.error.contains("leads nowhere"), "\(link.error)")
    }

    @Test func lostOutputIsAFailure() throws {
        for arguments in [["help"], ["doctor"], ["package", "check", scene, "--json"], ["shader", "prelude"]] {
            let words = arguments.map { "'\($0)'" }.joined(separator: " ")
            let full = try Program.run(executable: "/bin/sh", ["-c", "'\(Program.path)' \(words) > /dev/full"])
            #expect(full.status == 4 && full.error.contains("No space left"), "\(arguments): \(full.error)")
            let closed = try Program.run(
                executable: "/bin/bash", ["-c", "'\(Program.path)' \(words) | true; exit ${PIPESTATUS[0]}"])
            #expect(closed.status == 0, "\(arguments)")
        }
    }

    @Test func oneSignalEndsARunWhoseReaderDoesNotRead() throws {
        let scratch = try Scratch()
        let command =
            "mkfifo '\(scratch.path("f"))'; (exec 3< '\(scratch.path("f"))'; sleep 30) & "
            + "'\(Program.path)' render '\(scene)' --size 640x360 --duration 100 --format y4m -o '\(scratch.path("f"))' & p=$!; "
            + "sleep 3; kill -TERM $p; wait $p; s=$?; kill %1; exit $s"
        let start = ContinuousClock.now
        let result = try Program.run(executable: "/bin/bash", ["-c", command])
        #expect(result.status == 130, "\(result.error)")
        #expect(ContinuousClock.now - start < .seconds(25))
    }

    @Test func flagsMayBeJoined() throws {
        let scratch = try Scratch()
        let file = scratch.path("a.mp4")
        for _ in 0..<2 {
            let result = try Program.run(["render", scene, "--size", "32x32", "--frames", "0-1", "-yqo", file])
            #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        }
    }

    @Test func strictFailureLeavesNothing() throws {
        let scratch = try Scratch()
        let theme = try scratch.makeTheme(layers: ##"[{"kind": "clock", "colour": "#FF0000"}]"##)
        try refuse([theme, "--strict", "--size", "32x32", "--frames", "0-1"], status: 1, saying: "colour")
    }
}

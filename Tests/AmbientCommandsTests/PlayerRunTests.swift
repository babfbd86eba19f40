import ChildProcess
import Foundation
import Testing

/// `ambient run` of the film player, with films of every kind.
@Suite struct PlayerRunTests {
    /// Writes a package of films; every clip is a copy of a grey one of two seconds.
    private func package(_ films: String, clips: [String], in scratch: ScenarioScratch) throws {
        try scratch.text(#"{"packageId": "p", "type": "films", "films": [\#(films)]}"#, to: "p/manifest.json")
        try FileManager.default.createDirectory(
            atPath: scratch.path("p/Films"), withIntermediateDirectories: true)
        let clip = scratch.path("clip.mp4")
        let made = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=2", "-pix_fmt", "yuv420p", clip,
            ])
        #expect(made.status == 0, "\(made.error)")
        for name in clips {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path("p/Films/" + name), withDestinationPath: clip)
        }
    }

    private func film(_ id: String, _ more: String = "") -> String {
        #"{"id": "\#(id)", "title": "T", "video": "\#(id).mp4"\#(more)}"#
    }

    private func write(_ steps: String, scenes: String = "scenes: [p]\n", in scratch: ScenarioScratch) throws {
        try scratch.text(
            "app: player\ndevice: apple-tv-hd\nsize: 64x36\nfps: 10\n\(scenes)---\n\(steps)\n", to: "run.yaml"
        )
    }

    @Test func oneFilmNeitherChangesNorCounts() throws {
        let scratch = try ScenarioScratch()
        try package(film("a"), clips: ["a.mp4"], in: scratch)
        try write(
            """
            - setSetting: { nextAfter: 5m }
            - assertTimer: { nextAfter: off }
            - swipe: left
            - assertScene: p.a.film
            - wait: 1h
            - assertScene: p.a.film
            """, in: scratch)
        #expect(try scratch.run("run.yaml").text == "3 passed, 0 failed\n")
    }

    @Test func withoutFilmsTheShelfSaysSo() throws {
        let scratch = try ScenarioScratch()
        try write(
            "- pressButton: select\n- assertState: shelf\n- pressButton: menu\n- pressButton: menu\n- assertState: left",
            scenes: "", in: scratch)
        #expect(try scratch.run("run.yaml", "-o", "x.png", "--frames", "0-0").text.hasPrefix("2 passed"))
    }

    @Test func aBrokenFilmIsSkippedAndOnlyBrokenOnesEndTheRun() throws {
        let scratch = try ScenarioScratch()
        try package([film("a"), film("b"), film("c")].joined(separator: ","), clips: ["a.mp4", "c.mp4"], in: scratch)
        try scratch.text("no video", to: "p/Films/b.mp4")
        try write("- swipe: left\n- wait: 2s\n- assertScene: p.c.film", in: scratch)
        let result = try scratch.run("run.yaml")
        #expect(result.error.contains("[media.cannot-open]") && result.text == "1 passed, 0 failed\n")
        try scratch.text(#"{"packageId": "p", "type": "films", "films": [\#(film("b"))]}"#, to: "p/manifest.json")
        #expect(try scratch.run("run.yaml", exits: 3).error.contains("none of its films can be played"))
    }

    @Test func oddTextsAndTimesHaveDefinedBehaviour() throws {
        let scratch = try ScenarioScratch()
        let facts =
            #", "posterTime": 90, "facts": [{"text": "late", "at": 50}, {"text": "\#(String(repeating: "w ", count: 2500))"}, "#
            + #"{"text": "x", "at": 0.2, "duration": 1}, {"text": "y", "at": 0.5, "duration": 1}]"#
        let long = #"{"id": "b", "title": "\#(String(repeating: "title ", count: 334))", "video": "b.mp4"}"#
        try package([film("a", facts), long].joined(separator: ","), clips: ["a.mp4", "b.mp4"], in: scratch)
        try write("- wait: 1s\n- pressButton: select\n- wait: 2s", in: scratch)
        let result = try scratch.run("run.yaml", "-o", "x/", "--frames", "0-20")
        #expect(result.error.contains("[films.fact-beyond-end]"), "\(result.error)")
        #expect(result.error.contains("[films.poster-beyond-end]"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("x")).count == 21)
    }

    @Test func fiveHundredFilmsStart() throws {
        let scratch = try ScenarioScratch()
        let names = (0..<500).map { "f\($0)" }
        try package(names.map { film($0) }.joined(separator: ","), clips: names.map { $0 + ".mp4" }, in: scratch)
        try write(
            "- pressButton: select\n- pressButton: { name: right, times: 499 }\n- assertFocus: film.499\n- wait: 1s",
            in: scratch)
        #expect(try scratch.run("run.yaml", "-o", "x.png", "--frames", "5-5").text == "1 passed, 0 failed\n")
    }

    @Test func framesDependOnNothingButTheirState() throws {
        let scratch = try ScenarioScratch()
        try package([film("a"), film("b")].joined(separator: ","), clips: ["a.mp4", "b.mp4"], in: scratch)
        try write(
            """
            - setSetting: { stopAfter: 15m }
            - wait: 0.5s
            - swipe: left
            - wait: 0.7s
            - pressButton: select
            - wait: 1s
            - pressButton: right
            - wait: 7s
            """, in: scratch)
        func lines(_ options: String...) throws -> [String] {
            let words = ["run", "run.yaml", "--format", "framehash", "-o", "-"] + options
            let result = try Program.run(words, in: scratch.folder)
            #expect(result.status == 0, "\(result.error)")
            return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                String(line.split(separator: ",").last ?? "").trimmingCharacters(in: .whitespaces)
            }
        }
        let all = try lines("--frames", "0-60", "--threads", "1")
        #expect(all.count == 61 && Set(all).count > 20)
        #expect(try lines("--frames", "0-60", "--threads", "2") == all)
        for frame in [7, 14, 21, 24] {
            #expect(try lines("--frames", "\(frame)-\(frame)") == [all[frame]])
        }
    }

    @Test func statesForProgramsAndMasksByName() throws {
        let scratch = try ScenarioScratch()
        try package(film("a"), clips: ["a.mp4"], in: scratch)
        try write(
            """
            - setSetting: { stopAfter: 15m }
            - wait: 1s
            - assertFrame: { golden: plain }
            - pressButton: select
            - wait: 2s
            - assertFrame: { golden: plain, mask: [shelf] }
            - waitUntil: { state: asleep, timeout: 1h }
            - wait: 20s
            - pressButton: home
            - assertState: left
            """, in: scratch)
        try scratch.run("run.yaml", "--record", "missing", exits: 1)
        let result = try scratch.run("run.yaml", "--json")
        let root = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        let states = (root["states"] as? [[String: Any]])?.compactMap { $0["state"] as? String }
        #expect(states == ["ambient", "shelf", "ambient", "asleep", "left"])
        // The clip lasts two seconds, so the picture is the same; with the shelf in it, it is not.
        let shelf = "- wait: 1s\n- pressButton: select\n- wait: 2s\n- assertFrame: { golden: plain"
        try write(shelf + ", mask: [shelf] }", in: scratch)
        try scratch.run("run.yaml")
        try write(shelf + ", mask: [chips] }", in: scratch)
        try scratch.run("run.yaml", exits: 1)
        try write("- assertFrame: { golden: plain, mask: [clock] }", in: scratch)
        #expect(try scratch.run("run.yaml", exits: 3).error.contains("factCard"))
    }

    @Test func musicFadesWithThePictureAndComesBack() throws {
        let scratch = try ScenarioScratch()
        try package(film("a"), clips: ["a.mp4"], in: scratch)
        let tone = try Program.tool(
            "ffmpeg",
            ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=60", scratch.path("tone.wav")])
        #expect(tone.status == 0)
        try scratch.text(
            """
            app: player
            device: apple-tv-hd
            size: 64x36
            fps: 10
            scenes: [p]
            playlist: tone.wav
            ---
            - setSetting: { stopAfter: 5s }
            - wait: 24s
            - pressButton: menu
            - wait: 4s

            """, to: "run.yaml")
        try scratch.run("run.yaml", "-o", "x.mp4")
        let decoded = try Program.tool(
            "ffmpeg", ["-v", "error", "-i", scratch.path("x.mp4"), "-ac", "1", "-f", "s16le", "-"])
        let samples = decoded.output.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        /// Loudness around a second of the clip, of that at the start.
        func loudness(_ second: Double) -> Double {
            func power(_ second: Double) -> Double {
                let first = Int(second * 48_000) - 2400
                guard first >= 0, first + 4800 <= samples.count else { return 0 }
                return samples[first..<first + 4800].reduce(0) { $0 + Double($1) * Double($1) }
            }
            return (power(second) / power(2)).squareRoot()
        }
        // From 5 s to 20 s evenly to nothing; awake at 24 s, back within half a second.
        for (second, level) in [(4.0, 1.0), (8, 0.8), (12.5, 0.5), (17, 0.2), (21, 0), (23, 0), (25, 1), (27, 1)] {
            #expect(abs(loudness(second) - level) < 0.04, "\(second) s")
        }
    }
}

import Foundation
import Testing

/// What a session is played on, and that it gives the same frames however it is drawn.
@Suite struct SessionRunTests {
    private let busy = """
        - wait: 300ms
        - setTheme: sample-scene-cloudy.theme
        - wait: 300ms
        - setPlaylist: none
        - setTheme: sample-scene-sunny.theme
        - background
        - wait: 300ms
        - setPlaylist: sample-playlist-package
        - relaunch
        - setWeather: { code: 3, isDay: true }
        - wait: 300ms
        - setSetting: { weatherAutoTheme: on }
        - wait: 300ms
        """

    @Test func theSameFramesEachTimeInChunksAndOnAnyThreads() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(header: "playlist: \(ScenarioScratch.music)\nseed: 5", busy)
        let whole = try scratch.hashes("run.yaml", "--threads", "1")
        #expect(whole.count == 45 && Set(whole).count > 20)
        #expect(try scratch.hashes("run.yaml", "--threads", "2") == whole)
        #expect(try scratch.hashes("run.yaml", "--frames", "0-16") == Array(whole[...16]))
        #expect(try scratch.hashes("run.yaml", "--frames", "17-44") == Array(whole[17...]))
        #expect(try scratch.hashes("run.yaml", "--frames", "31-31") == [whole[31]])
        // Frames beyond the last step belong to the run as well.
        let longer = try scratch.hashes("run.yaml", "--frames", "40-50")
        #expect(Array(longer[..<5]) == Array(whole[40...]) && longer.count == 11)
    }

    @Test func windowsAreJoined() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(header: "playlist: \(ScenarioScratch.music)", busy)
        let whole = try scratch.hashes("run.yaml")
        let windows = "record=[{from: 100ms, to: 300ms}, {from: 600ms, to: 700ms}, {from: 1.4s}]"
        let parts = try scratch.hashes("run.yaml", "--set", windows)
        #expect(parts == Array(whole[3..<9] + whole[18..<21] + whole[42..<45]))
        // The sound goes with them.
        try scratch.run("run.yaml", "--set", windows, "-o", "parts.mp4")
        let probe = try Program.tool(
            "ffprobe",
            ["-v", "error", "-show_entries", "stream=codec_type,duration", "-of", "csv=p=0", scratch.path("parts.mp4")])
        #expect(probe.text.contains("video,0.400000") && probe.text.contains("audio,0.4"), "\(probe.text)")
        for bad in ["[{from: 2s, to: 3s}, {from: 0s, to: 1s}]", "[{from: 0s, to: 2s}, {from: 1s, to: 3s}]"] {
            try scratch.write(header: "record: \(bad)", busy)
            let result = try scratch.run("run.yaml", exits: 3)
            #expect(result.error.contains("run.yaml:3:"), "\(result.error)")
        }
    }

    /// The sound of a window is that of the whole run at that time.
    @Test func soundFollowsTheWindowsAndThePlaylists() throws {
        let scratch = try ScenarioScratch()
        // Silence from 1 s to 2 s.
        try scratch.write(
            header: "playlist: \(ScenarioScratch.music)",
            "- wait: 1s\n- setPlaylist: none\n- wait: 1s\n- setPlaylist: sample-playlist-package\n- wait: 2s")
        func loudness(_ name: String, _ from: String, _ to: String) throws -> Double {
            let result = try Program.tool(
                "ffmpeg",
                [
                    "-hide_banner", "-i", scratch.path(name), "-af",
                    "atrim=\(from):\(to),volumedetect", "-f", "null", "-",
                ])
            let line = try #require(result.error.split(separator: "\n").first { $0.contains("mean_volume") })
            return try #require(line.split(separator: " ").dropLast().last.flatMap { Double($0) }, "\(line)")
        }
        try scratch.run("run.yaml", "-o", "whole.mp4")
        #expect(try loudness("whole.mp4", "0.2", "0.9") > -40)
        #expect(try loudness("whole.mp4", "1.1", "1.9") < -80)
        #expect(try loudness("whole.mp4", "2.2", "2.9") > -40)
        try scratch.run(
            "run.yaml", "--set", "record=[{from: 0s, to: 500ms}, {from: 1.2s, to: 1.7s}, {from: 3s, to: 3.5s}]", "-o",
            "parts.mp4")
        #expect(try loudness("parts.mp4", "0.1", "0.4") > -40)
        #expect(try loudness("parts.mp4", "0.6", "0.9") < -80)
        #expect(try loudness("parts.mp4", "1.1", "1.4") > -40)
    }

    @Test func aRootIsCopiedAndNeverWritten() throws {
        let scratch = try ScenarioScratch()
        let packages = scratch.folder.appendingPathComponent("root/Packages")
        try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
        for name in ["sample-scene-sunny", "sample-scene-cloudy", "sample-playlist-package"] {
            try FileManager.default.createSymbolicLink(
                atPath: packages.path + "/" + name, withDestinationPath: Program.sample(name))
        }
        let state = #"{"activeThemeId": "sample-scene-sunny.theme", "settings": {"weatherAutoTheme": true}}"#
        try scratch.text(state, to: "root/state.json")
        try scratch.text(
            """
            size: 64x36
            ---
            - assertScene: sample-scene-sunny.theme
            - assertLevels: { bin: 12, min: 0.01 }
            - setWeather: { code: 3, isDay: true }
            - relaunch
            - assertScene: sample-scene-cloudy.theme
            - setSetting: { weatherAutoTheme: off }
            - setTheme: sample-scene-sunny.theme
            - setPlaylist: none
            - relaunch
            - assertScene: sample-scene-sunny.theme
            - wait: 1s
            - assertLevels: { bin: 12, max: 0 }

            """, to: "run.yaml")
        #expect(try scratch.run("run.yaml", "--root", "root").text == "5 passed, 0 failed\n")
        #expect(String(decoding: try scratch.bytes("root/state.json"), as: UTF8.self) == state)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("root")).sorted()
        #expect(names == ["Packages", "state.json"])
        // Without a root there is nothing installed.
        try scratch.run("run.yaml", exits: 3)
    }

    @Test func whatCannotBePlayedHasAPlace() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- import: new.zip")
        let zip = try scratch.run("run.yaml", exits: 3)
        #expect(zip.error.contains("run.yaml:5:3: error: there is no file"), "\(zip.error)")
        try scratch.write(header: "playlist: nowhere", "- wait: 1s")
        let playlist = try scratch.run("run.yaml", exits: 3)
        #expect(playlist.error.contains("run.yaml:3:11: error: there is no playlist"), "\(playlist.error)")
        try scratch.write("- setPlaylist: nope")
        #expect(try scratch.run("run.yaml", exits: 3).error.contains("no playlist 'nope' is installed; there is none"))
    }

    @Test func aMillionStepsTakeLittleTimeAndMemory() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(
            "- repeat: { times: 499999, steps: [{ wait: 1ms }, { assertState: ambient }] }\n- assertState: ambient")
        let start = ContinuousClock.now
        // The address space is the program with its libraries and some hundred megabytes.
        let result = try Program.tool(
            "sh", ["-c", "ulimit -v 1500000; exec '\(Program.path)' run '\(scratch.path("run.yaml"))'"])
        #expect(result.text == "500000 passed, 0 failed\n", "\(result.error)")
        #expect(ContinuousClock.now - start < .seconds(60))
        try scratch.write("- repeat: { times: 500001, steps: [{ wait: 1ms }, { assertState: ambient }] }")
        #expect(try scratch.run("run.yaml", exits: 3).error.contains("run.yaml:"))
        // A million failures are counted, and a hundred shown.
        try scratch.write("- repeat: { times: 100000, steps: [{ assertState: shelf }] }")
        let failing = try scratch.run("run.yaml", exits: 1)
        #expect(failing.text == "0 passed, 100000 failed\n")
        #expect(failing.error.contains("99900 more steps failed") && failing.error.contains("(round 100, at 0 s)"))
    }

    @Test func clipsOfFailingRunsAreWrittenAndUnplayableOnesAreNot() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- wait: 200ms\n- assertState: shelf")
        try scratch.run("run.yaml", "-o", "a.mp4", exits: 1)
        #expect(scratch.exists("a.mp4"))
        try scratch.write("- wait: 200ms\n- setTheme: nope.theme")
        try scratch.run("run.yaml", "-o", "b.mp4", exits: 3)
        #expect(!scratch.exists("b.mp4"))
        // An output that exists is refused before anything is played.
        try scratch.write("- wait: 200ms\n- assertState: shelf")
        let refused = try scratch.run("run.yaml", "-o", "a.mp4", exits: 2)
        #expect(!refused.error.contains("expected state"))
    }
}

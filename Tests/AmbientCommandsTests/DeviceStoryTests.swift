import ChildProcess
import Foundation
import Testing

/// From a Finder-made zip to a stormy render, with every step saying what it did.
@Suite struct DeviceStoryTests {
    /// Zips a folder as Finder does: a wrapper, and what macOS leaves beside files.
    private static let finder = """
        import os, sys, zipfile
        folder, target = sys.argv[1:3]
        name = os.path.basename(folder)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for top, _, files in os.walk(folder):
                inside = os.path.join(name, os.path.relpath(top, folder)).rstrip("/.") + "/"
                for file in sorted(files):
                    archive.write(os.path.join(top, file), inside + file)
                    archive.writestr("__MACOSX/" + inside + "._" + file, b"left by Finder")
            archive.writestr(name + "/.DS_Store", b"left by Finder")
        """

    @Test func aStormIsImportedChosenMatchedAndRemoved() throws {
        let scratch = try Scratch()
        func ambient(_ words: String..., exits status: Int32 = 0) throws -> Program.Result {
            let result = try Program.run(words, in: scratch.url)
            #expect(result.status == status, "\(words): \(result.text)\(result.error)")
            return result
        }
        _ = try ambient("package", "new", "storm")
        let manifest = scratch.path("storm/manifest.json")
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        let tagged = text.replacing(try Regex(#""weatherTags":\s*\[[^\]]*\]"#), with: #""weatherTags": ["stormy"]"#)
        #expect(tagged != text)
        try Data(tagged.utf8).write(to: URL(fileURLWithPath: manifest))
        let zipped = try Program.tool("python3", ["-c", Self.finder, scratch.path("storm"), scratch.path("storm.zip")])
        #expect(zipped.status == 0, "\(zipped.error)")
        _ = try ambient("package", "pack", Program.sample("sample-scene-sunny"), "-o", "sunny.zip")

        let sunny = try ambient("package", "import", "sunny.zip", "--root", "root")
        #expect(sunny.text.contains("installed sample-scene-sunny.theme"))
        // Kept by the device: the first that is installed is active.
        let state = try String(contentsOfFile: scratch.path("root/state.json"), encoding: .utf8)
        #expect(state.contains(#""activeThemeId": "sample-scene-sunny.theme""#))
        let storm = try ambient("package", "import", "storm.zip", "--root", "root")
        #expect(storm.text.contains("installed storm.theme") && storm.text.contains("skipped"))
        #expect(storm.text.contains(".DS_Store"))
        #expect(try ambient("package", "list", "--root", "root").text.contains("storm.theme"))

        let chosen = try ambient("settings", "set", "activeTheme=storm.theme", "--root", "root")
        #expect(chosen.text.contains("activeTheme: sample-scene-sunny.theme → storm.theme"))
        _ = try ambient("settings", "set", "activeTheme=sample-scene-sunny", "--root", "root")
        let matching = try ambient("settings", "set", "weatherAutoTheme=on", "--root", "root")
        #expect(matching.text.contains("weatherAutoTheme: off → on"))
        let refused = try ambient("settings", "set", "activeTheme=storm.theme", "--root", "root", exits: 2)
        #expect(refused.error.contains("weather matching is on"))

        let weather = try ambient("weather", "refresh", "--weather", "code=95,day=true", "--root", "root")
        #expect(weather.text.contains("storm.theme") && weather.text.contains("thunderstorm"))
        let small = ["--size", "64x36", "--format", "framehash", "-o", "-"]
        let active = try Program.run(["frame", "--root", "root"] + small, in: scratch.url)
        let byName = try Program.run(["frame", "storm", "--root", "root"] + small, in: scratch.url)
        #expect(active.status == 0 && active.output == byName.output)

        let kept = try ambient("package", "remove", "storm", "--root", "root", exits: 2)
        #expect(kept.error.contains("sample-scene-sunny.theme would become active"))
        let removed = try ambient("package", "remove", "storm", "--force", "--root", "root")
        #expect(removed.text.contains("removed storm.theme"))
        #expect(removed.text.contains("sample-scene-sunny.theme is active now"))
        let sunnyFrame = try Program.run(["frame", "--root", "root"] + small, in: scratch.url)
        #expect(sunnyFrame.status == 0 && sunnyFrame.output != active.output)
    }

    @Test func playerSettingsAreKeptAndARunStartsWithThem() throws {
        let scratch = try Scratch()
        func ambient(_ words: String..., exits status: Int32 = 0) throws -> Program.Result {
            let result = try Program.run(words, in: scratch.url)
            #expect(result.status == status, "\(words): \(result.text)\(result.error)")
            return result
        }
        _ = try ambient("package", "pack", Program.sample("sample-films"), "-o", "films.zip")
        let imported = try ambient("package", "import", "films.zip", "--root", "root")
        #expect(imported.text.contains("films"))
        let file = scratch.path("root/player.json")
        try Data(#"{ "mine": [1, 2.50], "shuffle": true }"#.utf8).write(to: URL(fileURLWithPath: file))
        let set = try ambient(
            "settings", "set", "nextAfter=10m", "stopAfter=never", "lastFilm=sample-films.geese.film", "shuffle=off",
            "--root", "root")
        #expect(set.text.contains("nextAfter: never → 600s") && set.text.contains("shuffle: on → off"))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(#""mine": [1, 2.50]"#) && text.contains(#""nextAfter": 600"#))
        let unknown = try ambient("settings", "set", "facts=off", "lastFilm=nope.film", "--root", "root", exits: 3)
        #expect(unknown.error.contains("nope.film"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        #expect(try ambient("settings", "set", "crossFade=11s", "--root", "root", exits: 2).error.contains("10s"))

        let scenario = """
            app: player
            size: 64x36
            ---
            - assertScene: sample-films.geese.film
            - assertTimer: { nextAfter: 10m, stopAfter: off }
            - setSetting: { facts: off }

            """
        try Data(scenario.utf8).write(to: scratch.url.appendingPathComponent("run.yaml"))
        #expect(try ambient("run", "run.yaml", "--root", "root").text == "2 passed, 0 failed\n")
        // A run never writes to the root.
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)

        // A damaged file starts afresh, is kept, and that is said once.
        try Data(repeating: 0, count: 4096).write(to: URL(fileURLWithPath: file))
        let first = try ambient("settings", "set", "facts=off", "--root", "root")
        #expect(first.error.contains("player.damaged") && first.error.contains("player.damaged.json"))
        #expect(FileManager.default.contents(atPath: scratch.path("root/player.damaged.json"))?.count == 4096)
        #expect(try ambient("settings", "set", "facts=on", "--root", "root").error.isEmpty)
        let shown = try ambient("settings", "show", "--root", "root")
        #expect(shown.text.contains("Player") && shown.text.contains("facts  on"))
    }
}

import ChildProcess
import Foundation
import Testing

/// `ambient package new|pack|import|remove` and archives where a command takes a package.
@Suite struct PackageImportTests {
    /// Runs `ambient package …` in a folder.
    private func package(
        _ scratch: Scratch, _ words: String..., environment: [String: String] = [:]
    ) throws -> Program.Result {
        try Program.run(["package"] + words, environment: environment, in: scratch.url)
    }

    private func json(_ result: Program.Result) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: result.output) as? [String: Any], "\(result.text)\(result.error)")
    }

    /// The way of a package: made, checked, packed, installed, rendered, replaced, removed; every step says what it did.
    @Test func theWayOfAPackage() throws {
        let scratch = try Scratch()
        let made = try package(scratch, "new", "dusk")
        #expect(made.status == 0, "\(made.error)")
        #expect(scratch.names == ["dusk"])
        #expect(made.text.hasPrefix("made dusk: README.md, Theme/Shaders/Glow.metal, Theme/loop.mp4, manifest.json\n"))
        let check = try package(scratch, "check", "dusk", "--json", "--strict")
        #expect(check.status == 0, "\(check.text)")
        #expect((try json(check)["diagnostics"] as? [Any])?.isEmpty == true, "\(check.text)")

        let packed = try package(scratch, "pack", "dusk")
        #expect(packed.status == 0, "\(packed.error)")
        #expect(packed.text == "packed dusk into dusk.zip: 4 entries\n")
        #expect(try package(scratch, "pack", "dusk").status == 2)
        #expect(try package(scratch, "pack", "dusk", "-y").status == 0)
        #expect(scratch.names == ["dusk", "dusk.zip"])

        let imported = try package(scratch, "import", "dusk.zip", "--root", "root")
        #expect(imported.status == 0, "\(imported.error)")
        #expect(
            imported.text == """
                installed dusk.theme in root/Packages/dusk: 4 entries found, 4 installed, 0 skipped
                it is the active theme now: the next render shows it

                """)
        let again = try json(package(scratch, "import", "dusk.zip", "--root", "root", "--json"))
        #expect(again["packageId"] as? String == "dusk")
        #expect(again["kind"] as? String == "theme")
        #expect(again["replaced"] as? Bool == true)
        #expect(again["found"] as? Int == 4)
        #expect(again["installed"] as? Int == 4)
        #expect((again["skipped"] as? [Any])?.isEmpty == true)

        // The installed theme, the folder and the archive are the same picture.
        let size = ["--size", "160x90", "--frames", "3-4", "--format", "framehash", "-o", "-"]
        let installed = try Program.run(["render", "--root", "root"] + size, in: scratch.url)
        let archive = try Program.run(["render", "dusk.zip"] + size, in: scratch.url)
        let folder = try Program.run(["render", "dusk"] + size, in: scratch.url)
        #expect(installed.status == 0, "\(installed.error)")
        #expect(installed.output == folder.output)
        #expect(archive.output == folder.output, "\(archive.error)")

        let refused = try package(scratch, "remove", "dusk", "--root", "root")
        #expect(refused.status == 2)
        #expect(refused.error.contains("dusk.theme is the active theme; nothing of its kind would be left"))
        let removed = try package(scratch, "remove", "dusk", "--force", "--root", "root")
        #expect(removed.status == 0)
        #expect(removed.text == "removed dusk.theme from root/Packages/dusk\nnothing of its kind is left\n")
        #expect(try package(scratch, "remove", "dusk", "--root", "root").status == 3)
    }

    @Test func aNewPlaylistPlays() throws {
        let scratch = try Scratch()
        #expect(try package(scratch, "new", "tunes", "--playlist").status == 0)
        let check = try package(scratch, "check", "tunes", "--strict")
        #expect(check.status == 0, "\(check.text)\(check.error)")
        #expect(try package(scratch, "pack", "tunes", "-o", "t.zip").status == 0)
        let levels = ["--to", "0.5", "--json"]
        let archive = try Program.run(["levels", "t.zip"] + levels, in: scratch.url)
        #expect(archive.status == 0, "\(archive.error)")
        #expect(archive.output == (try Program.run(["levels", "tunes"] + levels, in: scratch.url)).output)
    }

    @Test(arguments: ["", ".x", "../x", "a b", "-a", "a/b"])
    func newRefusesBadIds(id: String) throws {
        let scratch = try Scratch()
        #expect(try package(scratch, "new", "--", id).status == 2)
        #expect(scratch.names.isEmpty)
    }

    @Test func newRefusesWhatExists() throws {
        let scratch = try Scratch()
        try FileManager.default.createSymbolicLink(atPath: scratch.path("a"), withDestinationPath: "nowhere")
        #expect(try package(scratch, "new", "a").status == 2)
        #expect(scratch.names == ["a"])
    }

    /// Writes `NAME.zip` with Python's own writer.
    private func zip(_ scratch: Scratch, _ name: String, _ files: [String: String]) throws {
        let script = """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1], "w") as z:
                for name, text in sorted(json.loads(sys.argv[2]).items()): z.writestr(name, text)
            """
        let list = String(decoding: try JSONSerialization.data(withJSONObject: files), as: UTF8.self)
        let result = try Program.tool("python3", ["-c", script, scratch.path(name), list])
        #expect(result.status == 0, "\(result.error)")
    }

    private let playlist = #"{"packageId": "p", "type": "playlist", "playlist": {"tracks": ["a.mp3"]}}"#

    @Test func skippedEntriesAreNamed() throws {
        let scratch = try Scratch()
        try zip(
            scratch, "p.zip",
            [
                "p/manifest.json": playlist, "p/Playlist/a.mp3": "x", "__MACOSX/p/._manifest.json": "x",
                "README.md": "x",
            ])
        let result = try package(scratch, "import", "p.zip", "--root", "r")
        #expect(result.status == 0, "\(result.error)")
        #expect(
            result.text == """
                installed p.playlist in r/Packages/p: 4 entries found, 2 installed, 2 skipped
                  skipped "__MACOSX/p/._manifest.json": left by a Mac
                  skipped "README.md": outside the package's folder
                it is the active playlist now: the next render plays it

                """)
    }

    /// A refusal names the file, the cause and what to do, to people and to programs.
    @Test func refusalsSayWhy() throws {
        let scratch = try Scratch()
        try zip(scratch, "deep.zip", ["a/b/manifest.json": playlist])
        let text = try package(scratch, "import", "deep.zip", "--root", "r")
        #expect(text.status == 3)
        #expect(
            text.error == """
                ambient: error: deep.zip: manifest.json is in the folder "a/b", too deep in the archive [import.manifest-missing]
                  hint: make an archive of the folder "a/b"

                """)
        let result = try package(scratch, "import", "deep.zip", "--root", "r", "--json")
        #expect(result.status == 3)
        let error = try #require(json(result)["error"] as? [String: String])
        #expect(error["code"] == "import.manifest-missing")
        #expect(error["message"] == #"manifest.json is in the folder "a/b", too deep in the archive"#)

        try zip(scratch, "gone.zip", ["manifest.json": playlist])
        let gone = try package(scratch, "import", "gone.zip", "--root", "r", "--json")
        #expect(gone.status == 3)
        let diagnostics = try #require(json(gone)["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.contains { $0["file"] as? String == "gone.zip/manifest.json" && $0["line"] as? Int == 1 })
        #expect(gone.error.contains("gone.zip/manifest.json:1:"))

        let folder = try package(scratch, "import", Program.sample("sample-scene-sunny"), "--root", "r")
        #expect(folder.status == 3)
        #expect(folder.error.contains("package pack") && folder.error.contains("Scripts/push_package"))
        #expect(try package(scratch, "import", "--root", "r").status == 2)
        #expect(try package(scratch, "import", "deep.zip", "--max-entries", "0").status == 2)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("r/Packages")))
    }

    /// Several archives are each on their own.
    @Test func importsSeveral() throws {
        let scratch = try Scratch()
        try zip(scratch, "p.zip", ["manifest.json": playlist, "Playlist/a.mp3": "x"])
        let result = try package(scratch, "import", "gone.zip", "p.zip", "--root", "r", "--json")
        #expect(result.status == 3)
        let list = try #require(JSONSerialization.jsonObject(with: result.output) as? [[String: Any]])
        #expect(list.count == 2)
        #expect(list.last?["packageId"] as? String == "p")
    }

    /// A full disk: nothing changes, nothing stays behind.
    @Test func aFullDiskChangesNothing() throws {
        let scratch = try Scratch()
        try zip(
            scratch, "p.zip", ["manifest.json": playlist, "Playlist/a.mp3": String(repeating: "x", count: 100_000)])
        let line = "ulimit -f 64; exec \"$0\" package import p.zip --root r"
        let result = try Program.run(executable: "/bin/sh", ["-c", line, Program.path], in: scratch.url)
        #expect(result.status == 4, "\(result.error)")
        let left = (FileManager.default.subpaths(atPath: scratch.path("r")) ?? []).filter { $0 != ".lock" }
        #expect(left == [])
    }

    /// Archives as scene and playlist leave nothing in the temporary folder, also when they are refused.
    @Test func archivesLeaveNothingBehind() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.path("tmp"), withIntermediateDirectories: true)
        // What a killed process left an hour ago; what is younger, or not ours, stays.
        for name in ["ambient-zip-1f", "ambient-zip-2", "other"] {
            try FileManager.default.createDirectory(
                atPath: scratch.path("tmp/" + name), withIntermediateDirectories: true)
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: scratch.path("tmp/ambient-zip-1f"))
        let environment = ["TMPDIR": scratch.path("tmp")]
        try zip(scratch, "p.zip", ["manifest.json": playlist, "Playlist/a.mp3": "x"])
        try zip(scratch, "bad.zip", ["manifest.json": "{", "../x": "x"])
        let check = try package(scratch, "check", "p.zip", environment: environment)
        #expect(check.status == 1)
        #expect(check.error.contains("p.zip/manifest.json:1:"), "\(check.error)")
        for name in ["p.zip", "bad.zip"] {
            let result = try Program.run(["frame", name, "-o", "f.png"], environment: environment, in: scratch.url)
            #expect(result.status == 3)
            #expect(result.error.contains(name))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("tmp")).sorted()
        #expect(names.filter { !$0.hasPrefix("ambient-test") } == ["ambient-zip-2", "other"])
    }

    /// Killed at random instants, imports and removals leave a whole library.
    @Test func killedImportsLeaveAWholeLibrary() throws {
        let script = Program.checkout.appendingPathComponent("Scripts/kill-import").path
        let result = try Program.tool("python3", [script, "--program", Program.path, "--count", "10"])
        #expect(result.status == 0, "\(result.text)\(result.error)")
        #expect(result.text.contains("the library was whole after each"))
    }
}

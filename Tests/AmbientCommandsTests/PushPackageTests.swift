import Foundation
import Testing

/// A checkout with two packages, and a base directory beside it.
private final class Bench {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try package("repo/my scene", id: "scene")
        try package("repo/other", id: "other")
        try package("root/Packages/gone", id: "gone")
        try write("root/Packages/other/Theme/extra.txt", "kept")
        try write("root/Packages/other/manifest.json", "old")
        try write("root/state.json", #"{"activeThemeId": "gone.theme"}"#)
    }

    func package(_ path: String, id: String) throws {
        try write(path + "/manifest.json", #"{"packageId": "\#(id)", "type": "theme", "theme": {}}"#)
        try write(path + "/Theme/v.mp4", "video of " + id)
        try write(path + "/.DS_Store", "x")
    }

    func write(_ path: String, _ text: String) throws {
        let url = scratch.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Puts a program on the PATH that `push` has.
    func tool(_ name: String, _ text: String) throws {
        try write("bin/" + name, "#!/bin/bash\n" + text)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: scratch.path("bin/" + name))
    }

    func push(_ words: String...) throws -> Program.Result {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try Program.run(
            executable: Program.checkout.appendingPathComponent("Scripts/push_package").path, words,
            environment: [
                "PATH": scratch.path("bin") + ":" + path, "AMBIENT": "/bin/true", "XDG_DATA_HOME": scratch.path("data"),
            ], in: scratch.url)
    }

    func text(_ path: String) -> String? { try? String(contentsOfFile: scratch.path(path), encoding: .utf8) }

    /// All files below a folder, sorted.
    func files(_ folder: String) -> [String] {
        let all = FileManager.default.subpaths(atPath: scratch.path(folder)) ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: scratch.path(folder + "/" + path), isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }
}

@Suite struct PushPackageTests {
    private let after = [
        ".lock", "Packages/gone/.DS_Store", "Packages/gone/Theme/v.mp4", "Packages/gone/manifest.json",
        "Packages/my scene/Theme/v.mp4", "Packages/my scene/manifest.json", "Packages/other/Theme/extra.txt",
        "Packages/other/Theme/v.mp4", "Packages/other/manifest.json", "state.json",
    ]

    @Test("folders are copied, nothing is deleted, and what is only there is named")
    func local() throws {
        let bench = try Bench()
        let result = try bench.push("repo/my scene/", "repo/other", "root")
        #expect(result.status == 0, "\(result.error)")
        #expect(bench.files("root") == after)
        #expect(bench.text("root/Packages/other/manifest.json")?.contains("\"other\"") == true)
        #expect(
            result.text.contains(
                "only there, not beside what was pushed: gone (nothing is deleted; ambient package remove does)"))
        #expect(result.text.contains("state.json names gone.theme"))
        #expect(result.text.contains("start it again"))
        // Only the lock, Packages and the state: no staging is left.
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.scratch.path("root")).sorted()
        #expect(left == [".lock", "Packages", "state.json"])
    }

    @Test("over ssh, with a port, a root with blanks and quotes, and a home")
    func remote() throws {
        let bench = try Bench()
        try FileManager.default.moveItem(
            atPath: bench.scratch.path("root"), toPath: bench.scratch.path("it's a root"))
        try bench.tool(
            "ssh",
            """
            echo "$1 $2 $3" >>"\(bench.scratch.path("ssh.log"))"
            shift 3; cd "\(bench.scratch.url.path)" && exec sh -c "$*"
            """)
        let result = try bench.push("-p", "2222", "repo/my scene", "repo/other", "root@phone:~/it's a root")
        #expect(result.status == 0, "\(result.error)")
        #expect(bench.files("it's a root") == after)
        #expect(result.text.contains("only there, not beside what was pushed: gone"))
        let calls = Set((bench.text("ssh.log") ?? "").split(separator: "\n"))
        #expect(calls == ["-p 2222 root@phone"])
    }

    @Test("rsync is used where both sides have it")
    func rsync() throws {
        let bench = try Bench()
        try bench.tool(
            "rsync", "echo \"$@\" >>\"\(bench.scratch.path("rsync.log"))\"\ncp -Rp \"${@: -2:1}.\" \"${@: -1}\"\n")
        let result = try bench.push("repo/other", "root")
        #expect(result.status == 0, "\(result.error)")
        #expect(bench.text("rsync.log")?.hasPrefix("-avzi ") == true)
        #expect(bench.text("root/Packages/other/Theme/v.mp4") == "video of other")
        #expect(bench.text("root/Packages/other/Theme/extra.txt") == "kept")
    }

    @Test("a copy that fails leaves everything as it was")
    func failure() throws {
        let bench = try Bench()
        let before = bench.files("root")
        try bench.tool("rsync", "touch \"${@: -1}/half\"; exit 23\n")
        let result = try bench.push("repo/other", "root")
        #expect(result.status == 4 && result.error.contains("nothing was changed"), "\(result.error)")
        #expect(bench.files("root") == before && bench.text("root/Packages/other/manifest.json") == "old")
        try bench.tool("ssh", "exit 255\n")
        #expect(try bench.push("repo/other", "phone:root").status == 4)
    }

    @Test("two folders with one packageId are named; the default root is the program's")
    func twins() throws {
        let bench = try Bench()
        try bench.package("data/ambient-display/Packages/elsewhere", id: "other")
        let result = try bench.push("repo/other")
        #expect(result.status == 0, "\(result.error)")
        #expect(bench.text("data/ambient-display/Packages/other/Theme/v.mp4") == "video of other")
        #expect(result.error.contains("other and elsewhere have one packageId, other"))
        #expect(!result.text.contains("only there"))
    }

    @Test(
        "mistakes",
        arguments: [
            ([], 2, "usage:"), (["--frob", "repo/other"], 2, "unknown option"), (["-p"], 2, "needs a value"),
            (["-p", "x", "repo/other"], 2, "not a number"), (["repo/missing"], 3, "no folder"),
            (["repo/other", "repo/missing"], 3, "no folder 'repo/missing'"), (["repo"], 3, "no manifest.json"),
        ])
    func mistakes(words: [String], status: Int32, message: String) throws {
        let bench = try Bench()
        let result = try Program.run(
            executable: Program.checkout.appendingPathComponent("Scripts/push_package").path, words,
            environment: ["AMBIENT": "/bin/true", "XDG_DATA_HOME": bench.scratch.path("data")], in: bench.scratch.url)
        #expect(result.status == status && result.error.contains(message), "\(result.error)")
        #expect(!FileManager.default.fileExists(atPath: bench.scratch.path("data")))
    }

    @Test("a package that does not load is not pushed, unless that is wanted")
    func check() throws {
        let bench = try Bench()
        let script = Program.checkout.appendingPathComponent("Scripts/push_package").path
        let environment = ["AMBIENT": Program.path]
        let words = ["repo/other", "root"]
        let refused = try Program.run(executable: script, words, environment: environment, in: bench.scratch.url)
        #expect(refused.status == 3 && refused.error.contains("would not load"), "\(refused.error)")
        #expect(bench.text("root/Packages/other/manifest.json") == "old")
        let forced = try Program.run(
            executable: script, ["--no-check"] + words, environment: environment, in: bench.scratch.url)
        #expect(forced.status == 0, "\(forced.error)")
        let help = try Program.run(executable: script, ["--help"])
        #expect(help.status == 0 && help.text.hasPrefix("usage: Scripts/push_package"))
    }
}

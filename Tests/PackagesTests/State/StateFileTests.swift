import Foundation
import Packages
import Storage
import Testing

@Suite struct StateFileTests {
    private struct Refusal: Error {}

    private func text(_ fixture: PackageFixture) throws -> String? {
        try DeviceFolder(path: fixture.root).read("state.json").map { String(decoding: $0, as: UTF8.self) }
    }

    private func names(_ fixture: PackageFixture) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fixture.root).filter { $0 != ".lock" }.sorted()
    }

    @Test func update() throws {
        let fixture = try PackageFixture()
        let file = StateFile(DeviceFolder(path: fixture.root))
        let nothing = try file.update { _ in [] }
        #expect(!nothing.isWritten && nothing.diagnostics.isEmpty)
        #expect(try names(fixture) == [])
        let first = try file.update { before in
            #expect(before.activeThemeId == nil)
            return [.activeTheme("a.theme")]
        }
        #expect(first.isWritten && first.after.activeThemeId == "a.theme" && first.diagnostics.isEmpty)
        let second = try file.update { _ in [.weatherAutoTheme(true)] }
        #expect(second.before.activeThemeId == "a.theme" && !second.before.weatherAutoTheme)
        #expect(second.after.activeThemeId == "a.theme" && second.after.weatherAutoTheme)
        let same = try file.update { _ in [.weatherAutoTheme(true), .activeTheme("a.theme")] }
        #expect(!same.isWritten)
        #expect(throws: Refusal.self) { try file.update { _ in throw Refusal() } }
        #expect(try names(fixture) == ["state.json"])
    }

    @Test(
        "a damaged state is kept aside, said once, and sound after the next save",
        arguments: [
            "", "{", String(repeating: "\0", count: 4096), "[]", #"{"activeThemeId": 7}"#,
            String(repeating: " ", count: 1 << 20) + "{}",
        ])
    func damage(old: String) throws {
        let fixture = try PackageFixture()
        try fixture.write("state.json", old)
        let file = StateFile(DeviceFolder(path: fixture.root))
        #expect(throws: Refusal.self) { try file.update { _ in throw Refusal() } }
        #expect(try names(fixture) == ["state.json"])
        #expect(PackageLibrary(root: fixture.root).diagnostics.contains { $0.code.hasPrefix("state.") })
        let first = try file.update { _ in [] }
        #expect(first.isWritten && first.after.isSound)
        #expect(first.diagnostics.map(\.code) == ["state.damaged"])
        #expect(first.diagnostics.first?.message.contains("\"state.damaged.json\"") == true)
        #expect(first.diagnostics.first?.severity == .warning)
        let second = try file.update { _ in [.activeTheme("a.theme")] }
        #expect(second.diagnostics.isEmpty)
        #expect(!PackageLibrary(root: fixture.root).diagnostics.contains { $0.code == "state.malformed" })
        #expect(try names(fixture) == ["state.damaged.json", "state.json"])
        let copy = try DeviceFolder(path: fixture.root).read("state.damaged.json", limit: 1 << 24)
        #expect(copy == Array(old.utf8))
    }

    @Test("a folder in its place is a failure, and stays")
    func folder() throws {
        let fixture = try PackageFixture()
        try fixture.folder("state.json")
        #expect(throws: StorageError(.notAFile, "read", path: fixture.root + "/state.json")) {
            try StateFile(DeviceFolder(path: fixture.root)).update { _ in [.activeTheme("a.theme")] }
        }
        #expect(try names(fixture) == ["state.json"])
    }

    @Test("many writers at once lose no change")
    func writers() async throws {
        let fixture = try PackageFixture()
        try fixture.write("state.json", #"{"activeThemeId": "0"}"#)
        let root = fixture.root
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 {
                        _ = try StateFile(DeviceFolder(path: root)).update { before in
                            [.activeTheme(String((Int(before.activeThemeId ?? "") ?? -1000) + 1))]
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try text(fixture) == #"{"activeThemeId": "40"}"#)
    }

    @Test("silence is chosen, not the first playlist")
    func silence() throws {
        let fixture = try PackageFixture()
        try fixture.write(
            "Packages/p/manifest.json",
            #"{"packageId": "p", "type": "playlist", "playlist": {"tracks": ["t.mp3"]}}"#)
        try fixture.write("Packages/p/Playlist/t.mp3", "sound")
        #expect(PackageLibrary(root: fixture.root).activePlaylist?.id == "p.playlist")
        try fixture.write("state.json", #"{"activePlaylistId": null}"#)
        let library = PackageLibrary(root: fixture.root)
        #expect(library.activePlaylist == nil && library.isSilent && library.diagnostics.isEmpty)
    }
}

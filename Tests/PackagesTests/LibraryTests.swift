import Diagnostics
import Foundation
import Packages
import Testing

struct LibraryTests {
    private func library(_ prepare: (PackageFixture) throws -> Void) throws -> PackageLibrary {
        let fixture = try PackageFixture()
        try prepare(fixture)
        let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.root)
        let library = PackageLibrary(root: fixture.root)
        // Loading never writes, not even the state that the device would save.
        #expect(try FileManager.default.subpathsOfDirectory(atPath: fixture.root) == before)
        return library
    }

    private func addTheme(_ fixture: PackageFixture, _ folder: String, id: String) throws {
        try fixture.write(
            "Packages/\(folder)/manifest.json",
            #"{"packageId": "\#(id)", "type": "theme", "theme": {"displayName": "D", "background": {"video": "v"}}}"#)
        try fixture.write("Packages/\(folder)/Theme/v", "x")
    }

    private func addPlaylist(_ fixture: PackageFixture, _ folder: String, id: String) throws {
        try fixture.write(
            "Packages/\(folder)/manifest.json",
            #"{"packageId": "\#(id)", "type": "playlist", "playlist": {"tracks": ["t"]}}"#)
        try fixture.write("Packages/\(folder)/Playlist/t", "x")
    }

    @Test("packages are sorted by folder name, and the first is active")
    func order() throws {
        let library = try library { fixture in
            for (folder, id) in [("b", "z"), ("B", "y"), ("a10", "x"), ("a9", "w"), ("é", "v")] {
                try addTheme(fixture, folder, id: id)
            }
            try addPlaylist(fixture, "q", id: "q")
            try addPlaylist(fixture, "p", id: "p")
        }
        #expect(library.diagnostics.isEmpty)
        #expect(library.themes.map(\.packageId) == ["y", "x", "w", "z", "v"])
        #expect(library.activeTheme?.id == "y.theme")
        #expect(library.activePlaylist?.id == "p.playlist")
        #expect(library.weatherAutoTheme == false)
        #expect(library.theme(id: "w.theme")?.packageId == "w")
        #expect(library.theme(id: "w") == nil)
        #expect(library.playlist(id: "q.playlist") != nil)
    }

    @Test("the state chooses what is active")
    func state() throws {
        let library = try library { fixture in
            try addTheme(fixture, "a", id: "a")
            try addTheme(fixture, "b", id: "b")
            try addPlaylist(fixture, "p", id: "p")
            try addPlaylist(fixture, "q", id: "q")
            try fixture.write(
                "state.json",
                #"{"activeThemeId": "b.theme", "activePlaylistId": "q.playlist", "settings": {"weatherAutoTheme": true}, "x": 1}"#
            )
        }
        #expect(library.diagnostics.isEmpty)
        #expect(library.activeTheme?.id == "b.theme")
        #expect(library.activePlaylist?.id == "q.playlist")
        #expect(library.weatherAutoTheme)
    }

    @Test(
        "a state that is unsound is ignored as far as it is, with a warning",
        arguments: [
            (#"{"activeThemeId": "gone.theme"}"#, "a.theme", false, ["state.not-installed"]),
            (#"{"activeThemeId": 5, "settings": {"weatherAutoTheme": true}}"#, "a.theme", true, ["state.wrong-type"]),
            (
                #"{"activeThemeId": "b.theme", "settings": {"weatherAutoTheme": 1}}"#, "b.theme", false,
                ["state.wrong-type"]
            ),
            (#"{"activeThemeId": "b.theme", "settings": []}"#, "b.theme", false, ["state.wrong-type"]),
            (#"{"activeThemeId": "b.theme""#, "a.theme", false, ["state.malformed"]),
            (#"{"activeThemeId": "b.theme",}"#, "a.theme", false, ["state.malformed"]),
            ("[]", "a.theme", false, ["state.malformed"]),
            ("", "a.theme", false, ["state.malformed"]),
            (String(repeating: "\0", count: 4096), "a.theme", false, ["state.malformed"]),
            (String(repeating: " ", count: (1 << 20) + 1), "a.theme", false, ["state.unreadable"]),
        ])
    func unsound(state: String, active: String, weather: Bool, codes: [String]) throws {
        let library = try library { fixture in
            try addTheme(fixture, "a", id: "a")
            try addTheme(fixture, "b", id: "b")
            try fixture.write("state.json", state)
        }
        #expect(library.activeTheme?.id == active)
        #expect(library.weatherAutoTheme == weather)
        #expect(library.diagnostics.map(\.code) == codes)
        #expect(library.diagnostics.allSatisfy { $0.severity == .warning && $0.hint != nil })
    }

    @Test("a state that is a folder is ignored")
    func stateFolder() throws {
        let library = try library { fixture in
            try addTheme(fixture, "a", id: "a")
            try fixture.folder("state.json")
        }
        #expect(library.activeTheme?.id == "a.theme")
        #expect(library.diagnostics.map(\.code) == ["state.unreadable"])
    }

    @Test("one bad package is named and the others are still there")
    func bad() throws {
        let library = try library { fixture in
            try addTheme(fixture, "a", id: "a")
            try fixture.write("Packages/b/manifest.json", "{")
            try fixture.folder("Packages/c")
            try fixture.folder("Packages/.git")
            try fixture.write("Packages/.DS_Store", "x")
            try fixture.write("Packages/d.zip", "PK")
            try fixture.link("Packages/e", to: "e")
            try addTheme(fixture, "f", id: "f")
        }
        #expect(library.themes.map(\.packageId) == ["a", "f"])
        #expect(
            library.diagnostics.map(\.code) == [
                "package.manifest-missing", "json.unterminated", "package.manifest-missing", "package.stray-file",
                "package.unreadable",
            ])
        #expect(library.diagnostics.map(\.severity) == [.note, .error, .error, .note, .error])
    }

    @Test("of two packages with one id the first is kept")
    func duplicates() throws {
        let library = try library { fixture in
            try addTheme(fixture, "b", id: "same")
            try addTheme(fixture, "a", id: "same")
            try addPlaylist(fixture, "c", id: "same")
        }
        #expect(library.themes.map(\.folder).map { $0.hasSuffix("/a") } == [true])
        #expect(library.playlists.count == 1)
        #expect(library.diagnostics.map(\.code) == ["package.duplicate-id", "package.shared-id"])
        #expect(library.diagnostics.first?.severity == .error)
        #expect(library.diagnostics.first?.file?.hasSuffix("/Packages/b/manifest.json") == true)
    }

    @Test("a folder whose name is not UTF-8 is dropped by name")
    func undecodable() throws {
        let library = try library { fixture in
            try addTheme(fixture, "a", id: "a")
            let path = Array((fixture.root + "/Packages/bad").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
            #expect(mkdir(path, 0o700) == 0)
        }
        #expect(library.themes.count == 1)
        #expect(library.diagnostics.map(\.code) == ["package.name-not-utf8"])
    }

    @Test("without packages there is nothing, and no error")
    func empty() throws {
        let library = try library { _ in }
        #expect(library.themes.isEmpty && library.activeTheme == nil && library.activePlaylist == nil)
        #expect(library.diagnostics.map(\.code) == ["package.none-installed"])
        #expect(library.diagnostics.map(\.severity) == [.note])
        #expect(PackageLibrary(root: "/nonexistent/base").diagnostics.map(\.code) == ["package.none-installed"])
    }
}

import ChildProcess
import Foundation
import Storage
import Testing

@testable import Packages

/// What installing and removing do to a library, also when they are disturbed.
@Suite struct ImporterTests {
    private func archive(_ name: String) throws -> ArchiveCase { try #require(ArchiveCase.named(name)) }

    private func theme(_ id: String, name: String = "Old") -> String {
        #"{"packageId": "\#(id)", "type": "theme", "theme": {"displayName": "\#(name)", "background": {"video": "v.mp4"}}}"#
    }

    /// A library with a package of the archives' id in a folder of another name.
    private func library() throws -> PackageFixture {
        let library = try PackageFixture()
        try library.write("Packages/my sky/manifest.json", theme("sky"))
        try library.write("Packages/my sky/Theme/v.mp4", "video")
        try library.write("Packages/my sky/Theme/old", "old")
        try library.write("Packages/aaa/manifest.json", theme("aaa"))
        try library.write("Packages/aaa/Theme/v.mp4", "video")
        return library
    }

    @Test(arguments: [true, false])
    func replacingKeepsTheFoldersName(canExchange: Bool) throws {
        let library = try library()
        var importer = PackageImporter(root: library.root + "/")
        importer.canExchange = canExchange
        let plain = try archive("plain")
        let report = try importer.importArchive(plain.path)
        #expect(report.replaced)
        #expect(report.folder == "my sky")
        #expect(report.id == "sky.theme")
        #expect(FolderTree(library.root + "/Packages/my sky").files == plain.tree)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: library.root + "/Packages").sorted() == [
                "aaa", "my sky",
            ])
        #expect(!(try names(library)).contains { $0.hasPrefix(".staging") })
    }

    private func names(_ library: PackageFixture) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: library.root)
    }

    /// A package that does not load any more is replaced all the same: its manifest says which it is.
    @Test func replacesABrokenPackage() throws {
        let library = try library()
        try library.remove("Packages/my sky/Theme/v.mp4")
        #expect(try importPackage(archive: archive("plain").path, intoRoot: library.root).folder == "my sky")
    }

    /// Of two folders with the id, the one that shows is replaced.
    @Test func replacesTheOneThatLoads() throws {
        let library = try library()
        try library.write("Packages/a broken sky/manifest.json", theme("sky"))
        #expect(try importPackage(archive: archive("plain").path, intoRoot: library.root).folder == "my sky")
    }

    /// A link to a folder elsewhere is replaced; what it leads to stays.
    @Test func replacesALink() throws {
        let library = try library()
        try FileManager.default.moveItem(atPath: library.root + "/Packages/my sky", toPath: library.root + "/elsewhere")
        try library.link("Packages/my sky", to: "../elsewhere")
        let before = FolderTree(library.root + "/elsewhere")
        #expect(try importPackage(archive: archive("plain").path, intoRoot: library.root).replaced)
        #expect(FolderTree(library.root + "/elsewhere") == before)
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: library.root + "/Packages/my sky")) == nil)
    }

    @Test(arguments: ["sky", "SKY"])
    func anUnrelatedItemKeepsItsName(name: String) throws {
        for isFolder in [true, false] {
            let library = try PackageFixture()
            if isFolder {
                try library.write("Packages/\(name)/manifest.json", theme("other"))
            } else {
                try library.write("Packages/\(name)", "a file")
            }
            let before = FolderTree(library.root)
            let error = #expect(throws: ImportError.self) {
                try importPackage(archive: archive("plain").path, intoRoot: library.root)
            }
            #expect(error?.code == .nameTaken)
            #expect(FolderTree(library.root) == before)
        }
    }

    @Test func aDanglingLinkKeepsItsName() throws {
        let library = try PackageFixture()
        try library.folder("Packages")
        try library.link("Packages/sky", to: "nowhere")
        let error = #expect(throws: ImportError.self) {
            try importPackage(archive: archive("plain").path, intoRoot: library.root)
        }
        #expect(error?.code == .nameTaken)
    }

    @Test func waitsForTheLock() throws {
        let library = try library()
        let before = FolderTree(library.root)
        var importer = PackageImporter(root: library.root)
        importer.patience = 0.05
        let lock = try DeviceFolder(path: library.root).lock()
        let error = #expect(throws: ImportError.self) { try importer.importArchive(archive("plain").path) }
        withExtendedLifetime(lock) {}
        #expect(error?.code == .busy)
        #expect(FolderTree(library.root) == before)
    }

    /// Interrupted at each of its steps, an import leaves everything as it was.
    @Test func canBeInterruptedAnywhere() throws {
        let library = try library()
        let before = FolderTree(library.root)
        let path = try archive("wrapped-folders").path
        for steps in 0..<100 {
            var count = 0
            do throws(ImportError) {
                _ = try PackageImporter(root: library.root).importArchive(path) {
                    count += 1
                    return count > steps
                }
                #expect(steps > 5)
                return
            } catch {
                #expect(error.code == .cancelled)
            }
            #expect(FolderTree(library.root) == before)
        }
        Issue.record("it never ended")
    }

    /// What killed imports left goes with the next one; a package that was taken away is put back.
    @Test func cleansUpAfterKilledImports() throws {
        let library = try library()
        try library.write(".staging-00ff/package/manifest.json", "half")
        try library.write(".staging-1/replaced/rain/manifest.json", theme("rain"))
        try library.write(".staging-1/replaced/rain/Theme/v.mp4", "video")
        try library.write(".staging-2/replaced/aaa/manifest.json", "older than the one that is there")
        try library.write(".staging-mine/notes", "not ours")
        _ = try importPackage(archive: archive("plain").path, intoRoot: library.root)
        #expect(try names(library).filter { $0.hasPrefix(".staging") } == [".staging-mine"])
        #expect(PackageLibrary(root: library.root).themes.map(\.id) == ["aaa.theme", "sky.theme", "rain.theme"])
    }

    @Test func refusesWhatIsNoArchive() throws {
        let library = try library()
        try library.write("a.tar", "x")
        try library.folder("folder.zip")
        for (name, code) in [
            ("gone.zip", ImportError.Code.missing), ("a.tar", .notZipName), ("folder.zip", .notAFile),
            ("a\0.zip", .missing),
        ] {
            let error = #expect(throws: ImportError.self) {
                try importPackage(archive: library.root + "/" + name, intoRoot: library.root)
            }
            #expect(error?.code == code)
        }
        let error = #expect(throws: ImportError.self) {
            try importPackage(archive: "/dev/null", intoRoot: library.root)
        }
        #expect(error?.code == .notAFile)
    }

    /// A suffix in capitals is one, and an empty root is made.
    @Test func installsIntoNothing() throws {
        let library = try PackageFixture()
        try library.write("A.ZIP", Array(try Data(contentsOf: URL(fileURLWithPath: archive("plain").path))))
        let report = try importPackage(archive: library.root + "/A.ZIP", intoRoot: library.root + "/new/root")
        #expect(!report.replaced)
        #expect(PackageLibrary(root: library.root + "/new/root").activeTheme?.id == "sky.theme")
    }

    @Test func limitsAreSettable() throws {
        let library = try library()
        let path = try archive("plain").path
        for (limits, code) in [
            (ArchiveLimits(entries: 2), ImportError.Code.tooManyEntries), (ArchiveLimits(bytes: 5000), .tooLarge),
        ] {
            let error = #expect(throws: ImportError.self) {
                try PackageImporter(root: library.root, limits: limits).importArchive(path)
            }
            #expect(error?.code == code)
        }
    }

    /// In memory as on disk.
    @Test func inspectsArchivesInMemory() throws {
        for name in ["plain", "finder", "streamed"] {
            let archive = try archive(name)
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: archive.path)))
            #expect(try inspectArchive(bytes) == archive.installed)
        }
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: archive("crc").path)))
        let error = #expect(throws: ImportError.self) { try inspectArchive(bytes) }
        #expect(error?.code == .checksum)
    }

    /// The table of names that are not UTF-8 is Python's.
    @Test func namesOfOldArchives() throws {
        let fixture = try PackageFixture()
        let script = "import sys; sys.stdout.buffer.write(bytes(range(128, 256)).decode('cp437').encode())"
        let file = fixture.root + "/table"
        #expect(try ChildProcess("python3", ["-c", script], output: file).wait() == 0)
        let expected = try String(contentsOfFile: file, encoding: .utf8)
        #expect(CodePage437.text(UInt8(128)...UInt8(255)) == expected)
    }

    // MARK: - Removing

    @Test func removesByIdAndPackageId() throws {
        for word in ["sky.theme", "sky"] {
            let library = try library()
            let report = try PackageImporter(root: library.root).remove(word, force: false)
            #expect(report.id == "sky.theme")
            #expect(report.folder == "my sky")
            #expect(!report.wasActive)
            #expect(PackageLibrary(root: library.root).themes.map(\.id) == ["aaa.theme"])
            #expect(!(try names(library)).contains { $0.hasPrefix(".staging") })
        }
    }

    @Test func theActiveThemeNeedsForce() throws {
        let library = try library()
        try library.write(
            "state.json", #"{ "mine": [1], "activeThemeId" : "sky.theme" , "activePlaylistId": "x.playlist"}"#)
        let before = FolderTree(library.root)
        let importer = PackageImporter(root: library.root)
        let error = #expect(throws: ImportError.self) { try importer.remove("sky", force: false) }
        #expect(error?.code == .isActive)
        #expect(error?.message == "sky.theme is the active theme; aaa.theme would become active")
        #expect(FolderTree(library.root) == before)
        let report = try importer.remove("sky", force: true)
        #expect(report.wasActive)
        #expect(report.nowActive == "aaa.theme")
        #expect(
            try String(contentsOfFile: library.root + "/state.json", encoding: .utf8)
                == #"{ "mine": [1], "activeThemeId" : "aaa.theme" , "activePlaylistId": "x.playlist"}"#)
        #expect(try importer.remove("aaa", force: true).nowActive == nil)
        #expect(PackageLibrary(root: library.root).themes.isEmpty)
    }

    @Test func removesWhatDoesNotLoad() throws {
        let library = try library()
        try library.write("Packages/broken/manifest.json", "{")
        #expect(try PackageImporter(root: library.root).remove("broken", force: false).id == nil)
        #expect(!FileManager.default.fileExists(atPath: library.root + "/Packages/broken"))
    }

    @Test func asksWhichOne() throws {
        let library = try library()
        try library.write(
            "Packages/music/manifest.json",
            #"{"packageId": "sky", "type": "playlist", "playlist": {"tracks": ["a.mp3"]}}"#)
        try library.write("Packages/music/Playlist/a.mp3", "mp3")
        let importer = PackageImporter(root: library.root)
        let error = #expect(throws: ImportError.self) { try importer.remove("sky", force: true) }
        #expect(error?.code == .ambiguous)
        #expect(try importer.remove("sky.playlist", force: true).folder == "music")
        let other = #expect(throws: ImportError.self) { try importer.remove("../aaa", force: true) }
        #expect(other?.code == .notInstalled)
    }
}

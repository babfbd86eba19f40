import Foundation
import Packages
import Testing

/// Every archive of `make_archives.py`: installed as it should be, or refused with the library untouched.
@Suite struct ImportCasesTests {
    @Test func thereAreManyArchives() {
        #expect(ArchiveCase.all.count { $0.code == nil } >= 40)
        #expect(ArchiveCase.all.count { $0.code != nil } >= 80)
    }

    /// A base directory with a package in it.
    static func library() throws -> PackageFixture {
        let fixture = try PackageFixture()
        try fixture.write(
            "Packages/installed/manifest.json",
            #"{"packageId": "installed", "type": "theme", "theme": {"background": {"video": "v.mp4"}, "layers": []}}"#)
        try fixture.write("Packages/installed/Theme/v.mp4", "video")
        try fixture.write("state.json", #"{"activeThemeId": "installed.theme", "mine": 1}"#)
        return fixture
    }

    @Test(arguments: ArchiveCase.all.filter { $0.code == nil })
    func installs(_ archive: ArchiveCase) throws {
        let library = try Self.library()
        let before = FolderTree(library.root)
        let report = try importPackage(archive: archive.path, intoRoot: library.root)
        #expect(report.packageId == archive.packageId)
        #expect(report.folder == archive.packageId)
        #expect(!report.replaced)
        #expect(report.entries.found == archive.found)
        #expect(report.entries.installed == archive.installed)
        #expect(report.entries.skipped.map(\.name).sorted() == archive.skipped)
        #expect(report.entries.found == report.entries.installed + report.entries.skipped.count)
        var after = FolderTree(library.root)
        let folder = "Packages/" + archive.packageId
        let installed = FolderTree(library.root + "/" + folder)
        #expect(installed.files == archive.tree)
        #expect(installed.entries.values.allSatisfy { $0.hasPrefix("folder 755") || $0.hasPrefix("file 644 ") })
        after.entries = after.entries.filter { $0.key != folder && !$0.key.hasPrefix(folder + "/") }
        #expect(after == before)
        #expect(
            PackageLibrary(root: library.root).themes.count + PackageLibrary(root: library.root).playlists.count == 2)
    }

    @Test(arguments: ArchiveCase.all.filter { $0.code != nil })
    func refuses(_ archive: ArchiveCase) throws {
        let library = try Self.library()
        let before = FolderTree(library.root)
        do {
            _ = try importPackage(archive: archive.path, intoRoot: library.root)
            Issue.record("it was installed")
        } catch {
            #expect(error.code.rawValue == archive.code, "\(error.message)")
            #expect(!error.message.isEmpty && !error.hint.isEmpty)
            #expect(error.code != .doesNotLoad || !error.diagnostics.isEmpty)
        }
        #expect(FolderTree(library.root) == before)
    }
}

import ChildProcess
import Foundation
import Testing

@testable import Packages

/// Archives that we make.
@Suite struct PackerTests {
    private func package() throws -> PackageFixture {
        try PackageFixture.theme(
            #"{"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"}}}"#)
    }

    @Test func importsBackToAnEqualTree() throws {
        let fixture = try package()
        try fixture.write("p/Theme/schön ☂.txt", "x")
        try fixture.write("p/Theme/empty", "")
        try fixture.write("p/large.txt", [UInt8](repeating: 65, count: 1 << 20))
        try fixture.folder("p/nothing/in here")
        let report = try PackagePacker().pack(fixture.root + "/p/", to: fixture.root + "/p.zip")
        #expect(report.packageId == "p")
        #expect(report.skipped.isEmpty)
        let imported = try importPackage(archive: report.output, intoRoot: fixture.root + "/root")
        #expect(imported.entries.found == report.entries)
        #expect(FolderTree(fixture.root + "/root/Packages/p") == FolderTree(fixture.root + "/p"))
        // The text is compressed.
        #expect(try Data(contentsOf: URL(fileURLWithPath: report.output)).count < 1 << 14)
    }

    /// Another program reads the same, and sees names sorted and one time.
    @Test func othersReadIt() throws {
        let fixture = try package()
        try fixture.write("p/Theme/ü", "x")
        let report = try PackagePacker().pack(fixture.root + "/p", to: fixture.root + "/p.zip")
        let script = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            for i in z.infolist(): print(i.filename, i.date_time[:3], oct(i.external_attr >> 16))
            """
        let file = fixture.root + "/list"
        #expect(try ChildProcess("python3", ["-c", script, report.output], output: file).wait() == 0)
        #expect(
            try String(contentsOfFile: file, encoding: .utf8) == """
                Theme/Shaders/Bars.metal (1980, 1, 1) 0o100644
                Theme/v.mp4 (1980, 1, 1) 0o100644
                Theme/ü (1980, 1, 1) 0o100644
                manifest.json (1980, 1, 1) 0o100644

                """)
    }

    @Test func theSameFolderGivesTheSameBytes() throws {
        let first = try package()
        let second = try package()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000), .posixPermissions: 0o600],
            ofItemAtPath: second.root + "/p/Theme/v.mp4")
        let one = try PackagePacker().pack(first.root + "/p", to: first.root + "/a.zip")
        let two = try PackagePacker().pack(second.root + "/p", to: second.root + "/b.zip")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: one.output)) == Data(contentsOf: URL(fileURLWithPath: two.output))
        )
    }

    @Test func leavesOut() throws {
        let fixture = try package()
        try fixture.write("p/.DS_Store", "x")
        try fixture.write("p/Theme/._v.mp4", "x")
        try fixture.write("p/__MACOSX/x", "x")
        try fixture.write("p/.git/config", "x")
        try fixture.write("p/p.zip", "an older one")
        let report = try PackagePacker().pack(fixture.root + "/p", to: fixture.root + "/p/p.zip", overwrite: true)
        #expect(Set(report.skipped.map(\.name)) == [".DS_Store", "Theme/._v.mp4", "__MACOSX", ".git", "p.zip"])
        #expect(report.entries == 3)
    }

    @Test func linksBecomeFilesOrAreRefused() throws {
        let fixture = try package()
        try fixture.link("p/Theme/other.mp4", to: "v.mp4")
        let report = try PackagePacker().pack(fixture.root + "/p", to: fixture.root + "/p.zip")
        _ = try importPackage(archive: report.output, intoRoot: fixture.root + "/root")
        #expect(
            try String(contentsOfFile: fixture.root + "/root/Packages/p/Theme/other.mp4", encoding: .utf8) == "video")
        for target in ["/etc/passwd", "nowhere", "../Theme", "../../../out"] {
            try fixture.write("out", "x")
            try fixture.link("p/Theme/bad", to: target)
            let error = #expect(throws: ImportError.self) {
                try PackagePacker().pack(fixture.root + "/p", to: fixture.root + "/q.zip")
            }
            #expect(error?.code == .notPackable, "\(target)")
            try fixture.remove("p/Theme/bad")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.root).sorted() == ["out", "p", "p.zip", "root"])
    }

    @Test func refusesWhatWouldNotImport() throws {
        let fixture = try package()
        try fixture.write("p/Theme/V.MP4", "x")
        func code(_ output: String = "q.zip") -> ImportError.Code? {
            #expect(throws: ImportError.self) {
                try PackagePacker().pack(fixture.root + "/p", to: fixture.root + "/" + output)
            }?.code
        }
        #expect(code() == .collidingName)
        try fixture.remove("p/Theme/V.MP4")
        try fixture.write("q.zip", "mine")
        #expect(code() == .exists)
        #expect(code("q.tar") == .notZipName)
        #expect(code("gone/q.zip") == .disk)
        try fixture.remove("p/Theme/v.mp4")
        #expect(code("r.zip") == .doesNotLoad)
        #expect(try String(contentsOfFile: fixture.root + "/q.zip", encoding: .utf8) == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.root).sorted() == ["p", "q.zip"])
    }
}

import Diagnostics
import Foundation
import Packages
import Testing

struct LoadingTests {
    private static let theme =
        #"{"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"}}}"#

    @Test("a path that is no package says what it is")
    func noPackage() throws {
        let fixture = try PackageFixture.theme(Self.theme)
        try fixture.write("file.zip", "PK")
        try fixture.folder("empty")
        try fixture.folder("dir/manifest.json")
        try fixture.write("case/Manifest.JSON", "{}")
        try fixture.link("circle", to: "circle")
        try fixture.folder("pipe")
        #expect(mkfifo(fixture.root + "/pipe/manifest.json", 0o600) == 0)
        try fixture.write("large/manifest.json", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        try fixture.folder("dangling")
        try fixture.link("dangling/manifest.json", to: "nowhere")
        let cases: [(path: String, code: String, hint: String)] = [
            ("missing", "package.missing", ""), ("file.zip", "package.not-a-folder", "unpack"),
            ("p/manifest.json", "package.not-a-folder", "folder that holds"),
            ("empty", "package.manifest-missing", "add a manifest"), (".", "package.manifest-missing", "for example"),
            ("case", "package.manifest-missing", "Manifest.JSON"), ("dangling", "package.manifest-missing", "link"),
            ("dir", "package.manifest-unreadable", ""), ("pipe", "package.manifest-unreadable", ""),
            ("circle", "package.unreadable", ""), ("large", "package.manifest-too-large", ""),
        ]
        for (path, code, hint) in cases {
            let result = fixture.load(path)
            #expect(result.package == nil)
            #expect(result.codes == [code], "\(path)")
            #expect(result.diagnostics.first?.hint?.contains(hint) ?? false || hint.isEmpty, "\(path)")
            #expect(result.diagnostics.first?.file != nil)
        }
    }

    @Test("a wrapper folder's manifest is found and named")
    func wrapper() throws {
        let fixture = try PackageFixture.theme(Self.theme)
        let hint = try #require(fixture.load(".").diagnostics.first?.hint)
        #expect(hint.contains("\"p\""))
    }

    @Test("a trailing slash and links to the folder change nothing")
    func spelling() throws {
        let fixture = try PackageFixture.theme(Self.theme)
        try fixture.link("link", to: "p")
        #expect(fixture.theme("p/")?.manifest.name == fixture.root + "/p/manifest.json")
        #expect(fixture.theme("link")?.backgroundVideo == fixture.theme()?.backgroundVideo)
    }

    @Test("a missing file hints at the one that was meant")
    func nearFiles() throws {
        let fixture = try PackageFixture.theme(Self.theme)
        try fixture.remove("p/Theme/v.mp4")
        try fixture.write("p/Theme/V.mp4", "x")
        #expect(fixture.load().diagnostics.first?.hint?.contains("\"V.mp4\"") == true)
        try fixture.remove("p/Theme/V.mp4")
        try fixture.write("p/v.mp4", "x")
        #expect(fixture.load().diagnostics.first?.hint?.contains("beside manifest.json") == true)
        try fixture.remove("p/Theme")
        #expect(fixture.load().diagnostics.first?.hint?.contains("make the folder Theme/") == true)
        #expect(fixture.load().errors == ["manifest.video-missing"])
    }

    @Test("a video behind a link loads; one that leaves the package is noted")
    func videoLinks() throws {
        let fixture = try PackageFixture.theme(Self.theme)
        try fixture.remove("p/Theme/v.mp4")
        try fixture.write("p/Theme/w.mp4", "x")
        try fixture.link("p/Theme/v.mp4", to: "w.mp4")
        #expect(fixture.load().diagnostics.isEmpty)
        try fixture.remove("p/Theme/v.mp4")
        try fixture.write("elsewhere.mp4", "x")
        try fixture.link("p/Theme/v.mp4", to: "../../elsewhere.mp4")
        #expect(fixture.load().codes == ["manifest.link-outside"])
        #expect(fixture.theme() != nil)
        try fixture.remove("p/Theme/v.mp4")
        #expect(mkfifo(fixture.root + "/p/Theme/v.mp4", 0o600) == 0)
        #expect(fixture.load().errors == ["manifest.video-not-a-file"])
    }

    private static let playlistCases: [(String, Int?, [String])] = [
        (#"{"tracks": ["a.mp3", "b.mp3"]}"#, 2, []),
        (
            #"{"tracks": ["a.mp3", 1, "", "x.mp3"]}"#, 1,
            ["manifest.track-name", "manifest.track-name", "manifest.track-missing"]
        ),
        (
            #"{"tracks": ["dir", "../manifest.json"]}"#, nil,
            ["manifest.track-not-a-file", "manifest.track-outside", "manifest.no-track-left"]
        ),
        (#"{"tracks": []}"#, nil, ["manifest.tracks"]), (#"{"tracks": "a.mp3"}"#, nil, ["manifest.tracks"]),
        (#"{}"#, nil, ["manifest.tracks"]),
        (#"{"track": ["a.mp3"]}"#, nil, ["manifest.unknown-key", "manifest.tracks"]),
        (#"[]"#, nil, ["manifest.playlist-missing"]),
        (#"{"displayName": "x", "tracks": ["a.mp3"]}"#, 1, ["manifest.unknown-key"]),
    ]

    @Test("playlists", arguments: playlistCases)
    func playlists(playlist: String, tracks: Int?, codes: [String]) throws {
        let fixture = try PackageFixture()
        try fixture.write("p/manifest.json", #"{"packageId": "q", "type": "playlist", "playlist": \#(playlist)}"#)
        try fixture.write("p/Playlist/a.mp3", "x")
        try fixture.write("p/Playlist/b.mp3", "x")
        try fixture.folder("p/Playlist/dir")
        let result = fixture.load()
        #expect(result.codes == codes)
        guard case .playlist(let loaded)? = result.package else {
            #expect(tracks == nil && result.package == nil)
            return
        }
        #expect(loaded.id == "q.playlist")
        #expect(loaded.tracks.count == tracks)
        #expect(loaded.tracks.first?.path.hasSuffix("/p/Playlist/a.mp3") == true)
    }

    @Test("damaged manifests never crash, and a dropped package says why")
    func mutations() throws {
        let manifest = Array(
            """
            {"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"},
            "weatherTags": ["any"], "layers": [{"kind": "clock", "size": 10, "position": {"x": 0.5}},
            {"kind": "effect", "sensitivity": 2, "shaders": [{"path": "Shaders/Bars.metal", "params": {"x": 1}}]}]}}
            """.utf8)
        let fixture = try PackageFixture.theme("")
        let values = ["null", "true", "-1e308", "\"\"", "[]", "{}", "[[]]", "\"\\u0000\"", "\"../..\"", "\"/\""]
        var state: UInt64 = 9
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var dropped = 0
        for _ in 0..<600 {
            var bytes = manifest
            if below(2) == 0 {
                // A value in place of another: from one colon or bracket to the next comma or bracket.
                let start = below(bytes.count)
                let end = bytes[start...].firstIndex { $0 == 0x2C || $0 == 0x7D || $0 == 0x5D } ?? bytes.count
                if let colon = bytes[start..<end].firstIndex(of: 0x3A) {
                    bytes.replaceSubrange((colon + 1)..<end, with: values[below(values.count)].utf8)
                }
            } else {
                bytes[below(bytes.count)] = UInt8(below(256))
            }
            try fixture.write("p/manifest.json", bytes)
            let result = fixture.load()
            if result.package == nil {
                dropped += 1
                #expect(!result.errors.isEmpty)
            }
            for diagnostic in result.diagnostics { #expect(!diagnostic.rendered().isEmpty) }
        }
        #expect(dropped > 40 && dropped < 560)
    }
}

import Foundation
import FrameCore
import MediaIO
import Testing

@Suite struct BadInputTests {
    private func code(_ path: String) -> MediaError.Code? {
        do {
            let video = try LoopingVideo(path: path)
            _ = try video.image(at: .zero)
            return nil
        } catch let error as MediaError {
            #expect(error.path == path)
            #expect(error.isInputFault)
            return error.code
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func file(_ folder: TemporaryFolder, _ name: String, _ bytes: Data) throws -> String {
        let path = folder.file(name)
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func noFile() throws {
        let folder = try TemporaryFolder()
        #expect(code(folder.file("missing.mp4")) == .unreadable)
        #expect(code(folder.path) == .unreadable)
        #expect(code(try file(folder, "empty.mp4", Data())) == .unreadable)
        #expect(code("/dev/null") == .unreadable)
        #expect(code(folder.file("a\0b.mp4")) == .unreadable)
        let error = #expect(throws: MediaError.self) { try LoopingVideo(path: folder.file("missing.mp4")) }
        #expect(
            error?.description == "cannot open video \(folder.file("missing.mp4")): No such file or directory")
    }

    @Test func noMedia() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "The quick brown fox jumps over the lazy dog.\n", count: 400)
        #expect(code(try file(folder, "test.mp4", Data(text.utf8))) == .notMedia)
        #expect(code(try file(folder, "zero.mp4", Data(count: 5000))) == .notMedia)
        var noise: UInt32 = 1
        let random = Data(
            (0..<20000).map { _ in
                noise = noise &* 1_664_525 &+ 1_013_904_223
                return UInt8(noise >> 24)
            })
        #expect(code(try file(folder, "noise.mp4", random)) != nil)
    }

    @Test("a list of other files opens none of them", arguments: ["list.ffconcat", "list.m3u8"])
    func references(name: String) throws {
        let folder = try TemporaryFolder()
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", folder.file("a.ts")])
        let text =
            name == "list.m3u8"
            ? "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(folder.file("a.ts"))\n#EXT-X-ENDLIST\n"
            : "ffconcat version 1.0\nfile a.ts\n"
        #expect(code(try file(folder, name, Data(text.utf8))) == .notMedia)
    }

    @Test func noIndex() throws {
        let folder = try TemporaryFolder()
        let whole = folder.file("whole.mp4")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", whole])
        let data = try Data(contentsOf: URL(fileURLWithPath: whole))
        #expect(code(try file(folder, "half.mp4", data.prefix(data.count / 2))) == .notMedia)
    }

    @Test func noVideo() throws {
        let folder = try TemporaryFolder()
        let sound = folder.file("sound.m4a")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.5", sound])
        #expect(code(sound) == .noVideo)
        let cover = folder.file("cover.png")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", cover])
        let song = folder.file("song.mp3")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "sine=d=0.5", "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v",
            "attached_pic", song,
        ])
        #expect(try Tool.value("stream=codec_name", song) == "png")
        #expect(code(song) == .noVideo)
    }

    @Test func coverBesideVideo() throws {
        let folder = try TemporaryFolder()
        let cover = folder.file("cover.png")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1", cover])
        let path = folder.file("clip.mp4")
        try Tool.ffmpeg([
            "-i", cover, "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-map", "0", "-map", "1", "-c:v:0", "copy",
            "-c:v:1", "libx264", "-disposition:v:0", "attached_pic", path,
        ])
        let video = try LoopingVideo(path: path)
        #expect(video.info.size == PixelSize(64, 48))
        #expect(video.duration == .one)
    }

    @Test func tooLarge() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("wide.mkv")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "color=s=16386x2:r=1", "-frames:v", "1", "-c:v", "ffv1", path,
        ])
        #expect(code(path) == .limit)
    }

    @Test("a picture that cannot be decoded, and nothing else")
    func nothingDecodes() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", "2", "-c:v", "libx264", "-x264-params",
            "cabac=1:no-info=1", "-movflags", "+faststart", path,
        ])
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let start = try #require(data.range(of: Data("mdat".utf8))).upperBound
        for index in start..<data.count { data[index] = 0xff }
        try data.write(to: URL(fileURLWithPath: path))
        #expect(code(path) == .damaged)
    }

    @Test("opening and closing gives the memory back")
    func leaks() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=0.4", "-c:v", "libx264", path])
        let text = try file(folder, "text.mp4", Data(String(repeating: "no video ", count: 500).utf8))
        await #expect(processExitsWith: .success) { [path = path as String, text = text as String] in
            let kilobytes = try growth {
                let video = try LoopingVideo(path: path)
                for number in [0, 9, 3] { _ = try video.image(at: Rational(Int64(number), 25)) }
                _ = try? LoopingVideo(path: text)
            }
            // A leaked decoder or picture would be at least 100 kB a round, 20 MB in all.
            exit(kilobytes < 10_000 ? 0 : 3)
        }
    }
}

import Foundation
import FrameCore
import MediaIO
import Testing

/// What is wrong with a clip must be told, never taken for a shorter or an equal one.
@Suite struct ClipDamageTests {
    /// The error of reading a clip to its end; nil if there was none.
    private func failure(_ path: String) -> MediaError? {
        do {
            let clip = try openClip(path)
            while try clip.next() != nil {}
            return nil
        } catch let error as MediaError {
            #expect(error.path == path || error.path?.hasPrefix(path + "/") == true)
            #expect(error.isInputFault)
            return error
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func write(_ bytes: Data, _ path: String) throws {
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    private static let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1"]

    @Test(
        "a file that is cut off",
        arguments: [
            ["-c:v", "libx264", "-movflags", "+faststart", "a.mp4"], ["-c:v", "libx264", "a.mp4"],
            ["-c:v", "libx264", "a.mkv"], ["-c:v", "libvpx-vp9", "a.webm"], ["a.y4m"], ["-c:v", "mpeg4", "a.avi"],
            ["-c:v", "rawvideo", "a.nut"], ["a.gif"], ["-c:v", "libx264", "-movflags", "+frag_keyframe", "a.mp4"],
            ["-f", "apng", "a.png"], ["-c:v", "ffv1", "a.mkv"], ["-c:v", "libx264", "a.mov"],
        ])
    func cutOff(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(arguments.last ?? "")
        try Tool.ffmpeg(Self.source + arguments.dropLast() + [path])
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(failure(path) == nil)
        for fraction in [0.3, 0.6, 0.97] {
            try write(whole.prefix(Int(Double(whole.count) * fraction)), path)
            #expect(failure(path) != nil, "\(fraction) of the file")
        }
        try write(whole.dropLast(7), path)
        // Where an index comes last, those bytes are no picture's.
        if ["y4m", "mkv", "webm", "png"].contains(where: path.hasSuffix) || arguments.contains("+faststart") {
            #expect(failure(path) != nil, "all but 7 bytes")
        }
    }

    @Test("a damaged picture is named")
    func damagedPicture() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp4")
        try Tool.ffmpeg(
            Self.source + ["-c:v", "libx264", "-g", "1", "-x264-params", "cabac=1", "-movflags", "+faststart", path])
        let lines = try Tool.ffprobe("packet=pos,size", path)
        let position = try #require(lines[12].compactMap { Int($0) }.max())
        let size = try #require(lines[12].compactMap { Int($0) }.min())
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in (position + size / 4)..<(position + size) { data[index] = 0x5a }
        try write(data, path)
        let error = failure(path)
        #expect(error?.code == .damaged)
        #expect(error?.reason == "frame 12 is damaged or missing")
    }

    @Test("damage of which the decoder only logs", arguments: ["ffv1.mkv", "gif.gif", "mjpeg.avi"])
    func loggedDamage(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        // Checksums of FFV1 come with its level 3.
        let level = name == "ffv1.mkv" ? ["-level", "3"] : []
        try Tool.ffmpeg(Self.source + ["-c:v", String(name.prefix { $0 != "." })] + level + [path])
        #expect(failure(path) == nil)
        let lines = try Tool.ffprobe("packet=pos,size", path)
        let numbers = lines[12].compactMap { Int($0) }
        let (position, size) = (try #require(numbers.max()), try #require(numbers.min()))
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in (position + size / 2)..<(position + size * 3 / 4) { data[index] = data[index] &+ 85 }
        try write(data, path)
        #expect(failure(path)?.reason == "frame 12 is damaged or missing")
    }

    @Test func nothing() throws {
        let folder = try TemporaryFolder()
        #expect(
            failure(folder.file("missing.mp4"))?.description
                == "cannot read \(folder.file("missing.mp4")): No such file or directory")
        let empty = folder.file("empty.mp4")
        try write(Data(), empty)
        #expect(failure(empty)?.reason == "the file is empty")
        #expect(failure(folder.path)?.code == .noVideo)
        #expect(failure("/dev/null")?.reason == "it is not a regular file")
        #expect(failure(folder.file("a\0b.mp4"))?.code == .unreadable)
        #expect(failure("")?.code == .unreadable)
        let text = folder.file("text.mp4")
        try write(Data(String(repeating: "The quick brown fox jumps over the lazy dog.\n", count: 400).utf8), text)
        #expect(failure(text)?.code == .notMedia)
        let header = folder.file("none.y4m")
        try write(Data("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420jpeg\n".utf8), header)
        #expect(failure(header) != nil)
        let sound = folder.file("sound.wav")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.5", sound])
        #expect(failure(sound)?.code == .noVideo)
    }

    @Test("a named pipe is refused, and nobody waits for its writer")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe.mp4")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(failure(path)?.reason == "it is not a regular file")
        try Tool.ffmpeg(Self.source + ["-frames:v", "1", folder.file("1.png")])
        try #require(mkfifo(folder.file("2.png"), 0o600) == 0)
        #expect(failure(folder.path)?.path == folder.file("2.png"))
    }

    @Test("a size that changes within a video")
    func changingSize() throws {
        let folder = try TemporaryFolder()
        var bytes = Data()
        for size in ["64x48", "32x24"] {
            let part = folder.file(size + ".h264")
            try Tool.ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=0.4", "-c:v", "libx264", "-bf", "0", part,
            ])
            bytes.append(try Data(contentsOf: URL(fileURLWithPath: part)))
        }
        let path = folder.file("both.h264")
        try write(bytes, path)
        #expect(failure(path)?.reason == "frame 10 is 32x24, while the first is 64x48")
    }

    @Test("wider than any frame")
    func tooWide() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("wide.mkv")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "color=s=8194x2:r=1", "-frames:v", "1", "-c:v", "ffv1", path])
        #expect(failure(path)?.code == .limit)
    }
}

import Foundation
import FrameCore
import Imaging
import MediaIO
import Testing

@Suite struct ClipHashListTests {
    private static let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=30000/1001:d=0.5"]

    private func failure(_ text: String, name: String = "a.framehash") throws -> String? {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        do {
            _ = try openClip(path)
            return nil
        } catch let error as MediaError {
            #expect(error.isInputFault)
            #expect(error.path == path)
            return error.reason
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func hashes(_ clip: any ClipSource) throws -> [[UInt8]] {
        try frames(of: clip).compactMap { if case .hash(let hash) = $0.content { hash } else { nil } }
    }

    @Test("a list by ffmpeg has the hashes, times and rate of what it is of")
    func byFFmpeg() throws {
        let folder = try TemporaryFolder()
        let list = folder.file("list.txt")
        try Tool.ffmpeg(Self.source + ["-c:v", "rawvideo", "-pix_fmt", "bgra", "-f", "framehash", list])
        let raw = [UInt8](try Tool.ffmpeg(Self.source + ["-pix_fmt", "bgra", "-f", "rawvideo", "-"]))
        let size = 64 * 48 * 4
        let expected = try stride(from: 0, to: raw.count, by: size).map {
            try FrameHash(of: Array(raw[$0..<$0 + size]))
        }
        let clip = try openClip(list)
        #expect(
            clip.format
                == ClipFormat(
                    kind: "list of hashes", size: PixelSize(64, 48), rate: try .test(30000, 1001), frameCount: 15,
                    hasPixels: false))
        #expect(try hashes(clip) == expected.map(\.bytes))
        #expect(try clip.next() == nil)
        try clip.rewind()
        let again = try frames(of: clip)
        #expect(again.map(\.index) == Array(0..<15))
        #expect(again.map(\.time) == (0..<15).map { Rational($0 * 1001, 30000) })
    }

    @Test("only the video stream of a list of several counts")
    func severalStreams() throws {
        let folder = try TemporaryFolder()
        let (list, alone) = (folder.file("a.framehash"), folder.file("b.framehash"))
        let more = [
            "-f", "lavfi", "-i", "sine=d=0.5", "-map", "1", "-map", "0", "-c:v", "rawvideo", "-pix_fmt", "bgra",
        ]
        try Tool.ffmpeg(Self.source + more + ["-f", "framehash", list])
        try Tool.ffmpeg(Self.source + ["-c:v", "rawvideo", "-pix_fmt", "bgra", "-f", "framehash", alone])
        let clip = try openClip(list)
        #expect(clip.format == (try openClip(alone)).format)
        #expect(try hashes(clip) == hashes(openClip(alone)))
    }

    @Test("what is written here comes back")
    func byUs() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("list")
        let size = PixelSize(20, 10)
        let sink = try makeSink(format: .framehash, destination: .file(path: path), size: size, rate: .thirty)
        for number in 0..<700 { try sink.write(testFrame(number, size)) }
        try sink.finish()
        let expected = try (0..<700).map { try FrameHash(of: testFrame($0, size)).bytes }
        #expect(try hashes(openClip(path)) == expected)
    }

    private static let head = """
        #format: frame checksums
        #version: 2
        #hash: SHA256
        #tb 0: 1/30
        #media_type 0: video
        #codec_id 0: rawvideo
        #dimensions 0: 2x1

        """
    private static let hash = String(repeating: "0123456789abcdef", count: 4)
    private static let line = "0, 0, 0, 1, 8, \(hash)\n"

    @Test("line feeds of other systems, a missing last one, and side data")
    func lenient() throws {
        #expect(try failure(Self.head + Self.line) == nil)
        #expect(try failure((Self.head + Self.line).replacingOccurrences(of: "\n", with: "\r\n")) == nil)
        #expect(try failure(String((Self.head + Self.line).dropLast())) == nil)
        #expect(try failure(Self.head + "0, 0, 0, 1, 8, \(Self.hash), S=1, 8, \(Self.hash)\n") == nil)
    }

    /// A list that is wrong, and how what is said of it begins.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var text: String
        var reason: String

        var testDescription: String { reason }

        init(_ text: String, _ reason: String) {
            self.text = text
            self.reason = reason
        }

        /// The usual list, with a part of the head replaced.
        static func head(_ old: String, _ new: String, _ reason: String) -> Mistake {
            Mistake(ClipHashListTests.head.replacingOccurrences(of: old, with: new) + line, reason)
        }

        /// The usual head, followed by something.
        static func frames(_ text: String, _ reason: String) -> Mistake {
            Mistake(ClipHashListTests.head + text, reason)
        }

        static let all: [Mistake] = [
            .head("SHA256", "MD5", "line 8: the hashes are MD5; SHA256 is read"),
            .head("#version: 2", "#version: 1", "line 8: the list is of version 1"),
            .head("#version: 2\n", "", "line 7: the head has no `#version: 2`"),
            .head("#hash: SHA256\n", "", "line 7: the head has no `#hash:`"),
            .head("rawvideo", "h264", "line 8: the hashes are of 'h264'"),
            .head(": video", ": audio", "line 8: the head has no `#media_type"),
            .head("#tb 0: 1/30\n", "", "line 7: the head has no `#tb 0:`"),
            .head("1/30", "1/0", "line 4: the time base '1/0'"),
            .head("1/30", "30", "line 4: the time base '30'"),
            .head("#tb 0", "#tb x", "line 4: 'tb x' does not name a stream"),
            .head("2x1", "2x0", "line 7: the dimensions '2x0'"),
            .head("2x1", "2x9999999", "line 7: the dimensions"),
            .head("2x1", "2x2", "line 8: the frame has 8 bytes; 2x2 in BGRA is 16"),
            .frames("", "it lists no frame of a video stream"),
            .frames(line + line, "line 9: the frame is not later"),
            .frames(line + "\n", "line 9: it has 1 fields"),
            .frames(line + ClipHashListTests.head, "line 9: a line of the head"),
            .frames("0, 0, 0, 1, 8\n", "line 8: it has 5 fields"),
            .frames("0, 0, zero, 1, 8, \(hash)\n", "line 8: 'zero' is not a number"),
            .frames("0, 0, 99999999999999999999, 1, 8, \(hash)\n", "line 8: '99999999999999999999' is not a number"),
            .frames("0, 0, 0, 1, 8, \(hash.dropLast())\n", "line 8: '\(hash.dropLast())' is not a SHA-256"),
            .frames("0, 0, 0, 1, 8, \(hash.dropLast())g\n", "line 8:"),
            .frames(line + "0, 1, 1, 1, 8, 0123", "line 9: '0123' is not a SHA-256"),
            Mistake(
                String(repeating: "x", count: 200_000), "it is no list of hashes: a line has more than 4096 bytes"),
            Mistake("hello\n", "line 1: it is not `#format: frame checksums`"),
            Mistake("#format: frame checksums\n", "it lists no frame of a video stream"),
        ]
    }

    @Test("mistakes are told with their line", arguments: Mistake.all)
    func mistakes(mistake: Mistake) throws {
        let said = try failure(mistake.text)
        #expect(said?.hasPrefix(mistake.reason) == true, "\(said ?? "no error")")
    }

    @Test("other lists by ffmpeg are named", arguments: ["framemd5", "framecrc"])
    func otherLists(muxer: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("list.txt")
        try Tool.ffmpeg(Self.source + ["-c:v", "rawvideo", "-pix_fmt", "bgra", "-f", muxer, path])
        let error = #expect(throws: MediaError.self) { try openClip(path) }
        #expect(error?.description.contains("framehash") == true)
    }

    @Test("hashes of other pixel formats are told by their size")
    func otherPixels() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("list.framehash")
        try Tool.ffmpeg(Self.source + ["-c:v", "rawvideo", "-pix_fmt", "yuv420p", "-f", "framehash", path])
        let error = #expect(throws: MediaError.self) { try openClip(path) }
        #expect(
            error?.reason.hasSuffix("the frame has 4608 bytes; 64x48 in BGRA is 12288, as of `-pix_fmt bgra`") == true)
    }

    @Test("a rate only where the times are even")
    func unevenTimes() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("list.framehash")
        let lines = [0, 1, 2, 4].map { "0, \($0), \($0), 1, 8, \(Self.hash)\n" }.joined()
        try Data((Self.head + lines).utf8).write(to: URL(fileURLWithPath: path))
        let clip = try openClip(path)
        #expect(clip.format.rate == nil)
        #expect(try frames(of: clip).map(\.time) == [0, 1, 2, 4].map { Rational($0, 30) })
    }
}

import Foundation
import FrameCore
import MediaIO
import Testing

@Suite struct PlainLibavTests {
    private static let clips: [(String, [String])] = [
        ("h264.mp4", ["-c:v", "libx264", "-bf", "2"]),
        ("ten.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]),
        ("hevc.mp4", ["-c:v", "libx265", "-x265-params", "log-level=error"]),
        ("vp9.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime"]),
        ("asp.avi", ["-c:v", "mpeg4", "-bf", "2"]),
        ("mpeg2.ts", ["-c:v", "mpeg2video", "-bf", "2"]),
        ("jpeg.mov", ["-c:v", "mjpeg"]),
        ("rgb.mkv", ["-c:v", "libx264rgb"]),
        ("pal.gif", []),
        ("rgb48.mkv", ["-c:v", "ffv1", "-pix_fmt", "gbrp12le"]),
    ]

    /// The pictures of each clip, in files beside it, and a clip that is encoded here.
    static func decodeAndEncode(_ folder: String, as suffix: String) throws {
        for (name, _) in clips {
            let video = try LoopingVideo(path: folder + "/" + name)
            let pictures = try (0..<10).flatMap { try video.image(at: Rational(Int64($0), 25)).rawBytes }
            try Data(pictures).write(to: URL(fileURLWithPath: folder + "/" + name + suffix))
        }
        try EncodingTests.render(folder + "/encoded" + suffix, frames: 30)
    }

    @Test("without vector units libav makes the same bytes")
    func sameBytes() async throws {
        let folder = try TemporaryFolder()
        for (name, arguments) in Self.clips {
            try Tool.ffmpeg(
                ["-f", "lavfi", "-i", "testsrc2=s=80x48:r=25:d=0.4,noise=alls=10"] + arguments + [folder.file(name)])
        }
        try Self.decodeAndEncode(folder.path, as: ".usual")
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            MediaSettings.forcePlainLibav()
            try PlainLibavTests.decodeAndEncode(path, as: ".plain")
        }
        for name in Self.clips.map(\.0) + ["encoded"] {
            let usual = try Data(contentsOf: URL(fileURLWithPath: folder.file(name + ".usual")))
            let plain = try Data(contentsOf: URL(fileURLWithPath: folder.file(name + ".plain")))
            #expect(usual == plain, "\(name)")
        }
    }

    @Test func versions() throws {
        let versions = MediaVersions.summary()
        let ffmpeg = try #require(versions.first { $0.library == "FFmpeg" })
        let said = String(decoding: try Tool.run("ffmpeg", ["-version"]), as: UTF8.self)
        #expect(said.contains("ffmpeg version \(ffmpeg.version) "))
        #expect(versions.map(\.library) == ["FFmpeg", "libavformat", "libavcodec", "libavutil", "libswscale"])
        #expect(MediaVersions.hasEncoder("libx264"))
        #expect(MediaVersions.hasDecoder("h264"))
        #expect(!MediaVersions.hasEncoder("h264-of-nowhere"))
    }
}

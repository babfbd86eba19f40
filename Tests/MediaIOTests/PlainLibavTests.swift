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

    private static let sounds = Sound.all.filter {
        ["tag.mp3", "two.mp2", "a.ogg", "a.opus", "a.m4a", "a.flac", "51.ac3", "a.wma", "a.wav"].contains($0.file)
    }

    /// The pictures of each clip and the samples of each sound, in files beside it, and a clip that is encoded here.
    static func decodeAndEncode(_ folder: String, as suffix: String) throws {
        for (name, _) in clips {
            let video = try LoopingVideo(path: folder + "/" + name)
            let pictures = try (0..<10).flatMap { try video.image(at: Rational(Int64($0), 25)).rawBytes }
            try Data(pictures).write(to: URL(fileURLWithPath: folder + "/" + name + suffix))
        }
        for sound in sounds {
            let track = try AudioTrack(path: folder + "/" + sound.file)
            let block = try track.samples(from: 0, count: track.sampleCount)
            let resampler = Resampler48(inputRate: track.sampleRate, mix: track.stereoMix)
            let channels = try block.channels + resampler.samples(from: 0, count: 30_000, of: track).channels
            let data = channels.reduce(into: Data()) { data, samples in
                samples.withUnsafeBytes { data.append(contentsOf: $0) }
            }
            try data.write(to: URL(fileURLWithPath: folder + "/" + sound.file + suffix))
        }
        try SoundTrackTests.render(
            folder + "/encoded" + suffix, frames: 30, sound: SoundTrackSettings(samples: SoundTrackTests.tones))
    }

    @Test("without vector units libav makes the same bytes")
    func sameBytes() async throws {
        let folder = try TemporaryFolder()
        for (name, arguments) in Self.clips {
            try Tool.ffmpeg(
                ["-f", "lavfi", "-i", "testsrc2=s=80x48:r=25:d=0.4,noise=alls=10"] + arguments + [folder.file(name)])
        }
        for sound in Self.sounds { _ = try sound.make(in: folder, seconds: 3) }
        try Self.decodeAndEncode(folder.path, as: ".usual")
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            MediaSettings.forcePlainLibav()
            try PlainLibavTests.decodeAndEncode(path, as: ".plain")
        }
        for name in Self.clips.map(\.0) + Self.sounds.map(\.file) + ["encoded"] {
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

import Foundation
import FrameCore
import Testing

/// A clip that ffmpeg makes, and how its own decoder is asked for the same pictures.
struct Clip: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var arguments: [String]
    /// The pixel format to compare in; nil is the clip's own.
    var pixelFormat: String?

    var testDescription: String { name }

    private static func source(_ more: String = "", size: String = "64x48", seconds: String = "2") -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=\(seconds)\(more)"]
    }

    private static let x264 = ["-c:v", "libx264", "-preset", "veryfast"]

    static let all: [Clip] = [
        Clip(name: "H.264 with B-frames", file: "b.mp4", arguments: source() + x264 + ["-bf", "3", "-g", "12"]),
        Clip(
            name: "H.264 with open GOPs", file: "open.mp4",
            arguments: source() + x264
                + ["-bf", "3", "-g", "10", "-x264-params", "open-gop=1:keyint=10:min-keyint=5"]),
        Clip(
            name: "H.264 with intra refresh", file: "refresh.mkv",
            arguments: source() + x264 + ["-x264-params", "intra-refresh=1:keyint=10"]),
        Clip(
            name: "H.264 in transport stream", file: "b.ts", arguments: source() + x264 + ["-bf", "2", "-g", "12"]),
        Clip(
            name: "HEVC with open GOPs", file: "hevc.mp4",
            arguments: source(seconds: "1")
                + ["-c:v", "libx265", "-x265-params", "log-level=error:open-gop=1:keyint=8:min-keyint=4:bframes=3"]),
        Clip(
            name: "AV1", file: "av1.mp4",
            arguments: source(seconds: "1") + ["-c:v", "libaom-av1", "-cpu-used", "8", "-g", "10"]),
        Clip(
            name: "variable frame rate", file: "vfr.mp4",
            arguments: source(",select='not(eq(mod(n,7),3))*not(between(n,20,29))'") + x264
                + ["-vsync", "vfr", "-g", "12"]),
        Clip(
            name: "starting at 95 s", file: "late.mkv",
            arguments: source() + x264 + ["-output_ts_offset", "95", "-g", "12"]),
        Clip(name: "cut by an edit list", file: "edit.mp4", arguments: []),
        Clip(name: "pixels of 4:3", file: "sar.mp4", arguments: source(",setsar=4/3") + x264),
        Clip(
            name: "VP9 of odd size", file: "odd.webm",
            arguments: source(size: "37x29", seconds: "1")
                + ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-g", "9"]),
        Clip(
            name: "10 bits", file: "ten.mp4",
            arguments: source(seconds: "1") + x264 + ["-pix_fmt", "yuv420p10le", "-g", "12"]),
        Clip(name: "4:4:4", file: "444.mp4", arguments: source(seconds: "1") + x264 + ["-pix_fmt", "yuv444p"]),
        Clip(name: "full range", file: "full.mp4", arguments: source(seconds: "1") + x264 + ["-pix_fmt", "yuvj420p"]),
        Clip(
            name: "RGB H.264", file: "rgb.mkv",
            arguments: source(seconds: "1") + ["-c:v", "libx264rgb", "-preset", "veryfast"], pixelFormat: "bgra"),
        Clip(
            name: "MPEG-4 ASP in AVI", file: "asp.avi",
            arguments: source(seconds: "1") + ["-c:v", "mpeg4", "-bf", "2", "-g", "12"]),
        Clip(name: "H.264 without a container", file: "bare.h264", arguments: source(seconds: "1") + x264),
        Clip(
            name: "MPEG-2", file: "two.mpg",
            arguments: source(seconds: "1") + ["-c:v", "mpeg2video", "-bf", "2", "-g", "9"]),
        Clip(name: "one picture", file: "one.mp4", arguments: source() + x264 + ["-frames:v", "1"]),
        Clip(name: "GIF", file: "a.gif", arguments: source(seconds: "1"), pixelFormat: "bgra"),
        Clip(name: "APNG", file: "a.apng", arguments: source(seconds: "1") + ["-plays", "0"], pixelFormat: "bgra"),
        Clip(
            name: "uncompressed, interleaved chroma", file: "nv12.nut",
            arguments: source(seconds: "0.2") + ["-c:v", "rawvideo", "-pix_fmt", "nv12"], pixelFormat: "yuv420p"),
        Clip(
            name: "big-endian", file: "be.nut",
            arguments: source(seconds: "0.2") + ["-c:v", "rawvideo", "-pix_fmt", "yuv422p12be"],
            pixelFormat: "yuv422p12le"),
        Clip(name: "with longer sound", file: "sound.mp4", arguments: []),
    ]

    /// Makes the clip; its path.
    func make(in folder: TemporaryFolder) throws -> String {
        let path = folder.file(file)
        switch file {
        case "edit.mp4":
            let whole = folder.file("whole.mp4")
            try Tool.ffmpeg(Self.source() + Self.x264 + ["-g", "20", whole])
            // Copying from within a group of pictures keeps what comes before it under an edit list.
            try Tool.ffmpeg(["-ss", "0.6", "-i", whole, "-c", "copy", path])
        case "sound.mp4":
            try Tool.ffmpeg(
                Self.source(seconds: "1") + ["-f", "lavfi", "-i", "sine=d=1.6"] + Self.x264 + ["-c:a", "aac", path])
        default:
            try Tool.ffmpeg(arguments + [path])
        }
        return path
    }

    /// The pictures as ffmpeg decodes them, in the order of showing.
    func pictures(_ path: String, bytesPerPicture: Int) throws -> [[UInt8]] {
        let data = try Tool.ffmpeg(
            ["-flags", "bitexact", "-idct", "simple", "-i", path, "-map", "0:v:0", "-vsync", "passthrough"]
                + ["-sws_flags", "accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"]
                + (pixelFormat.map { ["-pix_fmt", $0] } ?? []) + ["-f", "rawvideo", "-"])
        guard bytesPerPicture > 0, data.count % bytesPerPicture == 0 else {
            throw ToolError(description: "\(data.count) bytes are no whole pictures of \(bytesPerPicture)")
        }
        return stride(from: 0, to: data.count, by: bytesPerPicture).map { [UInt8](data[$0..<$0 + bytesPerPicture]) }
    }
}

/// When ffprobe says that the pictures of a clip are shown, in seconds from the first, and when the clip ends.
struct ProbedTimes {
    var starts: [Rational]
    var duration: Rational

    init(_ path: String) throws {
        let base = try Tool.value("stream=time_base", path).split(separator: "/").compactMap { Int64($0) }
        let packets = try Tool.ffprobe("packet=duration,pts", path).filter { $0.count > 1 }
        guard base.count == 2 else { throw ToolError(description: "no time base") }
        let tick = Rational(base[0], base[1])
        // The packet shown last; bare streams have no stamps, and equal durations.
        let last = packets.max { (Int64($0[0]) ?? .min) < (Int64($1[0]) ?? .min) }
        let tail = last.flatMap { Int64($0[1]) } ?? 0
        var stamps: [Int64] = []
        for line in try Tool.ffprobe("frame=best_effort_timestamp", path) {
            guard let text = line.first, !text.isEmpty, text != "side_data" else { continue }
            stamps.append(Int64(text) ?? stamps.last.map { $0 + tail } ?? 0)
        }
        guard let first = stamps.first, let end = stamps.last else { throw ToolError(description: "no frames") }
        starts = stamps.map { Rational($0 - first, 1) * tick }
        let length = tail > 0 ? tail : end - stamps[stamps.count - 2]
        duration = Rational(end + length - first, 1) * tick
    }
}

import ChildProcess
import Foundation
import FrameCore
import FrameDiff

/// A failure of ffmpeg.
struct EncodingError: Error, CustomStringConvertible {
    var description: String
}

/// Pictures of one of ffmpeg's sources, and clips made of them.
struct EncodedClip {
    static let size = PixelSize(160, 90)
    let pictures: [Data]

    /// The first pictures of a lavfi source of 160×90.
    init(source: String, count: Int) throws {
        let raw = try Self.run(["-f", "lavfi", "-i", source, "-frames:v", "\(count)"] + Self.rawOutput)
        pictures = Self.pictures(raw)
        guard pictures.count == count else { throw EncodingError(description: "\(source): \(pictures.count) pictures") }
    }

    /// The signatures of a clip that shows the pictures with these numbers; encoded by x264 unless `crf` is nil.
    func log(_ numbers: [Int], crf: Int?) throws -> SignatureLog {
        var shown = numbers.map { pictures[$0] }
        if let crf {
            let input = FileManager.default.temporaryDirectory.appendingPathComponent("clip-\(UUID().uuidString)")
            let encoded = input.appendingPathExtension("mkv")
            defer { for file in [input, encoded] { try? FileManager.default.removeItem(at: file) } }
            try shown.reduce(into: Data()) { $0 += $1 }.write(to: input)
            try Self.run(
                ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", "160x90", "-r", "30", "-i", input.path]
                    + ["-c:v", "libx264", "-threads", "1", "-pix_fmt", "yuv420p", "-crf", "\(crf)", encoded.path])
            shown = Self.pictures(try Self.run(["-i", encoded.path] + Self.rawOutput))
        }
        guard shown.count == numbers.count else { throw EncodingError(description: "\(shown.count) pictures") }
        let log = try SignatureLog()
        for picture in shown {
            guard let frame = PixelBuffer(width: 160, height: 90, bytes: Array(picture)) else { continue }
            try log.append(FrameSignature(of: frame, isStrong: false))
        }
        return log
    }

    private static let rawOutput = ["-f", "rawvideo", "-pix_fmt", "bgra", "/dev/stdout"]

    private static func pictures(_ raw: Data) -> [Data] {
        let length = size.width * size.height * 4
        return stride(from: 0, to: raw.count - length + 1, by: length).map { raw.subdata(in: $0..<$0 + length) }
    }

    @discardableResult
    private static func run(_ arguments: [String]) throws -> Data {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("ffmpeg-\(UUID().uuidString)")
        let (output, errors) = (base.appendingPathExtension("out"), base.appendingPathExtension("err"))
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        let command = ["-v", "error", "-nostdin", "-y"] + arguments
        guard try ChildProcess("ffmpeg", command, output: output.path, error: errors.path).wait() == 0 else {
            throw EncodingError(description: (try? String(contentsOf: errors, encoding: .utf8)) ?? "ffmpeg failed")
        }
        return try Data(contentsOf: output)
    }
}

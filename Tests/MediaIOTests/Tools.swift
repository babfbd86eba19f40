import ChildProcess
import Foundation
import FrameCore

/// A failure of a tool that a test needs.
struct ToolError: Error, CustomStringConvertible {
    var description: String
}

/// Runs ffmpeg or ffprobe, the source of the clips and of what is expected of them.
enum Tool {
    /// The standard output of a tool.
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        let folder = try TemporaryFolder()
        let (output, errors) = (folder.file("output"), folder.file("errors"))
        guard try ChildProcess(name, arguments, output: output, error: errors).wait() == 0 else {
            let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
            throw ToolError(description: "\(name) \(arguments.joined(separator: " ")): \(said)")
        }
        return try Data(contentsOf: URL(fileURLWithPath: output))
    }

    /// Runs ffmpeg quietly, overwriting.
    @discardableResult
    static func ffmpeg(_ arguments: [String]) throws -> Data {
        try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
    }

    /// What ffprobe prints for some entries, one line a section, without names.
    static func ffprobe(_ entries: String, _ path: String) throws -> [[String]] {
        let data = try run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", path])
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// One value that ffprobe prints.
    static func value(_ entry: String, _ path: String) throws -> String {
        let data = try run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", entry, "-of", "default=nw=1:nk=1", path])
        return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }
}

/// A folder that goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("media-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// The names in it, hidden ones as well.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// How many kilobytes more the process occupies after many rounds than after a few.
///
/// For a process of its own: other tests would occupy memory meanwhile.
func growth(of round: () throws -> Void) throws -> Int {
    func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
    for _ in 0..<40 { try round() }
    let before = try residentKilobytes()
    for _ in 0..<200 { try round() }
    return try residentKilobytes() - before
}

extension FrameRate {
    static func test(_ numerator: Int64, _ denominator: Int64 = 1) throws -> FrameRate {
        guard let rate = FrameRate(Rational(numerator, denominator)) else { throw ToolError(description: "bad rate") }
        return rate
    }
}

extension VideoImage {
    /// The samples as ffmpeg's rawvideo has them: plane after plane, 16-bit ones little-endian.
    var rawBytes: [UInt8] {
        switch samples {
        case .planar8(let planes): planes.flatMap { $0 }
        case .planar16(let planes, _):
            planes.flatMap { plane in plane.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
        case .bgra(let bytes): bytes
        }
    }
}

/// Frames that move, with a different colour everywhere.
func testFrame(_ number: Int, _ size: PixelSize) -> PixelBuffer {
    var frame = PixelBuffer(size)
    frame.withMutableBytes { bytes in
        for y in 0..<size.height {
            for x in 0..<size.width {
                let index = (y * size.width + x) * 4
                bytes[index] = UInt8(truncatingIfNeeded: x * 4 + number * 3)
                bytes[index + 1] = UInt8(truncatingIfNeeded: y * 5 + number)
                bytes[index + 2] = UInt8(truncatingIfNeeded: (x ^ y) + number * 7)
                bytes[index + 3] = 255
            }
        }
    }
    return frame
}

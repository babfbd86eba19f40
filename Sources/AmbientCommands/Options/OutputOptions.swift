import Diagnostics
import Foundation
import FrameCore
import MediaIO

/// Where frames go and in which format.
struct OutputSettings: Sendable {
    var format: OutputFormat
    /// The file, folder or pattern as given; nil for standard output.
    var path: String?
    var encoding: EncodingSettings
    var isOverwriting: Bool

    static let options = [
        Option(
            "output", short: "o", value: "FILE",
            "by suffix .mp4 .y4m .png .bgra .framehash; NAME/ a folder of PNG; - standard output"),
        Option("format", value: "NAME", "mp4, y4m, png, raw or framehash (by suffix)"),
        Option("crf", value: "N", "x264 quality, 0 to 51, lower is better (20)"),
        Option("preset", value: "NAME", "x264 preset (veryfast)"),
        Option("overwrite", short: "y", "replace an existing output"),
    ]

    /// Reads the options.
    ///
    /// An existing output without `-y` is refused here, before any work.
    ///
    /// - Parameters:
    ///   - standard: the output when none is asked for.
    ///   - frames: how many frames will be written.
    init(_ arguments: Arguments, standard: String, frames: Int) throws(CommandFailure) {
        let text = arguments.value("output") ?? standard
        isOverwriting = arguments.has("overwrite")
        let named = try arguments.value(
            "format", expected: "one of mp4, y4m, png, raw, framehash", OutputFormat.init(rawValue:))
        if text == "-" {
            guard let named else { throw .usage("-o - needs --format", hint: "for example --format y4m") }
            guard !arguments.has("json") else { throw .usage("-o - does not go with --json: both use standard output") }
            format = named
            path = nil
        } else {
            guard !text.isEmpty else { throw .usage("--output is empty") }
            guard let chosen = named ?? OutputFormat(path: text) else {
                throw .usage(
                    "'\(text)' does not say the format",
                    hint: "end it in .mp4, .y4m, .png, .bgra, .framehash or /, or give --format")
            }
            format = chosen
            path = text
        }
        let crf = try arguments.value("crf", expected: "a number from 0 to 51") { text in
            Double(text).flatMap { (0...51).contains($0) ? $0 : nil }
        }
        encoding = EncodingSettings(crf: crf ?? 20, preset: arguments.value("preset") ?? "veryfast")
        guard EncodingSettings.presets.contains(encoding.preset) else {
            throw .usage(
                "unknown preset '\(encoding.preset)'",
                hint: "one of " + EncodingSettings.presets.joined(separator: ", "))
        }
        if let path, format == .png, !path.hasSuffix("/"), !isPattern(path) {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            let isSingle = frames == 1 || !(exists && isFolder.boolValue) && path.hasSuffix(".png")
            if isSingle, frames > 1 {
                throw .usage(
                    "'\(path)' is one PNG, but there are \(frames) frames",
                    hint: "name a folder (\(path.replacingOccurrences(of: ".png", with: ""))/) or a pattern (%05d.png)")
            }
        }
        try refuseExisting()
    }

    private func isPattern(_ path: String) -> Bool { path.contains("%") }

    private func refuseExisting() throws(CommandFailure) {
        guard let path else { return }
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        let exists = manager.fileExists(atPath: path, isDirectory: &isFolder)
        let wantsFolder = format == .png && (path.hasSuffix("/") || exists && isFolder.boolValue)
        if exists, isFolder.boolValue, !wantsFolder { throw .usage("the output '\(path)' is a folder") }
        if exists, !isFolder.boolValue, path.hasSuffix("/") {
            throw .usage("the output '\(path)' is a file, not a folder")
        }
        if exists, !isOverwriting {
            let isEmptyFolder = wantsFolder && (try? manager.contentsOfDirectory(atPath: path))?.isEmpty ?? false
            // Devices and pipes (/dev/null, a FIFO) are written to, not replaced.
            let type = (try? manager.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            let isSpecial = type == .typeCharacterSpecial || type == .typeUnknown
            if !isEmptyFolder, !isSpecial {
                throw .usage("'\(path)' exists", hint: "use -y to replace it, or another name")
            }
        }
        let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
        let parent = (trimmed as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        var parentIsFolder: ObjCBool = false
        guard manager.fileExists(atPath: folder, isDirectory: &parentIsFolder), parentIsFolder.boolValue else {
            throw CommandFailure(
                .failedWork, "cannot write '\(path)': the folder '\(folder)' does not exist", stage: "output")
        }
        guard manager.isWritableFile(atPath: folder) || exists else {
            throw CommandFailure(.failedWork, "cannot write '\(path)': no permission in '\(folder)'", stage: "output")
        }
    }

    /// Opens the sink.
    func makeSink(size: PixelSize, rate: FrameRate) throws -> any FrameSink {
        try MediaIO.makeSink(
            format: format, destination: path.map { .file(path: $0) } ?? .standardOutput, size: size, rate: rate,
            encoding: encoding, overwrite: isOverwriting)
    }
}

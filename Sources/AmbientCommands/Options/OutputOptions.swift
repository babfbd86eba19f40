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
        Option("crf", value: "N", "x264 quality, above 0 to 51, lower is better (20)"),
        Option("preset", value: "NAME", "x264 preset (veryfast)"),
        Option("overwrite", short: "y", "replace an existing output"),
    ]

    /// Reads the options; `standard` is the output when none is asked for.
    init(_ arguments: Arguments, standard: String) throws(CommandFailure) {
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
            guard chosen == .png || !text.hasSuffix("/") else {
                throw .usage("'\(text)' names a folder, and \(chosen.rawValue) is one file")
            }
            format = chosen
            path = text
        }
        // 0 would be lossless, which needs another profile than High.
        let crf = try arguments.value("crf", expected: "a number above 0 and up to 51") { text in
            Double(text).flatMap { $0 > 0 && $0 <= 51 ? $0 : nil }
        }
        encoding = EncodingSettings(crf: crf ?? 20, preset: arguments.value("preset") ?? "veryfast")
        guard EncodingSettings.presets.contains(encoding.preset) else {
            throw .usage(
                "unknown preset '\(encoding.preset)'",
                hint: "one of " + EncodingSettings.presets.joined(separator: ", "))
        }
    }

    /// Opens the sink; called before any work, since an existing output without `-y` is refused here.
    func makeSink(
        size: PixelSize, rate: FrameRate, frames: Int, sound: SoundTrackSettings? = nil, keepsAlpha: Bool = false
    ) throws -> any FrameSink {
        try MediaIO.makeSink(
            format: format, destination: path.map { .file(path: $0) } ?? .standardOutput, size: size, rate: rate,
            encoding: encoding, sound: sound, frames: frames, overwrite: isOverwriting, keepsAlpha: keepsAlpha)
    }
}

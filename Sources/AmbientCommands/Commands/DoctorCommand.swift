import AudioLevels
import Diagnostics
import Drawing
import Foundation
import FrameCore
import Imaging
import MediaIO
import ShaderExecution

extension Command {
    /// `ambient doctor`.
    static let doctor = Command(
        name: "doctor", operands: "[--devices]",
        summary: "versions, codecs, fonts, CPU features, what is missing",
        options: [
            Option("devices", "lists the device presets instead"),
            Option("json", "machine-readable result on standard output"),
        ],
        operandLimit: 0, run: runDoctor)
}

private func runDoctor(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    if arguments.has("devices") {
        listDevices(arguments, console)
        return .done
    }
    let report = DoctorReport()
    console.print(arguments.has("json") ? report.json.text : report.text)
    return report.missing.isEmpty ? .done : .failedCheck
}

private func listDevices(_ arguments: Arguments, _ console: Console) {
    if arguments.has("json") {
        let devices = DevicePreset.all.map { preset in
            JSONText.object([
                ("name", .string(preset.name)), ("points", .string(preset.points.description)),
                ("scale", .integer(preset.scale)),
                ("landscape", preset.pixels(.landscape).map { .string($0.description) } ?? .null),
                ("portrait", preset.pixels(.portrait).map { .string($0.description) } ?? .null),
            ])
        }
        console.print(JSONText.object([("devices", .array(devices))]).text)
        return
    }
    func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
    console.print(
        padded("preset", 16) + padded("points", 12) + padded("px/pt", 7) + padded("landscape", 12) + "portrait")
    for preset in DevicePreset.all {
        console.print(
            padded(preset.name, 16) + padded(preset.points.description, 12) + padded("\(preset.scale)", 7)
                + padded(preset.pixels(.landscape)?.description ?? "–", 12)
                + (preset.pixels(.portrait)?.description ?? "–"))
    }
}

/// What this machine draws with.
struct DoctorReport {
    let versions: [(String, String)]
    let fonts: [FontFile]
    let codecs: [(name: String, isPresent: Bool)]
    let processor: [(String, String)]
    /// How shaders are executed.
    let shaders: [(String, String)]
    /// Sentences that say what is missing and how to get it.
    let missing: [String]

    init() {
        versions =
            [("ambient", AmbientProgram.version)] + MediaVersions.summary().map { ($0.library, $0.version) }
            + DrawingVersions.all.map { ($0.name, $0.version) } + AudioLevelsVersions.all.map { ($0.name, $0.version) }
            + ImagingVersions.all.map { ($0.name, $0.version) }
        let catalog = FontCatalog()
        fonts = catalog.files
        codecs = [
            ("encoder libx264", MediaVersions.hasEncoder("libx264")),
            ("decoder h264", MediaVersions.hasDecoder("h264")),
            ("decoder hevc", MediaVersions.hasDecoder("hevc")), ("decoder vp9", MediaVersions.hasDecoder("vp9")),
            ("decoder av1", MediaVersions.hasDecoder("libdav1d")), ("encoder aac", MediaVersions.hasEncoder("aac")),
            ("decoder mp3 (fixed point)", MediaVersions.hasDecoder("mp3")),
            ("decoder aac_fixed", MediaVersions.hasDecoder("aac_fixed")),
        ]
        processor = [
            ("cores", "\(ProcessInfo.processInfo.activeProcessorCount)"),
            ("libav vector units", MediaVersions.usesVectorUnits ? "used" : "none"),
            ("kernel vector units", PixelKernels.usesAVX2 ? "AVX2" : "none beyond x86-64"),
        ]
        let backend = ShaderBackendStatus()
        let cache = ShaderCacheStatus()
        let cacheState = cache.problem.map { "\(cache.folder ?? ""), not used: \($0)" } ?? cache.folder ?? "off"
        shaders =
            [("back end", backend.kind.rawValue)] + (backend.reason.map { [("no jit", $0)] } ?? [])
            + [("cache", cacheState)]
        var missing = catalog.missing.filter(\.isRequired).map { "font \($0.name): apt-get install \($0.package)" }
        for codec in codecs.prefix(2) where !codec.isPresent {
            missing.append("\(codec.name): this build of FFmpeg lacks it")
        }
        if !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/UTC") {
            missing.append("time zones: apt-get install tzdata")
        }
        self.missing = missing
    }

    /// The SHA-256 of a font file; empty when it cannot be read.
    func hash(of path: String) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { return "" }
        return (try? FrameHash(of: Array(data)))?.description ?? ""
    }

    /// For people.
    var text: String {
        var lines: [String] = []
        func section(_ title: String, _ rows: [(String, String)]) {
            guard !rows.isEmpty else { return }
            lines.append(title)
            let width = rows.map(\.0.count).max() ?? 0
            for row in rows {
                lines.append("  " + row.0 + String(repeating: " ", count: width + 2 - row.0.count) + row.1)
            }
        }
        section("versions", versions)
        section("codecs", codecs.map { ($0.name, $0.isPresent ? "yes" : "no") })
        section("fonts", fonts.map { ($0.family, $0.path) })
        section("processor", processor)
        section("shaders", shaders)
        section("missing", missing.map { ("-", $0) })
        if missing.isEmpty { lines.append("nothing is missing") }
        return lines.joined(separator: "\n")
    }

    /// For programs, and for the record beside a golden.
    var json: JSONText {
        func object(_ rows: [(String, String)]) -> JSONText { .object(rows.map { ($0.0, .string($0.1)) }) }
        return .object([
            ("versions", object(versions)),
            ("codecs", .object(codecs.map { ($0.name, .bool($0.isPresent)) })),
            (
                "fonts",
                .array(
                    fonts.map {
                        .object([
                            ("name", .string($0.family)), ("path", .string($0.path)),
                            ("sha256", .string(hash(of: $0.path))),
                        ])
                    })
            ),
            ("processor", object(processor)),
            ("shaders", object(shaders)),
            ("missing", .array(missing.map(JSONText.string))),
        ])
    }
}

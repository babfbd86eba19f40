import Diagnostics
import Foundation
import FrameCore
import Imaging
import Scenarios

/// The pictures that `assertFrame` compares with: `Goldens/Screens/NAME.png`.
final class ScreenGoldens {
    static let options = [
        GoldenFolder.option,
        Option("record", value: "MODE", "records screens: never, missing, failed (and missing), or all (never)"),
        Option("build", value: "DIR", "where a failed assertFrame leaves a picture and a page (.build/goldens)"),
    ]

    let mode: RecordMode
    /// Where failing frames leave their reports.
    let build: String
    private let folder: String
    /// The options of this run that a command which records needs too, each with a space before it.
    private let options: String
    /// Names that this command has recorded or found right.
    private var settled: Set<String> = []
    /// The scenario of each name of reports.
    private var reportNames: [String: String] = [:]

    init(_ arguments: Arguments) throws(CommandFailure) {
        let root = arguments.value("goldens") ?? "Goldens"
        folder = root + "/Screens"
        options = Self.kept.flatMap { option -> [String] in
            guard option.value != nil else { return arguments.has(option.name) ? [" --\(option.name)"] : [] }
            return arguments.values(option.name).map { " --\(option.name) " + GoldenFolder.shellWord($0) }
        }.joined()
        build = arguments.value("build") ?? ".build/goldens"
        mode =
            try arguments.value("record", expected: "never, missing, failed or all", RecordMode.init(rawValue:))
            ?? .never
    }

    /// Options that change pictures, or say where they are.
    private static let kept =
        [GoldenFolder.option, RootFolder.option, setOption, SoundSettings.playlistOption] + SoundSettings.orderOptions
        + PictureSettings.options + ClockSettings.options

    static let setOption = Option("set", value: "KEY=VALUE", "a header key with another value; may be repeated")

    /// The file of a golden; exit 3 for a name that leaves the folder.
    func path(_ name: String) throws(CommandFailure) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw CommandFailure(
                .badInput, "'\(name)' is no name of a golden", hint: "a golden is \(folder)/NAME.png", stage: "goldens")
        }
        return folder + "/" + (name.lowercased().hasSuffix(".png") ? name : name + ".png")
    }

    /// The recorded picture; nil where there is none yet.
    func picture(_ path: String, size: PixelSize) throws(CommandFailure) -> PixelBuffer? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try InputPicture.premultiplied(path, size: size, isFile: true)
    }

    /// Whether this command has recorded a golden or found it right, so that it is not recorded over.
    func isSettled(_ path: String) -> Bool { settled.contains(path) }

    /// Notes that a golden is as it should be.
    func settle(_ path: String) { settled.insert(path) }

    /// A name for the reports of a scenario that no other of this command has.
    func reportName(_ scenario: String) -> String {
        let file = scenario.split(separator: "/").last.map(String.init) ?? "scenario"
        let base = file.split(separator: ".").first.map(String.init) ?? "scenario"
        var (name, number) = (base, 1)
        while let other = reportNames[name], other != scenario {
            number += 1
            name = "\(base)-\(number)"
        }
        reportNames[name] = scenario
        return name
    }

    /// Writes a picture as a golden.
    func record(_ picture: PixelBuffer, at path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data(try PNG.encode(picture)).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure(
                .failedWork, "cannot write '\(path)': \(error.localizedDescription)", stage: "goldens")
        }
        settled.insert(path)
    }

    /// The command that records goldens of a scenario.
    func recordCommand(_ scenario: String, _ mode: RecordMode) -> String {
        "ambient run \(GoldenFolder.shellWord(scenario))\(options) --record \(mode.rawValue)"
    }
}

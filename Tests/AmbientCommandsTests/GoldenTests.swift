import Foundation
import Testing

/// Golden frames: every case under `Goldens/Frames` is rendered again and compared frame by frame.
///
/// `Scripts/update-goldens` records, by running this suite with `AMBIENT_RECORD_GOLDENS`; recording ends red.
@Suite struct GoldenTests {
    /// One `case.json`; an unknown key is an error.
    struct Case {
        let name: String
        let folder: URL
        /// `render SCENE` or `run SCENARIO`, with the options and the frames.
        let command: [String]
        let firstFrame: Int
        let frameCount: Int

        init(_ folder: URL) throws {
            self.folder = folder
            name = folder.lastPathComponent
            let data = try Data(contentsOf: folder.appendingPathComponent("case.json"))
            let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            let unknown = Set(object.keys).subtracting(["scene", "scenario", "options", "frames"])
            try #require(unknown.isEmpty, "\(name): unknown keys \(unknown)")
            let options = try #require(object["options"] as? [String])
            let frames = try #require(object["frames"] as? String)
            let bounds = frames.split(separator: "-").compactMap { Int($0) }
            try #require(bounds.count == 2 && bounds[0] <= bounds[1])
            firstFrame = bounds[0]
            frameCount = bounds[1] - bounds[0] + 1
            if let scene = object["scene"] as? String {
                command = ["render", scene] + options + ["--strict", "--frames", frames]
            } else {
                command =
                    ["run", try #require(object["scenario"] as? String)] + options + ["--strict", "--frames", frames]
            }
        }

        var hashes: URL { folder.appendingPathComponent("frames.framehash") }

        /// The frames that are kept as pictures too: the first and the last.
        var pictures: [(frame: Int, file: URL)] {
            [firstFrame, firstFrame + frameCount - 1].map { frame in
                let digits = String(frame)
                let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
                return (frame, folder.appendingPathComponent("frame-\(padded).png"))
            }
        }
    }

    static let all: [String] = {
        let folder = Program.checkout.appendingPathComponent("Goldens/Frames")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }()

    @Test func thereAreCasesForEverySampleSceneAndASwitch() {
        for name in ["scene-sunny", "scene-rainy", "scene-cloudy", "run-switch", "music-sunny", "music-rainy"] {
            #expect(Self.all.contains(name))
        }
    }

    @Test(arguments: all) func framesAreAsRecorded(name: String) throws {
        let golden = try Case(Program.checkout.appendingPathComponent("Goldens/Frames").appendingPathComponent(name))
        let wanted = ProcessInfo.processInfo.environment["AMBIENT_RECORD_GOLDENS"]?.split(separator: " ")
        if let wanted, wanted == ["all"] || wanted.contains(Substring(name)) {
            try record(golden)
            return
        }
        let result = try render(golden, ["--format", "framehash", "-o", "-"])
        let actual = result.text.split(separator: "\n")
        let expected = try String(contentsOf: golden.hashes, encoding: .utf8).split(separator: "\n")
        #expect(expected.count(where: { !$0.hasPrefix("#") }) == golden.frameCount)
        let changed = zip(expected, actual).filter { $0 != $1 }.map(\.1)
        #expect(
            actual.count == expected.count && changed.isEmpty,
            "\(name): \(changed.count) lines differ, first \(changed.first ?? "")")
        for (frame, file) in golden.pictures {
            let stored = try Program.tool(
                "ffmpeg", ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "bgra", "-"])
            let raw = try render(golden, ["--format", "raw", "-o", "-"], frame: frame)
            #expect(stored.output == raw.output, "\(file.lastPathComponent)")
        }
    }

    private func render(_ golden: Case, _ output: [String], frame: Int? = nil) throws -> Program.Result {
        var command = golden.command
        if let frame, let index = command.firstIndex(of: "--frames") { command[index + 1] = "\(frame)-\(frame)" }
        let result = try Program.run(command + output, in: Program.checkout)
        try #require(result.status == 0, "\(golden.name): \(result.error)")
        return result
    }

    /// Records what the program draws now, and the versions it was drawn with.
    private func record(_ golden: Case) throws {
        let before = try? Data(contentsOf: golden.hashes)
        let result = try render(golden, ["--format", "framehash", "-o", "-"])
        let files = golden.pictures.map(\.file) + [golden.folder.appendingPathComponent("recorded.json")]
        let isComplete = files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
        if isComplete, before == result.output { return }
        try result.output.write(to: golden.hashes)
        for (frame, file) in golden.pictures { _ = try render(golden, ["-y", "-o", file.path], frame: frame) }
        let doctor = try Program.run(["doctor", "--json"])
        let report = try #require(JSONSerialization.jsonObject(with: doctor.output) as? [String: Any])
        let fonts = (report["fonts"] as? [[String: String]] ?? []).map {
            ["name": $0["name"] ?? "", "sha256": $0["sha256"] ?? ""]
        }
        let versions = report["versions"] ?? [:]
        let recorded = try JSONSerialization.data(
            withJSONObject: ["versions": versions, "fonts": fonts], options: [.prettyPrinted, .sortedKeys])
        try (recorded + Data("\n".utf8)).write(to: golden.folder.appendingPathComponent("recorded.json"))
        Issue.record("recorded \(golden.name): look at the pictures, then commit them with the reason")
    }
}

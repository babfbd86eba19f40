import Foundation
import Testing

/// Golden frames: every case under `Goldens/Frames` is drawn again and compared frame by frame.
@Suite struct GoldenTests {
    private static let frames = Program.checkout.appendingPathComponent("Goldens/Frames")

    static let all: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: frames.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }()

    @Test func thereAreCasesForEverySampleSceneAndASwitch() {
        for name in ["scene-sunny", "scene-rainy", "scene-cloudy", "run-switch", "music-sunny", "music-rainy"] {
            #expect(Self.all.contains(name))
        }
    }

    @Test func framesAreAsRecorded() throws {
        let scratch = try Scratch()
        let result = try Program.run(["golden", "check", "--build", scratch.path("reports")], in: Program.checkout)
        #expect(result.status == 0, "\(result.text)\(result.error)")
        #expect(result.text == "\(Self.all.count) passed, 0 failed\n")
        #expect(result.error.isEmpty)
    }

    /// What the check relies on, by other means: the pictures have the recorded hashes in FFmpeg's eyes too.
    @Test(arguments: all) func picturesHaveTheRecordedHashes(name: String) throws {
        let folder = Self.frames.appendingPathComponent(name)
        let text = try String(contentsOf: folder.appendingPathComponent("frames.framehash"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".png")
        }.sorted()
        try #require(pictures.count == 2)
        for (picture, line) in zip(pictures, [lines.first, lines.last]) {
            let hash = try Program.tool(
                "ffmpeg",
                [
                    "-v", "error", "-i", folder.appendingPathComponent(picture).path, "-pix_fmt", "bgra", "-f",
                    "framehash", "-",
                ])
            let found = hash.text.split(separator: "\n").last?.split(separator: " ").last
            #expect(found != nil && found == line?.split(separator: " ").last, "\(name)/\(picture)")
        }
    }

    /// The check draws what the commands for people draw.
    @Test func renderAndRunGiveTheRecordedHashes() throws {
        let commands = [
            "scene-rainy": ["render", "SamplePackages/sample-scene-rainy", "--frames", "0-29"],
            "run-switch": ["run", "SamplePackages/scenarios/theme-switch.yaml", "--frames", "20-69"],
        ]
        for (name, command) in commands {
            let result = try Program.run(
                command + ["--size", "320x180", "--strict", "--format", "framehash", "-o", "-"], in: Program.checkout)
            let recorded = Self.frames.appendingPathComponent(name).appendingPathComponent("frames.framehash")
            #expect(result.status == 0, "\(result.error)")
            #expect(try result.output == Data(contentsOf: recorded))
        }
    }
}

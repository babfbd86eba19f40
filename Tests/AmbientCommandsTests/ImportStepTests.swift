import ChildProcess
import Foundation
import Testing

/// The step `import` of scenarios, through the program.
@Suite struct ImportStepTests {
    /// Packs a theme of one colour under an id.
    private func pack(_ colour: String, as file: String, in scratch: ScenarioScratch) throws {
        let clip = scratch.path("clip.mp4")
        let made = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "color=\(colour):s=64x36:r=10:d=1", "-pix_fmt", "yuv420p",
                clip,
            ])
        #expect(made.status == 0, "\(made.error)")
        try? FileManager.default.removeItem(atPath: scratch.path("mine"))
        try scratch.text(
            #"{"packageId": "mine", "type": "theme", "theme": {"displayName": "M", "background": {"video": "v.mp4"}}}"#,
            to: "mine/manifest.json")
        try FileManager.default.createDirectory(
            atPath: scratch.path("mine/Theme"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: clip, toPath: scratch.path("mine/Theme/v.mp4"))
        let packed = try Program.run(["package", "pack", "mine", "-o", file], in: scratch.folder)
        #expect(packed.status == 0, "\(packed.error)")
    }

    @Test func aReplacedThemeShowsAtOnceAndEarlierFramesKeepTheOldOne() throws {
        let scratch = try ScenarioScratch()
        try pack("red", as: "red.zip", in: scratch)
        try pack("blue", as: "blue.zip", in: scratch)
        try scratch.write(
            header: "fps: 10",
            """
            - wait: 1s
            - import: red.zip
            - setTheme: mine.theme
            - wait: 1s
            - import: blue.zip
            - assertScene: mine.theme
            - wait: 1s
            - relaunch
            - assertScene: mine.theme
            - wait: 1s
            """)
        let result = try Program.run(["run", "run.yaml", "--format", "framehash", "-o", "-"], in: scratch.folder)
        #expect(result.status == 0, "\(result.error)")
        let hashes = result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            String(line.split(separator: ",").last ?? "")
        }
        #expect(hashes.count == 40)
        let (red, blue) = (Set(hashes[10..<20]), Set(hashes[20..<40]))
        #expect(red.count == 1 && blue.count == 1 && red != blue)
        #expect(!hashes[..<10].contains { red.contains($0) || blue.contains($0) })
    }

    @Test func whatIsRefusedFailsTheStepAndNothingElse() throws {
        let scratch = try ScenarioScratch()
        try scratch.text("no archive", to: "bad.zip")
        try scratch.write("- import: bad.zip\n- assertScene: sample-scene-sunny.theme")
        let result = try scratch.run("run.yaml", exits: 1)
        #expect(result.error.contains("run.yaml:5:3: error: bad.zip is not imported"), "\(result.error)")
        #expect(result.text.hasPrefix("1 passed"))
    }

    @Test func thePlayerGoesOnWithItsFilms() throws {
        let scratch = try ScenarioScratch()
        try pack("red", as: "red.zip", in: scratch)
        try scratch.text(
            """
            app: player
            size: 64x36
            scenes: [\(Program.sample("sample-films"))]
            ---
            - import: red.zip
            - assertScene: sample-films.pond.film

            """, to: "run.yaml")
        let result = try scratch.run("run.yaml", "-v")
        #expect(result.error.contains("the player goes on with the films of its launch"), "\(result.error)")
    }
}

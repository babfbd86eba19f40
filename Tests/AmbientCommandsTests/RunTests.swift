import Foundation
import Testing

/// `ambient run`: theme changes in virtual time.
@Suite struct RunTests {
    private func scenario(_ scratch: Scratch, _ steps: String, header: String = "") throws -> String {
        let path = scratch.path("run.yaml")
        let text = """
            scenes: [\(Program.sample("sample-scene-sunny")), \(Program.sample("sample-scene-cloudy"))]
            size: 64x36
            \(header)
            ---
            \(steps)
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func hashes(_ result: Program.Result) -> [String] {
        result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: " ").last.map(String.init)
        }
    }

    @Test func aSwitchIsAHardCutThatStartsTheSceneAnew() throws {
        let scratch = try Scratch()
        let path = try scenario(
            scratch,
            """
            - wait: 0.49
            - setTheme: sample-scene-cloudy.theme
            - wait: 0.51
            """)
        let output = ["--format", "framehash", "-o", "-"]
        let run = hashes(try Program.run(["run", path] + output))
        #expect(run.count == 30)
        let size = ["--size", "64x36"]
        let sunny = hashes(
            try Program.run(["render", Program.sample("sample-scene-sunny"), "--duration", "1"] + size + output))
        // 0.49 s is between frames 14 and 15; the clocks of all three clips show 9:41.
        let cloudy = hashes(
            try Program.run(["render", Program.sample("sample-scene-cloudy"), "--duration", "0.5"] + size + output))
        #expect(Array(run[0..<15]) == Array(sunny[0..<15]))
        #expect(Array(run[15..<30]) == cloudy)
    }

    @Test func theSameThemeAgainChangesNothing() throws {
        let scratch = try Scratch()
        let output = ["--format", "framehash", "-o", "-"]
        let plain = try Program.run(["run", try scenario(scratch, "- wait: 1s")] + output)
        let again = try Program.run(
            ["run", try scenario(scratch, "- wait: 500ms\n- setTheme: sample-scene-sunny.theme\n- wait: 500ms")]
                + output)
        #expect(hashes(plain).count == 30)
        #expect(plain.output == again.output)
    }

    @Test func assertionsDecideTheStatus() throws {
        let scratch = try Scratch()
        let good = try Program.run(["run", try scenario(scratch, "- assertScene: sample-scene-sunny.theme")])
        #expect(good.status == 0)
        #expect(good.text == "1 passed, 0 failed\n")
        let bad = try Program.run([
            "run", try scenario(scratch, "- wait: 1s\n- assertScene: sample-scene-cloudy.theme"),
        ])
        #expect(bad.status == 1)
        #expect(bad.text == "0 passed, 1 failed\n")
        #expect(bad.error.contains("run.yaml:6:"), "\(bad.error)")
        #expect(bad.error.contains("expected scene sample-scene-cloudy.theme"))
        #expect(bad.error.contains("sample-scene-sunny.theme"))
    }

    @Test func unknownThemesKeysAndStepsAreErrorsWithAPlace() throws {
        let scratch = try Scratch()
        let unknown = try Program.run(["run", try scenario(scratch, "- setTheme: nope.theme")])
        #expect(unknown.status == 3 && unknown.error.contains("run.yaml:5"), "\(unknown.error)")
        let step = try Program.run(["run", try scenario(scratch, "- setTeme: nope.theme")])
        #expect(
            step.status == 3 && step.error.contains("setTheme") && step.error.contains("run.yaml:5:"), "\(step.error)")
        let key = try Program.run(["run", try scenario(scratch, "- wait: 1s", header: "sed: 4")])
        #expect(key.status == 3 && key.error.contains("seed") && key.error.contains("run.yaml:3:"), "\(key.error)")
        #expect(try Program.run(["run", scratch.path("none.yaml")]).status == 3)
    }

    @Test func badClocksInTheHeaderHaveAPlace() throws {
        let scratch = try Scratch()
        for header in ["locale: zz_QQ", "timeZone: Mars/Base", "start: soon"] {
            let result = try Program.run(["run", try scenario(scratch, "- wait: 1s", header: header)])
            #expect(result.status == 3 && result.error.contains("run.yaml:3:"), "\(result.error)")
            #expect(result.error.contains("[scenario.bad-value]"))
        }
    }

    @Test func optionsGoBeforeTheHeader() throws {
        let scratch = try Scratch()
        let path = try scenario(scratch, "- wait: 3s", header: "record: { from: 1s, to: 2s }")
        let output = ["--format", "framehash", "-o", "-"]
        #expect(hashes(try Program.run(["run", path] + output)).count == 30)
        #expect(hashes(try Program.run(["run", path, "--from", "1.5"] + output)).count == 15)
        #expect(hashes(try Program.run(["run", path, "--to", "1.5"] + output)).count == 15)
        #expect(hashes(try Program.run(["run", path, "--from", "2.5", "--to", "3"] + output)).count == 15)
        let device = try Program.run(["run", path, "--frames", "0-0", "--device", "iphone-5s"] + output)
        #expect(device.text.contains("#dimensions 0: 1136x640"), "\(device.text)")
        #expect(try Program.run(["run", path, "--frames", "bogus"]).status == 2)
    }

    @Test func hoursCostNothingUntilTheyAreDrawn() throws {
        let scratch = try Scratch()
        let path = try scenario(
            scratch,
            "- wait: 2000h\n- setTheme: sample-scene-cloudy.theme\n- wait: 1h\n- assertScene: sample-scene-cloudy.theme",
            header: "record: { from: 7200000s, to: 7200000.1s }")
        let start = ContinuousClock.now
        let result = try Program.run(["run", path, "--format", "framehash", "-o", "-"])
        #expect(result.status == 0, "\(result.error)")
        #expect(hashes(result).count == 3)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}

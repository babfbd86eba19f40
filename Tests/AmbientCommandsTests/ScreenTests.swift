import Foundation
import Testing

/// `assertFrame` compares with `Goldens/Screens`, records on request, and shows what differs.
@Suite struct ScreenTests {
    private let steps = """
        - wait: 1s
        - assertFrame: { golden: first, mask: [clock] }
        - setTheme: sample-scene-cloudy.theme
        """

    @Test func aMissingGoldenIsBadInputAndNamesTheCommand() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(steps)
        let result = try scratch.run("run.yaml", exits: 3)
        #expect(result.error.contains("run.yaml:6:3: error: there is no golden 'Goldens/Screens/first.png'"))
        #expect(result.error.contains("ambient run run.yaml --record missing"))
        #expect(result.text == "0 passed, 1 failed\n")
        #expect(!scratch.exists("Goldens"))
        let json = try scratch.json("run.yaml", exits: 3)
        #expect(json["failed"] as? Int == 1)
        // What changes the picture belongs to the command.
        let sized = try scratch.run("run.yaml", "--size", "32x18", "--set", "start=2026-05-05T12:34:56", "-v", exits: 3)
        #expect(
            sized.error.contains(
                "ambient run run.yaml --set 'start=2026-05-05T12:34:56' --size 32x18 --record missing"),
            "\(sized.error)")
    }

    @Test func recordingEndsRedAndThenPasses() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(steps)
        let recorded = try scratch.run("run.yaml", "--record", "missing", exits: 1)
        #expect(recorded.error.contains("recorded Goldens/Screens/first.png"))
        #expect(try scratch.run("run.yaml").text == "1 passed, 0 failed\n")
        let before = try scratch.bytes("Goldens/Screens/first.png")
        for mode in ["never", "missing", "failed", "all"] { try scratch.run("run.yaml", "--record", mode) }
        #expect(try scratch.bytes("Goldens/Screens/first.png") == before)
        try scratch.run("run.yaml", "--record", "some", exits: 2)
        // The clock is masked: another time changes nothing, another mask does.
        try scratch.run("run.yaml", "--start", "2026-05-05T12:34:56")
    }

    @Test func whatComesLaterAtTheSameInstantIsNotSeen() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- wait: 1s\n- assertFrame: x\n- setTheme: sample-scene-cloudy.theme\n- wait: 1s")
        try scratch.run("run.yaml", "--record", "missing", exits: 1)
        let sunny = try frame("sample-scene-sunny", at: "1", in: scratch)
        try scratch.run("run.yaml", "--frames", "30-30", "--format", "png", "-o", "clip.png")
        #expect(try scratch.bytes("Goldens/Screens/x.png") == sunny)
        // The clip's frame at that time is one after all that happens then.
        #expect(try scratch.bytes("clip.png") != sunny)
    }

    /// A frame of a sample as PNG.
    private func frame(_ scene: String, at time: String, in scratch: ScenarioScratch) throws -> Data {
        let result = try Program.run(
            ["frame", Program.sample(scene), "--size", "64x36", "--time", time, "-y", "-o", "frame.png"],
            in: scratch.folder)
        #expect(result.status == 0, "\(result.error)")
        return try scratch.bytes("frame.png")
    }

    @Test func aPictureOfAmbientFrameIsAGolden() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- wait: 1.5s\n- assertFrame: second")
        try scratch.text("", to: "Goldens/Screens/README")
        try frame("sample-scene-sunny", at: "1.5", in: scratch).write(
            to: URL(fileURLWithPath: scratch.path("Goldens/Screens/second.png")))
        try scratch.run("run.yaml")
        // With a mask too, since the clock stands in both.
        try scratch.write("- wait: 1.5s\n- assertFrame: { golden: second, mask: [clock] }")
        try scratch.run("run.yaml")
        try scratch.write("- wait: 1.4s\n- assertFrame: { golden: second, mask: [clock] }")
        try scratch.run("run.yaml", exits: 1)
    }

    @Test func aChangeLeavesAPictureAndAPage() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- assertFrame: a/b")
        try scratch.run("run.yaml", "--record", "missing", exits: 1)
        try scratch.write("- setTheme: sample-scene-cloudy.theme\n- assertFrame: a/b\n- wait: 1s\n- assertFrame: a/b")
        let result = try scratch.run("run.yaml", "--build", "out", exits: 1)
        #expect(result.text == "0 passed, 2 failed\n")
        #expect(result.error.contains("run.yaml:6:3: error: expected the golden Goldens/Screens/a/b.png"))
        #expect(result.error.contains("frame 0") && result.error.contains("pixels differ"))
        for file in ["out/run-6-a-b/triple.png", "out/run-6-a-b/report.html", "out/run-8-a-b/triple.png"] {
            #expect(scratch.exists(file), "\(file)")
            #expect(result.error.contains(file))
        }
        let json = try scratch.json("run.yaml", "--build", "out", exits: 1)
        let steps = try #require(json["steps"] as? [[String: Any]])
        #expect(steps[1]["report"] as? String == "out/run-6-a-b/report.html")
        // Recorded once; the second frame is another picture and may not take its place.
        let recorded = try scratch.run("run.yaml", "--record", "failed", exits: 1)
        #expect(recorded.error.contains("recorded Goldens/Screens/a/b.png"))
        #expect(recorded.error.contains("expected the golden"))
        let again = try scratch.run("run.yaml", exits: 1)
        #expect(again.text == "1 passed, 1 failed\n")
        // The report of a frame that is right again goes away.
        #expect(!scratch.exists(".build/goldens/run-6-a-b"))
        #expect(scratch.exists(".build/goldens/run-8-a-b/report.html"))
    }

    @Test func tolerancesAreThoseOfDiff() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- assertFrame: x")
        try scratch.run("run.yaml", "--record", "missing", exits: 1)
        try scratch.write("- wait: 100ms\n- assertFrame: x")
        try scratch.run("run.yaml", exits: 1)
        try scratch.write("- wait: 100ms\n- assertFrame: { golden: x, maxDelta: 255 }")
        try scratch.run("run.yaml")
        try scratch.write("- wait: 100ms\n- assertFrame: { golden: x, mask: [\"0,0,64,36\"] }")
        try scratch.run("run.yaml")
        try scratch.write("- wait: 100ms\n- assertFrame: { golden: x, mask: [\"0,0,64,9\"] }")
        try scratch.run("run.yaml", exits: 1)
    }

    @Test func badGoldensAndMasksHaveAPlace() throws {
        let scratch = try ScenarioScratch()
        try scratch.text("no picture", to: "Goldens/Screens/broken.png")
        for (value, words) in [
            ("broken", "cannot read"), ("../x", "no name of a golden"), ("/etc/x", "no name of a golden"),
            ("{ golden: x, mask: [clok] }", "did you mean \"clock\"?"),
            ("{ golden: x, mask: [none.png] }", "cannot read"),
            ("{ golden: x, mask: [\"1,2,3\"] }", "neither x,y,w,h"),
        ] {
            try scratch.write("- assertFrame: \(value)\n- assertScene: sample-scene-sunny.theme")
            let result = try scratch.run("run.yaml", exits: 3)
            #expect(result.error.contains("run.yaml:5:3: error:") && result.error.contains(words), "\(result.error)")
            #expect(result.text == "1 passed, 1 failed\n")
        }
        try scratch.write("- assertFrame: broken")
        try scratch.run("run.yaml", "--record", "missing", exits: 3)
        try scratch.run("run.yaml", "--record", "failed", exits: 1)
        try scratch.run("run.yaml")
        let size = try scratch.run("run.yaml", "--size", "32x18", exits: 1)
        #expect(size.error.contains("64x36") && size.error.contains("32x18"))
    }

    @Test func nothingElseIsDrawn() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- wait: 100h\n- assertFrame: { golden: late, maxDelta: 1 }\n- wait: 100h")
        let start = ContinuousClock.now
        try scratch.run("run.yaml", "--record", "missing", exits: 1)
        #expect(ContinuousClock.now - start < .seconds(20))
        // Goldens of cases and of screens do not disturb each other.
        let list = try Program.run(
            ["golden", "list", "--json"], in: Program.checkout)
        #expect(!list.text.contains("Screens"))
    }
}

import Foundation
import Testing

/// Several scenarios in one call, and results for other programs.
@Suite struct RunManyTests {
    private func three() throws -> ScenarioScratch {
        let scratch = try ScenarioScratch()
        try scratch.write("a.yaml", header: "tags: [fast, smoke]", "- assertState: ambient\n- tap: { x: 1, y: 2 }")
        try scratch.write(
            "b.yaml", header: "tags: [slow, smoke]",
            "- assertState: shelf\n- assertFocus: film.0\n- assertTimer: { stopAfter: 1m }\n- assertState: ambient")
        try scratch.write("c.yaml", "- wait: 1h")
        return scratch
    }

    @Test func theClosingLineCountsAll() throws {
        let scratch = try three()
        let result = try scratch.run("a.yaml", "b.yaml", "c.yaml", exits: 1)
        #expect(result.text == "2 passed, 3 failed\n")
        #expect(
            result.error.contains("b.yaml:5:3: error: expected state shelf, but it is ambient [scenario.assertion]"))
        #expect(result.error.contains("b.yaml:6:3: error: expected focus film.0, but it is none"))
        #expect(result.error.contains("b.yaml:7:3: error: expected timer stopAfter 60.0 s, but it is none"))
        #expect(result.error.contains("note: c.yaml asserts nothing"))
        #expect(!result.error.contains("note: a.yaml"))
        #expect(try !scratch.run("c.yaml", "-q").error.contains("asserts nothing"))
    }

    @Test func tagsChoose() throws {
        let scratch = try three()
        let paths = ["a.yaml", "b.yaml", "c.yaml"]
        func run(_ options: [String]) throws -> Program.Result {
            try Program.run(["run"] + options + paths, in: scratch.folder)
        }
        #expect(try run(["--include-tags", "fast"]).text == "1 passed, 0 failed\n")
        #expect(try run(["--include-tags", "fast,slow"]).text == "2 passed, 3 failed\n")
        #expect(try run(["--include-tags", "smoke", "--exclude-tags", "slow"]).text == "1 passed, 0 failed\n")
        #expect(try run(["--exclude-tags", "smoke"]).text == "0 passed, 0 failed\n")
        let none = try run(["--include-tags", "smok"])
        #expect(none.status == 2 && none.error.contains("no scenario has the wanted tags"))
    }

    @Test func failFastEndsAScenarioAndNotTheOthers() throws {
        let scratch = try three()
        let result = try scratch.run("b.yaml", "a.yaml", "--fail-fast", exits: 1)
        #expect(result.text == "1 passed, 1 failed\n")
        // What comes after is not even looked at.
        try scratch.write("d.yaml", "- assertState: shelf\n- setTheme: nope.theme")
        try scratch.run("d.yaml", "--fail-fast", exits: 1)
        let all = try scratch.run("d.yaml", exits: 3)
        #expect(all.error.contains("expected state shelf") && all.error.contains("no theme 'nope.theme'"))
    }

    @Test func oneThatDoesNotLoadDoesNotStopTheOthers() throws {
        let scratch = try three()
        try scratch.text("scenes: [\n---\n", to: "broken.yaml")
        let result = try scratch.run("broken.yaml", "a.yaml", "nowhere.yaml", exits: 3)
        #expect(result.text == "1 passed, 2 failed\n")
        #expect(result.error.contains("broken.yaml:") && result.error.contains("nowhere.yaml"))
        let json = try scratch.json("broken.yaml", "a.yaml", exits: 3)
        let scenarios = try #require(json["scenarios"] as? [[String: Any]])
        #expect(scenarios.map { $0["scenario"] as? String } == ["broken.yaml", "a.yaml"])
        #expect(scenarios[0]["error"] is String && scenarios[1]["error"] == nil)
        #expect(json["passed"] as? Int == 1 && json["failed"] as? Int == 1)
    }

    @Test func jsonHasStepsStatesAndTheLog() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(
            "- wait: 1.5s\n- tap: { x: 1, y: 2 }\n- setTheme: sample-scene-cloudy.theme\n- wait: 1s\n- background\n"
                + "- assertState: ambient")
        let json = try scratch.json("run.yaml", exits: 1)
        #expect(json["passed"] as? Int == 0 && json["failed"] as? Int == 1)
        let steps = try #require(json["steps"] as? [[String: Any]])
        #expect(steps.map { $0["line"] as? Int } == [5, 6, 7, 8, 9, 10])
        #expect(steps.map { $0["ok"] as? Bool } == [true, true, true, true, true, false])
        #expect(steps[0]["step"] as? String == "wait: 1.5s" && steps[0]["message"] as? String == "")
        #expect(steps[5]["message"] as? String == "expected state ambient, but it is background")
        let states = try #require(json["states"] as? [[String: Any]])
        #expect(states.map { $0["time"] as? Double } == [0, 1.5, 2.5])
        #expect(states.map { $0["state"] as? String } == ["ambient", "ambient", "background"])
        #expect(states[1]["scene"] as? String == "sample-scene-cloudy.theme")
        let log = try #require(json["log"] as? [[String: Any]])
        #expect(log.count == 1 && log[0]["line"] as? Int == 6)
        let verbose = try scratch.run("run.yaml", "-v", exits: 1)
        #expect(verbose.error.contains("1.5 s: the display does not react to taps"))
        try scratch.write("- wait: 1s")
        #expect(try scratch.json("run.yaml")["note"] as? String == "the scenario asserts nothing")
    }

    @Test func junitHasACaseForEachScenario() throws {
        let scratch = try three()
        try scratch.run("a.yaml", "b.yaml", "--junit", "out.xml", exits: 1)
        let xml = String(decoding: try scratch.bytes("out.xml"), as: UTF8.self)
        #expect(xml.contains("<testsuites tests=\"2\" failures=\"1\""), "\(xml)")
        #expect(xml.contains("name=\"a.yaml\"/>"))
        #expect(xml.contains("line 5: expected state shelf, but it is ambient"))
        try scratch.run("a.yaml", "--junit", "no/such/folder.xml", exits: 4)
    }

    @Test func aClipIsOfOneScenario() throws {
        let scratch = try three()
        try scratch.run("a.yaml", "c.yaml", "-o", "x.mp4", exits: 2)
        try scratch.run(exits: 2)
        #expect(!scratch.exists("x.mp4"))
    }

    @Test func setGoesOverTheHeader() throws {
        let scratch = try ScenarioScratch()
        try scratch.write(header: "record: { from: 0s, to: 1s }", "- wait: 2s")
        #expect(try scratch.hashes("run.yaml").count == 30)
        #expect(try scratch.hashes("run.yaml", "--set", "fps=10").count == 10)
        #expect(try scratch.hashes("run.yaml", "--set", "record={from: 0s, to: 2s}").count == 60)
        let bad = try scratch.run("run.yaml", "--set", "sed=1", exits: 2)
        #expect(bad.error.contains("seed"))
        try scratch.run("run.yaml", "--set", "seed", exits: 2)
    }

    @Test func progressHasOneFinalEvent() throws {
        let scratch = try three()
        let result = try scratch.run("a.yaml", "c.yaml", "--progress", "json")
        let events = result.error.split(separator: "\n").filter { $0.contains("\"event\"") }
        #expect(events == [#"{"event": "completed", "frames": 0}"#])
        let single = try scratch.run("a.yaml", "--progress", "json")
        #expect(single.error.split(separator: "\n").filter { $0.contains("\"completed\"") }.count == 1)
    }

    /// Bad files end with exit 3 and a place, whatever is wrong with them.
    @Test(arguments: [
        ("-\twait: 1s", "5:"), ("- wait: 1s\n  wait: 2s", "6:3:"), ("- wait: 1e12s", "5:9:"), ("- wait: -1s", "5:9:"),
        ("- include: run.yaml", "5:12:"), ("- wait: 1\0s", "5:10:"), ("- wiat: 1s", "5:3:"),
        ("- repeat: { times: 1000001, steps: [{ wait: 1ms }] }", "5:20:"), ("- assertLevels: { bin: 64 }", "5:24:"),
        ("- wait: 9y", "5:9:"), ("- repeat: { times: 11, steps: [{ wait: 8760h }] }", "5:"),
        ("- setTheme: nope", "5:3:"),
        ("- include: none.yaml", "5:12:"), ("wait: 1s", "5:1:"),
    ]) func badFilesHaveAPlace(steps: String, place: String) throws {
        let scratch = try ScenarioScratch()
        try scratch.write(steps)
        let result = try scratch.run("run.yaml", exits: 3)
        #expect(result.error.contains("ambient: run.yaml:" + place), "\(result.error)")
        #expect(result.text == "0 passed, 1 failed\n")
    }

    /// What does not load leaves no older, greener result behind.
    @Test func aScenarioThatDoesNotLoadIsInEveryResult() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- wait: 1s\n- assertState: ambient")
        try scratch.run("run.yaml", "--junit", "out.xml", exits: 0)
        try scratch.write("- wiat: 1s")
        let result = try scratch.run("run.yaml", "--junit", "out.xml", "--json", exits: 3)
        let object = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(object["failed"] as? Int == 1)
        let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.first?["line"] as? Int == 5)
        let xml = try String(contentsOfFile: scratch.path("out.xml"), encoding: .utf8)
        #expect(xml.contains("<failure") && xml.contains("wiat"))
    }

    /// A failed assertion is told, though a later step cannot be played.
    @Test func whatFailedBeforeTheEndIsTold() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- assertState: shelf\n- setTheme: nope")
        let result = try scratch.run("run.yaml", "--json", exits: 3)
        #expect(result.error.contains("run.yaml:5:3: error: expected"))
        let object = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(object["failed"] as? Int == 2)
    }

    @Test func noOutputReplacesAScenario() throws {
        let scratch = try ScenarioScratch()
        try scratch.write("- wait: 1s")
        for options in [["--junit", "run.yaml"], ["-y", "--format", "framehash", "-o", "run.yaml"]] {
            let result = try Program.run(["run", "run.yaml"] + options, in: scratch.folder)
            #expect(result.status == 2 && result.error.contains("would replace"), "\(result.error)")
        }
    }

    /// Nobody writes to these pipes: they are refused, not waited for.
    @Test(.timeLimit(.minutes(1)), arguments: ["- include: pipe", "- assertFrame: { golden: pipe }"])
    func pipesAreNotWaitedFor(step: String) throws {
        let scratch = try ScenarioScratch()
        try scratch.write(step)
        try scratch.text("", to: "Goldens/Screens/other.txt")
        for path in ["pipe", "Goldens/Screens/pipe.png"] { try #require(mkfifo(scratch.path(path), 0o600) == 0) }
        #expect(try scratch.run("run.yaml", exits: 3).error.contains("not a regular file"))
    }
}

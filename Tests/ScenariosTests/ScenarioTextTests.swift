import Diagnostics
import FrameCore
import Scenarios
import Testing

/// Steps and headers written as text read back the same.
struct ScenarioTextTests {
    @Test("a random step of each kind, thousands of times")
    func roundTrip() throws {
        var numbers = Numbers(seed: 5)
        for turn in 0..<4400 {
            let kind = RandomSteps.kind(turn % RandomSteps.kindCount, &numbers, depth: 3)
            let step = Scenario.Step(kind)
            let text = SourceText(name: "t", text: step.yaml)
            let (read, diagnostics) = parseStep(text, including: RandomSteps.load)
            #expect(read == step, "\(step.yaml)\n\(diagnostics.map { $0.rendered() })")
            #expect(read?.name == kind.name)
        }
    }

    @Test("a whole scenario")
    func scenario() throws {
        let text = """
            app: player
            scenes: ["a, b", ../x]
            playlist: "my music: night"
            device: apple-tv-hd
            orientation: landscape
            size: 640x360
            fps: 30000/1001
            start: 2026-01-01T21:00:00Z
            timeZone: "+02:00"
            locale: de_DE
            seed: 18446744073709551615
            record: [{ from: 0s, to: 1.5s }, { from: 1h }]
            tags: [smoke, night]
            ---
            - wait: 1/30s
            - repeat: {times: 2, steps: [activate, repeat: {times: 3, steps: [{wait: 1}]}]}
            """
        func read(_ text: String) throws -> Scenario {
            let (scenario, diagnostics) = parseScenario(SourceText(name: "t", text: text))
            return try #require(scenario, "\(text)\n\(diagnostics.map { $0.rendered() })")
        }
        let first = try read(text)
        let written = Scenario.text(header: first.header, steps: first.steps)
        let second = try read(written)
        #expect(second.steps == first.steps)
        #expect(second.header.yaml == first.header.yaml)
        #expect(second.header.windows?.value == first.header.windows?.value)
        #expect(second.header.scenes.map(\.value) == ["a, b", "../x"])
        #expect(first.header.yaml.split(separator: "\n").count == 13)
        #expect(
            written.hasSuffix(
                """
                ---
                - wait: 1/30s
                - repeat:
                    times: 2
                    steps:
                      - activate
                      - repeat:
                          times: 3
                          steps:
                            - wait: 1s

                """))
        #expect(try read(Scenario.text(header: ScenarioHeader(), steps: [])).steps.isEmpty)
    }

    @Test("a step that was made has a place in its own text")
    func made() {
        let step = Scenario.Step(.setSetting([.shuffle(true), .stopAfter(nil)]))
        #expect(step.yaml == "- setSetting: { shuffle: true, stopAfter: never }")
        #expect(step.place.source.line(step.line) == step.yaml)
        #expect(step.place.location.column == 3)
    }
}

import Diagnostics
import FrameCore
import Scenarios
import Testing

private func parse(_ text: String) -> (Scenario?, [Diagnostic]) {
    parseScenario(SourceText(name: "s.yaml", text: text))
}

/// Scenarios that are too much.
struct LimitTests {
    @Test("rounds are played one by one, and know which they are")
    func rounds() throws {
        let (scenario, _) = parse(
            "---\n---\n- activate\n- repeat: {times: 2, steps: [wait: 1, repeat: {times: 3, steps: [relaunch]}]}\n- background\n"
        )
        let main = try #require(scenario)
        let played = main.occurrences.map { "\($0.step.name) \($0.rounds)" }
        #expect(
            played == [
                "activate []", "wait [1]", "relaunch [1, 1]", "relaunch [1, 2]", "relaunch [1, 3]", "wait [2]",
                "relaunch [2, 1]", "relaunch [2, 2]", "relaunch [2, 3]", "background []",
            ])
        #expect(main.occurrenceCount == 10)
    }

    @Test("a million steps are the most, and a repeat is never held in memory")
    func million() throws {
        let (scenario, _) = parse("---\n---\n- repeat: {times: 1000000, steps: [activate]}\n")
        let main = try #require(scenario)
        #expect(main.occurrenceCount == 1_000_000)
        #expect(main.occurrences.reduce(0) { count, _ in count + 1 } == 1_000_000)
    }

    @Test(
        "more steps than a million, or more time than ten years",
        arguments: [
            ("- repeat: {times: 1000000, steps: [activate]}\n- activate\n", "too-many-steps", 2, 3),
            ("- repeat: {times: 1001, steps: [repeat: {times: 1000, steps: [activate]}]}\n", "too-many-steps", 1, 3),
            (
                "- repeat: {times: 1000, steps: [{pressButton: {name: up, times: 1000}}, activate]}\n",
                "too-many-steps", 1, 3
            ),
            (
                "- repeat: {times: 1000000, steps: [repeat: {times: 1000000, steps: [repeat: {times: 1000000, steps: [activate]}]}]}\n",
                "too-many-steps", 1, 36
            ),
            ("- wait: 87600h\n- wait: 1ms\n", "too-long", 2, 3),
            ("- waitUntil: {state: asleep, timeout: 87600h}\n- wait: 1ms\n", "too-long", 2, 3),
            ("- repeat: {times: 11, steps: [wait: 8760h]}\n", "too-long", 1, 3),
            ("- repeat: {times: 1000, steps: [pressButton: {name: up, times: 11, hold: 8760h}]}\n", "too-long", 1, 33),
        ])
    func tooMuch(steps: String, code: String, line: Int, column: Int) throws {
        let (scenario, diagnostics) = parse("---\n---\n" + steps)
        #expect(scenario == nil)
        #expect(diagnostics.map(\.code) == ["scenario." + code])
        #expect(diagnostics.first?.location == SourceLocation(line: line + 2, column: column))
    }

    @Test("nesting has a limit")
    func nesting() {
        func nested(_ depth: Int) -> String {
            String(repeating: "{repeat: {times: 1, steps: [", count: depth) + "activate"
                + String(repeating: "]}}", count: depth)
        }
        #expect(parse("---\n---\n- \(nested(10))\n").0?.occurrenceCount == 1)
        #expect(parse("---\n---\n- \(nested(11))\n").1.map(\.code) == ["yaml.too-deep"])
    }

    @Test("a text of more than 64 MiB is not looked at")
    func large() {
        let source = SourceText(name: "s", bytes: [UInt8](repeating: 0x61, count: (64 << 20) + 1))
        let (scenario, diagnostics) = parseScenario(source)
        #expect(scenario == nil)
        #expect(diagnostics.map(\.code) == ["yaml.too-large"])
        #expect(diagnostics.first?.message.contains("67108864") == true)
    }

    @Test(
        "texts that are no YAML of ours",
        arguments: [
            ("a\0: 1\n---\n[]\n", "yaml.nul-byte"), ("seed: 1\n---\n- wait:\t1s\n", ""),
            ("seed: 1\n---\n-\twait: 1\n", "yaml.syntax"),
            ("seed: 1\n---\n- repeat:\n\ttimes: 2\n", "yaml.syntax"), ("seed: !!int 1\n---\n[]\n", "yaml.tag"),
            ("<<: {seed: 1}\n---\n[]\n", "yaml.merge-key"), ("? [seed]\n: 1\n---\n[]\n", "yaml.complex-key"),
            ("seed: 1\n---\n- wait: *t\n", "yaml.alias"), ("seed: 1\n---\n- wait: &t 1s\n- wait: *t\n", ""),
            ("seed: 1\n---\n- repeat: &r {times: 1, steps: [repeat: *r]}\n", "yaml.alias"),
            ("\u{FEFF}seed: 1\r\n---\r\n- wait: 1s\r\n- activate\r\n", "yaml.byte-order-mark"),
            ("seed: 1\n---\n- wait: 1s\n...\n%YAML 9.9\n---\n", "yaml.syntax"),
        ])
    func yaml(text: String, code: String) {
        let (scenario, diagnostics) = parse(text)
        #expect(diagnostics.map(\.code) == (code.isEmpty ? [] : [code]), "\(diagnostics.map { $0.rendered() })")
        #expect((scenario == nil) == diagnostics.contains { $0.severity == .error })
    }

    @Test("bytes that are no UTF-8")
    func encoding() {
        let bytes = Array("seed: 1\n---\n- setTheme: ".utf8) + [0xFF, 0x0A]
        #expect(parseScenario(SourceText(name: "s", bytes: bytes)).1.map(\.code) == ["yaml.invalid-utf8"])
    }

    @Test("many steps parse in bounded time")
    func many() throws {
        let count = 50_000
        let clock = ContinuousClock()
        let start = clock.now
        let (scenario, _) = parse(
            "---\n---\n" + String(repeating: "- setTheme: sample-scene-rainy.theme\n", count: count))
        #expect(scenario?.steps.count == count)
        #expect(scenario?.steps.last?.line == count + 2)
        // About 0.4 s in a debug build; the bound is loose because the machine may be busy.
        #expect(clock.now - start < .seconds(20))
        #expect(MemoryLayout<Scenario.Step>.stride <= 64)
    }
}

import AmbientEngine
import Diagnostics
import FrameCore
import Scenarios
import Testing

/// Steps on the virtual clock.
@Suite struct ScenarioRunTests {
    private func play(_ steps: String) throws -> ScenarioRun {
        let (scenario, diagnostics) = parseScenario(SourceText(name: "t.yaml", text: "scenes: [a]\n---\n" + steps))
        let parsed = try #require(scenario, "\(diagnostics.map { $0.rendered() })")
        var run = try #require(ScenarioRun(installed: ["a.theme", "b.theme"], rate: .thirty, start: .zero))
        for step in parsed.steps { try run.play(step) }
        return run
    }

    @Test func waitingMovesTheClockAndAssertionsSeeThePresent() throws {
        let run = try play(
            """
            - assertScene: a.theme
            - wait: 90s
            - setTheme: b.theme
            - assertScene: b.theme
            - assertScene: a.theme
            - wait: 2h
            """)
        #expect(run.now == Rational(7290))
        #expect(run.counts == (2, 1))
        let failed = try #require(run.results.first { !$0.isOK })
        #expect(failed.step.line == 7)
        #expect(failed.message.contains("a.theme") && failed.message.contains("b.theme"))
        #expect(run.timeline.changes.map(\.time) == [.zero, Rational(90)])
        #expect(run.results.count == 6)
    }

    @Test func aThemeThatIsNotInstalledEndsTheRun() {
        #expect(throws: ScenarioFailure.self) { try play("- setTheme: c.theme") }
        #expect(throws: ScenarioFailure.self) { try play("- assertScene: c.theme") }
        #expect(ScenarioRun(installed: [], rate: .thirty, start: .zero) == nil)
    }
}

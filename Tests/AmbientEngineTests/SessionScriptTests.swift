import AmbientEngine
import Diagnostics
import FrameCore
import Scenarios
import Testing
import Weather

/// A session written out as a scenario replays to the same frames.
@Suite struct SessionScriptTests {
    private func replay(_ text: String, as device: Device) throws -> Session {
        let (scenario, diagnostics) = parseScenario(SourceText(name: "saved.yaml", text: text))
        let parsed = try #require(scenario, "\(diagnostics.map { $0.rendered() }) \(text)")
        let packages = device.session.packages
        let launched = Session(
            pinned: PinnedState(), rate: .thirty, start: .zero, seed: 3, installed: { packages })
        var session = try #require(launched)
        for occurrence in parsed.occurrences { try session.play(occurrence) }
        return session
    }

    private func check(_ device: Device, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        var header = ScenarioHeader()
        header.scenes = []
        let text = device.session.scenarioText(header: header)
        let again = try replay(text, as: device)
        let original = device.session
        #expect(again.now == original.now, "\(text)", sourceLocation: sourceLocation)
        #expect(again.moments == original.moments, "\(text)", sourceLocation: sourceLocation)
        #expect(again.audio == original.audio, sourceLocation: sourceLocation)
        #expect(again.pinned == original.pinned, sourceLocation: sourceLocation)
        #expect(again.timeline.changes == original.timeline.changes, sourceLocation: sourceLocation)
        let last = original.timeline.rate.lastFrame(atOrBefore: original.now)
        for frame in stride(from: 0, through: last, by: 997) {
            #expect(
                again.timeline.state(ofFrame: frame) == original.timeline.state(ofFrame: frame),
                sourceLocation: sourceLocation)
        }
    }

    @Test func everyStepIsKept() throws {
        var device = try Device(seed: 3, keepsScript: true)
        try device.play(
            .setTheme("b.theme"), .wait(Rational(1, 3)), .wait(Rational(3, 2)), .setPlaylist("q.playlist"),
            .pressButton(.menu, times: 1, hold: .zero), .setPlaylist(nil), .wait(Rational(7)), .background,
            .wait(Rational(1, 1000)), .relaunch, .setWeather(.forecast(code: 0, isDay: true)),
            .setSetting([.weatherAutoTheme(true)]),
            .waitUntil(WaitCondition(scene: "b.theme"), timeout: Rational(20)),
            .repeat(times: 3, steps: [Scenario.Step(.wait(Rational(2))), Scenario.Step(.assertScene("a.theme"))]))
        // Waits are joined, repeats played out.
        #expect(device.session.script.count == 18)
        device.session.advance(to: device.session.now + Rational(5, 7))
        #expect(device.session.script.count == 19)
        try check(device)
    }

    @Test func whatTheDeviceRememberedBecomesSteps() throws {
        let place = try #require(WeatherLocation(name: "Oslo", latitude: 59.9, longitude: 10.75))
        var device = try Device(
            pinned: PinnedState(weatherAutoTheme: true, location: place), seed: 3, keepsScript: true)
        try device.play(.setWeather(.forecast(code: 61, isDay: true)), .wait(Rational(3600)))
        #expect(device.session.sceneID == "b.theme")
        try check(device)
    }

    @Test(arguments: 0..<20) func randomSessions(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let themes = (0..<4).map { WeatherTheme(id: "t\($0).theme", tags: $0 % 2 == 0 ? ["any"] : ["rainy"]) }
        var device = try Device(themes: themes, seed: 3, keepsScript: true)
        for _ in 0..<60 {
            let kind: Scenario.Kind =
                switch random.next(below: 10) {
                case 0: .setTheme("t\(random.next(below: 4)).theme")
                case 1: .setPlaylist(["p.playlist", "q.playlist", nil][random.next(below: 3)])
                case 2: .setWeather(.forecast(code: [0, 61, 95][random.next(below: 3)], isDay: true))
                case 3: .setWeather(.failure([.timeout, .tooManyRequests, .html][random.next(below: 3)]))
                case 4: .setSetting([.weatherAutoTheme(random.next(below: 2) == 0)])
                case 5: .background
                case 6: .activate
                case 7: random.next(below: 4) == 0 ? .relaunch : .activate
                default: .wait(Rational(Int64(random.next(below: 4_000_000)), 1000))
                }
            try device.play(kind)
        }
        try check(device)
    }

    @Test func withoutBeingToldToNothingIsKept() throws {
        var device = try Device()
        try device.play(.wait(Rational(1)), .setTheme("b.theme"))
        #expect(device.session.script.isEmpty)
    }
}

import AmbientEngine
import FrameCore
import Scenarios
import Testing
import Weather

/// The weather changes the theme of a session by the rules of the seed: every 45 minutes, in front, while it is on.
@Suite struct SessionWeatherTests {
    private let rain = Scenario.Kind.setWeather(.forecast(code: 61, isDay: true))
    private let sun = Scenario.Kind.setWeather(.forecast(code: 0, isDay: true))
    private let on = Scenario.Kind.setSetting([.weatherAutoTheme(true)])
    private let off = Scenario.Kind.setSetting([.weatherAutoTheme(false)])

    @Test func turningItOnAsksAtOnceAndThenEvery45Minutes() throws {
        var device = try Device()
        try device.play(rain, .wait(Rational(60)))
        #expect(device.session.sceneID == "a.theme")
        try device.play(on)
        #expect(device.session.sceneID == "b.theme")
        try device.play(sun, .wait(Rational(44 * 60)))
        #expect(device.session.sceneID == "b.theme")
        try device.play(.wait(Rational(60)))
        #expect(device.session.sceneID == "a.theme")
        #expect(device.session.moments.map(\.time) == [.zero, Rational(60), Rational(46 * 60)])
    }

    @Test func aThemeIsNotSetByHandMeanwhile() throws {
        var device = try Device()
        try device.play(rain, on)
        let result = try device.play(.setTheme("a.theme"))
        #expect(!result.isOK && result.message.contains("follows the weather"))
        #expect(device.session.sceneID == "b.theme")
        #expect(throws: ScenarioFailure.self) { try device.play(.setTheme("nope.theme")) }
        try device.play(off)
        #expect(try device.play(.setTheme("a.theme")).isOK)
        #expect(device.session.sceneID == "a.theme")
    }

    @Test func nothingIsAskedInTheBackground() throws {
        var device = try Device()
        try device.play(sun, on, .background, rain, .wait(Rational(3 * 3600)))
        #expect(device.session.sceneID == "a.theme")
        try device.play(.activate)
        #expect(device.session.sceneID == "b.theme")
    }

    @Test(arguments: [
        Scenarios.WeatherAnswer.Failure.tooManyRequests, .serverError, .timeout, .html,
    ]) func aFailureKeepsTheThemeAndIsLogged(failure: Scenarios.WeatherAnswer.Failure) throws {
        var device = try Device()
        try device.play(.setWeather(.failure(failure)), on, .wait(Rational(20)))
        #expect(device.session.sceneID == "a.theme")
        #expect(device.log.contains { $0.contains("theme is kept") }, "\(device.log)")
        try device.play(rain, .wait(Rational(46 * 60)))
        #expect(device.session.sceneID == "b.theme")
    }

    @Test func waitUntilEndsAtTheEvent() throws {
        var device = try Device()
        try device.play(sun, on, .wait(Rational(600)), rain)
        let found = try device.play(.waitUntil(WaitCondition(scene: "b.theme"), timeout: Rational(7200)))
        #expect(found.isOK && found.isCheck)
        #expect(device.session.now == Rational(45 * 60))
        let missed = try device.play(.waitUntil(WaitCondition(scene: "a.theme"), timeout: Rational(7200)))
        #expect(!missed.isOK && missed.message.contains("within 7200.0 s") && missed.message.contains("b.theme"))
        #expect(device.session.now == Rational(45 * 60 + 7200))
        let focus = try device.play(.waitUntil(WaitCondition(focus: .play), timeout: Rational(1)))
        #expect(!focus.isOK)
    }

    @Test func theSwitchIsPinned() throws {
        var device = try Device()
        try device.play(sun, on, .wait(Rational(10)), rain, .relaunch)
        // A launch asks anew.
        #expect(device.session.sceneID == "b.theme")
        #expect(try !device.play(.setTheme("a.theme")).isOK)
        var pinned = try Device(pinned: PinnedState(weatherAutoTheme: true))
        try pinned.play(rain, .wait(Rational(45 * 60)))
        #expect(pinned.session.sceneID == "b.theme")
    }

    @Test func withoutALocationNothingIsAsked() throws {
        var device = try Device(pinned: PinnedState(location: nil))
        try device.play(rain, on, .wait(Rational(3600)))
        #expect(device.session.sceneID == "a.theme")
        try device.play(.setSetting([.location(SettingChange.Location(latitude: 41, longitude: -81, name: "C"))]))
        #expect(device.session.sceneID == "b.theme")
    }

    @Test func tiesDependOnTheSeedAlone() throws {
        let themes = (0..<6).map { WeatherTheme(id: "t\($0).theme", tags: $0 == 0 ? [] : ["any"]) }
        func run(_ seed: UInt64) throws -> [String] {
            var device = try Device(themes: themes, seed: seed)
            var seen: [String] = []
            for code in [0, 61, 95, 71, 2] {
                try device.play(.setSetting([.weatherAutoTheme(false)]), .setTheme("t0.theme"))
                try device.play(.setWeather(.forecast(code: code, isDay: true)), on)
                seen.append(device.session.sceneID)
            }
            return seen
        }
        #expect(try run(7) == run(7))
        #expect(Set(try (0..<8).map { try run($0) }).count > 1)
    }

    @Test func tenYearsOfWeatherTakeNoMemory() throws {
        var device = try Device()
        try device.play(sun, on, .wait(Rational(9 * 365 * 86400)))
        #expect(device.session.moments.count == 1)
        #expect(device.log.count <= 1100)
    }
}

import AmbientEngine
import Diagnostics
import FrameCore
import Interaction
import Scenarios
import Testing

/// The player under scenario steps: what the reducer decides reaches timelines, sound, and memory.
@Suite struct SessionPlayerTests {
    private static let films = (0..<4).map { Film(id: "p.f\($0).film", title: "Film \($0)", duration: Rational(7)) }

    private func device(
        profile: InputProfile = .remote, settings: PlayerSettings = PlayerSettings(), playlists: [String] = []
    ) throws -> PlayerDevice {
        let packages = InstalledPackages(themes: [], playlists: playlists, films: Self.films)
        let safe = SafeInsets(top: 0, left: 80, bottom: 60, right: 80)
        let session = Session(
            app: .player, geometry: ScreenGeometry(width: 1920, height: 1080, safe: safe, profile: profile),
            pinned: PinnedState(player: settings), rate: .thirty, start: .zero, installed: { packages })
        return PlayerDevice(session: try #require(session))
    }

    private struct PlayerDevice {
        var session: Session
        var results: [StepResult] = []

        mutating func play(_ kinds: Scenario.Kind...) throws {
            for kind in kinds { results.append(try session.play(Scenario.Step(kind))) }
        }

        var failures: [String] { results.filter { !$0.isOK }.map(\.message) }
    }

    /// The example of the contract.
    @Test func theStoryOfAnEvening() throws {
        var device = try device()
        try device.play(
            .wait(Rational(2)), .pressButton(.select, times: 1, hold: .zero), .assertState(.shelf),
            .assertFocus(.film(0)), .pressButton(.right, times: 2, hold: .zero), .assertFocus(.film(2)),
            .wait(Rational(7)), .assertState(.ambient), .setSetting([.stopAfter(Rational(900))]),
            .assertTimer(TimerExpectation(nextAfter: .off, stopAfter: .left(Rational(900)))), .wait(Rational(1)),
            .assertTimer(TimerExpectation(stopAfter: .left(Rational(899)))),
            .waitUntil(WaitCondition(state: .asleep), timeout: Rational(1200)),
            .wait(Rational(3)), .pressButton(.menu, times: 1, hold: .zero), .assertState(.ambient),
            .assertTimer(TimerExpectation(stopAfter: .left(Rational(900)))),
            .wait(Rational(1)), .pressButton(.menu, times: 1, hold: .zero), .assertState(.left), .wait(Rational(1)),
            .activate, .assertState(.ambient),
            .assertScene("p.f0.film"))
        #expect(device.failures == [])
        #expect(
            device.session.moments.map(\.state) == [
                .ambient, .shelf, .ambient, .asleep, .ambient, .left, .ambient,
            ])
        #expect(device.session.moments.map(\.time.double) == [0, 2, 8, 909, 912, 913, 914])
    }

    @Test func filmsChangeInTheFirstFrameAtOrAfterTheirTime() throws {
        var device = try device()
        try device.play(.wait(Rational(101, 100)), .swipe(.left), .wait(Rational(3)))
        #expect(device.session.timeline.changes.map(\.sceneID) == ["p.f0.film", "p.f1.film"])
        let before = try #require(device.session.timeline.state(ofFrame: 30).player)
        #expect(before.films.map(\.film) == [0])
        // 31/30 s is 7/300 s into the cross-fade.
        let after = try #require(device.session.timeline.state(ofFrame: 31).player)
        #expect(after.films.map(\.film).last == 1 || after.films.map(\.film) == [0])
        let done = try #require(device.session.timeline.state(ofFrame: 90).player)
        #expect(done.films.map(\.film) == [1] && done.films.first?.position == Rational(3) - Rational(101, 100))
    }

    @Test func musicFadesWithThePictureAndGoesOnFromWhereItWas() throws {
        var device = try device(
            settings: PlayerSettings(stopAfter: Rational(60)), playlists: ["m.playlist"])
        try device.play(.wait(Rational(100)), .pressButton(.playpause, times: 1, hold: .zero), .wait(Rational(10)))
        let audio = device.session.audio
        #expect(audio.segments.map(\.start) == [.zero, Rational(75), Rational(100)])
        #expect(audio.segments.map(\.playlist) == ["m.playlist", nil, "m.playlist"])
        #expect(audio.segments.map(\.position) == [.zero, .zero, Rational(75)])
        #expect(audio.gain(at: Rational(60)) == .one && audio.gain(at: Rational(135, 2)) == Rational(1, 2))
        #expect(audio.gain(at: Rational(100)) == .zero && audio.gain(at: Rational(201, 2)) == .one)
    }

    @Test func settingsAndTheLastFilmSurviveARelaunch() throws {
        var device = try device()
        try device.play(
            .setSetting([.nextAfter(Rational(600)), .shuffle(true), .facts(false)]), .swipe(.right), .wait(Rational(5)))
        let film = device.session.sceneID
        try device.play(.relaunch, .assertScene(film), .assertTimer(TimerExpectation(nextAfter: .left(Rational(600)))))
        #expect(device.failures == [])
        let remembered = device.session.pinned.player
        #expect(remembered.shuffle && !remembered.showsFacts && remembered.lastFilm == film)
    }

    @Test func twoHundredHoursAreCheap() throws {
        var device = try device(settings: PlayerSettings(nextAfter: Rational(300)))
        try device.play(.wait(Rational(200 * 3600)))
        // Every 5 min, and at the next end of a loop of 7 s.
        #expect(device.session.timeline.changes.count == 1 + 200 * 3600 / 301)
    }

    @Test func withoutFilmsThereIsBlack() throws {
        let packages = InstalledPackages(themes: [])
        let launched = Session(
            app: .player, pinned: PinnedState(), rate: .thirty, start: .zero, installed: { packages })
        var session = try #require(launched)
        for kind in [Scenario.Kind.wait(Rational(5)), .tap(.point(x: 5, y: 5)), .assertState(.shelf)] {
            #expect(try session.play(Scenario.Step(kind)).isOK)
        }
        #expect(session.timeline.state(ofFrame: 3).player?.films == [])
    }
}

/// The settings screen of the display.
@Suite struct SessionSettingsTests {
    @Test func aLongPressOpensItAndCheckMarksFollowTheWeather() throws {
        var device = try Device(pinned: PinnedState(weatherAutoTheme: true))
        try device.play(
            .longPress(.point(x: 5, y: 5)), .assertState(.settings), .wait(Rational(10)),
            .setWeather(.forecast(code: 61, isDay: true)), .wait(Rational(3600)), .assertScene("b.theme"))
        #expect(device.results.filter { !$0.isOK }.map(\.message) == [])
        let timeline = device.session.timeline
        #expect(timeline.state(ofFrame: 0).settings == nil || timeline.state(ofFrame: 0).settings?.opacity ?? 0 < 255)
        let early = try #require(timeline.state(ofFrame: 30).settings)
        #expect(early.opacity == 255 && early.themes.map(\.isChecked) == [true, false])
        let late = try #require(timeline.state(ofFrame: 30 * 3600).settings)
        #expect(late.themes.map(\.isChecked) == [false, true] && late.weatherAutoTheme)
        #expect(late.location == "Cleveland, Ohio" && late.playlists.map(\.title) == ["p", "q"])
    }
}

import AmbientEngine
import Diagnostics
import FrameCore
import Scenarios
import Testing
import Weather

/// A session that is told steps by their values.
struct Device {
    var session: Session
    var results: [StepResult] = []

    init(
        themes: [WeatherTheme] = [
            WeatherTheme(id: "a.theme", tags: ["day-sunny"]), WeatherTheme(id: "b.theme", tags: ["rainy"]),
        ], playlists: [String] = ["p.playlist", "q.playlist"], pinned: PinnedState = PinnedState(), seed: UInt64 = 0,
        keepsScript: Bool = false,
        importer: (any PackageImporting)? = nil
    ) throws {
        let packages = InstalledPackages(themes: themes, playlists: playlists)
        let launched = Session(
            pinned: pinned, rate: .thirty, start: .zero, seed: seed, keepsScript: keepsScript,
            importer: importer, installed: { packages })
        session = try #require(launched)
    }

    /// Plays steps; the last result.
    @discardableResult
    mutating func play(_ kinds: Scenario.Kind...) throws -> StepResult {
        for kind in kinds { results.append(try session.play(Scenario.Step(kind))) }
        return try #require(results.last)
    }

    /// Whether an assertion holds.
    mutating func holds(_ kind: Scenario.Kind) throws -> Bool { try play(kind).isOK }

    var log: [String] { results.flatMap(\.log).map(\.text) }
}

/// Steps on the virtual clock.
@Suite struct SessionTests {
    @Test func waitingMovesTheClockAndAssertionsSeeThePresent() throws {
        var device = try Device()
        try device.play(
            .assertScene("a.theme"), .wait(Rational(90)), .setTheme("b.theme"), .assertScene("b.theme"),
            .assertScene("a.theme"), .wait(Rational(7200)))
        #expect(device.session.now == Rational(7290))
        #expect(device.results.map(\.isOK) == [true, true, true, true, false, true])
        #expect(device.results.map(\.isCheck) == [true, false, false, true, true, false])
        #expect(device.results[4].message == "expected scene a.theme, but it is b.theme")
        #expect(device.results[4].time == Rational(90))
        #expect(device.session.timeline.changes.map(\.time) == [.zero, Rational(90)])
    }

    @Test func whatIsNotInstalledEndsTheRunAndChangesNothing() throws {
        var device = try Device()
        for kind in [
            Scenario.Kind.setTheme("c.theme"), .assertScene("c.theme"), .setPlaylist("c.playlist"),
            .waitUntil(WaitCondition(scene: "c.theme"), timeout: Rational(5)), .importPackage("c.zip"),
        ] {
            let before = device.session.moments
            #expect(throws: ScenarioFailure.self) { try device.play(kind) }
            #expect(device.session.moments == before && device.session.now == .zero)
        }
        let bare = Session(pinned: PinnedState(), rate: .thirty, start: .zero) { InstalledPackages(themes: []) }
        #expect(bare == nil)
    }

    @Test func aRunEndsAtTenYears() throws {
        var device = try Device()
        try device.play(.wait(Scenario.longestTime))
        #expect(throws: ScenarioFailure.self) { try device.play(.wait(Rational(1, 1000))) }
        #expect(device.session.now == Scenario.longestTime)
    }

    @Test func inputsThatDoNothingAreLogged() throws {
        var device = try Device()
        try device.play(
            .pressButton(.select, times: 2, hold: .zero), .tap(.point(x: 1, y: 2)), .swipe(.left),
            .longPress(.card(1)), .setSetting([.shuffle(true), .stopAfter(nil)]), .activate)
        #expect(device.results.allSatisfy { $0.isOK && !$0.isCheck })
        #expect(device.log.count == 8, "\(device.log)")
        #expect(device.log[0].contains("select"))
        #expect(device.session.moments.count == 1)
    }

    @Test func theDisplayHasNeitherFocusNorTimersNorShelf() throws {
        var device = try Device()
        #expect(try device.play(.assertFocus(.film(2))).message == "expected focus film.2, but it is none")
        #expect(try device.play(.assertTimer(TimerExpectation(nextAfter: .off))).message.contains("but it is none"))
        #expect(try device.play(.assertState(.shelf)).message == "expected state shelf, but it is ambient")
        #expect(try device.holds(.assertState(.ambient)))
    }

    @Test func theBackgroundIsAState() throws {
        var device = try Device()
        try device.play(.wait(Rational(1)), .background)
        #expect(try device.holds(.assertState(.background)))
        try device.play(.wait(Rational(2)), .activate)
        #expect(try device.holds(.assertState(.ambient)))
        #expect(device.session.moments.map(\.time) == [.zero, Rational(1), Rational(3)])
        #expect(device.session.moments.map(\.state) == [.ambient, .background, .ambient])
        // Scene time goes on meanwhile.
        #expect(device.session.timeline.state(ofFrame: 120).sceneTime == Rational(4))
    }

    @Test func playlistsStartFromTheirFirstTrack() throws {
        var device = try Device()
        #expect(device.session.playlist == "p.playlist")
        try device.play(
            .wait(Rational(1)), .setPlaylist("p.playlist"), .wait(Rational(1)), .setPlaylist("q.playlist"),
            .wait(Rational(1)), .setPlaylist(nil), .wait(Rational(1)), .setPlaylist("q.playlist"))
        let segments = device.session.audio.segments
        #expect(segments.map(\.playlist) == ["p.playlist", "q.playlist", nil, "q.playlist"])
        #expect(segments.map(\.start) == [.zero, Rational(2), Rational(3), Rational(4)])
        let (segment, end) = device.session.audio.segment(at: Rational(2))
        #expect(segment.playlist == "q.playlist" && end == Rational(3))
        #expect(device.session.audio.segment(at: Rational(19, 10)).segment.playlist == "p.playlist")
        #expect(device.session.audio.segment(at: Rational(100)).end == nil)
        // A playlist is shown by its package, and may be named so.
        try device.play(.setPlaylist("p"))
        #expect(device.session.playlist == "p.playlist")
    }

    @Test func aRelaunchKeepsWhatIsPinnedAndStartsAnew() throws {
        var device = try Device()
        try device.play(
            .setTheme("b.theme"), .setPlaylist("q.playlist"), .wait(Rational(5)), .background, .wait(Rational(5)),
            .relaunch)
        #expect(device.session.state == .ambient)
        #expect(device.session.sceneID == "b.theme" && device.session.playlist == "q.playlist")
        #expect(device.session.timeline.state(ofFrame: 299).sceneTime == Rational(299, 30))
        #expect(device.session.timeline.state(ofFrame: 300).sceneTime == .zero)
        #expect(device.session.audio.segments.last?.start == Rational(10))
        try device.play(.setPlaylist(nil), .wait(Rational(1)), .relaunch)
        #expect(device.session.playlist == nil)
    }

    @Test func packagesPushedMeanwhileAppearAtTheRelaunch() throws {
        let shelf = Shelf([WeatherTheme(id: "a.theme", tags: [])])
        let launched = Session(pinned: PinnedState(activeTheme: "b.theme"), rate: .thirty, start: .zero) {
            InstalledPackages(themes: shelf.themes)
        }
        var session = try #require(launched)
        // The pinned theme is not installed, so the first one is active and pinned instead.
        #expect(session.sceneID == "a.theme" && session.pinned.activeTheme == "a.theme")
        shelf.themes = [WeatherTheme(id: "0.theme", tags: []), WeatherTheme(id: "a.theme", tags: [])]
        #expect(throws: ScenarioFailure.self) { try session.play(Scenario.Step(.setTheme("0.theme"))) }
        try session.play(Scenario.Step(.relaunch))
        #expect(session.sceneID == "a.theme")
        try session.play(Scenario.Step(.setTheme("0.theme")))
        #expect(session.sceneID == "0.theme")
        shelf.themes = [WeatherTheme(id: "a.theme", tags: [])]
        try session.play(Scenario.Step(.relaunch))
        #expect(session.sceneID == "a.theme")
    }

    @Test func repeatsAndIncludesPlayTheirSteps() throws {
        var device = try Device()
        let inner = Scenario.Step(
            .include(
                "x.yaml", steps: [Scenario.Step(.wait(Rational(1))), Scenario.Step(.assertScene("b.theme"))]))
        let result = try device.play(.repeat(times: 3, steps: [inner]))
        #expect(device.session.now == Rational(3))
        #expect(!result.isOK && result.time == Rational(1) && result.rounds == [1])
    }

    @Test func manyStepsLeaveNothingBehind() throws {
        var device = try Device()
        let steps = [Scenario.Step(.wait(Rational(1, 10))), Scenario.Step(.assertScene("a.theme"))]
        var count = 0
        try device.session.play(
            Scenario.Occurrences(steps: [Scenario.Step(.repeat(times: 100_000, steps: steps))])
        ) { result in
            count += result.isOK ? 1 : 0
            return true
        }
        #expect(count == 200_000)
        #expect(device.session.now == Rational(10_000))
        #expect(device.session.moments.count == 1 && device.session.script.isEmpty)
    }

    @Test func playingStopsWhenToldTo() throws {
        var device = try Device()
        let steps = (0..<10).map { _ in Scenario.Step(.wait(Rational(1))) }
        try device.session.play(Scenario.Occurrences(steps: steps)) { $0.time < Rational(4) }
        #expect(device.session.now == Rational(4))
    }
}

/// Packages that change while a session runs; one thread only.
private final class Shelf: @unchecked Sendable {
    // Proof of the unchecked conformance: the tests that hold one run it on their own thread.
    var themes: [WeatherTheme]
    init(_ themes: [WeatherTheme]) { self.themes = themes }
}

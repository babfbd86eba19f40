import AmbientEngine
import FrameCore
import Scenarios
import Testing
import Weather

/// Packages that come while the app runs.
@Suite struct SessionImportTests {
    /// Knows three files by their names.
    private struct Files: PackageImporting {
        func importPackage(
            _ path: String, into packages: InstalledPackages
        ) throws(PackageImportFailure) -> PackageImport {
            var packages = packages
            switch path {
            case "storm.zip":
                packages.themes.append(WeatherTheme(id: "storm.theme", tags: ["stormy"]))
                packages.editions["storm.theme"] = 1
                return PackageImport(packages: packages, id: "storm.theme", isReplacement: false)
            case "a.zip":
                packages.editions["a.theme"] = 2
                return PackageImport(packages: packages, id: "a.theme", isReplacement: true)
            case "p.zip":
                packages.editions["p.playlist"] = 3
                return PackageImport(packages: packages, id: "p.playlist", isReplacement: true)
            case "bad.zip": throw PackageImportFailure(message: "it is no archive")
            default: throw PackageImportFailure(message: "there is no file '\(path)'", isMissing: true)
            }
        }
    }

    @Test func aReplacedActiveThemeIsBuiltAnewAtOnceAndEarlierFramesKeepTheOldOne() throws {
        var device = try Device(importer: Files())
        try device.play(.wait(Rational(2)), .importPackage("a.zip"), .wait(Rational(1)))
        let timeline = device.session.timeline
        #expect(timeline.changes.map(\.scene) == [PackageEdition("a.theme"), PackageEdition("a.theme", 2)])
        #expect(timeline.state(ofFrame: 59).edition == 0)
        let state = timeline.state(ofFrame: 60)
        #expect(state.edition == 2 && state.sceneTime == .zero && state.sceneStart == Rational(2))
    }

    @Test func aReplacedActivePlaylistStartsAnewAtOnce() throws {
        var device = try Device(importer: Files())
        try device.play(.wait(Rational(2)), .importPackage("p.zip"))
        #expect(
            device.session.audio.segments.map(\.source) == [
                PackageEdition("p.playlist"), PackageEdition("p.playlist", 3),
            ])
        #expect(device.session.timeline.changes.count == 1)
    }

    @Test func aNewThemeIsChosenByTheWeatherThatIsKnown() throws {
        var device = try Device(pinned: PinnedState(weatherAutoTheme: true), importer: Files())
        try device.play(
            .setWeather(.forecast(code: 95, isDay: true)), .wait(Rational(45 * 60)), .assertScene("a.theme"),
            .importPackage("storm.zip"), .assertScene("storm.theme"), .relaunch, .assertScene("storm.theme"))
        #expect(device.results.filter { !$0.isOK }.map(\.message) == [])
        #expect(device.log.contains { $0.hasPrefix("imported storm.theme") })
    }

    @Test func whatIsRefusedChangesNothing() throws {
        var device = try Device(importer: Files())
        let before = device.session.packages
        let refused = try device.play(.importPackage("bad.zip"))
        #expect(refused.message == "bad.zip is not imported: it is no archive")
        #expect(throws: ScenarioFailure.self) { _ = try device.play(.importPackage("none.zip")) }
        #expect(device.session.packages == before && device.session.timeline.changes.count == 1)
    }
}

/// Loudness over time.
@Suite struct AudioVolumeTests {
    @Test func fadesAreEvenAndABreakGoesOnFromTheLoudnessThatWasReached() {
        var audio = AudioTimeline(playlist: PackageEdition("p"))
        #expect(audio.gain(at: Rational(5)) == .one)
        audio.fade(to: .zero, from: Rational(10), duration: Rational(15))
        #expect(audio.gain(at: Rational(10)) == .one)
        #expect(audio.gain(at: Rational(13)) == Rational(4, 5))
        #expect(audio.gain(at: Rational(25)) == .zero && audio.gain(at: Rational(1000)) == .zero)
        audio.fade(to: .one, from: Rational(13), duration: Rational(1, 2))
        #expect(audio.gain(at: Rational(13)) == Rational(4, 5))
        #expect(audio.gain(at: Rational(53, 4)) == Rational(9, 10))
        #expect(audio.gain(at: Rational(14)) == .one)
    }
}

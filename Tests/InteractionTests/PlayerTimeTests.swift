import FrameCore
import Interaction
import Testing

/// When things happen: every time is the issue's, added up by hand.
@Suite struct PlayerTimeTests {
    @Test func theShelfLeavesSixSecondsAfterTheLastInput() {
        var player = makePlayer()
        player.handle(.press(.select), at: 2)
        #expect(player.nextEvent == 8)
        player.advance(to: 7.999)
        #expect(player.state == .shelf)
        player.advance(to: 8)
        #expect(player.state == .ambient)
        #expect(player.nextEvent == nil)
        // An input at the very time finds the shelf gone: Menu leaves the app.
        player.handle(.press(.select), at: 10)
        player.handle(.press(.menu), at: 16)
        #expect(player.state == .left)
    }

    @Test func stopFadesForFifteenSecondsThenRests() {
        var player = makePlayer(settings: PlayerSettings(stopAfter: 900))
        #expect(player.nextEvent == 900)
        player.advance(to: 900)
        #expect(player.state == .asleep(.fading))
        // 255, 255 · 8/15 and 0; the film moves on until it is dark.
        #expect(player.snapshot.screen(at: 900).brightness == 255)
        #expect(player.snapshot.screen(at: 907).brightness == 136)
        #expect(player.snapshot.screen(at: 907).films == [FilmPicture(film: 0, position: 907)])
        #expect(player.nextEvent == 915)
        player.advance(to: 915)
        #expect(player.state == .asleep(.dark))
        #expect(player.nextEvent == nil)
        let dark = player.snapshot.screen(at: 915)
        #expect(dark == PlayerScreen(brightness: 0))
        // The line comes within a second: 255 · smoothstep(1/2) is 127.5.
        #expect(player.snapshot.screen(at: 915.5).sleepLineOpacity == 128)
        #expect(player.snapshot.screen(at: 5000) == PlayerScreen(brightness: 0, sleepLineOpacity: 255))

        player.handle(.press(.menu), at: 5000)
        #expect(player.state == .ambient)
        #expect(player.stopAfterLeft == 900)
        #expect(player.snapshot.screen(at: 5000.25).brightness == 128)
        let awake = player.snapshot.screen(at: 5000.5)
        #expect(awake == PlayerScreen(films: [FilmPicture(film: 0, position: 915.5)]))
        player.advance(to: 5900)
        #expect(player.state == .asleep(.fading))
    }

    @Test func wakingFromTheFadeStartsAtItsBrightness() {
        var player = makePlayer(.phone, settings: PlayerSettings(stopAfter: 900))
        player.handle(.swipe(.left), at: 907.5)
        #expect(player.state == .ambient)
        #expect(player.playing == 0)
        let brightness = [907.5, 907.75, 908].map { player.snapshot.screen(at: $0).brightness }
        #expect(brightness == [128, 191, 255])
        #expect(player.screen.films.first?.position == 907.5)
    }

    @Test func aPausedFilmStaysPausedThroughSleep() {
        var player = makePlayer(settings: PlayerSettings(stopAfter: 900))
        player.handle(.press(.playpause), at: 30)
        // "Stop after" goes on counting.
        player.advance(to: 900)
        #expect(player.state == .asleep(.fading))
        player.handle(.press(.playpause), at: 1000)
        #expect(player.state == .ambient)
        #expect(player.isPaused)
        player.advance(to: 1100)
        #expect(player.screen.films == [FilmPicture(film: 0, position: 30)])
        player.handle(.press(.playpause), at: 1100)
        player.advance(to: 1101)
        #expect(player.screen.films == [FilmPicture(film: 0, position: 31)])
    }

    @Test func nextFilmWaitsForTheLoop() {
        // Loops of 7 s: the first restart at or after 300 s is 301 s; from there the second film's at or after 601 s
        // is 301 + 43 · 7 = 602 s.
        var player = makePlayer(films: makeFilms(3, duration: 7), settings: PlayerSettings(nextAfter: 300))
        #expect(player.nextEvent == 301)
        player.advance(to: 300.5)
        #expect(player.nextAfterLeft == 0)
        #expect(player.playing == 0)
        player.advance(to: 301)
        #expect(player.playing == 1)
        #expect(player.nextAfterLeft == 300)
        #expect(player.nextEvent == 602)
        // Half of the way through the cross-fade of 1.5 s; the old film plays on into its beginning.
        let middle = player.snapshot.screen(at: 301.75)
        #expect(
            middle.films == [
                FilmPicture(film: 0, position: 301.75), FilmPicture(film: 1, position: 0.75, opacity: 128),
            ])
        #expect(player.snapshot.screen(at: 302.5).films == [FilmPicture(film: 1, position: 1.5)])
    }

    @Test func aRestartAtTheDeadlineCounts() {
        let player = makePlayer(films: makeFilms(2, duration: 20), settings: PlayerSettings(nextAfter: 300))
        #expect(player.nextEvent == 300)
    }

    @Test func nextFilmRestsWhilePausedAsleepAndLeft() {
        var player = makePlayer(
            films: makeFilms(2, duration: 1), settings: PlayerSettings(nextAfter: 1000, stopAfter: 900))
        player.handle(.press(.playpause), at: 100)
        #expect(player.nextEvent == 900)
        player.advance(to: 150)
        #expect(player.nextAfterLeft == 900)
        player.handle(.press(.playpause), at: 200)
        player.advance(to: 900)
        // 100 + 700 s of 1000 have gone; asleep it rests.
        player.handle(.press(.up), at: 2000)
        #expect(player.nextAfterLeft == 200)
        player.handle(.press(.home), at: 2050)
        player.handle(.activate, at: 9000)
        #expect(player.nextAfterLeft == 150)
        #expect(player.stopAfterLeft == 900)
    }

    @Test func changingATimerRestartsIt() {
        var player = makePlayer(settings: PlayerSettings(nextAfter: 300, stopAfter: 900))
        player.handle(.set(.nextAfter(300)), at: 100)
        #expect(player.nextAfterLeft == 300)
        player.handle(.set(.stopAfter(1800)), at: 200)
        #expect(player.stopAfterLeft == 1800)
        player.handle(.set(.stopAfter(nil)), at: 210)
        #expect(player.stopAfterLeft == nil)
        player.handle(.set(.nextAfter(nil)), at: 210)
        #expect(player.nextEvent == nil)
    }

    @Test func anyChangeOfFilmRestartsNextFilm() {
        var player = makePlayer(settings: PlayerSettings(nextAfter: 300))
        player.handle(.swipe(.left), at: 290)
        #expect(player.nextAfterLeft == 300)
        #expect(player.nextEvent == 590)
        player.advance(to: 589)
        #expect(player.playing == 1)
    }

    @Test func sleepWinsOverTheNextFilm() {
        var player = makePlayer(settings: PlayerSettings(nextAfter: 900, stopAfter: 900))
        player.advance(to: 900)
        #expect(player.state == .asleep(.fading))
        #expect(player.playing == 0)
        // It is still due, at the end of a loop: the film rested at 915 s, 5 s before one.
        player.handle(.press(.select), at: 1000)
        #expect(player.nextEvent == 1005)
        player.advance(to: 1005)
        #expect(player.playing == 1)
    }

    @Test func chipsRoundUp() {
        var player = makePlayer(settings: PlayerSettings(nextAfter: 300, stopAfter: 900))
        player.handle(.press(.select), at: 10)
        func chips(_ time: Rational) -> [Int?] {
            let shelf = player.snapshot.screen(at: time).shelf
            return [shelf?.nextAfterLeft, shelf?.stopAfterLeft]
        }
        #expect(chips(10.1) == [290, 890])
        #expect(chips(11) == [289, 889])
        #expect(chips(11.001) == [289, 889])
        #expect(chips(12) == [288, 888])
    }

    @Test func buttonsCycleThroughTheirSteps() {
        var player = makePlayer(settings: PlayerSettings(nextAfter: 420, stopAfter: nil))
        player.handle(.press(.select), at: 0)
        player.handle(.press(.down), at: 0)
        player.handle(.press(.right), at: 0)
        player.handle(.press(.right), at: 0)
        var values: [Rational?] = []
        for _ in 0..<6 {
            player.handle(.press(.select), at: 0)
            values.append(player.settings.nextAfter)
        }
        // Seven minutes are no step: ten come next.
        #expect(values == [600, 1200, 3600, nil, 300, 600])
        player.handle(.press(.right), at: 0)
        values = []
        for _ in 0..<6 {
            player.handle(.press(.select), at: 0)
            values.append(player.settings.stopAfter)
        }
        #expect(values == [900, 1800, 3600, 7200, nil, 900])
    }

    @Test func aQuietHourIsOneSnapshot() {
        var player = makePlayer(films: makeFilms(5, facts: (0..<100).map { Fact(text: "\($0)") }))
        #expect(player.nextEvent == nil)
        player.advance(to: 3600)
        #expect(player.revision == 0)
    }

    @Test func aWakeHoursLaterRestartsTheSameTime() {
        var player = makePlayer(settings: PlayerSettings(stopAfter: 7200))
        player.handle(.press(.select), at: 8 * 3600)
        #expect(player.stopAfterLeft == 7200)
        player.handle(.set(.stopAfter(nil)), at: 8 * 3600 + 1)
        player.advance(to: 100_000)
        #expect(player.state == .ambient)
    }
}

import FrameCore
import Interaction
import Testing

/// Which film plays, and what bad films do.
@Suite struct PlayerFilmTests {
    @Test func theListWraps() {
        var player = makePlayer(films: makeFilms(3))
        var shown: [Int?] = []
        for input in [SwipeDirection.left, .left, .left, .right, .right] {
            player.after(5, .swipe(input))
            shown.append(player.playing)
        }
        #expect(shown == [1, 2, 0, 2, 1])
        #expect(player.settings.lastFilm == "birds.1.film")
    }

    @Test func shuffleShowsEveryFilmOncePerRound() {
        for seed in 0..<50 {
            var player = makePlayer(settings: PlayerSettings(shuffle: true), seed: UInt64(seed))
            var shown = [player.playing]
            for _ in 0..<19 {
                player.after(5, .swipe(.left))
                shown.append(player.playing)
            }
            for round in 0..<4 { #expect(Set(shown[round * 5..<round * 5 + 5]).count == 5, "seed \(seed)") }
            for (film, next) in zip(shown, shown.dropFirst()) { #expect(film != next, "seed \(seed)") }
            // Back through what was shown, and forth again.
            for film in shown.dropLast().reversed() {
                player.after(5, .swipe(.right))
                #expect(player.playing == film, "seed \(seed)")
            }
            #expect(player.handle(.swipe(.right), at: player.now).map(\.kind) == [.ignored])
            for film in shown.dropFirst() {
                player.after(5, .swipe(.left))
                #expect(player.playing == film, "seed \(seed)")
            }
        }
    }

    @Test func shuffleDependsOnTheSeedOnly() {
        func order(_ seed: UInt64) -> [Int?] {
            var player = makePlayer(films: makeFilms(20), settings: PlayerSettings(shuffle: true), seed: seed)
            return (0..<20).map { _ in
                player.after(5, .swipe(.left))
                return player.playing
            }
        }
        #expect(order(1) == order(1))
        #expect(order(1) != order(2))
    }

    @Test func shuffleKeepsTheFilmThatPlays() {
        var player = makePlayer(settings: PlayerSettings(lastFilm: "birds.3.film"))
        player.after(5, .set(.shuffle(true)))
        #expect(player.playing == 3)
        var shown: Set<Int?> = []
        for _ in 0..<4 {
            player.after(5, .swipe(.left))
            shown.insert(player.playing)
        }
        #expect(shown == [0, 1, 2, 4])
    }

    @Test func aFilmPickedByNameHasHadItsTurn() {
        for seed in 0..<20 {
            var player = makePlayer(settings: PlayerSettings(shuffle: true), seed: UInt64(seed))
            player.after(1, .press(.select))
            player.after(0, .press(.right))
            player.after(0, .press(.select))
            var shown = [0, player.playing]
            for _ in 0..<3 {
                player.after(7, .swipe(.left))
                shown.append(player.playing)
            }
            #expect(Set(shown).count == 5, "seed \(seed)")
        }
    }

    @Test func aCrossFadeIsAtMostHalfOfTheShorterFilm() {
        var films = makeFilms(2)
        films[1].duration = 2
        var player = makePlayer(films: films)
        let notes = player.handle(.swipe(.left), at: 5)
        #expect(notes.contains { $0.kind == .warning })
        #expect(player.snapshot.screen(at: 5.5).films.last?.opacity == 128)
        #expect(player.snapshot.screen(at: 6).films == [FilmPicture(film: 1, position: 1)])
        // A cut has no moment between.
        player.handle(.set(.crossFade(0)), at: 10)
        player.handle(.swipe(.left), at: 10)
        #expect(player.screen.films == [FilmPicture(film: 0, position: 0)])
    }

    @Test func changesDuringACrossFadeMixAtMostFour() {
        var player = makePlayer(films: makeFilms(9))
        for _ in 0..<6 { player.after(0.1, .swipe(.left)) }
        player.after(0.1)
        let films = player.screen.films
        #expect(films.map(\.film) == [3, 4, 5, 6])
        #expect(films.map(\.opacity) == [255, 51, 34, 17])
        player.after(1.5)
        #expect(player.screen.films.map(\.film) == [6])
    }

    @Test func noFilmsIsBlackAndDefined() {
        for geometry in [ScreenGeometry.tv, .phone] {
            var player = makePlayer(geometry, films: [], settings: PlayerSettings(nextAfter: 300, stopAfter: 900))
            #expect(player.nextEvent == nil)
            #expect(player.screen == PlayerScreen())
            player.after(1, .swipe(.left))
            player.after(1, geometry.profile == .remote ? .press(.select) : .tap(x: 1, y: 1))
            #expect(player.state == .shelf)
            #expect(player.focus == (geometry.profile == .remote ? .play : nil))
            for button in RemoteButton.allCases where button != .menu && button != .home {
                player.after(1, .press(button))
            }
            player.after(6)
            #expect(player.state == .ambient)
            #expect(player.playing == nil)
        }
    }

    @Test func oneFilmHasNoNext() {
        var player = makePlayer(films: makeFilms(1), settings: PlayerSettings(nextAfter: 300))
        #expect(player.nextAfterLeft == nil)
        #expect(player.handle(.swipe(.left), at: 5).map(\.kind) == [.ignored])
        player.handle(.press(.select), at: 5)
        #expect(player.snapshot.screen(at: 6).shelf?.nextAfterLeft == nil)
        #expect(player.snapshot.screen(at: 6).shelf?.settings.nextAfter == 300)
        player.advance(to: 4000)
        #expect(player.playing == 0)
    }

    @Test func aBrokenFilmIsSkippedAndSaid() {
        var player = makePlayer(films: makeFilms(3), settings: PlayerSettings(nextAfter: 300))
        #expect(player.handle(.filmFailed(1), at: 1).map(\.kind) == [.warning])
        #expect(player.playing == 0)
        player.handle(.swipe(.left), at: 2)
        #expect(player.playing == 2)
        let notes = player.handle(.filmFailed(2), at: 3)
        #expect(notes.last?.text == "Film 2 cannot be played; next film: Film 0")
        player.after(2)
        #expect(player.screen.films == [FilmPicture(film: 0, position: 2)])
        #expect(player.nextAfterLeft == nil)
        #expect(player.handle(.filmFailed(2), at: 6).map(\.kind) == [.ignored])
        player.handle(.filmFailed(0), at: 6)
        #expect(player.playing == nil)
        #expect(player.screen == PlayerScreen())
        #expect(player.nextEvent == nil)
    }

    @Test func theLastFilmMayBeGone() {
        let player = makePlayer(settings: PlayerSettings(lastFilm: "birds.77.film"))
        #expect(player.playing == 0)
        #expect(player.log.map(\.kind) == [.warning])
    }

    @Test func settingsOutOfRangeAreReplacedAndSaid() {
        // A timer due in thousands of years, and one that was due before it began.
        let far = Rational(5000 * 365 * 86400)
        let player = makePlayer(settings: PlayerSettings(nextAfter: far, stopAfter: -5, crossFade: 99))
        #expect(player.settings.nextAfter == 86400)
        #expect(player.settings.stopAfter == nil)
        #expect(player.settings.crossFade == 10)
        #expect(player.log.count == 3)
    }

    @Test func focusRemembersItsPlaceInEachRow() {
        var player = makePlayer(films: makeFilms(500))
        func press(_ buttons: [RemoteButton]) -> String {
            for button in buttons { player.after(0.1, .press(button)) }
            return player.focus?.description ?? "none"
        }
        #expect(press([.select]) == "film.0")
        #expect(press([.left]) == "film.0")
        #expect(press([.right, .right, .right]) == "film.3")
        #expect(press([.down]) == "play")
        #expect(press([.right, .right]) == "nextAfter")
        #expect(press([.up]) == "film.3")
        #expect(press([.down]) == "nextAfter")
        #expect(press([.right, .right, .right, .right]) == "shuffle")
        #expect(press([.up, .up] + Array(repeating: .right, count: 600)) == "film.499")
        player.after(1)
        let scroll = ShelfLayout(screen: .tv, filmCount: 500).scroll(showing: 499, from: 0)
        #expect(player.screen.shelf?.scroll == scroll)
    }
}

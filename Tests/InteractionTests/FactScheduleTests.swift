import FrameCore
import Interaction
import Testing

/// When facts show: times added up by hand.
@Suite struct FactScheduleTests {
    /// Which fact shows at each time, `-` for none.
    private func facts(_ facts: [Fact], film: Rational, at times: [Rational]) -> String {
        let schedule = FactSchedule(facts: facts, filmDuration: film)
        return times.map { schedule.card(at: $0).map { "\($0.fact)" } ?? "-" }.joined(separator: " ")
    }

    @Test func aTimedFactShowsInEveryLoop() {
        let fact = Fact(text: "a", at: 12, duration: 8)
        #expect(facts([fact], film: 60, at: [11.9, 12.1, 19.9, 20, 71.9, 72.1, 79.9, 80.1]) == "- 0 0 - - 0 0 -")
    }

    @Test func aTimedFactEndsWithTheLoop() {
        let list = [Fact(text: "a", at: 55, duration: 30), Fact(text: "b", at: 60), Fact(text: "c", at: 900)]
        #expect(facts(list, film: 60, at: [54, 56, 59.9, 60.1, 62, 114, 116]) == "- 0 0 - - - 0")
        #expect(facts([Fact(text: "a", at: 1, duration: 0)], film: 60, at: [1, 1.1]) == "- -")
    }

    @Test func ofOverlappingFactsTheLaterStartWins() {
        let list = [
            Fact(text: "a", at: 0, duration: 40), Fact(text: "b", at: 10, duration: 10),
            Fact(text: "c", at: 15, duration: 10), Fact(text: "d", at: 50, duration: 5),
            Fact(text: "e", at: 50, duration: 3),
        ]
        #expect(
            facts(list, film: 60, at: [5, 12, 17, 22, 26, 39, 41, 51, 52, 54, 56]) == "0 1 2 2 0 0 - 4 4 3 -")
    }

    @Test func factsWithoutTimesTakeTurns() {
        // 2 s, then 8 s each with 4 s between: 2–10, 14–22, and the first again 26–34, whatever the loop.
        let list = [Fact(text: "a"), Fact(text: "b")]
        let times: [Rational] = [1.9, 2.1, 9.9, 10.1, 13.9, 14.1, 21.9, 22.1, 25.9, 26.1, 33.9, 34.1]
        #expect(facts(list, film: 7, at: times) == "- 0 0 - - 1 1 - - 0 0 -")
        #expect(facts(list, film: 1000, at: times) == "- 0 0 - - 1 1 - - 0 0 -")
    }

    @Test func aTurnGivesWayToATimedFact() {
        // The turn of fact 0 would be 2–10; the timed one takes 5–9 of it, and the turn ends 4 s later.
        let list = [Fact(text: "a"), Fact(text: "b", at: 5, duration: 4), Fact(text: "c")]
        #expect(
            facts(list, film: 100, at: [2.1, 4.9, 5.1, 8.9, 9.1, 13.9, 14.1, 17.9, 18.1, 25.9])
                == "0 0 1 1 0 0 - - 2 2")
        // A piece of less than 2 s is left out: 2–3.5, then 7.5–14.
        let early = [Fact(text: "a"), Fact(text: "b", at: 3.5, duration: 4)]
        #expect(facts(early, film: 100, at: [2.5, 3.4, 3.6, 7.4, 7.6, 13.9, 14.1]) == "- - 1 1 0 0 -")
    }

    @Test func aTurnRunsOnIntoTheNextLoop() {
        // Loops of 20 s with a timed fact at 4–8: 16 s are free. The second turn takes 14–22 of the free time, 18–20
        // of the first loop and 0–4 of the second, which is one piece, and its last 2 s behind the timed fact.
        let list = [Fact(text: "a"), Fact(text: "b"), Fact(text: "c", at: 4, duration: 4)]
        #expect(
            facts(list, film: 20, at: [2.1, 3.9, 4.1, 8.1, 13.9, 14.1, 17.9, 18.1, 20, 23.9, 24.1, 28.1, 29.9, 30.1])
                == "0 0 2 0 0 - - 1 1 1 2 1 1 -")
    }

    @Test func cardsComeAndGoWithinHalfASecond() {
        let schedule = FactSchedule(facts: [Fact(text: "a", at: 10, duration: 8)], filmDuration: 60)
        func opacity(_ time: Rational) -> Double { schedule.card(at: time)?.opacity ?? 0 }
        #expect(opacity(10) == 0)
        #expect(opacity(10.25) == 0.5)
        #expect(opacity(10.5) == 1)
        #expect(opacity(17.5) == 1)
        #expect(opacity(17.75) == 0.5)
        #expect(opacity(18) == 0)
    }

    @Test func tenThousandFactsAreCheap() {
        var list: [Fact] = []
        for index in 0..<10_000 {
            list.append(Fact(text: "", at: index % 2 == 0 ? Rational(Int64(index * 7919 % 36_000), 10) : nil))
        }
        let clock = ContinuousClock()
        let took = clock.measure {
            let schedule = FactSchedule(facts: list, filmDuration: 3600)
            for second in 0..<20_000 { _ = schedule.card(at: Rational(second)) }
        }
        #expect(took < .seconds(3))
    }

    // MARK: - In the player

    private let films = (0..<3).map {
        Film(id: "birds.\($0).film", title: "", duration: 60, facts: [Fact(text: "", at: 10, duration: 20)])
    }

    @Test func theCardLeavesWhileTheShelfIsUp() {
        var player = makePlayer(films: films)
        player.handle(.press(.select), at: 15)
        func seen(_ time: Rational) -> [Int?] {
            let screen = player.snapshot.screen(at: time)
            return [screen.factCard?.opacity, screen.shelf?.opacity]
        }
        #expect(seen(15) == [255, nil])
        #expect(seen(15.15) == [127, 128])
        #expect(seen(15.3) == [nil, 255])
        player.advance(to: 21)
        #expect(seen(21.15) == [127, 128])
        #expect(seen(21.3) == [255, nil])
    }

    @Test func pausingFreezesTheCard() {
        var player = makePlayer(films: films)
        player.handle(.press(.playpause), at: 10.25)
        #expect(player.snapshot.screen(at: 500).factCard?.opacity == 127)
    }

    @Test func factsCanBeSwitchedOff() {
        var player = makePlayer(films: films)
        player.handle(.set(.showsFacts(false)), at: 15)
        #expect(player.snapshot.screen(at: 15.15).factCard?.opacity == 127)
        #expect(player.snapshot.screen(at: 15.3).factCard == nil)
    }

    @Test func theCardOfTheOldFilmLeavesBeforeTheNewOneComes() {
        var player = makePlayer(
            films: [films[0], Film(id: "b", title: "", duration: 60, facts: [Fact(text: "", at: 0, duration: 9)])])
        player.handle(.swipe(.left), at: 15)
        func card(_ time: Rational) -> FactCardView? { player.snapshot.screen(at: time).factCard }
        #expect(card(15) == FactCardView(film: 0, fact: 0, opacity: 255))
        #expect(card(15.15) == FactCardView(film: 0, fact: 0, opacity: 127))
        #expect(card(15.3) == nil)
        #expect(card(15.6) == FactCardView(film: 1, fact: 0, opacity: 255))
    }
}

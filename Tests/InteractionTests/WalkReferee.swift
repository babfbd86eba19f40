import FrameCore
import Interaction

/// Watches a walk with books of its own, and says what is wrong, if anything.
struct WalkReferee {
    private var player: Player
    /// The same inputs, with the time cut up otherwise.
    private var twin: Player
    private var failed: Set<Int> = []
    /// When "stop after" should lead to sleep, by the rules.
    private var stopDeadline: Rational?
    /// When "next film after" was last armed.
    private var nextArmed = Rational.zero
    private var random: SeededRandom

    /// The first thing that goes wrong; nil where all is well.
    static func verdict(_ walk: RandomWalk, extra: (Player) -> String? = { _ in nil }) -> String? {
        var referee = WalkReferee(walk)
        for step in walk.steps {
            if let problem = referee.take(step) ?? extra(referee.player) { return problem }
        }
        return referee.player == referee.twin ? nil : "the cut of time matters"
    }

    private init(_ walk: RandomWalk) {
        player = walk.player()
        twin = player
        random = SeededRandom(seed: walk.seed, stream: 1)
        armStop()
    }

    private mutating func armStop() {
        stopDeadline = player.playing == nil ? nil : player.settings.stopAfter.map { player.now + $0 }
    }

    // MARK: - A step

    private mutating func take(_ step: RandomWalk.Step) -> String? {
        let time: Rational =
            switch step.wait {
            case .seconds(let seconds): player.now + seconds
            case .untilEvent: player.nextEvent ?? player.now + 1
            }
        // One player goes from event to event; the other stops anywhere, or not at all.
        var events = 0
        while let event = player.nextEvent, event <= time {
            events += 1
            if event < player.now { return "an event lies in the past" }
            let before = player
            player.advance(to: event)
            if let problem = passed(before) ?? standing() { return problem }
            if events > 20_000 { return "events never end" }
        }
        if random.next(below: 2) == 0 {
            twin.advance(to: twin.now + (time - twin.now) * Rational(Int64(random.next(below: 100)), 100))
        }
        let before = player
        player.advance(to: time)
        if player.snapshot != before.snapshot { return "something happened that was no event" }
        player.handle(step.input, at: time)
        twin.handle(step.input, at: time)
        return taken(step.input, before) ?? standing() ?? same()
    }

    private func same() -> String? {
        player.snapshot == twin.snapshot && player.nextEvent == twin.nextEvent && player.revision == twin.revision
            ? nil : "the cut of time matters"
    }

    /// Judges what the player did by itself at `now`.
    private mutating func passed(_ before: Player) -> String? {
        let slept = before.state.name != "asleep" && player.state.name == "asleep"
        if slept, stopDeadline != player.now { return "fell asleep without the stop timer" }
        if !slept, stopDeadline == player.now { return "the stop timer did not lead to sleep" }
        if slept { stopDeadline = nil }
        if player.playing != before.playing {
            guard let duration = before.settings.nextAfter, let old = before.playing else {
                return "the film changed without a timer"
            }
            if player.now - nextArmed < duration { return "next film after: too early, or twice" }
            if before.isPaused || before.state.name == "asleep" || before.state == .left {
                return "next film after did not rest"
            }
            // At the moment of waking the picture is still black.
            let screen = before.snapshot.screen(at: player.now)
            let position = screen.brightness == 0 ? .zero : screen.films.last?.position
            if position?.modulo(before.films[old].duration) != .zero { return "the film changed inside its loop" }
            nextArmed = player.now
        }
        return nil
    }

    /// Judges what an input did, and keeps the books.
    private mutating func taken(_ input: PlayerInput, _ before: Player) -> String? {
        if case .filmFailed(let film) = input, player.films.indices.contains(film) { failed.insert(film) }
        if player.state.name == "asleep", before.state.name != "asleep" { return "an input led to sleep" }
        let wokeOrCame = player.state == .ambient && (before.state.name == "asleep" || before.state == .left)
        if wokeOrCame,
            player.settings != before.settings || player.playing != before.playing
                || player.isPaused != before.isPaused
        {
            return "waking did something else"
        }
        var stopWasSet = player.settings.stopAfter != before.settings.stopAfter
        if case .set(.stopAfter) = input { stopWasSet = true }
        if stopWasSet || wokeOrCame || player.playing == nil { armStop() }
        if player.state.name == "asleep" || player.state == .left { stopDeadline = nil }
        var nextWasSet = player.settings.nextAfter != before.settings.nextAfter
        if case .set(.nextAfter) = input { nextWasSet = true }
        if nextWasSet || player.playing != before.playing { nextArmed = player.now }
        return nil
    }

    // MARK: - What always holds

    private func standing() -> String? {
        if let focus = player.focus {
            if player.state != .shelf { return "a focus without a shelf" }
            if case .film(let film) = focus, !player.films.indices.contains(film) {
                return "the focus is on nothing"
            }
        } else if player.state == .shelf, player.geometry.profile == .remote {
            return "the shelf has no focus"
        }
        if player.state == .shelf, (player.nextEvent ?? player.now + 100) > player.now + 6 {
            return "the shelf would stay"
        }
        if let playing = player.playing {
            if !player.films.indices.contains(playing) || failed.contains(playing) { return "plays what is not there" }
        } else if failed.count < player.films.count {
            return "plays nothing though there are films"
        }
        if player.geometry.profile == .remote, player.state.name != "asleep" {
            var leaving = player
            for _ in 0..<2 where leaving.state != .left { leaving.handle(.press(.menu), at: leaving.now) }
            if leaving.state != .left { return "Menu does not lead out in two presses" }
        }
        return screens()
    }

    private func screens() -> String? {
        let early = [-100, Rational(1, Int64.max), player.now - 0.2]
        let late = [0, 0.01, 0.15, 0.7, 16].map { player.now + $0 } + [Rational(Int64.max, 3)]
        for time in early + late {
            let screen = player.snapshot.screen(at: time)
            let card = screen.factCard?.opacity ?? 0
            let shelf = screen.shelf?.opacity ?? 0
            if card + shelf > 255 { return "the fact card and the shelf are both up" }
            let all = screen.films.map(\.opacity) + [screen.brightness, screen.sleepLineOpacity, card, shelf]
            if all.contains(where: { !(0...255).contains($0) }) { return "an opacity is out of range" }
            if screen.films.count > 4 || screen.films.first?.opacity ?? 255 != 255 { return "the mix is wrong" }
            if let card = screen.factCard, !player.films[card.film].facts.indices.contains(card.fact) {
                return "the card is of no fact"
            }
            let isDark = player.state == .asleep(.dark) || player.state == .left
            if isDark, time >= player.now, !screen.films.isEmpty || card > 0 || shelf > 0 || screen.brightness > 0 {
                return "something shows in the dark"
            }
        }
        return nil
    }
}

public import FrameCore

extension Player {
    /// What the player does by itself.
    private enum Due {
        case sleep, dark, nextFilm, idle
    }

    /// When the player will next do something by itself; nil if never.
    public var nextEvent: Rational? { due?.time }

    /// Of several at one time, falling asleep comes first.
    private var due: (event: Due, time: Rational)? {
        var first: (event: Due, time: Rational)?
        func consider(_ event: Due, _ time: Rational?) {
            if let time, time < first?.time ?? time + .one { first = (event, time) }
        }
        consider(.sleep, snapshot.stopTimer?.deadline)
        consider(.dark, darkDeadline)
        consider(.nextFilm, nextFilmTime)
        consider(.idle, idleDeadline)
        return first
    }

    /// When the film changes by itself: at the first restart of its loop at or after the deadline.
    private var nextFilmTime: Rational? {
        guard let deadline = snapshot.nextTimer?.deadline, let picture = snapshot.pictures.last else { return nil }
        let duration = catalogue.films[picture.film].duration
        let played = picture.head.position(at: deadline).modulo(duration)
        return played == .zero ? deadline : deadline + (duration - played)
    }

    /// Lets the time pass, with everything that falls due at or before it; a time that is past changes nothing.
    public mutating func advance(to time: Rational) {
        while let due, due.time <= time {
            now = max(now, due.time)
            let before = snapshot
            switch due.event {
            case .sleep: fallAsleep()
            case .dark: goDark()
            case .nextFilm: changeByTimer()
            case .idle: dismissShelf("the shelf leaves after 6 s")
            }
            if snapshot != before { revision += 1 }
        }
        now = max(now, time)
    }

    // MARK: - Sleeping

    private mutating func fallAsleep() {
        snapshot.stopTimer = nil
        if state == .shelf { hideShelf() }
        snapshot.state = .asleep(.fading)
        snapshot.brightness.go(to: 0, at: now, within: Player.sleepFade)
        darkDeadline = now + Player.sleepFade
        runClocks()
        note(.event, "falls asleep")
    }

    private mutating func goDark() {
        darkDeadline = nil
        snapshot.state = .asleep(.dark)
        snapshot.sleepLine.go(to: 1, at: now, within: Player.sleepLineFade)
        runClocks()
        note(.event, "is dark")
    }

    /// Back to the picture: from sleep, or from another app.
    mutating func wake(_ text: String) {
        darkDeadline = nil
        snapshot.state = .ambient
        snapshot.brightness.go(to: 1, at: now, within: Player.wakeFade)
        snapshot.sleepLine.go(to: 0, at: now, within: PlayerSnapshot.shelfFade)
        armStopTimer()
        runClocks()
        note(.event, text)
    }

    /// Another app has the screen: everything rests.
    mutating func leave(_ text: String) {
        idleDeadline = nil
        darkDeadline = nil
        snapshot.state = .left
        snapshot.shelf = Fade(0)
        snapshot.sleepLine = Fade(0)
        snapshot.brightness = Fade(0, isSmooth: false)
        runClocks()
        note(.event, text)
    }

    // MARK: - Timers

    /// Restarts "stop after", or switches it off.
    mutating func armStopTimer() {
        snapshot.stopTimer = nil
        guard let duration = settings.stopAfter, playing != nil else { return }
        switch state {
        case .ambient, .shelf: snapshot.stopTimer = countdown(duration, runs: true)
        // It has led here; the next wake restarts it.
        case .asleep: break
        case .left: snapshot.stopTimer = countdown(duration, runs: false)
        }
    }

    /// Restarts "next film after", or switches it off: with one film there is none to go to.
    mutating func armNextTimer() {
        snapshot.nextTimer = nil
        guard let duration = settings.nextAfter, playing != nil, playable.count > 1 else { return }
        snapshot.nextTimer = countdown(duration, runs: isAwake && !isPaused)
    }

    /// A timer so far in the future that adding to the time does not move it is none.
    private func countdown(_ duration: Rational, runs: Bool) -> Countdown? {
        guard now + duration > now else { return nil }
        return Countdown(remaining: duration, since: runs ? now : nil)
    }

    var isAwake: Bool { state == .ambient || state == .shelf }

    /// Lets films and timers run or rest, as the state and the pause say.
    mutating func runClocks() {
        let (isAwake, isPaused) = (isAwake, isPaused)
        let plays = !isPaused && (isAwake || state == .asleep(.fading))
        for index in snapshot.pictures.indices { snapshot.pictures[index].head.set(running: plays, at: now) }
        snapshot.nextTimer?.set(running: !isPaused && isAwake, at: now)
        snapshot.stopTimer?.set(running: isAwake, at: now)
    }
}

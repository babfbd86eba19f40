import FrameCore

extension Player {
    // MARK: - Coming and leaving

    mutating func summonShelf() {
        // A shelf that is still on its way out glides to its place.
        let isSeen = snapshot.shelf.value(at: now) > 0
        snapshot.state = .shelf
        snapshot.shelf.go(to: 1, at: now, within: PlayerSnapshot.shelfFade)
        snapshot.cursor = playing.map { .film($0) } ?? .play
        lastFilmFocused = playing ?? 0
        lastControlFocused = .play
        scroll(to: playing ?? 0, jumps: !isSeen)
        restartIdleTime()
        note(.event, "the shelf comes")
    }

    mutating func dismissShelf(_ text: String) {
        hideShelf()
        snapshot.state = .ambient
        note(.event, text)
    }

    mutating func hideShelf() {
        idleDeadline = nil
        snapshot.shelf.go(to: 0, at: now, within: PlayerSnapshot.shelfFade)
    }

    mutating func restartIdleTime() { idleDeadline = now + Player.idleTime }

    // MARK: - Focus

    /// Moves the focus: within a row to the neighbour, between the rows to where it was; it stays at the edges.
    mutating func moveFocus(_ direction: SwipeDirection) {
        let count = catalogue.films.count
        let old = snapshot.cursor
        switch (old, direction) {
        case (.film(let index), .left): snapshot.cursor = .film(max(index - 1, 0))
        case (.film(let index), .right): snapshot.cursor = .film(min(index + 1, count - 1))
        case (.film, .down): snapshot.cursor = lastControlFocused
        case (.film, .up): break
        case (_, .up): if count > 0 { snapshot.cursor = .film(lastFilmFocused) }
        case (_, .down): break
        case (_, .left): snapshot.cursor = neighbour(of: old, by: -1)
        case (_, .right): snapshot.cursor = neighbour(of: old, by: 1)
        }
        guard snapshot.cursor != old else { return note(.ignored, "the focus is at the edge") }
        if case .film(let index) = snapshot.cursor {
            lastFilmFocused = index
            scroll(to: index)
        } else {
            lastControlFocused = snapshot.cursor
        }
    }

    private func neighbour(of control: FocusTarget, by step: Int) -> FocusTarget {
        let controls = FocusTarget.controls
        guard let index = controls.firstIndex(of: control) else { return control }
        return controls[min(max(index + step, 0), controls.count - 1)]
    }

    // MARK: - Scrolling

    /// Scrolls the row of films until a card is wholly seen.
    mutating func scroll(to film: Int, jumps: Bool = false) {
        let target = layout.scroll(showing: film, from: snapshot.scroll.to)
        if jumps {
            snapshot.scroll = Fade(target)
        } else {
            snapshot.scroll.go(to: target, at: now, within: PlayerSnapshot.scrollTime)
        }
    }

    /// Scrolls the row of films by a page, most of what is seen of it.
    mutating func scrollPage(forward: Bool) {
        let seen = geometry.width - Double(geometry.safe.left) - Double(geometry.safe.right)
        let page = max(seen, 1) * 0.75
        let target = min(max(snapshot.scroll.to + (forward ? page : -page), 0), layout.largestScroll)
        guard target != snapshot.scroll.to else { return note(.ignored, "there are no more films on that side") }
        snapshot.scroll.go(to: target, at: now, within: PlayerSnapshot.scrollTime)
    }

    // MARK: - Items

    mutating func activate(_ item: FocusTarget) {
        switch item {
        case .film(let film): pick(film: film)
        case .play: togglePause()
        case .facts: change(.showsFacts(!settings.showsFacts))
        case .nextAfter:
            change(.nextAfter(PlayerSettings.step(after: settings.nextAfter, in: PlayerSettings.nextAfterSteps)))
        case .stopAfter:
            change(.stopAfter(PlayerSettings.step(after: settings.stopAfter, in: PlayerSettings.stopAfterSteps)))
        case .shuffle: change(.shuffle(!settings.shuffle))
        }
    }

    mutating func togglePause() {
        guard playing != nil else { return note(.ignored, "there are no films") }
        snapshot.isPaused.toggle()
        runClocks()
        note(.event, isPaused ? "pauses" : "plays")
    }

    /// Changes a setting; a timer restarts from now, even with the value that it had.
    mutating func change(_ change: PlayerSettingChange) {
        var wanted = settings
        switch change {
        case .nextAfter(let value): wanted.nextAfter = value
        case .stopAfter(let value): wanted.stopAfter = value
        case .shuffle(let value): wanted.shuffle = value
        case .showsFacts(let value): wanted.showsFacts = value
        case .crossFade(let value): wanted.crossFade = value
        }
        let (settings, replaced) = wanted.inRange()
        for text in replaced { note(.warning, text) }
        let wasShuffled = snapshot.settings.shuffle
        snapshot.settings = settings
        switch change {
        case .nextAfter: armNextTimer()
        case .stopAfter: armStopTimer()
        case .shuffle(let value):
            if value, !wasShuffled { order.beginRound(playing: playing, among: playable) }
        case .showsFacts(let value):
            snapshot.facts.go(to: value ? 1 : 0, at: now, within: PlayerSnapshot.shelfFade)
        case .crossFade: break
        }
        note(.event, change.text(settings))
    }
}

extension PlayerSettingChange {
    /// What the setting is now, for the log.
    func text(_ settings: PlayerSettings) -> String {
        func time(_ value: Rational?) -> String { value.map { "\($0) s" } ?? "never" }
        return switch self {
        case .nextAfter: "next film after: \(time(settings.nextAfter))"
        case .stopAfter: "stop after: \(time(settings.stopAfter))"
        case .shuffle: "shuffle: \(settings.shuffle ? "on" : "off")"
        case .showsFacts: "facts: \(settings.showsFacts ? "on" : "off")"
        case .crossFade: "cross-fade: \(settings.crossFade) s"
        }
    }
}

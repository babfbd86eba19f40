import FrameCore

/// How far a film has played, as it moves or rests.
struct PlayHead: Sendable, Hashable {
    /// Seconds played, at `since` or for good.
    var base: Rational
    /// Since when it moves; nil while it rests.
    var since: Rational?

    /// Seconds played, loops included.
    func position(at time: Rational) -> Rational {
        guard let since, time > since else { return base }
        return base + (time - since)
    }

    mutating func set(running: Bool, at time: Rational) {
        if running {
            if since == nil { since = time }
        } else {
            base = position(at: time)
            since = nil
        }
    }
}

/// A timer that counts down once, or rests with what remains.
struct Countdown: Sendable, Hashable {
    /// Seconds left, at `since` or for good.
    var remaining: Rational
    /// Since when it counts; nil while it rests.
    var since: Rational?

    /// When it is due; nil while it rests.
    var deadline: Rational? { since.map { $0 + remaining } }

    /// Seconds left, never below 0.
    func left(at time: Rational) -> Rational {
        guard let since, time > since else { return remaining }
        return max(.zero, remaining - (time - since))
    }

    mutating func set(running: Bool, at time: Rational) {
        if running {
            if since == nil { since = time }
        } else {
            remaining = left(at: time)
            since = nil
        }
    }
}

/// A film in the picture, coming up over those below it.
struct PictureLayer: Sendable, Hashable {
    var film: Int
    var head: PlayHead
    /// When it begins to come up, and for how many seconds.
    var fadeStart: Rational
    var fadeDuration: Rational

    /// 0 to 255; the same share of every second.
    func opacity(at time: Rational) -> Int {
        let elapsed = time - fadeStart
        guard elapsed < fadeDuration else { return 255 }
        guard elapsed > .zero else { return 0 }
        return (Rational(255) * elapsed / fadeDuration + Rational(1, 2)).floor
    }
}

/// The card that was up when the film changed: it leaves before the new film's first comes.
struct LeavingCard: Sendable, Hashable {
    var film: Int
    var fact: Int
    /// 0 to 1, at the change.
    var opacity: Double
    var time: Rational
}

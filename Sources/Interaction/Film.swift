public import FrameCore

/// A film as the player's model knows it: no file, no picture.
public struct Film: Sendable, Hashable {
    /// `packageId.id.film`.
    public var id: String
    public var title: String
    /// Seconds until it starts over, more than 0.
    public var duration: Rational
    public var facts: [Fact]

    public init(id: String, title: String, duration: Rational, facts: [Fact] = []) {
        self.id = id
        self.title = title
        self.duration = duration
        self.facts = facts
    }
}

/// A sentence about a film.
public struct Fact: Sendable, Hashable {
    public var text: String
    /// Seconds of the film at which it shows; nil takes turns with the others.
    public var at: Rational?
    /// Seconds that it shows, more than 0.
    public var duration: Rational

    public init(text: String, at: Rational? = nil, duration: Rational = Fact.standardDuration) {
        self.text = text
        self.at = at
        self.duration = duration
    }

    public static let standardDuration = Rational(8)
}

/// What the player remembers across launches.
public struct PlayerSettings: Sendable, Hashable {
    /// Seconds to stay with one film; nil is never.
    public var nextAfter: Rational?
    /// Seconds until playback ends; nil is never.
    public var stopAfter: Rational?
    public var shuffle: Bool
    public var showsFacts: Bool
    /// Seconds that one film takes to become the next, 0 to 10.
    public var crossFade: Rational
    /// The id of the film that was playing.
    public var lastFilm: String?

    public init(
        nextAfter: Rational? = nil, stopAfter: Rational? = nil, shuffle: Bool = false, showsFacts: Bool = true,
        crossFade: Rational = Rational(3, 2), lastFilm: String? = nil
    ) {
        self.nextAfter = nextAfter
        self.stopAfter = stopAfter
        self.shuffle = shuffle
        self.showsFacts = showsFacts
        self.crossFade = crossFade
        self.lastFilm = lastFilm
    }
}

public import FrameCore

/// What the player shows at one moment: all that drawing needs, and nothing that it does not show.
///
/// Opacities are 0 to 255.
public struct PlayerScreen: Sendable, Hashable {
    /// The films from the bottom up, each blended over those below it; empty shows black.
    public var films: [FilmPicture]
    /// How much of the picture and its fact card is left of the sleep fade: 255 all, 0 black.
    public var brightness: Int
    public var factCard: FactCardView?
    /// Nil where nothing of the shelf is seen.
    public var shelf: ShelfView?
    /// The dim line of a player that is asleep.
    public var sleepLineOpacity: Int

    public init(
        films: [FilmPicture] = [], brightness: Int = 255, factCard: FactCardView? = nil, shelf: ShelfView? = nil,
        sleepLineOpacity: Int = 0
    ) {
        self.films = films
        self.brightness = brightness
        self.factCard = factCard
        self.shelf = shelf
        self.sleepLineOpacity = sleepLineOpacity
    }
}

/// One film in the picture.
public struct FilmPicture: Sendable, Hashable {
    /// The film's index.
    public var film: Int
    /// Seconds that it has played, loops included.
    public var position: Rational
    public var opacity: Int

    public init(film: Int, position: Rational, opacity: Int = 255) {
        self.film = film
        self.position = position
        self.opacity = opacity
    }
}

/// A fact on its card.
public struct FactCardView: Sendable, Hashable {
    public var film: Int
    /// The fact's index in the film.
    public var fact: Int
    public var opacity: Int

    public init(film: Int, fact: Int, opacity: Int) {
        self.film = film
        self.fact = fact
        self.opacity = opacity
    }
}

/// The shelf: now playing with its chips, the films, and the controls.
public struct ShelfView: Sendable, Hashable {
    public var opacity: Int
    /// The index of the film that plays, or comes up.
    public var playing: Int
    public var isPaused: Bool
    /// Whole seconds left on the chip, rounded up; nil where the timer is not armed.
    public var nextAfterLeft: Int?
    public var stopAfterLeft: Int?
    /// The values that the buttons show.
    public var settings: PlayerSettings
    /// Nil where a finger needs none.
    public var focus: FocusTarget?
    /// How far the row of films is scrolled, in points from its start.
    public var scroll: Double

    public init(
        opacity: Int, playing: Int, isPaused: Bool, nextAfterLeft: Int? = nil, stopAfterLeft: Int? = nil,
        settings: PlayerSettings, focus: FocusTarget? = nil, scroll: Double = 0
    ) {
        self.opacity = opacity
        self.playing = playing
        self.isPaused = isPaused
        self.nextAfterLeft = nextAfterLeft
        self.stopAfterLeft = stopAfterLeft
        self.settings = settings
        self.focus = focus
        self.scroll = scroll
    }
}

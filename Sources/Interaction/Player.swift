public import FrameCore

/// The ambient player: three states, two timers, facts, and a shelf that leaves (`Docs/Player.md`).
///
/// It has no clock: whoever holds it says what time it is, with every input and with `advance(to:)`. Deadlines are
/// exact, so however the time is cut up, the same inputs at the same times give the same player.
public struct Player: Sendable, Equatable {
    static let idleTime = Rational(6)
    /// Seconds from the picture to black.
    public static let sleepFade = Rational(15)
    /// Seconds from black to the picture.
    public static let wakeFade = Rational(1, 2)
    static let sleepLineFade = Rational(1)
    static let mostPictures = 4

    public let geometry: ScreenGeometry
    /// What shows until the next change.
    public internal(set) var snapshot: PlayerSnapshot
    /// Grows whenever the snapshot changes.
    public internal(set) var revision = 0
    /// The time of the last input or advance.
    public internal(set) var now: Rational
    /// What happened, in order of time.
    public internal(set) var log: [PlayerNote] = []

    var order: FilmOrder
    /// Films that cannot be read.
    var failed: Set<Int> = []
    /// When the shelf leaves, and when the sleep fade is over.
    var idleDeadline: Rational?
    var darkDeadline: Rational?
    /// Where the focus comes back to in each row.
    var lastFilmFocused = 0
    var lastControlFocused = FocusTarget.play

    /// A player that begins to play at a time; with no films it shows black, and its shelf says so.
    ///
    /// The film of `settings.lastFilm` plays, or the first; both timers are armed. Values out of range are replaced,
    /// and said in the log.
    public init(films: [Film], settings: PlayerSettings, geometry: ScreenGeometry, seed: UInt64, at time: Rational) {
        self.geometry = geometry
        now = time
        order = FilmOrder(seed: seed)
        let (settings, replaced) = settings.inRange()
        snapshot = PlayerSnapshot(
            catalogue: FilmCatalogue(films: films), settings: settings, profile: geometry.profile)
        for text in replaced { note(.warning, text) }
        for film in films where film.duration <= .zero {
            note(.warning, "the film \(film.id) has no length; it is taken as 1 s")
        }
        begin()
    }

    private mutating func begin() {
        guard !catalogue.films.isEmpty else {
            note(.event, "there are no films")
            return
        }
        var first = 0
        if let last = settings.lastFilm {
            if let index = catalogue.films.firstIndex(where: { $0.id == last }) {
                first = index
            } else {
                note(.warning, "the last film \(last) is not there any more; the first one plays")
            }
        }
        order.pick(first)
        if settings.shuffle { order.beginRound(playing: first, among: playable) }
        show(film: first, crossFade: .zero)
        armStopTimer()
    }

    // MARK: - What it tells

    public var state: PlayerState { snapshot.state }
    /// What has the focus; nil unless the shelf of a remote is up.
    public var focus: FocusTarget? { snapshot.focus }
    /// The index of the film that plays, or comes up; nil where there is none.
    public var playing: Int? { snapshot.playing }
    public var isPaused: Bool { snapshot.isPaused }
    /// What should be remembered across launches, the last film included.
    public var settings: PlayerSettings { snapshot.settings }
    public var films: [Film] { catalogue.films }
    /// Seconds until the film should change, 0 while it waits for its loop to end; nil where the timer is off.
    public var nextAfterLeft: Rational? { snapshot.nextTimer?.left(at: now) }
    /// Seconds until playback ends; nil where the timer is off, or has led to sleep.
    public var stopAfterLeft: Rational? { snapshot.stopTimer?.left(at: now) }

    /// What shows at `now`.
    public var screen: PlayerScreen { snapshot.screen(at: now) }

    var catalogue: FilmCatalogue { snapshot.catalogue }
    /// The films that can be read, by index.
    var playable: [Int] { catalogue.films.indices.filter { !failed.contains($0) } }
    var layout: ShelfLayout { ShelfLayout(screen: geometry, filmCount: catalogue.films.count) }

    /// Hands out what happened since this was last asked, so that a long run does not keep it all.
    public mutating func takeLog() -> [PlayerNote] {
        defer { log = [] }
        return log
    }

    mutating func note(_ kind: PlayerNote.Kind, _ text: String) {
        log.append(PlayerNote(time: now, kind: kind, text: text))
    }

    func title(_ film: Int) -> String { catalogue.films.indices.contains(film) ? catalogue.films[film].title : "" }
}

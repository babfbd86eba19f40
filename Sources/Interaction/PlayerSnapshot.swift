public import FrameCore

/// The player between two changes: enough to tell what shows at any time of it, without the player.
///
/// What moves by itself (fades, scrolling, the seconds on the chips, facts) is computed from the time, so that an hour
/// in which nothing happens is one snapshot.
public struct PlayerSnapshot: Sendable, Hashable {
    /// Nothing moves faster than a person can follow.
    static let shelfFade = Rational(3, 10)
    static let scrollTime = Rational(1, 4)
    static let cardHandover = Rational(3, 10)

    let catalogue: FilmCatalogue
    public internal(set) var state: PlayerState = .ambient
    /// The index of the film that plays, or comes up; nil where there is none.
    public internal(set) var playing: Int?
    /// Whether a person paused the film.
    public internal(set) var isPaused = false
    public internal(set) var settings: PlayerSettings

    /// The pictures from the bottom up; the last is the film that plays.
    var pictures: [PictureLayer] = []
    var leavingCard: LeavingCard?
    var nextTimer: Countdown?
    var stopTimer: Countdown?
    /// The item that has, or last had, the focus.
    var cursor: FocusTarget = .play
    var hasFocus: Bool
    var scroll = Fade(0)

    var brightness = Fade(1, isSmooth: false)
    var shelf = Fade(0)
    var facts: Fade
    var sleepLine = Fade(0)

    init(catalogue: FilmCatalogue, settings: PlayerSettings, profile: InputProfile) {
        self.catalogue = catalogue
        self.settings = settings
        hasFocus = profile == .remote
        facts = Fade(settings.showsFacts ? 1 : 0)
    }

    /// What has the focus; nil where the shelf is hidden, or a finger needs none.
    public var focus: FocusTarget? { state == .shelf && hasFocus ? cursor : nil }

    /// What shows at a time of this snapshot; any time has an answer.
    public func screen(at time: Rational) -> PlayerScreen {
        guard state != .left else { return PlayerScreen(brightness: 0) }
        let light = brightness.byte(at: time)
        return PlayerScreen(
            films: light == 0 ? [] : films(at: time), brightness: light,
            factCard: light == 0 ? nil : factCard(at: time), shelf: shelfView(at: time),
            sleepLineOpacity: sleepLine.byte(at: time))
    }

    /// The pictures that are seen: none below one that covers all, none that has not begun to come up.
    private func films(at time: Rational) -> [FilmPicture] {
        var result: [FilmPicture] = []
        for (place, picture) in pictures.enumerated() {
            // There is only black below the lowest, and the mix should not darken.
            let opacity = place == 0 ? 255 : picture.opacity(at: time)
            guard opacity > 0 else { continue }
            if opacity == 255 { result = [] }
            result.append(
                FilmPicture(film: picture.film, position: picture.head.position(at: time), opacity: opacity))
        }
        return result
    }

    private func factCard(at time: Rational) -> FactCardView? {
        let room = facts.value(at: time) * (1 - shelf.value(at: time))
        guard room > 0, let card = card(at: time) else { return nil }
        // Rounded down, so that a card and the shelf together are never more than one of them.
        let opacity = Int(255 * min(max(room * card.opacity, 0), 1))
        return opacity > 0 ? FactCardView(film: card.film, fact: card.fact, opacity: opacity) : nil
    }

    /// The card before the shelf and the setting have their say.
    func card(at time: Rational) -> LeavingCard? {
        var share = 1.0
        if let leavingCard {
            let elapsed = (time - leavingCard.time) / PlayerSnapshot.cardHandover
            if elapsed < .one {
                var card = leavingCard
                card.opacity *= 1 - Fade.smooth(elapsed.double)
                return card
            }
            share = Fade.smooth((elapsed - .one).double)
        }
        guard let picture = pictures.last,
            let card = catalogue.schedule(of: picture.film)?.card(at: picture.head.position(at: time))
        else { return nil }
        return LeavingCard(film: picture.film, fact: card.fact, opacity: card.opacity * share, time: time)
    }

    private func shelfView(at time: Rational) -> ShelfView? {
        let opacity = shelf.byte(at: time)
        guard opacity > 0 else { return nil }
        return ShelfView(
            opacity: opacity, playing: playing ?? 0, isPaused: isPaused,
            nextAfterLeft: nextTimer?.left(at: time).ceiling, stopAfterLeft: stopTimer?.left(at: time).ceiling,
            settings: settings, focus: hasFocus ? cursor : nil, scroll: scroll.value(at: time))
    }
}

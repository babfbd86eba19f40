import FrameCore
import Interaction
import Scenarios

extension Session {
    /// Starts the player: the film that played last plays again, and so does the music.
    mutating func launchPlayer() {
        var made = Player(
            films: packages.films, settings: pinned.player, geometry: geometry, seed: seed &+ launches, at: now)
        launches += 1
        answer = nil
        timer = nil
        heldSound = nil
        startPinnedPlaylist()
        if !audio.volumes.isEmpty { audio.fade(to: .one, from: now, duration: .zero) }
        for film in packages.missingFilms.sorted() { made.handle(.filmFailed(film), at: now) }
        note(made.takeLog())
        player = made
        knownRevision = nil
        timeline.build(PackageEdition(filmID), at: now)
        state = .ambient
        followPlayer(from: .ambient)
    }

    /// The film that plays, or comes up; empty where there is none.
    var filmID: String {
        guard let player, let index = player.playing, player.films.indices.contains(index) else { return "" }
        return player.films[index].id
    }

    /// Hands an input to the player; what it says of it is logged.
    mutating func tellPlayer(_ input: PlayerInput) {
        guard let before = player?.state else { return }
        player?.handle(input, at: now)
        note(player?.takeLog() ?? [])
        followPlayer(from: before)
    }

    /// Lets the player's time pass.
    mutating func advancePlayer(to time: Rational) {
        guard let before = player?.state else { return }
        player?.advance(to: time)
        note(player?.takeLog() ?? [])
        followPlayer(from: before)
    }

    /// Records what changed: what shows, what plays, and what is remembered.
    private mutating func followPlayer(from before: PlayerState) {
        guard let player, player.revision != knownRevision else { return }
        knownRevision = player.revision
        pinned.player = player.settings
        timeline.show(player.snapshot, at: now)
        let hasCut = timeline.setScene(PackageEdition(filmID), at: now)
        followWithSound(from: before, to: player.state)
        let state = SessionState(player.state)
        if hasCut || state != self.state || moments.isEmpty {
            self.state = state
            noteChange()
        }
    }

    private mutating func note(_ notes: [PlayerNote]) {
        for line in notes { note(line.text) }
    }

    // MARK: - Sound

    /// Music fades with the picture, rests in the dark and while the app is left, and then goes on from where it was.
    private mutating func followWithSound(from before: PlayerState, to after: PlayerState) {
        guard before != after else { return }
        switch after {
        case .asleep(.fading): audio.fade(to: .zero, from: now, duration: Player.sleepFade)
        case .asleep(.dark), .left: holdSound()
        case .ambient, .shelf:
            guard before.isResting else { return }
            releaseSound()
            audio.fade(to: .one, from: now, duration: Player.wakeFade)
        }
    }

    private mutating func holdSound() {
        guard heldSound == nil, let segment = audio.segments.last, let source = segment.source else { return }
        heldSound = HeldSound(source: source, position: segment.position(at: now))
        audio.start(nil, at: now)
    }

    private mutating func releaseSound() {
        guard let held = heldSound else { return }
        heldSound = nil
        audio.start(held.source, from: held.position, at: now)
    }
}

/// Music that rests.
struct HeldSound: Sendable {
    let source: PackageEdition
    /// Seconds of the playlist at which it goes on.
    let position: Rational
}

extension PlayerState {
    /// Whether a person has to bring it back.
    fileprivate var isResting: Bool {
        switch self {
        case .ambient, .shelf: false
        case .asleep, .left: true
        }
    }
}

extension SessionState {
    init(_ state: PlayerState) {
        switch state {
        case .ambient: self = .ambient
        case .shelf: self = .shelf
        case .asleep: self = .asleep
        case .left: self = .left
        }
    }
}

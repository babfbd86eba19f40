import FrameCore

/// Which film comes next and which came before.
struct FilmOrder: Sendable, Hashable {
    private let seed: UInt64
    /// Rounds drawn so far: each has random numbers of its own.
    private var round = 0
    /// What this round has still to show.
    private var remaining: [Int] = []
    /// What was shown, and where in it the player is.
    private var history: [Int] = []
    private var cursor = 0

    /// So much of the past is enough for one evening.
    private static let longestHistory = 1000

    init(seed: UInt64) { self.seed = seed }

    /// Begins a round whose first film is the one that plays.
    mutating func beginRound(playing: Int?, among playable: [Int]) {
        draw(among: playable)
        remaining.removeAll { $0 == playing }
    }

    /// The film after the one that plays; nil where there is no other.
    mutating func next(after playing: Int, among playable: [Int], shuffled: Bool) -> Int? {
        guard playable.contains(where: { $0 != playing }) else { return nil }
        guard shuffled else {
            let film = playable.first { $0 > playing } ?? playable[0]
            record(film)
            return film
        }
        let choice = Set(playable)
        while cursor + 1 < history.count {
            cursor += 1
            if history[cursor] != playing, choice.contains(history[cursor]) { return history[cursor] }
        }
        remaining.removeAll { !choice.contains($0) }
        if remaining == [playing] { remaining = [] }
        if remaining.isEmpty { draw(among: playable) }
        if remaining.first == playing {
            // The seam between two rounds: any other place will do.
            var random = SeededRandom(seed: seed, stream: ~UInt64(round))
            remaining.swapAt(0, 1 + random.next(below: remaining.count - 1))
        }
        let film = remaining.removeFirst()
        record(film)
        return film
    }

    /// The film before the one that plays: of the list, or of what was shown; nil where there is none.
    mutating func previous(before playing: Int, among playable: [Int], shuffled: Bool) -> Int? {
        guard playable.contains(where: { $0 != playing }) else { return nil }
        guard shuffled else {
            let film = playable.last { $0 < playing } ?? playable[playable.count - 1]
            record(film)
            return film
        }
        for place in stride(from: cursor - 1, through: 0, by: -1)
        where history[place] != playing && playable.contains(history[place]) {
            cursor = place
            return history[place]
        }
        return nil
    }

    /// A film was picked by name: this round has shown it.
    mutating func pick(_ film: Int) {
        remaining.removeAll { $0 == film }
        record(film)
    }

    private mutating func draw(among playable: [Int]) {
        round += 1
        var random = SeededRandom(seed: seed, stream: UInt64(round))
        remaining = random.shuffled(playable)
    }

    private mutating func record(_ film: Int) {
        history = history.prefix(cursor + 1) + [film]
        if history.count > FilmOrder.longestHistory { history.removeFirst() }
        cursor = history.count - 1
    }
}

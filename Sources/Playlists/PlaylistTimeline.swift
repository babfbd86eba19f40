public import FrameCore
import Synchronization

/// Which track of a playlist plays at a time: a pure function of the time, to be asked in any order from any thread.
///
/// Tracks follow one another without a gap. The length of a track is asked once, when the time asked for needs it; a
/// track without a length (it cannot be opened) or of length 0 is skipped and takes no time.
public final class PlaylistTimeline: Sendable {
    private let repeats: RepeatMode
    private let shuffleSeed: UInt64?
    private let length: @Sendable (Int) throws -> TrackLength?
    private let state: Mutex<State>

    /// Creates the timeline of a playlist of `trackCount` tracks.
    ///
    /// With a `shuffleSeed`, every pass is an order of its own drawn from the seed, and no track plays twice in a row
    /// (unless it is the only one). `length` is called with a track's index, one call at a time; what it throws is
    /// thrown to the caller, and it is asked again the next time.
    public init(
        trackCount: Int, repeats: RepeatMode = .all, shuffleSeed: UInt64? = nil,
        length: @escaping @Sendable (_ track: Int) throws -> TrackLength?
    ) {
        self.repeats = repeats
        self.shuffleSeed = shuffleSeed
        self.length = length
        var order = Array(0..<max(0, trackCount))
        if let shuffleSeed {
            var random = SeededRandom(seed: shuffleSeed, stream: 0)
            order = random.shuffled(order)
        }
        state = Mutex(State(order: order))
    }

    /// What plays at a time in seconds of the playlist; nil for silence.
    ///
    /// Silence: before 0, after the end where nothing repeats, and when no track can be played.
    public func playing(at time: Rational) throws -> Playing? {
        guard time >= .zero else { return nil }
        return try state.withLock { state in
            let isOne = repeats == .one
            // The first pass is known as far as it was needed.
            while !state.isComplete, isOne ? state.first.isEmpty : state.length <= time {
                try state.extend(length)
            }
            if isOne {
                guard let only = state.first.first else { return nil }
                let period = only.length.seconds
                let begin = time - time.modulo(period)
                return Playing(track: only.track, start: begin, length: only.length)
            }
            if time < state.length { return State.find(time, in: state.first) }
            guard repeats == .all, !state.first.isEmpty else { return nil }
            // All orders last equally long, so a pass is found without those before it.
            let offset = time.modulo(state.length)
            let begin = time - offset
            let pass = (begin / state.length).floor
            let order = state.pass(pass, shuffleSeed: shuffleSeed)
            guard let found = State.find(offset, in: order) else { return nil }
            return Playing(track: found.track, start: begin + found.start, length: found.length)
        }
    }
}

/// What is known of a playlist so far.
private struct State {
    /// The first pass with all tracks in it, playable or not.
    let order: [Int]
    /// How many of `order` were asked for their length.
    var asked = 0
    /// The playable tracks of the first pass among those asked, with their starts.
    var first: [Playing] = []
    /// The same by index, once later passes are drawn from them.
    var byIndex: [Playing] = []
    /// How long `first` lasts.
    var length = Rational.zero
    /// The passes used last, newest at the end.
    var passes: [(number: Int, tracks: [Playing])] = []

    init(order: [Int]) { self.order = order }

    var isComplete: Bool { asked == order.count }

    mutating func extend(_ lengthOf: (Int) throws -> TrackLength?) rethrows {
        let track = order[asked]
        let found = try lengthOf(track)
        asked += 1
        guard let found, found.seconds > .zero else { return }
        first.append(Playing(track: track, start: length, length: found))
        length = length + found.seconds
    }

    /// The tracks of a later pass, starts counted from its begin.
    mutating func pass(_ number: Int, shuffleSeed: UInt64?) -> [Playing] {
        // Of two tracks, only taking turns never plays one twice in a row.
        guard let shuffleSeed, first.count > 2, number > 0 else { return first }
        if let known = passes.first(where: { $0.number == number }) { return known.tracks }
        if byIndex.isEmpty { byIndex = first.sorted { $0.track < $1.track } }
        var order = shuffled(number, shuffleSeed)
        let before = number == 1 ? first : shuffled(number - 1, shuffleSeed)
        if order.first?.track == before.last?.track {
            // The last track stays, so that the pass after this one need not know.
            order.swapAt(0, 1)
        }
        var start = Rational.zero
        let tracks = order.map { entry in
            defer { start = start + entry.length.seconds }
            return Playing(track: entry.track, start: start, length: entry.length)
        }
        if passes.count >= 4 { passes.removeFirst() }
        passes.append((number, tracks))
        return tracks
    }

    private func shuffled(_ number: Int, _ seed: UInt64) -> [Playing] {
        var random = SeededRandom(seed: seed, stream: UInt64(number))
        return random.shuffled(byIndex)
    }

    /// The last track that starts at or before a time.
    static func find(_ time: Rational, in tracks: [Playing]) -> Playing? {
        var low = 0
        var high = tracks.count
        while low < high {
            let middle = (low + high) / 2
            if tracks[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? tracks[low - 1] : nil
    }
}

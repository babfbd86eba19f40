public import FrameCore

/// The decoded length of a track at its own rate.
public struct TrackLength: Sendable, Hashable {
    public let sampleCount: Int
    /// Samples a second.
    public let sampleRate: Int

    public init(sampleCount: Int, sampleRate: Int) {
        self.sampleCount = sampleCount
        self.sampleRate = sampleRate
    }

    /// The length in seconds, exact; 0 for a track that has no samples or no rate.
    public var seconds: Rational {
        sampleCount > 0 && sampleRate > 0 ? Rational(Int64(sampleCount), Int64(sampleRate)) : .zero
    }
}

/// What follows the last track.
public enum RepeatMode: String, Sendable, CaseIterable {
    /// The first track again, or the next shuffle.
    case all
    /// The first track that can be played, over and over.
    case one
    /// Silence.
    case off
}

/// One playing of one track.
public struct Playing: Sendable, Hashable {
    /// The track's index in the playlist.
    public let track: Int
    /// When its first sample sounds, in seconds of the playlist.
    public let start: Rational
    public let length: TrackLength

    public init(track: Int, start: Rational, length: TrackLength) {
        self.track = track
        self.start = start
        self.length = length
    }

    /// When the next track begins.
    public var end: Rational { start + length.seconds }

    /// Seconds into the track; negative before it starts.
    public func position(at time: Rational) -> Rational { time - start }

    /// The sample that sounds at a time: the last at or before it, within the track.
    public func sample(at time: Rational) -> Int {
        let index = (position(at: time) * Rational(length.sampleRate)).floor
        return max(0, min(index, length.sampleCount - 1))
    }
}

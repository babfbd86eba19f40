public import FrameCore

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

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

public import FrameCore

/// Which playlist plays from when, on the run's clock: the simulated half of its sound.
public struct AudioTimeline: Sendable, Hashable {
    /// One playlist from its first track on, until the next segment begins.
    public struct Segment: Sendable, Hashable {
        /// Seconds of the run; the playlist's own time is 0 there.
        public let start: Rational
        /// The id of the playlist; nil is silence.
        public let playlist: String?
    }

    /// In the order of time; the first is at 0, and there is always one.
    public private(set) var segments: [Segment]

    /// Starts with one playlist, or silence, at time 0.
    public init(playlist: String?) {
        segments = [Segment(start: .zero, playlist: playlist)]
    }

    /// What plays after everything at or before the last change.
    public var activePlaylist: String? { segments.last?.playlist }

    /// Starts a playlist from its first track, or silence, at a time that must not lie before the last change.
    mutating func start(_ playlist: String?, at time: Rational) {
        let time = max(time, segments.last?.start ?? .zero)
        if segments.last?.start == time { segments.removeLast() }
        segments.append(Segment(start: time, playlist: playlist))
    }

    /// The segment of a time, which is that from a change at the very time on, and where the next one begins.
    ///
    /// O(log segments); times before 0 are in the first.
    public func segment(at time: Rational) -> (segment: Segment, end: Rational?) {
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].start <= time { low = middle } else { high = middle - 1 }
        }
        return (segments[low], low + 1 < segments.count ? segments[low + 1].start : nil)
    }
}

public import FrameCore

/// Which playlist plays from when, on the run's clock: the simulated half of its sound.
public struct AudioTimeline: Sendable, Hashable {
    /// One playlist from its first track on, until the next segment begins.
    public struct Segment: Sendable, Hashable {
        /// Seconds of the run.
        public let start: Rational
        /// Nil is silence.
        public let source: PackageEdition?
        /// Seconds of the playlist at the start: 0 unless it goes on from where it was.
        public let position: Rational

        /// The id of the playlist; nil is silence.
        public var playlist: String? { source?.id }

        /// Seconds of the playlist at a time of the run.
        public func position(at time: Rational) -> Rational { position + (time - start) }
    }

    /// A loudness at a time; between two of them it changes evenly.
    public struct Volume: Sendable, Hashable {
        /// Seconds of the run.
        public let time: Rational
        /// 0 to 1.
        public let gain: Rational
    }

    /// In the order of time; the first is at 0, and there is always one.
    public private(set) var segments: [Segment]
    /// In the order of time; empty is full loudness throughout, the last one holds for ever.
    public private(set) var volumes: [Volume] = []

    /// Starts with one playlist, or silence, at time 0.
    public init(playlist: PackageEdition?) {
        segments = [Segment(start: .zero, source: playlist, position: .zero)]
    }

    /// What plays after everything at or before the last change.
    public var activePlaylist: String? { segments.last?.playlist }

    /// Starts a playlist at a second of its own, or silence, at a time that must not lie before the last change.
    mutating func start(_ playlist: PackageEdition?, from position: Rational = .zero, at time: Rational) {
        let time = max(time, segments.last?.start ?? .zero)
        if segments.last?.start == time { segments.removeLast() }
        segments.append(Segment(start: time, source: playlist, position: position))
    }

    /// Changes the loudness evenly from what it is at `time` to `gain` (0 to 1), within `duration` seconds.
    public mutating func fade(to gain: Rational, from time: Rational, duration: Rational) {
        let present = self.gain(at: time)
        volumes.removeAll { $0.time >= time }
        volumes.append(Volume(time: time, gain: present))
        volumes.append(Volume(time: time + duration, gain: gain))
    }

    /// The loudness at a time, 0 to 1.
    public func gain(at time: Rational) -> Rational {
        guard let next = volumes.firstIndex(where: { $0.time > time }) else { return volumes.last?.gain ?? .one }
        guard next > 0 else { return .one }
        let (from, to) = (volumes[next - 1], volumes[next])
        return from.gain + (to.gain - from.gain) * (time - from.time) / (to.time - from.time)
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

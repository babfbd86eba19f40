/// One thing that is different between two clips in time.
public struct SequenceEvent: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Expected frames that the actual clip lacks.
        case dropped
        /// Frames that the actual clip shows again, and the expected one does not.
        case duplicated
        /// All of the actual clip is later (`count` above 0) or earlier (below).
        ///
        /// The frames without a partner at the beginning and at the end belong to it.
        case shifted
        /// The actual clip stands still where the expected one goes on; the frames are those that are not shown.
        case frozen
        /// The same pictures in another order; frames of the stretch that are in their place still have a partner.
        case reordered
        /// Frames of the actual clip that were added and are no repeats.
        ///
        /// Other pictures at the same place are no event of time: such frames are paired.
        case changed
    }

    public var kind: Kind
    /// The first and last frame concerned: numbers in the expected clip; of duplicated and changed ones, in the actual
    /// clip; of a shift, all of the expected clip.
    public var first: Int
    public var last: Int
    /// How many frames; of a shift, the offset in frames: actual frame n + count shows expected frame n; of reordered
    /// ones, how many have moved.
    public var count: Int

    public init(kind: Kind, first: Int, last: Int, count: Int) {
        self.kind = kind
        self.first = first
        self.last = last
        self.count = count
    }
}

/// Which frames of two clips belong together, and what happened between.
public struct SequenceAlignment: Sendable, Hashable {
    /// Frames that follow each other in both clips.
    public struct Run: Sendable, Hashable {
        public var expected: Int
        public var actual: Int
        public var count: Int

        public init(expected: Int, actual: Int, count: Int) {
            self.expected = expected
            self.actual = actual
            self.count = count
        }
    }

    /// Ascending in both clips, without overlap; frames of a pair may still differ in content.
    ///
    /// Frozen frames and those that were moved within a reordered stretch are in no run.
    public var runs: [Run]
    /// What happened, by first frame; `changed` only of frames that were added.
    public var events: [SequenceEvent]

    public init(runs: [Run], events: [SequenceEvent]) {
        self.runs = runs
        self.events = events
    }
}

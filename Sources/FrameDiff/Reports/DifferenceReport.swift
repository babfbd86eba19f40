public import FrameCore

/// Everything a report of a comparison shows: of two clips, or of one golden case.
public struct DifferenceReport: Sendable {
    /// One pair of frames, for looking at.
    public struct FramePair: Sendable {
        /// The numbers in either clip; nil where the frame is not there.
        public var expectedFrame: Int?
        public var actualFrame: Int?
        /// Pictures; nil where there is none (only a hash is known, or the frame is missing).
        public var expected: PixelBuffer?
        public var actual: PixelBuffer?
        /// The difference ×1 and ×8, with masks drawn.
        public var difference: PixelBuffer?
        public var amplified: PixelBuffer?
        /// The perceptual error map and its mean; for the worst frames.
        public var perceptual: PixelBuffer?
        public var perceptualMean: Double?
        /// Sentences such as `1204 pixels differ, by up to 31, within 24x24 at (100, 60)`.
        public var facts: [String]

        public init(expectedFrame: Int?, actualFrame: Int?, expected: PixelBuffer? = nil, actual: PixelBuffer? = nil) {
            self.expectedFrame = expectedFrame
            self.actualFrame = actualFrame
            self.expected = expected
            self.actual = actual
            facts = []
        }
    }

    /// One event and the frames that show it best.
    public struct Event: Sendable {
        /// A word such as `changed`, as in the JSON.
        public var kind: String
        /// One sentence with frame numbers and times.
        public var sentence: String
        /// Frame numbers for the timeline, in the expected clip; inclusive.
        public var first: Int
        public var last: Int
        /// The layer and pass that differ first; nil when not known.
        public var layer: String?
        public var pairs: [FramePair]

        public init(kind: String, sentence: String, first: Int, last: Int, layer: String? = nil, pairs: [FramePair]) {
            self.kind = kind
            self.sentence = sentence
            self.first = first
            self.last = last
            self.layer = layer
            self.pairs = pairs
        }
    }

    /// A curve over time, such as the sound's level.
    public struct Strip: Sendable {
        public var name: String
        /// 0 to 1 each, evenly spread over the clip; of the expected and the actual one.
        public var expected: [Float]
        public var actual: [Float]
        /// One sentence about what it shows.
        public var sentence: String

        public init(name: String, expected: [Float], actual: [Float], sentence: String) {
            self.name = name
            self.expected = expected
            self.actual = actual
            self.sentence = sentence
        }
    }

    public var title: String
    /// Names of the two sides, as given by the user.
    public var expectedName: String
    public var actualName: String
    public var isEqual: Bool
    /// What differs before any frame is compared (sizes, rates, lengths), and other sentences for the head.
    public var findings: [String]
    public var frameCount: Int
    public var rate: FrameRate?
    /// The difference of each stretch of the clip, 0 to 1, evenly spread; at most 2000 values.
    public var timeline: [Float]
    public var events: [Event]
    public var strips: [Strip]
    /// The command that accepts the change; nil where nothing can be accepted.
    public var acceptCommand: String?

    public init(title: String, expectedName: String, actualName: String, isEqual: Bool) {
        self.title = title
        self.expectedName = expectedName
        self.actualName = actualName
        self.isEqual = isEqual
        findings = []
        frameCount = 0
        timeline = []
        events = []
        strips = []
    }
}

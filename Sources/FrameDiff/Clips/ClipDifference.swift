public import FrameCore

/// What is compared in two clips, and what is accepted.
public struct ClipComparisonSettings: Sendable {
    public var tolerance = FrameTolerance.exact
    /// Both are encodings with loss: what an encoder does to a picture is accepted, a region that changed is not.
    public var isLossy = false
    /// Whether the structural similarity is measured where frames differ.
    public var measuresSSIM = true
    /// The pixels that are left out of a frame, by its number in the expected clip; nil leaves out none.
    public var mask: (@Sendable (_ frame: Int) throws -> PixelMask?)?

    public init() {}
}

/// One thing that differs between two clips, with what is known of the pictures.
public struct ClipEvent: Sendable, Hashable {
    public var event: SequenceEvent
    /// The pair of frames that differs most; nil where frames are missing rather than different.
    public var worst: FramePairNumbers?
    /// What holds all pixels that changed; nil when only hashes are known.
    public var boundingBox: PixelRectangle?
    /// The largest difference of any channel; nil when only hashes are known.
    public var maxDelta: Int?
    /// The most pixels that differ in one frame; nil when only hashes are known.
    public var mostPixels: Int?
}

/// The numbers of two frames that belong together.
public struct FramePairNumbers: Sendable, Hashable {
    public var expected: Int
    public var actual: Int

    public init(expected: Int, actual: Int) {
        self.expected = expected
        self.actual = actual
    }
}

/// How two clips differ.
public struct ClipDifference: Sendable {
    public var framesExpected = 0
    public var framesActual = 0
    /// False where the sizes differ, so that no frame could be compared.
    public var isComparable = true
    /// Sizes, rates and lengths that differ, in words.
    public var findings: [String] = []
    /// What happened in time, and where pictures changed, in the order of the expected clip.
    public var events: [ClipEvent] = []
    /// Events beyond those that are listed.
    public var unlistedEvents = 0
    /// The first expected frame that is missing or differs; nil when there is none.
    public var firstDifference: Int?
    /// How many pairs of frames were compared, and how many of them differ by more than is accepted.
    public var comparedPairs = 0
    public var differingPairs = 0
    /// The largest difference of any channel, accepted or not; nil when only hashes are known.
    public var maxDelta: Int?
    /// Pixels that differ at all, over the whole clip; nil when only hashes are known.
    public var differingPixels: Int?
    /// Over all compared pixels, in dB; infinite for equal clips, nil when only hashes are known.
    public var psnr: Double?
    /// The mean over the frames; nil when not measured.
    public var ssim: Double?
    /// The difference of each stretch of the clip, 0 to 1; at most 2000 values.
    public var timeline: [Float] = []
    /// Whether pictures were paired by their time, since the rates differ.
    public var isPairedByTime = false

    public init() {}

    /// Whether nothing differs by more than is accepted.
    public var isEqual: Bool { findings.isEmpty && events.isEmpty && unlistedEvents == 0 && differingPairs == 0 }
}

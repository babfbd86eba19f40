/// One frame of a recorded clip.
public struct ClipFrame: Sendable {
    /// What is known of a frame's picture.
    public enum Content: Sendable {
        /// Its pixels.
        case picture(PixelBuffer)
        /// Only the SHA-256 of its raw BGRA pixels.
        case hash([UInt8])
    }

    /// From 0, in the order of showing.
    public let index: Int
    /// Seconds from the first frame on.
    public let time: Rational
    public let content: Content

    public init(index: Int, time: Rational, content: Content) {
        self.index = index
        self.time = time
        self.content = content
    }
}

/// What a recorded clip says of itself before it is read.
public struct ClipFormat: Sendable, Hashable {
    /// For people: `video`, `folder of pictures`, `picture`, `list of hashes`.
    public var kind: String
    /// In pixels as shown, that is, after rotation and pixel aspect; nil where it is not known.
    public var size: PixelSize?
    /// Frames a second; nil where the clip has none, as a folder of pictures.
    public var rate: FrameRate?
    /// How many frames there are; nil where only reading tells.
    public var frameCount: Int?
    /// Whether frames come as pixels; otherwise they are hashes.
    public var hasPixels: Bool
    /// Bits of a sample as stored; frames have 8.
    public var bitDepth: Int

    public init(
        kind: String, size: PixelSize?, rate: FrameRate?, frameCount: Int?, hasPixels: Bool, bitDepth: Int = 8
    ) {
        self.kind = kind
        self.size = size
        self.rate = rate
        self.frameCount = frameCount
        self.hasPixels = hasPixels
        self.bitDepth = bitDepth
    }
}

/// A recorded clip that is read from the first frame to the last, as often as wanted.
///
/// Memory does not depend on the clip's length.
public protocol ClipSource: AnyObject {
    var format: ClipFormat { get }
    /// The next frame; nil after the last.
    ///
    /// Throws what makes the clip unusable from here on, such as a damaged picture.
    func next() throws -> ClipFrame?
    /// Goes back to before the first frame.
    func rewind() throws
}

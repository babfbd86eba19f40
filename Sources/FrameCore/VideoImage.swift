/// How Y'CbCr values relate to R'G'B'.
public enum ColourMatrix: Sendable, Hashable {
    case bt601
    case bt709
    /// BT.2020 non-constant luminance.
    case bt2020
    case smpte240m
    case fcc
}

/// Where chroma samples sit within their block of luma samples, as fractions of the luma grid.
public enum ChromaSiting: Sendable, Hashable {
    /// On the left column, between the two rows (MPEG-2, H.264 default).
    case left
    /// In the middle of the block (MPEG-1, JPEG).
    case centre
    case topLeft
    case top
    case bottomLeft
    case bottom
}

/// The turn or flip that shows a stored picture upright: first mirrored left to right, then turned clockwise.
public struct DisplayTransform: Sendable, Hashable {
    public var isMirrored: Bool
    /// Quarter turns clockwise, 0 to 3.
    public var quarterTurns: Int

    public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
        self.isMirrored = isMirrored
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    }

    public static let identity = DisplayTransform()
}

/// One decoded picture as a plain value: planes as the decoder made them, with what is needed to show them.
public struct VideoImage: Sendable {
    /// The samples of a picture.
    public enum Samples: Sendable {
        /// Y', Cb, Cr planes (or Y' alone for grey) of 8-bit samples, rows without padding.
        case planar8([[UInt8]])
        /// The same with `bitDepth` (9 to 16) significant low bits in each sample.
        case planar16([[UInt16]], bitDepth: Int)
        /// B, G, R, A bytes with straight alpha, from formats that are not Y'CbCr.
        case bgra([UInt8])
    }

    /// The stored size in luma samples, before the display transform and pixel aspect.
    public var size: PixelSize
    public var samples: Samples
    /// log2 of the horizontal and vertical chroma subsampling: (1, 1) is 4:2:0, (0, 0) is 4:4:4.
    public var chromaShift: (x: Int, y: Int)
    public var matrix: ColourMatrix
    public var isFullRange: Bool
    public var siting: ChromaSiting
    public var transform: DisplayTransform
    /// Width of a stored pixel over its height.
    public var pixelAspect: Rational

    public init(
        size: PixelSize, samples: Samples, chromaShift: (x: Int, y: Int) = (1, 1), matrix: ColourMatrix = .bt709,
        isFullRange: Bool = false, siting: ChromaSiting = .left, transform: DisplayTransform = .identity,
        pixelAspect: Rational = .one
    ) {
        self.size = size
        self.samples = samples
        self.chromaShift = chromaShift
        self.matrix = matrix
        self.isFullRange = isFullRange
        self.siting = siting
        self.transform = transform
        self.pixelAspect = pixelAspect
    }
}

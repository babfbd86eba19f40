public import FrameCore
import Glibc

/// How two frames of the same size differ.
///
/// Masked pixels count nowhere. A pixel is B, G, R and A; its difference is the largest of its channels.
public struct FrameDifference: Sendable, Hashable {
    /// A window of the frame and the share of its pixels that differ by more than the tolerance.
    public struct Window: Sendable, Hashable {
        public var place: PixelRectangle
        public var share: Double

        public init(place: PixelRectangle, share: Double) {
            self.place = place
            self.share = share
        }
    }

    /// How many pixels were compared: those that are not masked.
    public var comparedPixels: Int
    /// Pixels that differ at all.
    public var differingPixels: Int
    /// Pixels that differ by more than `maxDelta` and are not forgiven as antialiasing.
    public var pixelsBeyond: Int
    /// The largest difference of any channel, 0 to 255.
    public var maxDelta: Int
    /// What holds all of `pixelsBeyond`; nil when there are none.
    public var boundingBox: PixelRectangle?
    /// The sum of the squared differences of B, G and R.
    public var squaredError: UInt64
    /// The 16×16 window where the largest share of the compared pixels are `pixelsBeyond`, the first of equals.
    ///
    /// Windows begin at multiples of 8 and are cut at the right and bottom edge. They are rated if 32 of their pixels, or
    /// half, are compared. Nil when no pixel of a rated window is beyond.
    public var densest: Window?
    /// The structural similarity of the luma, as FFmpeg's `ssim` filter measures it; nil when not asked for, or when
    /// masks left nothing to measure.
    public var ssim: Double?

    /// Creates a difference; by default one of frames that are equal.
    public init(
        comparedPixels: Int = 0, differingPixels: Int = 0, pixelsBeyond: Int = 0, maxDelta: Int = 0,
        boundingBox: PixelRectangle? = nil, squaredError: UInt64 = 0, densest: Window? = nil, ssim: Double? = nil
    ) {
        self.comparedPixels = comparedPixels
        self.differingPixels = differingPixels
        self.pixelsBeyond = pixelsBeyond
        self.maxDelta = maxDelta
        self.boundingBox = boundingBox
        self.squaredError = squaredError
        self.densest = densest
        self.ssim = ssim
    }

    /// Peak signal-to-noise ratio over B, G and R in dB; infinite when they are equal, nil when nothing was compared.
    public var psnr: Double? {
        guard comparedPixels > 0 else { return nil }
        guard squaredError > 0 else { return .infinity }
        return 10 * log10(255 * 255 * 3 * Double(comparedPixels) / Double(squaredError))
    }

    /// Whether the frames are equal in what was compared; so they are too where `comparedPixels` is 0.
    public var isEqual: Bool { differingPixels == 0 }

    /// Whether a tolerance accepts the difference; equal frames are within any.
    ///
    /// `maxDelta` and antialiasing must be those it was measured with. Where the tolerance asks for an SSIM that was not
    /// measured, frames that differ are not within it.
    public func isWithin(_ tolerance: FrameTolerance) -> Bool {
        if isEqual { return true }
        if let least = tolerance.minSSIM {
            guard let ssim, ssim >= least else { return false }
        }
        guard pixelsBeyond > 0 else { return true }
        guard tolerance.maxPixels.accepts(pixelsBeyond, of: comparedPixels) else { return false }
        return tolerance.maxDensity >= 1 || (densest?.share ?? 0) <= tolerance.maxDensity
    }
}

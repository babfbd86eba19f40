public import FrameCore

/// Compares frames of one size; safe to use from several threads.
public struct FrameComparator: Sendable {
    public let size: PixelSize
    public let tolerance: FrameTolerance
    /// Whether `ssim` is measured.
    public let measuresSSIM: Bool

    public init(size: PixelSize, tolerance: FrameTolerance = .exact, measuresSSIM: Bool = false) {
        self.size = size
        self.tolerance = tolerance
        self.measuresSSIM = measuresSSIM
    }

    /// The difference of two frames; nil unless both, and the mask, are of `size`.
    public func difference(
        _ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask? = nil
    ) -> FrameDifference? { nil }

    /// A picture of the difference: each channel's distance times `gain`, over black, masked pixels hatched; opaque.
    public func picture(
        _ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask? = nil, gain: Int
    ) -> PixelBuffer? { nil }

    /// A perceptual error map after the manner of NVIDIA's FLIP for low dynamic range, in false colours, and its mean,
    /// 0 (alike) to 1.
    ///
    /// `pixelsPerDegree` is the viewing distance; 67 is a 0.7 m wide 4K screen at 0.7 m.
    public func perceptualMap(
        _ expected: PixelBuffer, _ actual: PixelBuffer, pixelsPerDegree: Double = 67
    ) -> (picture: PixelBuffer, mean: Double)? { nil }
}

public import FrameCore

extension FrameComparator {
    /// A perceptual error map after the manner of NVIDIA's FLIP for low dynamic range, in false colours, and its mean,
    /// 0 (alike) to 1.
    ///
    /// `pixelsPerDegree` is the viewing distance; 67 is a 0.7 m wide 4K screen at 0.7 m.
    public func perceptualMap(
        _ expected: PixelBuffer, _ actual: PixelBuffer, pixelsPerDegree: Double = 67
    ) -> (picture: PixelBuffer, mean: Double)? { nil }
}

import CFrameDiff
public import FrameCore

/// Compares frames of one size; safe to use from several threads.
public struct FrameComparator: Sendable {
    public let size: PixelSize
    public let tolerance: FrameTolerance
    /// Whether `ssim` is measured.
    public let measuresSSIM: Bool
    /// Whether the kernels in plain C run, which give the same results as those for AVX2.
    package var forcesPlainKernels = false

    /// Creates a comparator; SSIM is measured too where the tolerance asks for it.
    public init(size: PixelSize, tolerance: FrameTolerance = .exact, measuresSSIM: Bool = false) {
        self.size = size
        self.tolerance = tolerance
        self.measuresSSIM = measuresSSIM || tolerance.minSSIM != nil
    }

    /// The difference of two frames; nil unless both, and the mask, are of `size`.
    ///
    /// An empty size gives a difference with no compared pixels.
    public func difference(
        _ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask? = nil
    ) -> FrameDifference? {
        guard fits(expected, actual, mask), let width = Int32(exactly: size.width),
            let height = Int32(exactly: size.height)
        else { return nil }
        let ignored = mask.flatMap { $0.ignoredCount > 0 ? $0 : nil }
        var result = expected.withBytes { expected in
            actual.withBytes { actual in
                guard let expected = expected.baseAddress, let actual = actual.baseAddress, width > 0, height > 0 else {
                    return FrameDifference(comparedPixels: 0)
                }
                return withBytes(of: ignored) { mask in
                    counted(
                        expected.assumingMemoryBound(to: UInt8.self), actual.assumingMemoryBound(to: UInt8.self), mask,
                        width, height)
                }
            }
        }
        result.comparedPixels = size.area - (ignored?.ignoredCount ?? 0)
        if measuresSSIM { result.ssim = similarity(expected, actual, mask: ignored, isEqual: result.isEqual) }
        return result
    }

    /// Whether frames and a mask are of `size`.
    func fits(_ expected: PixelBuffer, _ actual: PixelBuffer, _ mask: PixelMask?) -> Bool {
        expected.size == size && actual.size == size && (mask.map { $0.size == size } ?? true)
    }

    /// Calls `body` with the bytes of a mask, or with nil.
    func withBytes<R>(of mask: PixelMask?, _ body: (UnsafePointer<UInt8>?) -> R) -> R {
        guard let mask else { return body(nil) }
        return mask.bytes.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    private func counted(
        _ expected: UnsafePointer<UInt8>, _ actual: UnsafePointer<UInt8>, _ mask: UnsafePointer<UInt8>?, _ width: Int32,
        _ height: Int32
    ) -> FrameDifference {
        let columns = (size.width + 7) / 8
        var beyond = [UInt8](repeating: 0, count: columns * size.height)
        var counts = diff_counts()
        let limit = Int32(min(max(tolerance.maxDelta, 0), 255))
        diff_frames(expected, actual, mask, width, height, limit, &beyond, &counts, forcesPlainKernels)
        if tolerance.forgivesAntialiasing && counts.beyond > 0 {
            diff_forgive_antialiasing(expected, actual, width, height, &beyond, &counts)
        }
        var result = FrameDifference(
            differingPixels: Int(counts.differing), pixelsBeyond: Int(counts.beyond), maxDelta: Int(counts.largest),
            squaredError: counts.squared_error)
        guard counts.beyond > 0 else { return result }
        result.boundingBox = PixelRectangle(
            x: Int(counts.left), y: Int(counts.top), width: Int(counts.right - counts.left) + 1,
            height: Int(counts.bottom - counts.top) + 1)
        var cells = [UInt8](repeating: 0, count: 4 * columns)
        var window = diff_window()
        if diff_densest(beyond, mask, width, height, &cells, &window) {
            result.densest = FrameDifference.Window(
                place: PixelRectangle(
                    x: Int(window.x), y: Int(window.y), width: Int(window.width), height: Int(window.height)),
                share: Double(window.beyond) / Double(window.compared))
        }
        return result
    }
}

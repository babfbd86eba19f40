/// Which differences between two frames are accepted; all zero is exact.
public struct FrameTolerance: Sendable, Hashable {
    /// How many pixels may differ by more than `maxDelta`.
    public enum PixelAllowance: Sendable, Hashable {
        case count(Int)
        /// A share of the compared pixels, 0 to 1.
        case share(Double)

        /// Whether so many pixels are allowed of those compared; a negative allowance, or one that is not a number, is 0.
        func accepts(_ pixels: Int, of compared: Int) -> Bool {
            switch self {
            case .count(let count): pixels <= max(count, 0)
            // The quotient, not the product, is what rounds as a share that was written as a decimal does.
            case .share(let share): pixels == 0 || Double(pixels) / Double(max(compared, 1)) <= share
            }
        }
    }

    /// By how much any channel of a pixel may differ, 0 to 255.
    public var maxDelta: Int
    /// How many pixels may differ by more.
    public var maxPixels: PixelAllowance
    /// The greatest share of a 16×16 window that may differ by more than `maxDelta`, whatever `maxPixels` allows.
    ///
    /// A small region that changed entirely is not hidden by a large quiet frame. 1 switches it off.
    public var maxDensity: Double
    /// Whether pixels that look like edges drawn with other antialiasing are accepted.
    public var forgivesAntialiasing: Bool
    /// The least structural similarity; nil: not asked.
    public var minSSIM: Double?

    public init(
        maxDelta: Int = 0, maxPixels: PixelAllowance = .count(0), maxDensity: Double = 0.5,
        forgivesAntialiasing: Bool = false, minSSIM: Double? = nil
    ) {
        self.maxDelta = maxDelta
        self.maxPixels = maxPixels
        self.maxDensity = maxDensity
        self.forgivesAntialiasing = forgivesAntialiasing
        self.minSSIM = minSSIM
    }

    public static let exact = FrameTolerance()
}

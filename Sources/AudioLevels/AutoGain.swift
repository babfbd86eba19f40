/// One peak shared by all bands: up at once, halved every 3 s.
struct AutoGain {
    /// What the peak is multiplied by each tick: 2^(−1/90).
    static let decay = Float(1 / PinnedMath.power(2, 1.0 / 90))
    /// No band is louder than this to the peak.
    static let ceiling: Float = 2.5
    /// The least reference: what is quieter stays small.
    static let floor: Float = 0.004
    /// Ticks after which even the loudest band no longer counts: 28 s, since 2.5 · 2^(−840/90) < 0.004.
    ///
    /// Multiplying by `decay` never changes which of two numbers is the larger, rounding included; the peak is
    /// therefore the largest of all earlier bands, each on its own way down, and leaving out those of more than 28 s
    /// ago gives the same reference to the last bit.
    static let memory = 840

    private(set) var peak: Float = 0

    /// Takes the loudest band of the next tick; the result is what its bands are divided by.
    mutating func follow(_ loudest: Float) -> Float {
        peak = max(peak * AutoGain.decay, min(loudest, AutoGain.ceiling))
        return max(peak, AutoGain.floor)
    }

    /// min(band / reference, 1)^0.75, the power as √x · √√x.
    static func output(_ band: Float, reference: Float) -> Float {
        let root = min(band / reference, 1).squareRoot()
        return root * root.squareRoot()
    }
}

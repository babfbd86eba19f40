import FrameCore

/// Turns a block of sound into the amplitudes of 32 bands, tilted, before gain.
///
/// Used by one thread at a time. The bits of the result depend on the block alone.
final class SpectrumAnalyser {
    /// √(2/3) · (1 − cos(2πn/N)): a Hann window whose squares have a mean of 1.
    static let window: [Float] = PinnedMath.cosines(count: LevelTimeline.blockLength).map {
        Float((2.0 / 3.0).squareRoot() * (1 - $0))
    }

    private let transform: RealTransform
    private var powers = [Float](repeating: 0, count: LevelTimeline.blockLength / 2 + 1)
    private var plans: [Int: BandPlan] = [:]

    init() throws { transform = try RealTransform() }

    /// The 32 band amplitudes of the first channel: a full-scale sine gives √(2/3) in a bin of its own.
    ///
    /// Zeros for no block and for digital silence, exactly. Short blocks are padded with zeros.
    func bands(of block: PCMBlock?) -> [Float] {
        let silence = [Float](repeating: 0, count: LevelTimeline.bandCount)
        guard let block, let samples = block.channels.first, samples.contains(where: { $0 != 0 }),
            let plan = plan(for: block.sampleRate)
        else { return silence }
        transform.powers(of: samples, window: SpectrumAnalyser.window, into: &powers)
        // A power of two: exact.
        let scale = 2 / Float(LevelTimeline.blockLength)
        return plan.bands.map { band in
            switch band.reading {
            case .between(let lower, let upper, let fraction):
                let low = powers[lower].squareRoot()
                return (low + (powers[upper].squareRoot() - low) * fraction) * scale * band.tilt
            case .meanSquare(let first, let last):
                var sum: Float = 0
                for bin in first...last { sum += powers[bin] }
                return (sum / Float(last - first + 1)).squareRoot() * scale * band.tilt
            }
        }
    }

    private func plan(for sampleRate: Int) -> BandPlan? {
        if let known = plans[sampleRate] { return known }
        guard let plan = BandPlan(sampleRate: sampleRate) else { return nil }
        // A playlist has a handful of rates; one made to have thousands must not fill the memory.
        if plans.count >= 32 { plans.removeAll() }
        plans[sampleRate] = plan
        return plan
    }
}

/// The bands of one sample rate: which bins of the transform each of them reads, and how.
struct BandPlan {
    /// How the amplitude of a band is taken from those of the bins.
    enum Reading: Equatable {
        /// A band narrower than a bin: between two bins, `fraction` of the way from `lower` to `upper`.
        case between(lower: Int, upper: Int, fraction: Float)
        /// The root of the mean square of the bins `first ... last`.
        case meanSquare(first: Int, last: Int)
    }

    struct Band: Equatable {
        let reading: Reading
        /// (centre / 500 Hz)^0.3.
        let tilt: Float
    }

    /// 33 edges in Hz, rising from 40 to min(16000, 0.98 · Nyquist).
    let edges: [Double]
    /// 32 bands from low to high.
    let bands: [Band]

    /// The bands for `sampleRate` samples a second; nil where nothing above 40 Hz can be told (below 82).
    init?(sampleRate: Int) {
        let count = LevelTimeline.bandCount
        let blockLength = LevelTimeline.blockLength
        let top = min(16_000, 0.98 * (Double(sampleRate) / 2))
        guard top > 40 else { return nil }
        edges = (0...count).map { index in
            index == count ? top : 40 * PinnedMath.power(top / 40, Double(index) / Double(count))
        }
        let binWidth = Double(sampleRate) / Double(blockLength)
        var bands: [Band] = []
        for (low, high) in zip(edges, edges.dropFirst()) {
            let centre = (low * high).squareRoot()
            bands.append(
                Band(
                    reading: BandPlan.reading(low, high, centre, binWidth: binWidth, lastBin: blockLength / 2),
                    tilt: Float(
                        centre < 500
                            ? 1 / PinnedMath.power(500 / centre, 0.3) : PinnedMath.power(centre / 500, 0.3))))
        }
        self.bands = bands
    }

    private static func reading(
        _ low: Double, _ high: Double, _ centre: Double, binWidth: Double, lastBin: Int
    ) -> Reading {
        // Edges lie below the Nyquist frequency, so every quotient is below `lastBin`.
        if high - low < binWidth {
            let place = centre / binWidth
            let bin = Int(place)
            return .between(
                lower: max(bin, 1), upper: min(max(bin + 1, 1), lastBin), fraction: Float(place - Double(bin)))
        }
        let first = max(Int((low / binWidth).rounded(.up)), 1)
        let last = max(Int(high / binWidth), first)
        return .meanSquare(first: min(first, lastBin), last: min(last, lastBin))
    }
}

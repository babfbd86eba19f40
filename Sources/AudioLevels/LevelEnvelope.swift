/// The 64 levels of one layer: rising fast, falling slowly, a step each tick.
struct LevelEnvelope {
    static let attack: Float = 0.6
    static let release: Float = 0.15

    /// Unrounded float32, 0 to 1.
    private(set) var levels = [Float](repeating: 0, count: LevelTimeline.levelCount)

    /// Goes on by one tick towards the spectrum of that tick times the sensitivity.
    mutating func advance(to spectrum: [Float], sensitivity: Float) {
        guard !spectrum.isEmpty else { return }
        for index in levels.indices {
            let target = LevelEnvelope.target(index, of: levels.count, in: spectrum, sensitivity: sensitivity)
            let level = levels[index]
            levels[index] = level + (target - level) * (target > level ? LevelEnvelope.attack : LevelEnvelope.release)
        }
    }

    /// The mean of the bands in a level's share, at least one, times the sensitivity, clamped to 0…1.
    static func target(_ index: Int, of count: Int, in spectrum: [Float], sensitivity: Float) -> Float {
        let start = index * spectrum.count / count
        let end = max((index + 1) * spectrum.count / count, start + 1)
        var sum: Float = 0
        for band in start..<end { sum += spectrum[band] }
        return min(max(sum / Float(end - start) * sensitivity, 0), 1)
    }
}

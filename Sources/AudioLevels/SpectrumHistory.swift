import FrameCore

/// The spectrum of every tick of a run, analysed when asked for and kept for some minutes.
struct SpectrumHistory {
    /// Ticks of one entry of the cache: 2 s.
    private static let chunkLength = 60
    /// 5 minutes of ticks, about 2.5 MB.
    private static let chunkLimit = 150

    private struct Chunk {
        /// The loudest band of each tick analysed so far.
        var loudest: [Float] = []
        /// 32 band amplitudes for each of them.
        var bands: [Float] = []
        /// The gain before the next tick to be finished; nil until the time before is known.
        var gain: AutoGain?
        /// 32 values after gain for each tick finished so far.
        var finished: [Float] = []
    }

    private let analyser: SpectrumAnalyser
    private let block: @Sendable (Int) throws -> PCMBlock?
    private var chunks = RecentlyUsed<Int, Chunk>(limit: chunkLimit)

    init(block: @escaping @Sendable (Int) throws -> PCMBlock?) throws {
        analyser = try SpectrumAnalyser()
        self.block = block
    }

    /// The 32 bands of a tick ≥ 0 after gain, 0 to 1.
    ///
    /// Looks back over the 28 s that the gain remembers, never ahead.
    mutating func spectrum(atTick tick: Int) throws -> [Float] {
        let number = tick / SpectrumHistory.chunkLength
        let place = tick % SpectrumHistory.chunkLength
        let count = LevelTimeline.bandCount
        let values = (place * count)..<((place + 1) * count)
        try analyse(number, through: place)
        var chunk = chunks.take(number) ?? Chunk()
        defer { chunks.insert(chunk, for: number) }
        if chunk.finished.count < values.upperBound {
            var gain = try chunk.gain ?? gain(beforeChunk: number)
            while chunk.finished.count < values.upperBound {
                let begin = chunk.finished.count
                let reference = gain.follow(chunk.loudest[begin / count])
                for band in chunk.bands[begin..<(begin + count)] {
                    chunk.finished.append(AutoGain.output(band, reference: reference))
                }
            }
            chunk.gain = gain
        }
        return Array(chunk.finished[values])
    }

    /// The gain after the ticks of the 28 s before a chunk.
    private mutating func gain(beforeChunk number: Int) throws -> AutoGain {
        var gain = AutoGain()
        let first = max(0, number - AutoGain.memory / SpectrumHistory.chunkLength)
        for earlier in first..<number {
            try analyse(earlier, through: SpectrumHistory.chunkLength - 1)
            guard let chunk = chunks.take(earlier) else { continue }
            for loudest in chunk.loudest { _ = gain.follow(loudest) }
            chunks.insert(chunk, for: earlier)
        }
        return gain
    }

    /// Analyses the ticks of a chunk up to the one at `place`.
    private mutating func analyse(_ number: Int, through place: Int) throws {
        var chunk = chunks.take(number) ?? Chunk()
        defer { chunks.insert(chunk, for: number) }
        while chunk.loudest.count <= place {
            let tick = number * SpectrumHistory.chunkLength + chunk.loudest.count
            let bands = try analyser.bands(of: block(tick))
            chunk.bands += bands
            chunk.loudest.append(bands.max() ?? 0)
        }
    }
}

/// A stretch of a track that a decoder of its own makes, so that it is the same whatever was decoded before.
struct SoundSegment: Sendable {
    /// Where decoding begins: what comes of packets before `firstPacket` is dropped.
    let start: PacketMark
    let firstPacket: Int
    /// The index of its run.
    let run: Int
    /// The first sample, counted in the run.
    let firstSample: Int
    /// What every packet gives; nil where that differs, and samples just follow one another.
    let samplesPerPacket: Int?
    /// Samples that are decoded, heard or not.
    var decodedCount = 0
    /// Samples that are heard.
    var count = 0
    /// Those of the decoded samples that are not heard, ascending.
    var cuts: [Range<Int>] = []

    /// Adds decoded samples, of which some at the start and the end, together no more, are not heard.
    mutating func append(_ decoded: Int, skipping skipped: Int, padding: Int) {
        if skipped > 0 { cuts.append(decodedCount..<decodedCount + skipped) }
        decodedCount += decoded
        if padding > 0 { cuts.append(decodedCount - padding..<decodedCount) }
        count += decoded - skipped - padding
    }

    /// Takes up to a number of samples off the end of what is heard; how many.
    mutating func trim(_ wanted: Int) -> Int {
        var end = decodedCount
        if let last = cuts.last, last.upperBound == end {
            end = last.lowerBound
            cuts.removeLast()
        }
        let taken = min(wanted, end - (cuts.last?.upperBound ?? 0))
        if end - taken < decodedCount { cuts.append(end - taken..<decodedCount) }
        count -= taken
        return taken
    }
}

/// Segments of one rate and one set of channels.
struct SoundRun: Sendable {
    let format: SoundFormat
    /// The index of its first segment.
    let firstSegment: Int
    /// Samples at its own rate.
    var count = 0
    /// Its place in the track, in samples of the track's rate.
    var trackSamples = 0..<0
}

/// All of a track's samples, and what to decode for each of them.
struct SoundTimeline: Sendable {
    /// Never empty; in order.
    let segments: [SoundSegment]
    /// Never empty; the first has the track's rate and channels.
    let runs: [SoundRun]

    /// The form of the track: that of its first frame.
    var format: SoundFormat { runs[0].format }
    /// The length at the track's rate; positive.
    var sampleCount: Int { runs[runs.count - 1].trackSamples.upperBound }

    /// Lays out what was counted; nil when there is nothing to hear.
    init?(segments: [SoundSegment], runs counted: [SoundRun]) {
        guard let rate = counted.first?.format.sampleRate else { return nil }
        var runs = counted
        var next = 0
        for index in runs.indices {
            let count = Resampling.count(runs[index].count, from: runs[index].format.sampleRate, to: rate)
            runs[index].trackSamples = next..<next + count
            next += count
        }
        guard next > 0, !segments.isEmpty else { return nil }
        self.segments = segments
        self.runs = runs
    }

    /// The segments of a run that hold some of its samples, as indices.
    func segments(of run: Int, holding samples: Range<Int>) -> Range<Int> {
        let end = run + 1 < runs.count ? runs[run + 1].firstSegment : segments.count
        let start = runs[run].firstSegment
        let first = Self.firstIndex(in: start..<end) {
            segments[$0].firstSample + segments[$0].count > samples.lowerBound
        }
        let last = Self.firstIndex(in: first..<end) { segments[$0].firstSample >= samples.upperBound }
        return first..<last
    }

    /// The runs that hold some of the track's samples, as indices.
    func runs(holding samples: Range<Int>) -> Range<Int> {
        let first = Self.firstIndex(in: runs.indices) { runs[$0].trackSamples.upperBound > samples.lowerBound }
        let last = Self.firstIndex(in: first..<runs.count) { runs[$0].trackSamples.lowerBound >= samples.upperBound }
        return first..<last
    }

    /// The first index for which something holds that holds for all after it as well; the end if there is none.
    private static func firstIndex(in range: Range<Int>, where isReached: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isReached(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

import AudioLevels
import FrameCore
import FrameDiff
import MediaIO

/// How the sound of two clips differs: sample by sample, and in the levels that shaders see.
struct SoundDifference {
    /// Levels that differ by less look alike.
    static let levelTolerance: Float = 1.0 / 16
    /// An encoder may lengthen a track by its own frames, in seconds.
    private static let lossyLengthTolerance = Rational(1, 20)

    /// Nothing differs by more than is accepted.
    private(set) var isEqual = true
    /// The levels look alike throughout.
    var hasEqualLevels: Bool { firstLevelDifference == nil && isComparable }
    private(set) var isComparable = true
    /// What differs, or that nothing does, in words.
    private(set) var sentences: [String] = []
    /// The largest difference of a sample; nil when rates or channels differ.
    private(set) var maxSampleDelta: Float?
    private(set) var maxLevelDelta: Float?
    /// Seconds.
    private(set) var firstLevelDifference: Rational?
    private(set) var strip: DifferenceReport.Strip?

    /// Compares the sound of two files; nil when neither has any.
    init?(_ expected: String, _ actual: String, isLossy: Bool, beat: () throws -> Void) throws {
        let (one, other) = (try openClipSound(expected), try openClipSound(actual))
        guard one != nil || other != nil else { return nil }
        guard let one, let other else {
            isEqual = false
            isComparable = false
            sentences = ["only the \(one == nil ? "actual" : "expected") clip has sound"]
            return
        }
        try compareSamples(one, other, isLossy: isLossy, beat)
        try compareLevels(one, other, beat)
        if isLossy { isEqual = isEqual && firstLevelDifference == nil }
        if isEqual, sentences.isEmpty { sentences = ["the sound is equal"] }
    }

    private mutating func compareSamples(
        _ one: AudioTrack, _ other: AudioTrack, isLossy: Bool, _ beat: () throws -> Void
    ) throws {
        if one.sampleRate != other.sampleRate {
            isEqual = false
            sentences.append("the sample rates differ: expected \(one.sampleRate) Hz, actual \(other.sampleRate) Hz")
        }
        if one.channelCount != other.channelCount {
            isEqual = false
            sentences.append("the channels differ: expected \(one.channelCount), actual \(other.channelCount)")
        }
        let lengths = (seconds(one), seconds(other))
        let gap = lengths.0 < lengths.1 ? lengths.1 - lengths.0 : lengths.0 - lengths.1
        if gap > (isLossy ? Self.lossyLengthTolerance : .zero) {
            isEqual = false
            sentences.append("the sound's lengths differ: expected \(text(lengths.0)), actual \(text(lengths.1))")
        }
        guard one.sampleRate == other.sampleRate, one.channelCount == other.channelCount else { return }
        var (largest, energy, signal): (Float, Double, Double) = (0, 0, 0)
        var first: Int?
        let end = min(one.sampleCount, other.sampleCount)
        var next = 0
        while next < end {
            try beat()
            let count = min(one.sampleRate, end - next)
            let (a, b) = (try one.samples(from: next, count: count), try other.samples(from: next, count: count))
            for (left, right) in zip(a.channels, b.channels) {
                for index in 0..<min(left.count, right.count) {
                    let delta = right[index] - left[index]
                    signal += Double(left[index] * left[index])
                    guard delta != 0 else { continue }
                    if first == nil { first = next + index }
                    largest = max(largest, delta.magnitude)
                    energy += Double(delta * delta)
                }
            }
            next += count
        }
        maxSampleDelta = largest
        guard let first, !isLossy else { return }
        isEqual = false
        let ratio = signal > 0 && energy > 0 ? " (\(decibelText(energy / signal)) of the sound)" : ""
        sentences.append(
            "samples differ from \(text(Rational(first) / Rational(one.sampleRate))) on, by up to "
                + "\(thousandths(Double(largest)))\(ratio)")
    }

    private mutating func compareLevels(_ one: AudioTrack, _ other: AudioTrack, _ beat: () throws -> Void) throws {
        let end = max(seconds(one), seconds(other))
        let ticks = max(1, (end * Rational(LevelTimeline.tickRate)).floor)
        let (left, right) = (try levels(of: one), try levels(of: other))
        var curves: ([Float], [Float]) = ([], [])
        let step = max(1, ticks / 600)
        for tick in 0..<ticks {
            try beat()
            let time = Rational(Int64(tick), Int64(LevelTimeline.tickRate))
            let (a, b) = (try left.levels(at: time), try right.levels(at: time))
            let delta = zip(a, b).reduce(Float(0)) { max($0, ($1.0 - $1.1).magnitude) }
            maxLevelDelta = max(maxLevelDelta ?? 0, delta)
            if delta > Self.levelTolerance, firstLevelDifference == nil { firstLevelDifference = time }
            if tick % step == 0 {
                curves.0.append(a.reduce(0, +) / Float(a.count))
                curves.1.append(b.reduce(0, +) / Float(b.count))
            }
        }
        let sentence =
            firstLevelDifference.map {
                "the levels differ from \(text($0)) on, by up to \(thousandths(Double(maxLevelDelta ?? 0)))"
            }
            ?? "the levels that shaders see are alike"
        if firstLevelDifference != nil || !isEqual { sentences.append(sentence) }
        strip = DifferenceReport.Strip(name: "Sound level", expected: curves.0, actual: curves.1, sentence: sentence)
    }

    private func levels(of track: AudioTrack) throws -> LevelTimeline {
        try LevelTimeline { tick in
            let time = Rational(Int64(tick), Int64(LevelTimeline.tickRate))
            guard time < Rational(track.sampleCount) / Rational(track.sampleRate),
                let first = AudioAlignment.centred.firstSample(at: time, sampleRate: track.sampleRate)
            else { return nil }
            return try track.samples(from: first, count: LevelTimeline.blockLength)
        }
    }

    private func seconds(_ track: AudioTrack) -> Rational { Rational(track.sampleCount) / Rational(track.sampleRate) }
    private func text(_ time: Rational) -> String { "\(thousandths(time.double)) s" }
    private func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    private func decibelText(_ ratio: Double) -> String { "\((decibels(ratio) * 10).rounded() / 10) dB" }
}

public import FrameCore
import Imaging

/// Compares two clips from the first frame to the last, in memory that does not depend on their length.
///
/// Frames are compared side by side while what tells them apart is written to a file. Only where they do not all agree
/// are the clips aligned in time, and read once more if frames have moved.
public struct ClipComparison {
    private let expected: any ClipSource
    private let actual: any ClipSource
    private let settings: ClipComparisonSettings

    public init(expected: any ClipSource, actual: any ClipSource, settings: ClipComparisonSettings) {
        self.expected = expected
        self.actual = actual
        self.settings = settings
    }

    /// Compares the clips; `progress` is told the number of frames read, and throws to stop.
    ///
    /// Throws what the clips throw, and `ClipComparisonError` when nothing can be compared.
    public func run(progress: (Int) throws -> Void = { _ in }) throws -> ClipDifference {
        var result = ClipDifference()
        result.findings = FormatFindings.sizeAndRate(expected.format, actual.format)
        if let one = expected.format.size, let other = actual.format.size, one != other {
            // Pictures of different sizes have nothing to compare: only the lengths are told.
            result.isComparable = false
            result.framesExpected = try count(expected)
            result.framesActual = try count(actual)
            if result.framesExpected > 0 { result.firstDifference = 0 }
        } else {
            try compare(&result, progress)
        }
        guard result.framesExpected > 0, result.framesActual > 0 else {
            throw ClipComparisonError(description: "a clip without frames cannot be compared")
        }
        if let length = FormatFindings.length(
            expected.format, result.framesExpected, actual.format, result.framesActual)
        {
            result.findings.append(length)
        }
        return result
    }

    private func count(_ clip: any ClipSource) throws -> Int {
        if let known = clip.format.frameCount { return known }
        var frames = 0
        while try clip.next() != nil { frames += 1 }
        return frames
    }

    // MARK: - Both clips

    private func compare(_ result: inout ClipDifference, _ progress: (Int) throws -> Void) throws {
        var pairs = PairComparison(hasPixels: hasPixels, settings: settings)
        let (expectedLog, actualLog) = (try SignatureLog(), try SignatureLog())
        while true {
            let (one, other) = (try expected.next(), try actual.next())
            if one == nil, other == nil { break }
            var isSame = false
            if let one, let other { isSame = try pairs.compare(one, other) }
            let signature = try one.map(signature)
            if let signature { try expectedLog.append(signature) }
            if let other { try actualLog.append(isSame ? signature ?? self.signature(other) : self.signature(other)) }
            try progress(max(expectedLog.count, actualLog.count))
        }
        result.framesExpected = expectedLog.count
        result.framesActual = actualLog.count
        var alignment: SequenceAlignment?
        // An encoder's noise hides a picture that is a little late.
        if settings.isLossy || pairs.collector.differing > 0 || expectedLog.count != actualLog.count {
            if let times = TimePairing(expected.format, actual.format, expectedLog.count, actualLog.count) {
                result.isPairedByTime = true
                pairs = try byTime(times, progress)
            } else {
                let found = try SequenceAligner(isLossy: settings.isLossy).align(
                    expected: expectedLog, actual: actualLog)
                alignment = found
                let isInPlace = found.runs.allSatisfy { $0.expected == $0.actual }
                let paired = found.runs.reduce(0) { $0 + $1.count }
                if !isInPlace || paired != pairs.collector.pairs {
                    pairs = try again(found.pairs, progress)
                }
            }
        }
        finish(&result, &pairs.collector, alignment?.events ?? [])
    }

    private func finish(_ result: inout ClipDifference, _ collector: inout PairCollector, _ moved: [SequenceEvent]) {
        for event in moved {
            guard event.kind != .shifted else { continue }
            let last = max(0, result.framesExpected - 1)
            collector.mark(min(event.first, last)...min(max(event.first, event.last), last))
        }
        result.timeline = collector.finish(frames: result.framesExpected)
        let events = moved.map { ClipEvent(event: $0) } + collector.events
        result.events = events.sorted { ($0.event.first, $0.event.last) < ($1.event.first, $1.event.last) }
        result.unlistedEvents = collector.unlistedEvents
        result.comparedPairs = collector.pairs
        result.differingPairs = collector.differing
        let firstMoved = moved.map { $0.kind == .shifted ? 0 : min($0.first, result.framesExpected - 1) }.min()
        result.firstDifference = [collector.firstDifference, firstMoved].compactMap { $0 }.min()
        result.maxDelta = collector.maxDelta
        result.differingPixels = collector.differingPixels
        result.psnr = collector.psnr
        result.ssim = collector.ssim
    }

    private var hasPixels: Bool { expected.format.hasPixels && actual.format.hasPixels }

    private func signature(_ frame: ClipFrame) throws -> FrameSignature {
        switch frame.content {
        case .picture(let picture): try FrameSignature(of: picture, isStrong: !hasPixels, hasCells: settings.isLossy)
        case .hash(let hash): FrameSignature(hash: hash, cells: [])
        }
    }

    // MARK: - A second reading

    /// Reads both clips again and compares the pairs, which ascend in both.
    private func again(
        _ wanted: some Sequence<FramePairNumbers>, _ progress: (Int) throws -> Void
    ) throws -> PairComparison {
        var pairs = PairComparison(hasPixels: hasPixels, settings: settings)
        try forEachPair(wanted) { one, other in
            _ = try pairs.compare(one, other)
            try progress(one.index + 1)
        }
        return pairs
    }

    /// Reads both clips again and compares each frame of the slower clip with the faster clip's frames around its time.
    ///
    /// Who converts a rate takes the frame before or the one after, and both are right: the more alike of them counts.
    private func byTime(_ times: TimePairing, _ progress: (Int) throws -> Void) throws -> PairComparison {
        var pairs = PairComparison(hasPixels: hasPixels, settings: settings)
        let (slower, faster) = times.isExpectedSlower ? (expected, actual) : (actual, expected)
        try expected.rewind()
        try actual.rewind()
        var around: (before: ClipFrame?, after: ClipFrame?)
        while let frame = try slower.next() {
            let place = times.place(ofSlower: frame.index)
            while (around.after?.index ?? -1) < place.ceiling, let next = try faster.next() {
                around = (around.after, next)
            }
            let choices = [around.before, around.after].compactMap { $0 }.filter {
                (place.floor...place.ceiling).contains($0.index)
            }
            guard !choices.isEmpty else { continue }
            try pairs.compare(frame, toMostAlike: choices, isExpected: times.isExpectedSlower)
            try progress(frame.index + 1)
        }
        return pairs
    }

    /// Reads both clips from the start and hands out pairs of frames whose numbers ascend in both.
    public func forEachPair(
        _ wanted: some Sequence<FramePairNumbers>, _ body: (ClipFrame, ClipFrame) throws -> Void
    ) throws {
        try expected.rewind()
        try actual.rewind()
        var (one, other): (ClipFrame?, ClipFrame?)
        for numbers in wanted {
            while (one?.index ?? -1) < numbers.expected, let next = try expected.next() { one = next }
            while (other?.index ?? -1) < numbers.actual, let next = try actual.next() { other = next }
            guard let one, let other, one.index == numbers.expected, other.index == numbers.actual else { continue }
            try body(one, other)
        }
    }
}

/// Why two clips cannot be compared.
public struct ClipComparisonError: Error, Sendable, CustomStringConvertible {
    public let description: String
}

extension SequenceAlignment {
    /// The pairs of all runs, one after the other.
    var pairs: some Sequence<FramePairNumbers> {
        runs.lazy.flatMap { run in
            (0..<max(0, run.count)).lazy.map {
                FramePairNumbers(expected: run.expected + $0, actual: run.actual + $0)
            }
        }
    }
}

/// Pairs of frames that are on screen at the same time, for clips of different rates and the same length in seconds.
private struct TimePairing {
    let expectedRate: FrameRate
    let actualRate: FrameRate

    /// Nil where the rates agree, or the clips hold the same frames at another speed.
    init?(_ expected: ClipFormat, _ actual: ClipFormat, _ framesExpected: Int, _ framesActual: Int) {
        guard let one = expected.rate, let other = actual.rate, one != other, framesExpected != framesActual else {
            return nil
        }
        expectedRate = one
        actualRate = other
    }

    var isExpectedSlower: Bool { expectedRate.rate < actualRate.rate }

    /// Where a frame of the slower clip lies in the faster one, in frames.
    func place(ofSlower frame: Int) -> Rational {
        let (slower, faster) = isExpectedSlower ? (expectedRate, actualRate) : (actualRate, expectedRate)
        return slower.time(ofFrame: frame) * faster.rate
    }
}

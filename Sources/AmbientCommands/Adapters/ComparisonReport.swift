import FrameCore
import FrameDiff

/// Gathers what the page of a comparison shows, reading the frames that are shown once more.
struct ComparisonReport {
    let findings: ComparisonFindings
    let comparison: ClipComparison
    let settings: ClipComparisonSettings

    /// Events that have pictures.
    private static let picturedEvents = 12
    /// Bytes of all pictures together: five for each pair.
    private static let pictureBudget = 120 << 20
    /// Pairs with a perceptual map.
    private static let mappedPairs = 3

    func report() throws -> DifferenceReport {
        let difference = findings.difference
        var report = DifferenceReport(
            title: findings.isEqual ? "The clips are equal" : "The clips differ",
            expectedName: findings.expected.word, actualName: findings.actual.word, isEqual: findings.isEqual)
        report.findings = difference.findings
        if difference.isPairedByTime {
            report.findings.append("frames were compared by their time, since the rates differ")
        }
        if let sound = findings.sound { report.findings += sound.sentences }
        if let advice = findings.advice { report.findings.append(advice) }
        report.findings.append(findings.summary)
        if difference.unlistedEvents > 0 {
            report.findings.append("\(difference.unlistedEvents) more events are not listed")
        }
        report.frameCount = difference.framesExpected
        report.rate = findings.rate
        report.timeline = difference.timeline
        report.acceptCommand = findings.expected.acceptCommand
        report.strips = [findings.sound?.strip].compactMap { $0 }
        let pictures = try pictures()
        var maps = 0
        report.events = difference.events.prefix(200).enumerated().map { place, event in
            DifferenceReport.Event(
                kind: event.event.kind.rawValue, sentence: findings.sentence(event),
                first: clamped(event.event.kind == .shifted ? 0 : event.event.first),
                last: clamped(event.event.kind == .shifted ? difference.framesExpected - 1 : event.event.last),
                pairs: (pictures.wanted[place] ?? []).map { pair($0, pictures.frames, &maps) })
        }
        if report.events.isEmpty, !difference.findings.isEmpty, let pair = pictures.wanted[-1]?.first {
            // Nothing could be compared: the first frames beside each other show why.
            report.events = [
                DifferenceReport.Event(
                    kind: SequenceEvent.Kind.changed.rawValue, sentence: difference.findings[0], first: 0,
                    last: max(0, difference.framesExpected - 1), pairs: [self.pair(pair, pictures.frames, &maps)])
            ]
        }
        return report
    }

    private func clamped(_ frame: Int) -> Int { min(max(0, frame), max(0, findings.difference.framesExpected - 1)) }

    // MARK: - Pictures

    /// Numbers of two frames shown beside each other; nil where there is none.
    private struct Wanted {
        var expected: Int?
        var actual: Int?
    }

    private struct Pictures {
        var wanted: [Int: [Wanted]] = [:]
        var frames: (expected: [Int: PixelBuffer], actual: [Int: PixelBuffer]) = ([:], [:])
    }

    private func pictures() throws -> Pictures {
        var result = Pictures()
        let difference = findings.difference
        let format = findings.expected.clip.format
        guard format.hasPixels || findings.actual.clip.format.hasPixels else { return result }
        let area = max(1, (format.size ?? findings.actual.clip.format.size)?.area ?? 1)
        var left = max(1, Self.pictureBudget / (area * 4 * 5))
        for (place, event) in difference.events.prefix(Self.picturedEvents).enumerated() {
            let pairs = wanted(event).prefix(left)
            left -= pairs.count
            result.wanted[place] = Array(pairs)
        }
        if difference.events.isEmpty { result.wanted[-1] = [Wanted(expected: 0, actual: 0)] }
        let all = result.wanted.values.flatMap { $0 }
        result.frames.expected = try read(findings.expected.clip, Set(all.compactMap(\.expected)))
        result.frames.actual = try read(findings.actual.clip, Set(all.compactMap(\.actual)))
        return result
    }

    private func wanted(_ found: ClipEvent) -> [Wanted] {
        let event = found.event
        switch event.kind {
        case .changed:
            guard let worst = found.worst else { return [Wanted(expected: nil, actual: event.first)] }
            let worstPair = Wanted(expected: worst.expected, actual: worst.actual)
            guard worst.expected != event.first else { return [worstPair] }
            return [worstPair, Wanted(expected: event.first, actual: event.first + worst.actual - worst.expected)]
        case .dropped: return [Wanted(expected: event.first, actual: nil)]
        case .duplicated: return [Wanted(expected: nil, actual: event.first)]
        case .frozen, .reordered: return [Wanted(expected: event.first, actual: event.first)]
        case .shifted:
            let frame = min(event.count.magnitude, UInt(max(0, findings.difference.framesActual - 1)))
            return [Wanted(expected: Int(frame), actual: Int(frame))]
        }
    }

    /// The frames of some numbers.
    private func read(_ clip: any ClipSource, _ numbers: Set<Int>) throws -> [Int: PixelBuffer] {
        guard let last = numbers.max() else { return [:] }
        var frames: [Int: PixelBuffer] = [:]
        try clip.rewind()
        while let frame = try clip.next(), frame.index <= last {
            if numbers.contains(frame.index), case .picture(let picture) = frame.content {
                frames[frame.index] = picture
            }
            if frame.index == last { break }
        }
        return frames
    }

    private func pair(
        _ wanted: Wanted, _ frames: (expected: [Int: PixelBuffer], actual: [Int: PixelBuffer]), _ maps: inout Int
    ) -> DifferenceReport.FramePair {
        var pair = DifferenceReport.FramePair(
            expectedFrame: wanted.expected, actualFrame: wanted.actual,
            expected: wanted.expected.flatMap { frames.expected[$0] },
            actual: wanted.actual.flatMap { frames.actual[$0] })
        guard let expected = pair.expected, let actual = pair.actual, expected.size == actual.size else { return pair }
        let comparator = FrameComparator(size: expected.size, tolerance: settings.tolerance, measuresSSIM: true)
        let mask = wanted.expected.flatMap { try? settings.mask?($0) }
        pair.measure(with: comparator, mask: mask, hasMap: maps < Self.mappedPairs)
        if pair.perceptual != nil { maps += 1 }
        return pair
    }
}

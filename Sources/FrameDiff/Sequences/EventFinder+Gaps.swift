extension EventFinder {
    /// Frames on one side without any on the other.
    private struct Gap {
        /// Frames of the expected clip, or of the actual one.
        var frames: Range<Int>
        var isAdded: Bool
        /// The expected frame that follows.
        var place: Int
        var isAtEnd: Bool

        /// By how much what follows is later.
        var offset: Int { isAdded ? frames.count : -frames.count }
    }

    /// The most frames of the beginning that a shift of the whole clip may leave in place.
    private static let head = 3
    /// A repeat and a drop at most that far apart are one thing: the clip stood still, and caught up.
    private static let recovery = 8

    /// Names the gaps: shifted, dropped, duplicated, and what was added.
    mutating func findGaps() throws {
        var gaps = gaps()
        let isSameLength = pairing.expected.count == pairing.actual.count
        if let head = gaps.first, !head.isAtEnd, head.place - (head.isAdded ? 0 : head.frames.count) <= Self.head,
            let tail = gaps.last, tail.isAtEnd, tail.isAdded != head.isAdded
        {
            shift(by: head.offset)
            gaps.removeFirst()
            trim(&gaps, to: tail.frames.count - head.frames.count)
        } else if isSameLength, let tail = gaps.last, tail.isAtEnd {
            // What is lacking or left over at the end only makes up for the offset before.
            let offset = gaps.dropLast().map(\.offset).reduce(0, +)
            if offset != 0, (offset > 0) != tail.isAdded {
                trim(&gaps, to: tail.frames.count - abs(offset))
            }
        }
        var index = 0
        while index < gaps.count {
            let gap = gaps[index]
            index += 1
            if index < gaps.count, try isRecovered(gap, gaps[index]) {
                let dropped = gap.isAdded ? gaps[index].frames : gap.frames
                events.append(
                    .init(
                        kind: .frozen, first: dropped.lowerBound, last: dropped.upperBound - 1, count: dropped.count))
                index += 1
                continue
            }
            let kind: SequenceEvent.Kind = !gap.isAdded ? .dropped : try repeats(gap) ? .duplicated : .changed
            events.append(
                .init(
                    kind: kind, first: gap.frames.lowerBound, last: gap.frames.upperBound - 1, count: gap.frames.count))
        }
    }

    /// Leaves only the last frames of the gap at the end.
    private func trim(_ gaps: inout [Gap], to count: Int) {
        guard let tail = gaps.popLast(), count > 0 else { return }
        var rest = tail
        rest.frames = tail.frames.upperBound - min(count, tail.frames.count)..<tail.frames.upperBound
        gaps.append(rest)
    }

    /// Notes that the whole clip is at an offset, and pairs its first frames so.
    private mutating func shift(by offset: Int) {
        events.append(.init(kind: .shifted, first: 0, last: max(0, pairing.expected.count - 1), count: offset))
        guard
            let start = pairing.partner.indices.first(where: {
                pairing.partner[$0] >= 0 && Int(pairing.partner[$0]) - $0 == offset
            })
        else { return }
        for frame in 0..<start {
            let other = frame + offset
            pairing.partner[frame] = other < 0 ? -1 : Int32(clamping: other)
        }
    }

    private func gaps() -> [Gap] {
        var gaps: [Gap] = []
        let (expected, actual) = (pairing.expected.count, pairing.actual.count)
        func note(_ frames: Range<Int>, isAdded: Bool, place: Int, isAtEnd: Bool) {
            if !frames.isEmpty { gaps.append(Gap(frames: frames, isAdded: isAdded, place: place, isAtEnd: isAtEnd)) }
        }
        var (nextFrame, nextOther) = (0, 0)
        for frame in 0...expected {
            let isEnd = frame == expected
            let other = isEnd ? actual : Int(pairing.partner[frame])
            guard other >= 0 else { continue }
            // Reordered frames are no gap.
            for stretch in Self.stretches(nextFrame..<frame, where: { expectedMarks[$0] == .none }) {
                note(stretch, isAdded: false, place: stretch.upperBound, isAtEnd: isEnd)
            }
            if nextOther < other {
                for stretch in Self.stretches(nextOther..<other, where: { actualMarks[$0] == .none }) {
                    note(stretch, isAdded: true, place: frame, isAtEnd: isEnd)
                }
            }
            (nextFrame, nextOther) = (frame + 1, other + 1)
        }
        return gaps
    }

    private static func stretches(_ frames: Range<Int>, where isWanted: (Int) -> Bool) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        for frame in frames where isWanted(frame) {
            if let last = stretches.last, last.upperBound == frame {
                stretches[stretches.count - 1] = last.lowerBound..<frame + 1
            } else {
                stretches.append(frame..<frame + 1)
            }
        }
        return stretches
    }

    /// Whether one gap makes up for the other soon after, by repeats.
    private func isRecovered(_ one: Gap, _ other: Gap) throws -> Bool {
        guard one.isAdded != other.isAdded, one.frames.count == other.frames.count, !other.isAtEnd,
            other.place - one.place <= Self.recovery + (other.isAdded ? 0 : other.frames.count)
        else { return false }
        return try repeats(one.isAdded ? one : other, onlyBefore: true)
    }

    /// Whether added frames were shown before: each the frame before it, or all of them earlier frames in a row.
    private func repeats(_ gap: Gap, onlyBefore: Bool = false) throws -> Bool {
        let noise = gap.place < pairing.noise.count ? pairing.noise[gap.place] : pairing.noise.last ?? 0
        let limit = pairing.isExact ? 0 : 1.6 * noise
        func isRepeated(after lag: Int) throws -> Bool {
            for other in gap.frames {
                guard let distance = try pairing.distanceInActual(other, other - lag), distance <= limit else {
                    return false
                }
            }
            return true
        }
        if try isRepeated(after: 1) { return true }
        guard !onlyBefore, gap.frames.count > 1 else { return false }
        for lag in 2...max(2, min(BandedAlignment.reach, gap.frames.count)) where try isRepeated(after: lag) {
            return true
        }
        return false
    }
}

/// Names what happened in time, once the frames are paired.
struct EventFinder {
    /// What is known of a frame besides its partner.
    enum Mark: UInt8 { case none, frozen, reordered }

    var pairing: FramePairing
    /// Of expected and of actual frames.
    var expectedMarks: [Mark]
    var actualMarks: [Mark]
    /// The expected frame of each actual one; -1 where there is none.
    var owner: [Int32] = []
    var events: [SequenceEvent] = []

    init(_ pairing: FramePairing) {
        self.pairing = pairing
        expectedMarks = [Mark](repeating: .none, count: pairing.expected.count)
        actualMarks = [Mark](repeating: .none, count: pairing.actual.count)
    }

    /// The alignment: steps in an order in which each explains what the later ones need not.
    mutating func alignment() throws -> SequenceAlignment {
        try settleGaps()
        owner = [Int32](repeating: -1, count: pairing.actual.count)
        for (frame, other) in pairing.partner.enumerated() where other >= 0 {
            owner[Int(other)] = Int32(clamping: frame)
        }
        try findFrozen()
        try findReordered()
        try findGaps()
        events.sort { ($0.first, $0.last) < ($1.first, $1.last) }
        return SequenceAlignment(runs: runs(), events: events)
    }

    /// Pairs that follow each other; frozen and reordered frames have no partner.
    private func runs() -> [SequenceAlignment.Run] {
        var runs: [SequenceAlignment.Run] = []
        for (frame, other) in pairing.partner.enumerated() {
            let other = Int(other)
            guard other >= 0, expectedMarks[frame] == .none, actualMarks[other] == .none else { continue }
            if let last = runs.last, last.expected + last.count == frame, last.actual + last.count == other {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(.init(expected: frame, actual: other, count: 1))
            }
        }
        return runs
    }

    // MARK: Where a gap is

    /// Moves each gap to where it fits best: a repeat is after what it repeats.
    private mutating func settleGaps() throws {
        let reach = 8
        var previous = (frame: -1, other: -1)
        var settled = 0
        for frame in pairing.partner.indices {
            let other = Int(pairing.partner[frame])
            guard other >= 0 else { continue }
            let (missing, added) = (frame - previous.frame - 1, other - previous.other - 1)
            if missing > 0 || added > 0, missing == 0 || added == 0 {
                // The pairs before the gap continue at one offset, those after it at another.
                let before = previous.other - previous.frame
                var low = frame - missing
                while low > settled, frame - missing - low < reach, pairing.partner[low - 1] >= 0,
                    Int(pairing.partner[low - 1]) - (low - 1) == before
                { low -= 1 }
                var high = frame
                while high < pairing.partner.count, high - frame < reach, pairing.partner[high] >= 0,
                    Int(pairing.partner[high]) - high == other - frame
                { high += 1 }
                // `high` is the end of what may move.
                let best = try place(low..<high, missing: missing, added: added, before: before)
                for moved in low..<best { try pairing.set(moved, moved + before) }
                for moved in best..<best + missing { pairing.partner[moved] = -1 }
                for moved in best + missing..<high { try pairing.set(moved, moved + before + added - missing) }
                settled = best + missing
                if pairing.partner[frame] < 0 {
                    previous = (best - 1, best - 1 + before)
                    continue
                }
            }
            previous = (frame, Int(pairing.partner[frame]))
        }
    }

    /// The frame before which a gap costs least; the last such.
    private func place(_ frames: Range<Int>, missing: Int, added: Int, before: Int) throws -> Int {
        let after = before + added - missing
        var (left, right): ([Float], [Float]) = ([], [])
        for frame in frames {
            left.append(try pairing.distance(frame, frame + before) ?? 1000)
            right.append(try pairing.distance(frame, frame + after) ?? 1000)
        }
        var (best, least) = (frames.lowerBound, Float.infinity)
        for start in 0...max(0, frames.count - missing) {
            var total = left[..<start].reduce(0, +) + right[(start + missing)...].reduce(0, +)
            for other in 0..<min(added, 16) {
                let repeated = frames.lowerBound + start + before + other
                // Tells between places that are as good.
                let unlike = try pairing.distanceInActual(repeated, repeated - 1) ?? 1000
                total += pairing.isExact ? unlike * 0.001 : unlike
            }
            if total <= least { (best, least) = (frames.lowerBound + start, total) }
        }
        return best
    }

    // MARK: Standing still

    private mutating func findFrozen() throws {
        var frame = 1
        let (partner, count) = (pairing.partner, pairing.partner.count)
        func isStill(_ frame: Int) -> Bool {
            partner[frame] >= 0 && partner[frame - 1] + 1 == partner[frame]
                && pairing.standsStill(frame, Int(partner[frame]))
        }
        func isHeld(_ frame: Int) -> Bool {
            guard partner[frame] >= 0, partner[frame - 1] + 1 == partner[frame] else { return false }
            return pairing.isExact ? pairing.actual.isRepeat(Int(partner[frame])) : isStill(frame)
        }
        while frame < count {
            guard isStill(frame) else {
                frame += 1
                continue
            }
            // The picture that stays, and the frames that show it.
            var first = frame - 1
            while first > 0, isHeld(first) { first -= 1 }
            var end = frame + 1
            while end < count, isHeld(end) { end += 1 }
            frame = end
            let unlike = try (first..<end).filter { try pairing.isMissed($0) }
            let isShown = unlike.count < end - first
            var hidden: [Int]
            if pairing.isExact {
                hidden = isShown ? unlike : Array(first + 1..<end)
                // Of pictures that are all other ones a short stay tells nothing.
                if !isShown, hidden.count < 4 { continue }
            } else {
                hidden = unlike.isEmpty ? [] : Array(first + 1..<end)
                // A short stay must be between frames that are in their place, and hide what can be seen.
                let isBetween = !pairing.isUnlike(first) && (end == count || !pairing.isUnlike(end))
                let moved = hidden.reduce(0) { $0 + pairing.expected.motion[$1] }
                if hidden.count < 4, !isBetween { continue }
                if moved < pairing.typicalNoise[first] { continue }
            }
            guard var last = hidden.last, let start = hidden.first else { continue }
            if last - start + 1 != hidden.count { hidden = Array(start...last) }
            // Late frames after it belong to it, until the clip has caught up.
            let late = hidden.count
            while pairing.isExact, isShown, last + 1 < count, partner[last + 1] >= 0,
                pairing.isUnlike(last + 1), last + 1 - late >= 0,
                pairing.expected.keys[last + 1 - late] == pairing.actual.keys[Int(partner[last + 1])]
            {
                last += 1
                hidden.append(last)
            }
            frame = max(frame, last + 1)
            for hidden in hidden {
                expectedMarks[hidden] = .frozen
                actualMarks[Int(partner[hidden])] = .frozen
            }
            events.append(.init(kind: .frozen, first: start, last: last, count: last - start + 1))
        }
    }
}

/// Which pixels are live.
///
/// The live mask is zero in all chunks outside the runs, so masks are combined over the whole strip.
extension Machine {
    /// Finds the runs of chunks with live pixels.
    func findRuns() {
        let live = lanes(of: .live)
        var count = 0
        var all = Words(repeating: -1)
        var previous = -2
        for chunk in 0..<plan.chunkCount {
            let mask = live[chunk]
            guard Self.isAnyTrue(mask) else { continue }
            all &= mask
            if previous == chunk - 1 {
                runs[count - 1].count += 1
            } else {
                runs[count] = (chunk, 1)
                count += 1
            }
            previous = chunk
        }
        runCount = count
        isFull = !Self.isAnyTrue(~all)
    }

    @inline(__always) static func isAnyTrue(_ mask: Words) -> Bool {
        let words = unsafeBitCast(mask, to: SIMD8<UInt64>.self)
        let four = words.lowHalf | words.highHalf
        let two = four.lowHalf | four.highHalf
        return (two.x | two.y) != 0
    }

    /// Splits the live lanes by a condition: the true ones stay, the others go to `aside`; whether there are any.
    @inline(__always) private func split(_ step: Step, aside: Int32) -> (some: Bool, others: Bool) {
        let live = lanes(of: .live)
        let condition = memory + Int(step.a.offset)
        let stride = Int(step.a.stride)
        let others = memory + Int(aside)
        var isTrue = Words.zero
        var isFalse = Words.zero
        for chunk in 0..<plan.chunkCount {
            let mask = live[chunk]
            let no = mask & ~condition[chunk &* stride]
            isFalse |= no
            isTrue |= mask ^ no
            others[chunk] = no
        }
        return (Self.isAnyTrue(isTrue), Self.isAnyTrue(isFalse))
    }

    @inline(__always) private func takeOut(_ aside: Int32) {
        let live = lanes(of: .live)
        let others = memory + Int(aside)
        for chunk in 0..<plan.chunkCount { live[chunk] &= ~others[chunk] }
        findRuns()
    }

    /// False when no lane takes this side; then all live ones take the other.
    func branch(_ step: Step) -> Bool {
        let (some, others) = split(step, aside: step.target)
        if !some {
            (memory + Int(step.b.offset)).update(repeating: .zero, count: plan.chunkCount)
            return false
        }
        if others { takeOut(step.target) }
        return true
    }

    /// False when no lane takes the branch.
    func branchIf(_ step: Step) -> Bool {
        let (some, others) = split(step, aside: step.target)
        if some && others { takeOut(step.target) }
        return some
    }

    /// False when no lane takes the other side.
    func otherwise(_ step: Step) -> Bool {
        let live = lanes(of: .live)
        let waiting = memory + Int(step.target)
        let kept = memory + Int(step.b.offset)
        for chunk in 0..<plan.chunkCount {
            kept[chunk] = live[chunk]
            live[chunk] = waiting[chunk]
        }
        findRuns()
        return runCount > 0
    }

    func rejoin(_ step: Step) {
        let live = lanes(of: .live)
        let others = memory + Int(step.target)
        var added = Words.zero
        for chunk in 0..<plan.chunkCount {
            added |= others[chunk]
            live[chunk] |= others[chunk]
        }
        if Self.isAnyTrue(added) { findRuns() }
    }

    func exit(_ step: Step) {
        let live = lanes(of: .live)
        let left = memory + Int(step.target)
        for chunk in 0..<plan.chunkCount {
            left[chunk] |= live[chunk]
            live[chunk] = .zero
        }
        runCount = 0
    }

    /// False when no lane is left.
    func exitWhere(_ step: Step) -> Bool {
        let live = lanes(of: .live)
        let left = memory + Int(step.target)
        let condition = memory + Int(step.a.offset)
        let stride = Int(step.a.stride)
        let inversion = Words(repeating: step.count == 0 ? 0 : -1)
        var leaving = Words.zero
        for chunk in 0..<plan.chunkCount {
            let gone = live[chunk] & (condition[chunk &* stride] ^ inversion)
            leaving |= gone
            left[chunk] |= gone
            live[chunk] ^= gone
        }
        if Self.isAnyTrue(leaving) { findRuns() }
        return runCount > 0
    }

    func discard() {
        let live = lanes(of: .live)
        let discarded = lanes(of: .discarded)
        for chunk in 0..<plan.chunkCount { discarded[chunk] |= live[chunk] }
    }

    // MARK: - Loops

    /// Counts an entry into a loop body; false when no lane is left.
    func enterLoop() -> Bool {
        if runCount == 0 { return false }
        if hasHelpers { dropLonelyHelpers() }
        if runCount == 0 { return false }
        let live = lanes(of: .live)
        let iterations = lanes(of: .iterations)
        for run in 0..<runCount {
            for chunk in runs[run].start..<runs[run].start + runs[run].count {
                iterations[chunk] = iterations[chunk] &- live[chunk]
            }
        }
        entries += 1
        if entries > frame.loopLimit { dropTripped() }
        // A strip that runs long must notice that time is up.
        if entries & 0x7FF == 0, frame.isOverdue {
            isOverdue = true
            lanes(of: .live).update(repeating: .zero, count: plan.chunkCount)
            runCount = 0
        }
        return runCount > 0
    }

    /// Takes helpers out of a loop in which no pixel of their quad is left that is inside the target.
    private func dropLonelyHelpers() {
        let live = lanes(of: .live)
        let real = lanes(of: .real)
        for chunk in 0..<plan.chunkCount {
            let needed = live[chunk] & real[chunk]
            let rows = needed.lowHalf | needed.highHalf
            let quads = rows.evenHalf | rows.oddHalf
            var columns = SIMD8<Int32>.zero
            columns.evenHalf = quads
            columns.oddHalf = quads
            live[chunk] &= Words(lowHalf: columns, highHalf: columns)
        }
        findRuns()
    }

    /// Takes out the pixels that are over the limit and notes the first of them.
    private func dropTripped() {
        let live = lanes(of: .live)
        let real = lanes(of: .real)
        let iterations = lanes(of: .iterations)
        let limit = Int32(clamping: frame.loopLimit)
        var hasTripped = false
        for chunk in 0..<plan.chunkCount {
            for lane in 0..<16 where live[chunk][lane] & real[chunk][lane] != 0 && iterations[chunk][lane] > limit {
                live[chunk][lane] = 0
                hasTripped = true
                let trip = Trip(x: column + chunk * 8 + lane & 7, y: row + lane >> 3)
                if trip.isBefore(firstTrip) { firstTrip = trip }
            }
        }
        if hasTripped { findRuns() }
    }
}

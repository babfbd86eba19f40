extension FramePairing {
    /// Frames that are aligned at a time, and how many of them are aligned again with what follows.
    private static let (stretch, overlap) = (1024, 192)

    /// Finds the pairs: stretch after stretch, within a band around the offset where the last one ended.
    mutating func search() throws {
        var (frame, other) = (0, 0)
        var finder = JumpFinder(expected: expected.keys, actual: actual.keys)
        while frame < expected.count, other < actual.count {
            if isExact { takeEqualFrames(&frame, &other) }
            var rows = min(expected.count - frame, Self.stretch)
            var columns = actual.count - other
            var isOpen = rows < expected.count - frame
            // Equal frames far beyond the band: up to there is a stretch of its own.
            if isExact, let jump = finder.next(after: (frame, other), within: isOpen ? rows - Self.overlap : rows) {
                (rows, columns, isOpen) = (jump.frame - frame, jump.other - other, false)
            }
            let pairs = try align(frame, other, rows: rows, columns: columns, isOpen: isOpen)
            var kept = pairs.count
            if isOpen {
                while kept > 1, pairs[kept - 1].row >= rows - Self.overlap { kept -= 1 }
            }
            for pair in pairs.prefix(kept) {
                partner[frame + pair.row] = Int32(clamping: other + pair.column)
                cost[frame + pair.row] = pair.cost
            }
            guard isOpen else {
                (frame, other) = (frame + rows, other + columns)
                continue
            }
            if let last = pairs.prefix(kept).last {
                (frame, other) = (frame + last.row + 1, other + last.column + 1)
            } else {
                (frame, other) = (frame + rows, other + rows)
            }
        }
        try closeTwoSidedGaps()
    }

    /// Pairs a long stretch of equal frames; what is near to its end is left to the alignment.
    private mutating func takeEqualFrames(_ frame: inout Int, _ other: inout Int) {
        var count = 0
        let most = min(expected.count - frame, actual.count - other)
        while count < most, expected.keys[frame + count] == actual.keys[other + count] { count += 1 }
        for step in 0..<max(0, count - Self.overlap) {
            partner[frame + step] = Int32(clamping: other + step)
            cost[frame + step] = 0
        }
        frame += max(0, count - Self.overlap)
        other += max(0, count - Self.overlap)
    }

    private typealias CostedPair = (row: Int, column: Int, cost: UInt8)

    private mutating func align(
        _ frame: Int, _ other: Int, rows: Int, columns: Int, isOpen: Bool
    ) throws -> [CostedPair] {
        // The open end of a stretch must not be short of frames within the band.
        let columns = isOpen ? min(columns, rows + BandedAlignment.reach) : columns
        guard !isExact else {
            let band = BandedAlignment(opening: 1.2, ending: 1)
            let (expected, actual) = (expected, actual)
            let pairs = band.pairs(rows: rows, columns: columns, isOpen: isOpen) { row, costs in
                let (key, isRepeat) = (expected.keys[frame + row], expected.isRepeat(frame + row))
                for index in costs.indices {
                    let column = other + row + index - BandedAlignment.reach
                    guard column >= 0, column < actual.count else { continue }
                    // Where a picture stands still, a longer stay says no more than a short one.
                    costs[index] =
                        actual.keys[column] == key ? 0 : isRepeat || actual.isRepeat(column) ? 0.3 : 1
                }
            }
            return pairs.map { pair in
                let isEqual = expected.keys[frame + pair.row] == actual.keys[other + pair.column]
                return (pair.row, pair.column, isEqual ? 0 : 255)
            }
        }
        let distances = try distances(frame, other, rows: rows, columns: columns)
        measureNoise(frame, other, distances, rows: rows)
        let (expectedMotion, actualMotion, noise) = (expected.motion, actual.motion, noise)
        let (width, reach) = (BandedAlignment.width, BandedAlignment.reach)
        let band = BandedAlignment(opening: 2.5, ending: 1)
        let pairs = band.pairs(rows: rows, columns: columns, isOpen: isOpen) { row, costs in
            let (floor, motion) = (noise[frame + row], expectedMotion[frame + row])
            for index in 0..<width {
                let column = other + row + index - reach
                guard column >= 0, column < actualMotion.count else { continue }
                let (less, more) = (min(motion, actualMotion[column]), max(motion, actualMotion[column]))
                let isStill = less <= 1.2 * floor && less <= 0.4 * more || more <= 0.3 * floor
                costs[index] = Noise.share(distances[row * width + index], floor, motion: motion) * (isStill ? 0.3 : 1)
            }
        }
        return pairs.map { pair in
            let distance = distances[pair.row * width + pair.column - pair.row + reach]
            return (pair.row, pair.column, UInt8(share(distance, frame + pair.row) * 255))
        }
    }

    /// The distances in levels of luma of each frame of a stretch within the band; infinite outside the clip.
    private func distances(_ frame: Int, _ other: Int, rows: Int, columns: Int) throws -> [Float] {
        let (width, reach) = (BandedAlignment.width, BandedAlignment.reach)
        var result = [Float](repeating: .infinity, count: rows * width)
        var sums = [UInt32](repeating: 0, count: width)
        let step = 128
        let (one, others) = (CellWindow(capacity: step), CellWindow(capacity: step + width))
        for start in stride(from: 0, to: rows, by: step) {
            let end = min(rows, start + step)
            try one.load(frame + start..<frame + end, of: expected.log)
            let first = max(0, other + start - reach)
            let last = min(actual.count, min(other + columns, other + end + reach))
            guard first < last else { continue }
            try others.load(first..<last, of: actual.log)
            for row in start..<end {
                for index in sums.indices { sums[index] = .max }
                let band = other + row - reach..<other + row + reach + 1
                one.distances(from: frame + row, to: band, of: others, into: &sums)
                for index in 0..<width where sums[index] != .max {
                    result[row * width + index] = Float(sums[index]) / CellWindow.level
                }
            }
        }
        return result
    }

    /// The noise of each frame: its distance from the most alike frame, or the median of those of near frames if more.
    private mutating func measureNoise(_ frame: Int, _ other: Int, _ distances: [Float], rows: Int) {
        let (width, reach) = (BandedAlignment.width, BandedAlignment.reach)
        let least = (0..<rows).map { row in
            let band = distances[row * width..<(row + 1) * width]
            let (smallest, straight) = (band.min() ?? .infinity, distances[row * width + reach])
            // Where no frame is alike, being somewhat more alike tells nothing.
            return smallest > Noise.most && straight <= 1.8 * smallest ? straight : smallest
        }
        // While the actual clip stands still no frame is alike; that is no noise.
        let known = (0..<rows).filter { row in
            let column = other + row
            let isHeld = column < actual.count && actual.motion[column] <= 0.4 * expected.motion[frame + row]
            return least[row].isFinite && !isHeld
        }
        func median(_ values: [Float]) -> Float? { values.isEmpty ? nil : values.sorted()[values.count / 2] }
        let usual = median(known.map { least[$0] }) ?? median(least.filter(\.isFinite)) ?? Noise.least
        let radius = 16
        var near = 0..<0
        for row in 0..<rows {
            while near.upperBound < known.count, known[near.upperBound] <= row + radius {
                near = near.lowerBound..<near.upperBound + 1
            }
            while near.lowerBound < near.upperBound, known[near.lowerBound] < row - radius {
                near = near.lowerBound + 1..<near.upperBound
            }
            let median = median(known[near].map { least[$0] }) ?? usual
            typicalNoise[frame + row] = max(Noise.least, median)
            noise[frame + row] = max(Noise.least, median, least[row].isFinite ? least[row] : 0)
        }
    }

    /// Pairs what was skipped on both sides at one place: other content, not other time.
    private mutating func closeTwoSidedGaps() throws {
        var (previousFrame, previousOther) = (-1, -1)
        for frame in 0...expected.count {
            let other = frame < expected.count ? Int(partner[frame]) : actual.count
            guard other >= 0 else { continue }
            let both = min(frame - previousFrame, other - previousOther) - 1
            if both > 0 {
                let isHead = previousFrame < 0 && frame < expected.count
                for step in 1...both {
                    try isHead
                        ? set(frame - step, other - step) : set(previousFrame + step, previousOther + step)
                }
            }
            (previousFrame, previousOther) = (frame, other)
        }
    }
}

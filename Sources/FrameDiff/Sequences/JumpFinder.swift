/// Finds where the actual clip goes on with frames from beyond the band, by their hashes.
struct JumpFinder {
    /// Frames in a row that must be found, each only once in the clip.
    private static let evidence = 8

    /// Frames in a row of which each is found once, at one offset.
    private struct Island {
        var frames: Range<Int>
        var offset: Int
    }

    private let expected: [UInt64]
    private let actual: [UInt64]
    private var islands: [Island]?
    /// Islands before this one are passed.
    private var current = 0

    init(expected: [UInt64], actual: [UInt64]) {
        self.expected = expected
        self.actual = actual
    }

    /// The first pair beyond the band after a pair of frames; nil if near frames follow for `rows` before.
    mutating func next(after pair: (frame: Int, other: Int), within rows: Int) -> (frame: Int, other: Int)? {
        let (frame, offset) = (pair.frame, pair.other - pair.frame)
        // Most clips are equal from here on, and need no search.
        if islands == nil {
            let end = min(frame + rows, expected.count, actual.count - offset)
            if (frame..<max(frame, end)).allSatisfy({ expected[$0] == actual[$0 + offset] }) { return nil }
        }
        let islands = self.islands ?? found()
        self.islands = islands
        while current < islands.count, islands[current].frames.upperBound <= frame { current += 1 }
        for island in islands[current...] {
            let start = max(frame, island.frames.lowerBound)
            if abs(island.offset - offset) <= BandedAlignment.reach {
                if island.frames.upperBound >= frame + rows { return nil }
            } else if start + island.offset >= pair.other {
                return (start, start + island.offset)
            }
        }
        return nil
    }

    private func found() -> [Island] {
        var places: [UInt64: Int32] = [:]
        places.reserveCapacity(actual.count)
        for (index, key) in actual.enumerated() {
            places[key] = places[key] == nil ? Int32(clamping: index) : -1
        }
        var (islands, open): ([Island], Island?) = ([], nil)
        func close() {
            if let island = open, island.frames.count >= Self.evidence { islands.append(island) }
            open = nil
        }
        for (frame, key) in expected.enumerated() {
            guard let place = places[key], place >= 0 else {
                close()
                continue
            }
            if let island = open, island.offset == Int(place) - frame {
                open = Island(frames: island.frames.lowerBound..<frame + 1, offset: island.offset)
            } else {
                close()
                open = Island(frames: frame..<frame + 1, offset: Int(place) - frame)
            }
        }
        close()
        return islands
    }
}

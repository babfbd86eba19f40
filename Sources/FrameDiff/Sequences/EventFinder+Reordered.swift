extension EventFinder {
    /// How far a frame may have moved, by hashes and by distances.
    private static let (reachByHash, reachByDistance) = (2048, 64)
    /// Distances measured at most, and the longest stretch of unlike frames that is searched by them.
    private static let (measurements, longestStretch) = (100_000, 48)

    /// Finds frames without a like partner that are like each other, and names stretches made of them.
    mutating func findReordered() throws {
        let frames = pairing.partner.indices.filter { expectedMarks[$0] == .none && pairing.isUnlike($0) }
        let others = owner.indices.filter { other in
            actualMarks[other] == .none && (owner[other] < 0 || pairing.isUnlike(Int(owner[other])))
        }
        var moved = pairing.isExact ? [] : try swappedNeighbours()
        if !frames.isEmpty, !others.isEmpty {
            let known = (Set(moved.map(\.frame)), Set(moved.map(\.other)))
            let (frames, others) = (frames.filter { !known.0.contains($0) }, others.filter { !known.1.contains($0) })
            moved += pairing.isExact ? movedByHash(frames, others) : try movedByDistance(frames, others)
        }
        guard !moved.isEmpty else { return }

        // Where a frame went from and to, in the expected clip; what overlaps is one stretch.
        let places = places()
        let spans = moved.map { pair in
            (min(pair.frame, places[pair.other]), max(pair.frame, places[pair.other]), pair)
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        var stretches: [(first: Int, last: Int, pairs: [Moved])] = []
        for (first, last, pair) in spans {
            if let open = stretches.last, first <= open.last {
                stretches[stretches.count - 1].last = max(open.last, last)
                stretches[stretches.count - 1].pairs.append(pair)
            } else {
                stretches.append((first, last, [pair]))
            }
        }
        let otherPlaces = others.map { places[$0] }.sorted()
        for stretch in stretches where stretch.first < stretch.last {
            // Most of what is unlike here must be explained by it.
            let unlike = max(
                Self.count(frames, stretch.first...stretch.last), Self.count(otherPlaces, stretch.first...stretch.last))
            let isGapAtBothEnds = stretch.pairs.contains { pairing.partner[$0.frame] < 0 || owner[$0.other] < 0 }
            guard stretch.pairs.count * 3 >= unlike * 2, stretch.pairs.count > 1 || isGapAtBothEnds else { continue }
            for pair in stretch.pairs {
                expectedMarks[pair.frame] = .reordered
                actualMarks[pair.other] = .reordered
            }
            events.append(
                .init(kind: .reordered, first: stretch.first, last: stretch.last, count: stretch.pairs.count))
        }
    }

    private typealias Moved = (frame: Int, other: Int)

    private func movedByHash(_ frames: [Int], _ others: [Int]) -> [Moved] {
        var free: [UInt64: [Int]] = [:]
        // A picture that stays is no mark of a place.
        for other in others.reversed() where !pairing.actual.isRepeat(other) {
            free[pairing.actual.keys[other], default: []].append(other)
        }
        var moved: [Moved] = []
        for frame in frames where !pairing.expected.isRepeat(frame) {
            let key = pairing.expected.keys[frame]
            guard var candidates = free[key] else { continue }
            while let other = candidates.last, other < frame - Self.reachByHash { candidates.removeLast() }
            if let other = candidates.last, other <= frame + Self.reachByHash {
                candidates.removeLast()
                moved.append((frame, other))
            }
            free[key] = candidates
        }
        return moved
    }

    /// Neighbours that are more alike crosswise: together they tell more than each alone.
    private func swappedNeighbours() throws -> [Moved] {
        var (moved, frame, measured): ([Moved], Int, Int) = ([], 0, 0)
        let partner = pairing.partner
        while frame + 1 < partner.count, measured < Self.measurements {
            let (one, other) = (Int(partner[frame]), Int(partner[frame + 1]))
            let next = frame + 1
            defer { frame += 1 }
            // Where others beside them are unlike as well, the offset is wrong, not the order.
            let isAlone = [frame - 1, frame + 2].allSatisfy {
                !partner.indices.contains($0) || partner[$0] >= 0 && pairing.cost[$0] < 60
            }
            guard isAlone, one >= 0, other == one + 1, max(pairing.cost[frame], pairing.cost[next]) >= 60,
                expectedMarks[frame] == .none, expectedMarks[next] == .none,
                let one0 = try pairing.distance(frame, one), let one1 = try pairing.distance(next, other),
                let two0 = try pairing.distance(frame, other), let two1 = try pairing.distance(next, one)
            else { continue }
            measured += 4
            let (straight, crosswise) = (SIMD2(one0, one1), SIMD2(two0, two1))
            let gain = (straight * straight - crosswise * crosswise).sum()
            let motion = pairing.expected.motion[next]
            // Of frames in order it is twice the square of the motion below zero, of swapped ones above.
            // Slower pictures are shown in an order that an encoder blurs: it holds blocks, and lets them catch up.
            guard motion > Noise.least, gain >= motion * motion,
                all(crosswise .<= 1.05 * straight),
                max(pairing.share(two0, frame), pairing.share(two1, next)) < 0.5
            else { continue }
            moved += [(frame, other), (next, one)]
            frame += 1
        }
        return moved
    }

    private func movedByDistance(_ frames: [Int], _ others: [Int]) throws -> [Moved] {
        let places = places()
        var (moved, used, measured): ([Moved], Set<Int>, Int) = ([], [], 0)
        var (position, firstOther) = (0, 0)
        while position < frames.count {
            var end = position + 1
            while end < frames.count, frames[end] == frames[end - 1] + 1 { end += 1 }
            let stretch = frames[position..<end]
            position = end
            guard stretch.count <= Self.longestStretch else { continue }
            for frame in stretch {
                while firstOther < others.count, places[others[firstOther]] < frame - Self.reachByDistance {
                    firstOther += 1
                }
                let partner = Int(pairing.partner[frame])
                let straight = partner < 0 ? Float.infinity : try pairing.distance(frame, partner) ?? .infinity
                var best: (other: Int, distance: Float)?
                for other in others[firstOther...] {
                    guard places[other] <= frame + Self.reachByDistance, measured < Self.measurements else { break }
                    guard !used.contains(other), other != partner else { continue }
                    measured += 1
                    let distance = try pairing.distance(frame, other) ?? .infinity
                    if distance < best?.distance ?? .infinity { best = (other, distance) }
                }
                guard let best, best.distance <= 0.9 * straight, pairing.share(best.distance, frame) < 0.35 else {
                    continue
                }
                used.insert(best.other)
                moved.append((frame, best.other))
            }
        }
        return moved
    }

    /// Where each actual frame is in the expected clip: its partner's place, or the one before it.
    func places() -> [Int] {
        var last = 0
        return owner.map { frame in
            if frame >= 0 { last = Int(frame) }
            return last
        }
    }

    /// How many of ascending numbers are in a range.
    private static func count(_ numbers: [Int], _ range: ClosedRange<Int>) -> Int {
        func first(notBelow value: Int) -> Int {
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[middle] < value { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return first(notBelow: range.upperBound + 1) - first(notBelow: range.lowerBound)
    }
}

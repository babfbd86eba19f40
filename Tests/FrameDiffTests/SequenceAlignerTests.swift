import FrameDiff
import Testing

@Suite struct SequenceAlignerTests {
    @Test func equalClipsAreOneRun() throws {
        let alignment = try align(0..<300, 0..<300)
        #expect(alignment.places == [[0, 0, 300]])
        #expect(alignment.brief == [])
    }

    @Test(arguments: [(30, 1), (30, 3), (0, 1), (0, 3), (117, 1), (118, 1), (119, 1), (60, 40), (20, 80)])
    func droppedFramesAreOneEvent(first: Int, count: Int) throws {
        let actual = Array(0..<first) + Array(first + count..<120)
        let alignment = try align(0..<120, actual)
        #expect(alignment.brief == ["dropped \(first)-\(first + count - 1) x\(count)"])
        #expect(alignment.runs.map(\.count).reduce(0, +) == 120 - count)
    }

    @Test(arguments: [(30, 1), (30, 3), (0, 1), (0, 2), (118, 1), (119, 1), (119, 5), (60, 90)])
    func repeatsAreOneEvent(shown: Int, count: Int) throws {
        let actual = Array(0...shown) + Array(repeating: shown, count: count) + Array(shown + 1..<120)
        let alignment = try align(0..<120, actual)
        #expect(alignment.brief == ["duplicated \(shown + 1)-\(shown + count) x\(count)"])
        #expect(alignment.runs.map(\.count).reduce(0, +) == 120)
    }

    @Test func aStretchShownTwiceIsDuplicated() throws {
        let alignment = try align(0..<120, Array(0..<40) + Array(30..<120))
        #expect(alignment.brief == ["duplicated 40-49 x10"])
    }

    @Test(arguments: [2, -2, 1, -1, 30, -30, 100, -100])
    func aShiftIsOneEvent(offset: Int) throws {
        // Frames before and after the expected clip are others.
        let alignment = try align(0..<240, -offset..<240 - offset)
        #expect(alignment.brief == ["shifted 0-239 x\(offset)"])
        #expect(alignment.places == [[max(0, -offset), max(0, offset), 240 - abs(offset)]])
    }

    @Test func aShiftThatRepeatsTheFirstFrameIsOneEvent() throws {
        let alignment = try align(0..<120, [0, 0] + Array(0..<118))
        #expect(alignment.brief == ["shifted 0-119 x2"])
        #expect(alignment.places == [[0, 2, 118]])
    }

    @Test(arguments: [(40, 10), (40, 1), (1, 5), (110, 10), (20, 90)])
    func standingStillIsFrozen(first: Int, count: Int) throws {
        let actual = (0..<120).map { first..<first + count ~= $0 ? first - 1 : $0 }
        let alignment = try align(0..<120, actual)
        #expect(alignment.brief == ["frozen \(first)-\(first + count - 1) x\(count)"])
        #expect(alignment.runs.map(\.count).reduce(0, +) == 120 - count)
    }

    @Test func aFreezeOnTheLastPictureIsFrozen() throws {
        let alignment = try align(0..<120, (0..<120).map { 40..<50 ~= $0 ? 49 : $0 })
        #expect(alignment.brief == ["frozen 40-48 x9"])
    }

    @Test(arguments: [2, 3, 5, 8])
    func aRepeatThatIsSoonMadeUpForIsFrozen(distance: Int) throws {
        let actual = Array(0...30) + [30] + Array(31..<30 + distance) + Array(31 + distance..<120)
        let alignment = try align(0..<120, actual)
        #expect(alignment.events.map(\.kind) == [.frozen])
        #expect(alignment.fault(expected: 120, actual: 120) == nil)
    }

    @Test func aSwapOfNeighboursIsReordered() throws {
        var actual = Array(0..<120)
        actual.swapAt(50, 51)
        let alignment = try align(0..<120, actual)
        #expect(alignment.brief == ["reordered 50-51 x2"])
        #expect(alignment.places == [[0, 0, 50], [52, 52, 68]])
    }

    @Test func aSwapOfDistantFramesIsReordered() throws {
        var actual = Array(0..<120)
        actual.swapAt(20, 70)
        let alignment = try align(0..<120, actual)
        #expect(alignment.brief == ["reordered 20-70 x2"])
        #expect(alignment.places == [[0, 0, 20], [21, 21, 49], [71, 71, 49]])
    }

    @Test func aMovedStretchIsReordered() throws {
        let actual = Array(0..<20) + Array(30..<60) + Array(20..<30) + Array(60..<120)
        let alignment = try align(0..<120, actual)
        #expect(alignment.brief == ["reordered 20-59 x10"] || alignment.brief == ["reordered 20-60 x10"])
        let reversed = try align(0..<60, Array(0..<20) + (20..<40).reversed() + Array(40..<60))
        #expect(reversed.brief == ["reordered 20-39 x20"])
    }

    @Test func faultsFarApartAreNamedEach() throws {
        let twoDrops = (0..<300).filter { $0 != 50 && !(200...202 ~= $0) }
        #expect(try align(0..<300, twoDrops).brief == ["dropped 50-50 x1", "dropped 200-202 x3"])
        let dropThenRepeat = (0..<300).flatMap { $0 == 50 ? [] : $0 == 200 ? [200, 200] : [$0] }
        #expect(try align(0..<300, dropThenRepeat).brief == ["dropped 50-50 x1", "duplicated 200-200 x1"])
        let shiftThenFreeze = (0..<300).map { 100..<110 ~= $0 ? 97 : $0 - 2 }
        #expect(try align(0..<300, shiftThenFreeze).brief == ["shifted 0-299 x2", "frozen 98-107 x10"])
    }

    @Test func halfTheLengthIsOneDrop() throws {
        let alignment = try align(0..<120, 0..<60)
        #expect(alignment.brief == ["dropped 60-119 x60"])
        #expect(alignment.places == [[0, 0, 60]])
        // All pictures are others as well.
        #expect(try align(0..<1200, 5000..<5600).brief == ["dropped 600-1199 x600"])
    }

    @Test func framesThatWereNeverThereAreNumberedInTheActualClip() throws {
        let added = Array(0..<40) + [900, 901, 902] + Array(40..<120)
        #expect(try align(0..<120, added).brief == ["changed 40-42 x3"])
        #expect(try align(0..<120, Array(0..<120) + Array(900..<910)).brief == ["changed 120-129 x10"])
    }

    @Test func farJumpsAreFoundByHashes() throws {
        let cut = Array(0..<2000) + Array(7000..<9000)
        let alignment = try align(0..<9000, cut)
        #expect(alignment.brief == ["dropped 2000-6999 x5000"])
        #expect(alignment.places == [[0, 0, 2000], [7000, 2000, 2000]])
        let added = Array(0..<3000) + Array(20000..<20500) + Array(3000..<4000)
        #expect(try align(0..<4000, added).brief == ["changed 3000-3499 x500"])
    }

    @Test func manyDropsBeyondTheBandAreNamedEach() throws {
        let dropped = Set(stride(from: 50, to: 20_000, by: 100))
        let alignment = try align(0..<20_000, (0..<20_000).filter { !dropped.contains($0) })
        #expect(alignment.brief == dropped.sorted().map { "dropped \($0)-\($0) x1" })
    }

    @Test func changedContentStaysInPlace() throws {
        #expect(try align(0..<500, 1000..<1500).places == [[0, 0, 500]])
        #expect(try align(0..<500, 1000..<1500).brief == [])
        #expect(try align(0..<5000, 10_000..<15_000).places == [[0, 0, 5000]])
        // A stretch, and one frame in three.
        let stretch = try align(0..<500, (0..<500).map { 100..<200 ~= $0 ? $0 + 9000 : $0 })
        #expect(stretch.places == [[0, 0, 500]])
        #expect(stretch.brief == [])
        let sparse = try align(0..<500, (0..<500).map { $0 % 3 == 0 ? $0 + 9000 : $0 })
        #expect(sparse.places == [[0, 0, 500]])
        #expect(sparse.brief == [])
        // A clip of double speed has equal frames at other places, but is no fault of single frames.
        #expect(try align(0..<500, (0..<500).map { $0 * 2 }).brief == [])
    }

    @Test func stillAndLoopedClipsGiveNoEvent() throws {
        #expect(try align((0..<200).map { _ in 1 }, (0..<200).map { _ in 1 }).brief == [])
        #expect(try align((0..<200).map { _ in 1 }, (0..<200).map { _ in 2 }).brief == [])
        #expect(try align((0..<300).map { $0 % 30 }, (0..<300).map { ($0 + 60) % 30 }).brief == [])
        let pause = (0..<300).map { max(100, min(200, $0)) }
        #expect(try align(pause, pause).brief == [])
        // Two pictures in three are shown twice.
        #expect(try align((0..<300).map { $0 * 3 / 5 }, (0..<300).map { $0 * 3 / 5 }).brief == [])
    }

    @Test func aPauseThatIsLongerIsOneEvent() throws {
        let expected = Array(0..<100) + Array(repeating: 100, count: 50) + Array(101..<200)
        let longer = Array(0..<100) + Array(repeating: 100, count: 54) + Array(101..<200)
        let alignment = try align(expected, longer)
        #expect(alignment.events.map(\.kind) == [.duplicated])
        #expect(alignment.events.map(\.count) == [4])
        #expect(try align(longer, expected).events.map(\.kind) == [.dropped])
        #expect(try align((0..<100).map { _ in 1 }, (0..<110).map { _ in 1 }).brief == ["duplicated 100-109 x10"])
        #expect(try align((0..<100).map { _ in 1 }, (0..<60).map { _ in 1 }).brief == ["dropped 60-99 x40"])
        #expect(try align((0..<120).map { $0 % 30 }, (0..<60).map { $0 % 30 }).brief == ["dropped 60-119 x60"])
    }

    @Test func emptyClips() throws {
        #expect(try align([], []).brief == [])
        #expect(try align(0..<3, []).brief == ["dropped 0-2 x3"])
        #expect(try align([], 0..<3).brief == ["changed 0-2 x3"])
        #expect(try align([1], [2]).places == [[0, 0, 1]])
    }

    @Test func hashesDecideWhereCellsAreMissing() throws {
        let alignment = try SequenceAligner(isLossy: true).align(
            expected: log(0..<120), actual: log((0..<120).filter { $0 != 7 }, hasCells: true))
        #expect(alignment.brief == ["dropped 7-7 x1"])
    }

    /// Random plans of faults: whatever is named, the runs are sound.
    @Test(arguments: 0..<60)
    func randomFaultsGiveSoundRuns(seed: Int) throws {
        var numbers = SeededNumbers(state: UInt64(seed))
        let pictures = [1, 3, 12, 1000].randomElement(using: &numbers) ?? 1
        let expected = (0..<Int.random(in: 0...300, using: &numbers)).map { $0 % pictures }
        var actual = expected
        for _ in 0..<Int.random(in: 0...6, using: &numbers) where !actual.isEmpty {
            let place = Int.random(in: 0..<actual.count, using: &numbers)
            let count = Int.random(in: 1...min(100, actual.count - place), using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: actual.removeSubrange(place..<place + count)
            case 1: actual.insert(contentsOf: Array(repeating: actual[place], count: count), at: place)
            case 2: for index in place..<place + count { actual[index] = actual[place] }
            case 3: actual.swapAt(place, place + count - 1)
            case 4: for index in place..<place + count { actual[index] += 5000 }
            default: actual[place..<place + count].shuffle(using: &numbers)
            }
        }
        for (isLossy, hasCells) in [(false, false), (true, true)] {
            let alignment = try SequenceAligner(isLossy: isLossy).align(
                expected: log(expected, hasCells: hasCells), actual: log(actual, hasCells: hasCells))
            #expect(alignment.fault(expected: expected.count, actual: actual.count) == nil, "\(expected) \(actual)")
            for event in alignment.events {
                let isOfActual = event.kind == .duplicated || event.kind == .changed
                #expect(event.first >= 0 && event.first <= event.last)
                #expect(event.last < (isOfActual ? actual.count : max(1, expected.count)))
            }
            if expected == actual { #expect(alignment.brief == []) }
        }
    }
}

import FrameCore
import Testing

struct SeededRandomTests {
    @Test("numbers are those published for SplitMix64 with seed 1234567")
    func published() {
        var random = SeededRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test("every number below a limit is as likely")
    func below() {
        var random = SeededRandom(seed: 1)
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<60_000 { counts[random.next(below: 6)] += 1 }
        // Five standard deviations of 91.
        #expect(counts.allSatisfy { abs($0 - 10_000) < 457 })
        #expect(random.next(below: 1) == 0)
        #expect(random.next(below: 0) == 0)
        #expect(random.next(below: Int.min) == 0)
        #expect((0..<100).allSatisfy { _ in random.next(below: Int.max) >= 0 })
    }

    @Test("every order is as likely, and streams differ")
    func shuffled() {
        var counts: [[Int]: Int] = [:]
        for stream in 0..<24_000 {
            var random = SeededRandom(seed: 7, stream: UInt64(stream))
            counts[random.shuffled([0, 1, 2, 3]), default: 0] += 1
        }
        #expect(counts.count == 24)
        #expect(counts.values.allSatisfy { abs($0 - 1000) < 155 })
        var random = SeededRandom(seed: 7)
        #expect(random.shuffled([Int]()) == [])
        #expect(random.shuffled([5]) == [5])
    }
}

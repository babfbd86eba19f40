import Interaction
import Testing

/// A hundred thousand inputs at random times, in both profiles, against the issue's invariants.
@Suite struct RandomWalkTests {
    @Test(arguments: 0..<4) func noWalkBreaksAnInvariant(_ part: Int) {
        for seed in part * 125..<(part + 1) * 125 {
            let walk = RandomWalk(seed: UInt64(seed), length: 200)
            guard let problem = WalkReferee.verdict(walk) else { continue }
            let shortest = walk.shrunk { WalkReferee.verdict($0) == problem }
            Issue.record("\(problem):\n\(shortest.script)")
            return
        }
    }

    @Test func shrinkingFindsTheShortestScript() throws {
        // "The film is never paused" is broken by one press of one button, whatever comes before.
        func verdict(_ walk: RandomWalk) -> String? {
            WalkReferee.verdict(walk) { $0.isPaused ? "paused" : nil }
        }
        let walk = try #require(
            (0..<100).lazy.map { RandomWalk(seed: $0, length: 200) }
                .first { $0.geometry.profile == .remote && verdict($0) == "paused" })
        let shortest = walk.shrunk { verdict($0) == "paused" }
        #expect(shortest.steps.map(\.input) == [.press(.playpause)])
    }
}

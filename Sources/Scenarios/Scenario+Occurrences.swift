extension Scenario {
    /// The steps as they are played: `repeat` and `include` opened up, one after another, nothing held in memory.
    public var occurrences: Occurrences { Occurrences(steps: steps) }

    /// How many steps are played; `Int.max` when they cannot be counted.
    public var occurrenceCount: Int { Occurrences.count(steps) }

    /// The largest number of steps that a scenario plays.
    public static let mostOccurrences = 1_000_000

    /// One playing of one step, never a `repeat` or an `include`.
    public struct Occurrence: Sendable {
        public let step: Step
        /// The round of every `repeat` around the step, from 1, outermost first.
        public let rounds: [Int]
    }

    /// The playing of a list of steps.
    public struct Occurrences: Sequence, Sendable {
        public let steps: [Step]

        public init(steps: [Step]) { self.steps = steps }

        public func makeIterator() -> Iterator { Iterator(steps: steps) }

        /// Steps times rounds, saturating.
        static func count(_ steps: [Step]) -> Int {
            var total = 0
            for step in steps {
                let count: Int
                switch step.kind {
                case .repeat(let times, let steps):
                    let (product, isOver) = Occurrences.count(steps).multipliedReportingOverflow(
                        by: Swift.max(0, times))
                    count = isOver ? .max : product
                case .include(_, let steps): count = Occurrences.count(steps)
                default: count = 1
                }
                let (sum, isOver) = total.addingReportingOverflow(count)
                total = isOver ? .max : sum
            }
            return total
        }
    }
}

extension Scenario.Occurrences {
    /// A place in the tree of steps: one level for every list that is being played.
    public struct Iterator: IteratorProtocol, Sendable {
        private struct Level {
            let steps: [Scenario.Step]
            var next = 0
            /// Rounds that follow this one.
            var roundsLeft: Int
            /// True for a level that counts in `rounds`.
            let isRepeat: Bool
        }

        private var levels: [Level]
        private var rounds: [Int] = []

        init(steps: [Scenario.Step]) {
            levels = [Level(steps: steps, roundsLeft: 0, isRepeat: false)]
        }

        public mutating func next() -> Scenario.Occurrence? {
            while let level = levels.last {
                let last = levels.count - 1
                guard level.next < level.steps.count else {
                    // A round without steps would be endless work for nothing.
                    if level.roundsLeft > 0, !level.steps.isEmpty {
                        levels[last].roundsLeft -= 1
                        levels[last].next = 0
                        rounds[rounds.count - 1] += 1
                    } else {
                        levels.removeLast()
                        if level.isRepeat { rounds.removeLast() }
                    }
                    continue
                }
                levels[last].next += 1
                let step = level.steps[level.next]
                switch step.kind {
                case .repeat(let times, let steps):
                    guard times > 0 else { continue }
                    levels.append(Level(steps: steps, roundsLeft: times - 1, isRepeat: true))
                    rounds.append(1)
                case .include(_, let steps):
                    levels.append(Level(steps: steps, roundsLeft: 0, isRepeat: false))
                default: return Scenario.Occurrence(step: step, rounds: rounds)
                }
            }
            return nil
        }
    }
}

import FrameCore
import Interaction

/// A device, a handful of films, and what a person and the system do to them: all from one seed.
struct RandomWalk {
    enum Wait: CustomStringConvertible {
        case seconds(Rational)
        /// To the very time of the next event, or a second where there is none.
        case untilEvent

        var description: String {
            switch self {
            case .seconds(let seconds): "\(seconds) s"
            case .untilEvent: "until the next event"
            }
        }
    }

    struct Step: CustomStringConvertible {
        var wait: Wait
        var input: PlayerInput

        var description: String { "- wait \(wait), then \(input)" }
    }

    var geometry: ScreenGeometry
    var films: [Film]
    var settings: PlayerSettings
    var seed: UInt64
    var steps: [Step]

    init(seed: UInt64, length: Int) {
        var random = SeededRandom(seed: seed)
        self.seed = seed
        geometry = random.next(below: 2) == 0 ? .tv : .phone
        let durations: [Rational] = [20, 7, 60.5, 2, 0.1, Rational(1001, 30), 3600]
        films = (0..<random.pick([0, 1, 2, 3, 5, 9])).map { index in
            let duration = random.pick(durations)
            let facts = (0..<random.next(below: 6)).map { _ in
                Fact(
                    text: "", at: random.next(below: 2) == 0 ? nil : Rational(random.next(below: 30)),
                    duration: random.pick([8, 1, 0.3, 30, 0]))
            }
            return Film(id: "birds.\(index).film", title: "Film \(index)", duration: duration, facts: facts)
        }
        settings = PlayerSettings(
            nextAfter: random.pick(Self.timers), stopAfter: random.pick(Self.timers),
            shuffle: random.next(below: 2) == 0, showsFacts: random.next(below: 4) > 0,
            crossFade: random.pick([1.5, 0, 10, 0.4]), lastFilm: random.pick([nil, "birds.1.film", "gone"]))
        steps = []
        for _ in 0..<length { steps.append(Self.step(&random, geometry)) }
    }

    func player() -> Player { Player(films: films, settings: settings, geometry: geometry, seed: seed, at: 0) }

    private static let timers: [Rational?] = [nil, 5, 300, 7.5, 900, 0.001, -3, 1_000_000]

    private static func step(_ random: inout SeededRandom, _ geometry: ScreenGeometry) -> Step {
        let seconds: [Rational] = [0, 0, 0.1, 0.15, 0.3, 1, 2.25, 5.9, 6, 7, 14.9, 15, 60, 300, 1000, 7200]
        let wait =
            random.next(below: 3) == 0
            ? Wait.untilEvent : .seconds(random.pick(seconds) + Rational(Int64(random.next(below: 3)), 30))
        let input: PlayerInput
        switch random.next(below: 40) {
        case 0: input = .leave
        case 1, 2: input = .activate
        case 3: input = .set(.nextAfter(random.pick(timers)))
        case 4: input = .set(.stopAfter(random.pick(timers)))
        case 5: input = .set(.shuffle(random.next(below: 2) == 0))
        case 6: input = .set(.showsFacts(random.next(below: 2) == 0))
        case 7: input = .set(.crossFade(random.pick([0, 1.5, -1, 50, 3])))
        case 8: input = random.next(below: 8) == 0 ? .filmFailed(random.next(below: 10) - 1) : .longPress
        case 9..<13: input = .swipe(random.pick(SwipeDirection.allCases))
        case 13..<15: input = .tapCard(random.next(below: 11) - 1)
        case 15..<25 where geometry.profile == .touch:
            input = .tap(
                x: Double(random.next(below: Int(geometry.width))),
                y: Double(random.next(below: Int(geometry.height))))
        case 25..<28: input = .tap(x: random.pick([1, -5, .nan, .infinity, 1e300]), y: random.pick([1, -1e300]))
        default: input = .press(random.pick(RemoteButton.allCases))
        }
        return Step(wait: wait, input: input)
    }

    // MARK: - Shrinking

    /// The shortest script found that still fails, by leaving out ever smaller parts and simplifying waits.
    func shrunk(where fails: (RandomWalk) -> Bool) -> RandomWalk {
        var best = self
        var size = max(1, steps.count / 2)
        while true {
            var start = 0
            var found = false
            while start < best.steps.count {
                var shorter = best
                shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
                if fails(shorter) {
                    best = shorter
                    found = true
                } else {
                    start += size
                }
            }
            if size > 1 { size /= 2 } else if !found { break }
        }
        for index in best.steps.indices {
            var simpler = best
            simpler.steps[index].wait = .seconds(0)
            if fails(simpler) { best = simpler }
        }
        return best
    }

    var script: String {
        let films = films.map { "\($0.duration) s" }.joined(separator: ", ")
        return "seed \(seed), \(geometry.profile), films of \(films), \(settings)\n"
            + steps.map(\.description).joined(separator: "\n")
    }
}

extension SeededRandom {
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(below: elements.count)] }
}

import FrameCore
import Testing
import Weather

@Suite("Weather: any events in any order")
struct RandomEventTests {
    /// What an engine knows by itself, to hold the controller's effects to.
    private struct Watch {
        var isMatching = false
        var isActive = false
        var underway: WeatherLocation?
        var location: WeatherLocation?
        var themes: [WeatherTheme] = []
        var active: String?
        var timer: Rational?
        var now = Rational.zero
        /// When the last refusal ended, and how long it bars at least.
        var barredUntil = Rational.zero
        var refusals = 0
        var lastAttemptEnd: Rational?
    }

    private static let tags = ["any", "rainy", "day-rainy", "night-rainy", "sunny", "stormy", "windy"]

    private static func event(_ random: inout SeededRandom, _ watch: Watch) -> WeatherEvent {
        let places = [
            nil, WeatherLocation.placeholder, WeatherLocation(text: "0,0"), WeatherLocation(text: "52.5,13.4,Berlin"),
        ]
        switch random.next(below: 16) {
        case 0...2: return .becameActive
        case 3: return .enteredBackground
        case 4: return .matchingSwitched(random.next(below: 4) > 0)
        case 5: return .cityChanged(places[random.next(below: 4)])
        case 6: return .locationRead(places[random.next(below: 4)])
        case 7:
            let themes = (0..<random.next(below: 8)).map { number in
                WeatherTheme(
                    id: "t\(number)",
                    tags: (0..<random.next(below: 4)).map { _ in tags[random.next(below: tags.count)] })
            }
            let active = themes.isEmpty ? nil : themes[random.next(below: themes.count)].id
            return .packagesChanged(themes: themes, active: active)
        case 8: return .themeActivatedByUser(watch.themes.first?.id ?? "t0")
        case 9...12:
            let codes = [0, 2, 61, 95, 1000, -1]
            switch random.next(below: 8) {
            case 0: return .fetchFinished(.failure(WeatherFailure(.timeout, "no answer")))
            case 1...2:
                let wait = random.next(below: 2) == 0 ? nil : Rational(random.next(below: 5000))
                return .fetchFinished(
                    .failure(WeatherFailure(.status(random.next(below: 2) == 0 ? 429 : 503), "no", retryAfter: wait)))
            default:
                return .fetchFinished(
                    .success(
                        WeatherConditions(
                            code: codes[random.next(below: codes.count)], isDay: random.next(below: 2) == 0)))
            }
        default: return .timerFired
        }
    }

    @Test("never two at once, never in the background, no change while off, never against a refusal")
    func invariants() {
        var asked = 0
        var changed = 0
        var polls = 0
        for seed in 0..<100 {
            var random = SeededRandom(seed: UInt64(seed), stream: 9)
            var controller = WeatherController(seed: UInt64(seed))
            var watch = Watch()
            for _ in 0..<300 {
                var event = Self.event(&random, watch)
                // Time passes by anything, or exactly to the timer, which is then what happens.
                let step = [Rational(0), Rational(1), Rational(1, 3), Rational(700), Rational(4000)]
                let next = watch.now + step[random.next(below: step.count)]
                if let timer = watch.timer, timer <= next {
                    watch.now = timer
                    event = .timerFired
                } else {
                    watch.now = next
                }
                let before = watch
                apply(event, to: &watch)
                let effects = controller.handle(event, at: watch.now)
                for effect in effects {
                    switch effect {
                    case .startFetch(let location):
                        asked += 1
                        if event == .timerFired { polls += 1 }
                        #expect(watch.underway == nil, "two at once")
                        #expect(watch.isActive && watch.isMatching)
                        #expect(location == watch.location)
                        #expect(watch.now >= watch.barredUntil)
                        watch.underway = location
                    case .activateTheme(let id, let reason):
                        changed += 1
                        #expect(watch.isActive && watch.isMatching)
                        #expect(id != watch.active && watch.themes.contains { $0.id == id } && !reason.isEmpty)
                        switch event {
                        case .fetchFinished(.success): #expect(before.underway != nil)
                        case .matchingSwitched(true): #expect(!before.isMatching)
                        default: Issue.record("\(event) changed the theme")
                        }
                        watch.active = id
                    case .log(let line): #expect(line.hasPrefix("weather: ") && !line.contains("\n"))
                    case .scheduleNext(let time):
                        watch.timer = time
                        #expect(time.map { $0 > watch.now } ?? true)
                    }
                }
                check(controller, watch)
            }
        }
        #expect(asked > 2000)
        #expect(changed > 220)
        #expect(polls > 700)
    }

    private func apply(_ event: WeatherEvent, to watch: inout Watch) {
        switch event {
        case .becameActive: watch.isActive = true
        case .enteredBackground: watch.isActive = false
        case .matchingSwitched(let isOn): watch.isMatching = isOn
        case .cityChanged(let place), .locationRead(let place): watch.location = place
        case .packagesChanged(let themes, let active): (watch.themes, watch.active) = (themes, active)
        case .themeActivatedByUser(let id): if !watch.isMatching { watch.active = id }
        case .timerFired: watch.timer = nil
        case .fetchFinished(let result):
            guard watch.underway != nil else { return }
            watch.underway = nil
            watch.lastAttemptEnd = watch.now
            guard case .failure(let failure) = result, failure.isBusy else {
                (watch.refusals, watch.barredUntil) = (0, .zero)
                return
            }
            let growing = Rational(60 << min(watch.refusals, 10))
            watch.refusals += 1
            watch.barredUntil = watch.now + min(max(growing, failure.retryAfter ?? .zero), Rational(2700))
        }
    }

    private func check(_ controller: WeatherController, _ watch: Watch) {
        #expect(controller.isFetching == (watch.underway != nil))
        #expect(controller.allowsManualTheme == !watch.isMatching)
        #expect(controller.activeTheme == watch.active)
        #expect(controller.nextDeadline == watch.timer)
        // While it may ask, it asks, or knows when it will, at most 45 minutes after the last attempt.
        if watch.isActive, watch.isMatching, watch.underway == nil {
            #expect(watch.timer != nil)
            if let timer = watch.timer { #expect(timer <= watch.now + Rational(2700)) }
        } else {
            #expect(watch.timer == nil)
        }
    }
}

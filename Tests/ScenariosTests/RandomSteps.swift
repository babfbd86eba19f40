import Diagnostics
import FrameCore
import Interaction
import Scenarios

/// Random steps whose values are all legal.
enum RandomSteps {
    static let kindCount = 22

    /// What every included file holds.
    static let included: [Scenario.Kind] = [.activate, .wait(Rational(2))]

    static func load(_ path: String) throws -> SourceText {
        SourceText(name: path, text: "- activate\n- wait: 2s\n")
    }

    static func kind(_ number: Int, _ numbers: inout Numbers, depth: Int) -> Scenario.Kind {
        switch number {
        case 0: return .wait(time(&numbers))
        case 1:
            var condition = WaitCondition(
                state: numbers.chance() ? numbers.one(of: SessionState.allCases) : nil,
                focus: numbers.chance() ? focus(&numbers) : nil)
            if condition == WaitCondition() || numbers.chance() { condition.scene = word(&numbers) }
            return .waitUntil(condition, timeout: time(&numbers))
        case 2:
            return .pressButton(
                numbers.one(of: RemoteButton.allCases), times: numbers.chance() ? 1 : 1 + numbers.below(1000),
                hold: numbers.chance() ? .zero : Rational(Int64(numbers.below(9000)), 1000))
        case 3: return .tap(touch(&numbers))
        case 4: return .longPress(touch(&numbers))
        case 5: return .swipe(numbers.one(of: SwipeDirection.allCases))
        case 6: return .setTheme(word(&numbers))
        case 7: return .setPlaylist(numbers.chance() ? nil : word(&numbers))
        case 8:
            return .setWeather(
                numbers.chance()
                    ? .forecast(code: numbers.below(1000), isDay: numbers.chance())
                    : .failure(numbers.one(of: WeatherAnswer.Failure.allCases)))
        case 9: return .setSetting(settings(&numbers))
        case 10: return .importPackage(word(&numbers))
        case 11: return .background
        case 12: return .activate
        case 13: return .relaunch
        case 14: return .assertState(numbers.one(of: SessionState.allCases))
        case 15: return .assertFocus(focus(&numbers))
        case 16: return .assertScene(word(&numbers))
        case 17:
            let next: TimerExpectation.Reading? = numbers.chance() ? .left(time(&numbers)) : nil
            let stop: TimerExpectation.Reading? = numbers.chance() || next == nil ? .off : nil
            return .assertTimer(TimerExpectation(nextAfter: next, stopAfter: stop))
        case 18:
            let (a, b) = (unit(&numbers), unit(&numbers))
            return .assertLevels(LevelExpectation(bin: numbers.below(64), min: min(a, b), max: max(a, b)))
        case 19:
            return .assertFrame(
                FrameExpectation(
                    golden: word(&numbers), mask: (0..<numbers.below(3)).map { _ in word(&numbers) },
                    maxDelta: numbers.below(3) * 127,
                    maxPixels: numbers.chance()
                        ? .count(numbers.below(5)) : .percent(Rational(Int64(numbers.below(10001)), 100))))
        case 20:
            let steps = (0...numbers.below(3)).map { _ in
                Scenario.Step(kind(numbers.below(depth > 0 ? kindCount : 20), &numbers, depth: depth - 1))
            }
            return .repeat(times: 1 + numbers.below(5), steps: steps.map(short))
        default: return .include(word(&numbers) + ".yaml", steps: included.map { Scenario.Step($0) })
        }
    }

    /// Without the times that would make repeated steps too long.
    private static func short(_ step: Scenario.Step) -> Scenario.Step {
        switch step.kind {
        case .wait(let time) where time > Rational(1_000_000): Scenario.Step(.wait(.one))
        case .waitUntil(let condition, let time) where time > Rational(1_000_000):
            Scenario.Step(.waitUntil(condition, timeout: .one))
        default: step
        }
    }

    private static func time(_ numbers: inout Numbers) -> Rational {
        switch numbers.below(6) {
        case 0: .zero
        case 1: Rational(numbers.below(315_360_001))
        case 2: Rational(Int64(numbers.below(10_000_000)), 1000)
        case 3: Rational(Int64(numbers.below(100_000)) * 1001, 30_000)
        case 4: Rational(numbers.below(1000) * 3600)
        default: Rational(Int64(numbers.below(1_000_000)), Int64(1 + numbers.below(1_000_000)))
        }
    }

    /// 0 to 1, with many digits or few.
    private static func unit(_ numbers: inout Numbers) -> Double {
        numbers.chance() ? Double(numbers.below(101)) / 100 : Double(numbers.next() >> 11) * 0x1p-53
    }

    private static func focus(_ numbers: inout Numbers) -> FocusTarget {
        numbers.one(of: [.film(numbers.below(100_000)), .play, .facts, .nextAfter, .stopAfter, .shuffle])
    }

    private static func touch(_ numbers: inout Numbers) -> TouchTarget {
        numbers.chance()
            ? .card(numbers.below(100)) : .point(x: unit(&numbers) * 1000, y: Double(numbers.below(2000)) / 3)
    }

    private static func settings(_ numbers: inout Numbers) -> [SettingChange] {
        var all: [SettingChange] = [
            .stopAfter(numbers.chance() ? nil : time(&numbers)), .nextAfter(numbers.chance() ? nil : time(&numbers)),
            .shuffle(numbers.chance()), .facts(numbers.chance()), .crossFade(Rational(Int64(numbers.below(101)), 10)),
            .weatherAutoTheme(numbers.chance()),
            .location(
                SettingChange.Location(
                    latitude: unit(&numbers) * 180 - 90, longitude: unit(&numbers) * 360 - 180,
                    // A name loses the blanks that people write after a comma.
                    name: numbers.chance() ? nil : "w" + word(&numbers))),
        ]
        for index in all.indices.reversed() { all.swapAt(index, numbers.below(index + 1)) }
        return Array(all.prefix(1 + numbers.below(all.count)))
    }

    /// Text that YAML may take for something else; never empty, never `none`.
    private static func word(_ numbers: inout Numbers) -> String {
        let pieces = [
            "a", "Z", "0", "9", ".", "-", "_", "/", ":", ",", "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`",
            "{",
            "}", "[", "]", "?", "=", "~", "<", "\\", "\n", "\t", "\r", "\u{1}", "\u{7F}", "\u{85}", "\u{A0}",
            "\u{2028}",
            "\u{FEFF}", "é", "日", "😀", "\u{FFFE}", "null", "true", "---", "...", "<<", "x y", " #", ": ", "- ",
        ]
        let text = (0...numbers.below(5)).map { _ in numbers.one(of: pieces) }.joined()
        return numbers.chance() ? text : "w" + numbers.one(of: ["", " ", ":", " x", "#"])
    }
}

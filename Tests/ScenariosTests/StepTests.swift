import Diagnostics
import FrameCore
import Scenarios
import Testing

private func parse(_ text: String) -> (Scenario?, [Diagnostic]) {
    parseScenario(SourceText(name: "s.yaml", text: text))
}

/// What each step means, and what is wrong with it.
struct StepTests {
    @Test("the sample of the format")
    func sample() throws {
        let (scenario, diagnostics) = parse(
            """
            app: player                       # display (AmbientDisplay) or player (Slow Motion Birds)
            device: apple-tv-hd
            scenes: [sample-films]            # packages or ids; with app: display, the first theme is active
            playlist: sample-playlist-package
            start: 2026-01-01T21:00:00Z
            seed: 7
            record: { from: 0s, to: 20s }     # what is rendered; default all
            ---
            - wait: 2s
            - pressButton: select             # ambient → shelf
            - assertState: shelf
            - pressButton: { name: right, times: 2 }
            - assertFocus: film.2             # film.N, play, facts, nextAfter, stopAfter, shuffle; N from 0
            - wait: 7s                        # the shelf leaves after 6 idle seconds
            - assertState: ambient
            - setSetting: { stopAfter: 15m }
            - waitUntil: { state: asleep, timeout: 20m }
            - pressButton: menu               # only wakes
            - assertState: ambient
            - assertFrame: { golden: woken, mask: [factCard], maxDelta: 2, maxPixels: 50 }
            """)
        #expect(diagnostics.isEmpty)
        let header = try #require(scenario?.header)
        #expect(header.app?.value == .player)
        #expect(header.playlist?.value == "sample-playlist-package")
        #expect(header.windows?.value == [ScenarioHeader.RecordRange(from: .zero, to: Rational(20))])
        #expect(
            scenario?.steps.map(\.kind) == [
                .wait(Rational(2)), .pressButton(.select, times: 1, hold: .zero), .assertState(.shelf),
                .pressButton(.right, times: 2, hold: .zero), .assertFocus(.film(2)), .wait(Rational(7)),
                .assertState(.ambient), .setSetting([.stopAfter(Rational(900))]),
                .waitUntil(WaitCondition(state: .asleep), timeout: Rational(1200)),
                .pressButton(.menu, times: 1, hold: .zero), .assertState(.ambient),
                .assertFrame(
                    FrameExpectation(golden: "woken", mask: ["factCard"], maxDelta: 2, maxPixels: .count(50))),
            ])
        #expect(scenario?.steps.filter(\.kind.isAssertion).count == 5)
    }

    @Test(
        "values",
        arguments: [
            ("pressButton: {name: playpause, hold: 2s}", .pressButton(.playpause, times: 1, hold: Rational(2))),
            ("tap: {x: 100, y: 20.5}", .tap(.point(x: 100, y: 20.5))), ("tap: {card: film.0}", .tap(.card(0))),
            ("longPress: {y: 1e1, x: 0}", .longPress(.point(x: 0, y: 10))), ("swipe: up", .swipe(.up)),
            ("setPlaylist: none", .setPlaylist(nil)), ("setPlaylist: rain", .setPlaylist("rain")),
            ("setWeather: {code: 61, isDay: off}", .setWeather(.forecast(code: 61, isDay: false))),
            ("setWeather: {failure: 429}", .setWeather(.failure(.tooManyRequests))),
            ("setWeather: {failure: html}", .setWeather(.failure(.html))),
            (
                "setSetting: {shuffle: on, nextAfter: never, location: \"-33.87,151.2,Sydney, NSW\"}",
                .setSetting([
                    .shuffle(true), .nextAfter(nil),
                    .location(SettingChange.Location(latitude: -33.87, longitude: 151.2, name: "Sydney, NSW")),
                ])
            ),
            (
                "setSetting: {location: '1,2', facts: false, weatherAutoTheme: true}",
                .setSetting([
                    .location(SettingChange.Location(latitude: 1, longitude: 2)), .facts(false),
                    .weatherAutoTheme(true),
                ])
            ),
            ("import: ../a.zip", .importPackage("../a.zip")), ("background", .background), ("activate:", .activate),
            ("relaunch: ~", .relaunch), ("assertFocus: nextAfter", .assertFocus(.nextAfter)),
            ("assertScene: 5", .assertScene("5")),
            ("assertTimer: {nextAfter: 4m59s}", .assertTimer(TimerExpectation(nextAfter: .left(Rational(299))))),
            ("assertTimer: {stopAfter: off}", .assertTimer(TimerExpectation(stopAfter: .off))),
            ("assertLevels: {bin: 12, min: 0.4}", .assertLevels(LevelExpectation(bin: 12, min: 0.4, max: 1))),
            ("assertFrame: woken", .assertFrame(FrameExpectation(golden: "woken"))),
            (
                "assertFrame: {golden: g, mask: '1,2,3,4', maxPixels: 0.5%}",
                .assertFrame(FrameExpectation(golden: "g", mask: ["1,2,3,4"], maxPixels: .percent(Rational(1, 2))))
            ),
            (
                "waitUntil: {scene: a.film, focus: play, timeout: 1/30s}",
                .waitUntil(WaitCondition(focus: .play, scene: "a.film"), timeout: Rational(1, 30))
            ),
            ("wait: 87600h", .wait(Rational(315_360_000))), ("{\"wait\": \"1:30\"}", .wait(Rational(90))),
            (
                "repeat: {times: 2, steps: [wait: 1, activate]}",
                .repeat(times: 2, steps: [Scenario.Step(.wait(.one)), Scenario.Step(.activate)])
            ),
        ] as [(String, Scenario.Kind)])
    func values(text: String, kind: Scenario.Kind) {
        let (step, diagnostics) = parseStep(SourceText(name: "live", text: text))
        #expect(step?.kind == kind, "\(diagnostics.map { $0.rendered() })")
        // As an element of a list as well.
        #expect(parseStep(SourceText(name: "live", text: "- " + text)).0?.kind == kind)
    }

    @Test(
        "errors have a place, and say what to do",
        arguments: [
            ("wait: -1s", "bad-value", 9, "negative"), ("wait: 1e12s", "bad-value", 9, "10 years"),
            ("wait: 87600h1s", "bad-value", 9, "10 years"), ("wait: 999999999999s", "bad-value", 9, "10 years"),
            ("wait: 99999999999999999999999999999999999999999s", "bad-value", 9, "10 years"),
            ("wait: 1/0s", "bad-value", 9, "2s"), ("wait: soon", "bad-value", 9, "2s"), ("wait:", "bad-value", 8, "2s"),
            ("wait: {s: 2}", "bad-value", 9, "2s"), ("wait: \"a\\0b\"", "bad-value", 9, "NUL"),
            ("waitUntil: {timeout: 2s}", "bad-value", 14, "state"),
            ("waitUntil: {state: asleep}", "missing-key", 14, "timeout"),
            ("waitUntil: {state: asleap, timeout: 2s}", "bad-value", 22, "\"asleep\""),
            ("waitUntil: {state: asleep, timout: 2s}", "unknown-key", 30, "\"timeout\""),
            ("pressButton: playPause", "bad-value", 16, "\"playpause\""),
            ("pressButton: {times: 2}", "missing-key", 16, "name"),
            ("pressButton: {name: up, times: 0}", "bad-value", 34, "1 to 1000"),
            ("pressButton: {name: up, times: 2.5}", "bad-value", 34, "whole"),
            ("pressButton: {name: up, hold: -2s}", "bad-value", 33, "negative"),
            ("pressButton: [up]", "bad-value", 16, "name"), ("tap: {x: 1}", "bad-value", 8, "card"),
            ("tap: {x: 1, y: 2, card: film.1}", "bad-value", 8, "card"),
            ("tap: {x: nan, y: 2}", "bad-value", 12, "number"),
            ("tap: {x: -1, y: 2}", "bad-value", 12, "0 to 100000"),
            ("tap: {x: 1e999, y: 2}", "bad-value", 12, "number"),
            ("tap: {card: 2}", "bad-value", 15, "film.N"), ("tap: {card: film.01}", "bad-value", 15, "film.N"),
            ("swipe: lft", "bad-value", 10, "\"left\""), ("setWeather: {code: 61}", "bad-value", 15, "isDay"),
            ("setWeather: {code: 1000, isDay: true}", "bad-value", 22, "0 to 999"),
            ("setWeather: {failure: 404}", "bad-value", 25, "429"), ("setWeather: rain", "bad-value", 15, "code"),
            ("setSetting: {}", "bad-value", 15, "stopAfter"),
            ("setSetting: {shufle: on}", "unknown-key", 16, "\"shuffle\""),
            ("setSetting: {shuffle: yes}", "bad-value", 25, "true"),
            ("setSetting: {crossFade: 11s}", "bad-value", 27, "at most 10s"),
            ("setSetting: {stopAfter: nevr}", "bad-value", 27, "is no time"),
            ("setSetting: {location: '91,0'}", "bad-value", 26, "latitude"),
            ("setSetting: {location: 'inf,0'}", "bad-value", 26, "in quotes"),
            ("setSetting: {location: '0x1p3,0'}", "bad-value", 26, "latitude"), ("import:", "bad-value", 10, "zip"),
            ("assertState: asleeep", "bad-value", 16, "\"asleep\""), ("assertFocus: film", "bad-value", 16, "film.0"),
            ("assertFocus: film.-1", "bad-value", 16, "film"), ("assertTimer: {}", "bad-value", 16, "stopAfter"),
            ("assertTimer: {nextAfter: never}", "bad-value", 28, "is no time"),
            ("assertLevels: {min: 1}", "missing-key", 17, "bin"), ("assertLevels: {bin: 3}", "bad-value", 17, "min"),
            ("assertLevels: {bin: 64, min: 0}", "bad-value", 23, "0 to 63"),
            ("assertLevels: {bin: 1, min: 0.5, max: 0.4}", "bad-value", 17, "larger"),
            ("assertFrame: {mask: [a]}", "missing-key", 16, "golden"),
            ("assertFrame: {golden: a, maxDelta: 256}", "bad-value", 38, "0 to 255"),
            ("assertFrame: {golden: a, maxPixels: 101%}", "bad-value", 39, "100%"),
            ("assertFrame: {golden: a, maxPixels: -1}", "bad-value", 39, "pixels"),
            ("assertFrame: {golden: a, mask: []}", "bad-value", 34, "empty"),
            ("repeat: {times: 0, steps: [activate]}", "bad-value", 19, "1 to 1000000"),
            ("repeat: {times: 2, steps: []}", "bad-value", 29, "empty"),
            ("repeat: {times: 2}", "missing-key", 11, "steps"),
            ("repeat: {steps: [activate]}", "missing-key", 11, "times"),
            ("repeat: {times: 2, steps: [{wiat: 1}]}", "unknown-step", 31, "\"wait\""),
            ("repeat: {times: 2, steps: activate}", "bad-value", 29, "list"),
            ("include: x.yaml", "include", 12, "included"), ("background: now", "bad-value", 15, "no value"),
        ])
    func errors(text: String, code: String, column: Int, words: String) throws {
        let (scenario, diagnostics) = parse("---\n---\n- \(text)\n- wait: 1\n")
        #expect(scenario == nil)
        let diagnostic = try #require(diagnostics.first)
        #expect(diagnostics.count == 1)
        #expect(diagnostic.code == "scenario." + code)
        #expect(diagnostic.location == SourceLocation(line: 3, column: column))
        let shown = diagnostic.rendered()
        #expect(shown.contains(words), "\(shown)")
        #expect(shown.contains("^"))
    }

    @Test(
        "one live step, and no more",
        arguments: [
            "", "# nothing", "[]", "- wait: 1\n- wait: 2", "wait: 1\n---\nwait: 2", "wait: 1\nactivate:", "[[]]", "{",
        ])
    func single(text: String) {
        let (step, diagnostics) = parseStep(SourceText(name: "live", text: text))
        #expect(step == nil)
        #expect(diagnostics.contains { $0.severity == .error && $0.source?.name == "live" })
    }

    @Test("the path of a step within others")
    func paths() throws {
        let (scenario, _) = parse(
            "---\n---\n- activate\n- repeat:\n    times: 2\n    steps:\n      - wait: 1\n      - relaunch\n")
        let step = try #require(scenario?.steps.last)
        guard case .repeat(_, let steps) = step.kind else {
            Issue.record("no repeat")
            return
        }
        #expect(step.place.path.description == "[1].repeat")
        #expect(steps[1].place.path.description == "[1].repeat.steps[1].relaunch")
        #expect(steps[1].place.location == SourceLocation(line: 8, column: 9))
    }
}

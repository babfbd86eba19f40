import FrameCore
import Testing
import Weather

@Suite("Weather: codes, tags and the choice of a theme")
struct ConditionTests {
    /// The table of the app's documentation, written out code by code.
    private static func expected(_ code: Int) -> String {
        switch code {
        case 0, 1: "sunny"
        case 2, 3: "cloudy"
        case 45, 48: "foggy"
        case 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 80, 81, 82: "rainy"
        case 71, 72, 73, 74, 75, 76, 77, 85, 86: "snowy"
        case 95, 96, 97, 98, 99: "stormy"
        default: "cloudy"
        }
    }

    @Test("every code has the documented condition, by day and by night")
    func codes() {
        for code in Array(-40...200) + [.min, .max] {
            for isDay in [true, false] {
                let conditions = WeatherConditions(code: code, isDay: isDay)
                let name = Self.expected(code)
                #expect(conditions.condition.rawValue == name, "\(code)")
                #expect(conditions.candidates == [(isDay ? "day-" : "night-") + name, name, "any"], "\(code)")
            }
        }
    }

    @Test("the service's documented codes are the 28 of its table, each in the condition of its words")
    func documentedCodes() {
        #expect(
            WMOCode.documented.map(\.code) == [
                0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96,
                99,
            ])
        let words: [(word: String, condition: String)] = [
            ("thunderstorm", "stormy"), ("snow", "snowy"), ("rain", "rainy"), ("drizzle", "rainy"), ("fog", "foggy"),
            ("clear", "sunny"), ("cloud", "cloudy"), ("overcast", "cloudy"),
        ]
        for (code, meaning) in WMOCode.documented {
            let condition = words.first { meaning.contains($0.word) }?.condition
            #expect(WeatherCondition(code: code).rawValue == condition, "\(meaning)")
        }
    }

    @Test("documented codes have words, others none")
    func meanings() {
        #expect(WMOCode.meaning(0) == "clear sky" && WMOCode.meaning(99) == "thunderstorm with heavy hail")
        #expect(WMOCode.meaning(4) == nil && WMOCode.meaning(.min) == nil)
    }

    @Test("there are 19 tags")
    func tags() {
        let expected = """
            day-sunny day-cloudy day-foggy day-rainy day-snowy day-stormy
            night-sunny night-cloudy night-foggy night-rainy night-snowy night-stormy
            sunny cloudy foggy rainy snowy stormy any
            """
        #expect(WeatherTag.all == expected.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(WeatherTag.all.allSatisfy { WeatherTag.problem(with: $0.uppercased()) == nil })
    }

    @Test(
        "an unknown tag hints at the near one",
        arguments: [
            ("rany", "\"rainy\""), ("nihgt-stormy", "\"night-stormy\""), ("Day_Sunny", "\"day-sunny\""),
            ("windy", "the tags are any"), ("", "the tags are any"),
        ])
    func unknownTags(tag: String, hint: String) throws {
        let problem = try #require(WeatherTag.problem(with: tag))
        #expect(problem.message.hasSuffix("is no weather tag; it never matches"))
        #expect(problem.hint.contains(hint), "\(problem.hint)")
    }

    struct Choice: Sendable {
        let code: Int
        let isDay: Bool
        /// Themes `a`, `b`, … with these tags.
        let tags: [[String]]
        let active: String?
        let matched: String?
        /// The themes that may be active afterwards.
        let themes: Set<String?>
    }

    private static let choices: [Choice] = [
        // The most exact tag decides.
        Choice(
            code: 61, isDay: true, tags: [["any"], ["rainy"], ["day-rainy"]], active: "a", matched: "day-rainy",
            themes: ["c"]),
        Choice(
            code: 61, isDay: false, tags: [["any"], ["rainy"], ["day-rainy"]], active: "c", matched: "rainy",
            themes: ["b"]),
        Choice(
            code: 71, isDay: false, tags: [["any"], ["rainy"], ["day-rainy"]], active: "c", matched: "any",
            themes: ["a"]),
        // The active theme stays only for the deciding tag.
        Choice(
            code: 0, isDay: false, tags: [["sunny"], ["night-sunny"]], active: "a", matched: "night-sunny",
            themes: ["b"]),
        Choice(
            code: 0, isDay: false, tags: [["sunny", "night-sunny"], ["night-sunny"]], active: "a",
            matched: "night-sunny", themes: ["a"]),
        // Ties.
        Choice(
            code: 95, isDay: true, tags: [["stormy"], ["stormy"], ["any"]], active: "c", matched: "stormy",
            themes: ["a", "b"]),
        Choice(
            code: 95, isDay: true, tags: [["stormy"], ["stormy"]], active: nil, matched: "stormy", themes: ["a", "b"]),
        // Nothing matches.
        Choice(code: 3, isDay: true, tags: [["sunny"], []], active: "b", matched: nil, themes: ["b"]),
        Choice(code: 3, isDay: true, tags: [], active: nil, matched: nil, themes: [nil]),
        Choice(code: 3, isDay: true, tags: [["windy", "Cloudy"]], active: nil, matched: nil, themes: [nil]),
        // An unknown code is cloudy.
        Choice(code: 4000, isDay: true, tags: [["cloudy"], ["sunny"]], active: "b", matched: "cloudy", themes: ["a"]),
    ]

    @Test("the choice of a theme", arguments: choices)
    func choice(choice: Choice) {
        let themes = zip(["a", "b", "c"], choice.tags).map { WeatherTheme(id: $0, tags: $1) }
        var seen: Set<String?> = []
        for seed in 0..<40 {
            var random = SeededRandom(seed: UInt64(seed))
            let decision = WeatherDecision(
                WeatherConditions(code: choice.code, isDay: choice.isDay), themes: themes, active: choice.active,
                random: &random)
            seen.insert(decision.theme)
            #expect(decision.matchedTag == choice.matched)
            #expect(decision.changed == (decision.theme != choice.active))
            #expect(!decision.reason.isEmpty)
            var again = SeededRandom(seed: UInt64(seed))
            if choice.themes.count == 1 { #expect(again.next() == random.next(), "nothing is drawn without a tie") }
        }
        #expect(seen == choice.themes)
    }

    @Test("the JSON form of a decision")
    func json() {
        var random = SeededRandom(seed: 1)
        let decision = WeatherDecision(
            WeatherConditions(code: 61, isDay: false), themes: [WeatherTheme(id: "r.theme", tags: ["rainy"])],
            active: nil, random: &random)
        #expect(
            decision.json.text
                == #"{"code": 61, "isDay": false, "condition": "rainy", "candidates": ["night-rainy", "rainy", "any"], "#
                + #""matchedTag": "rainy", "theme": "r.theme", "changed": true, "#
                + #""reason": "the only theme with the tag rainy"}"#)
    }

    private static let texts: [(String, WeatherConditions?)] = [
        ("code=61,day=false", WeatherConditions(code: 61, isDay: false)),
        ("day=1,code=0", WeatherConditions(code: 0, isDay: true)), ("code=3", WeatherConditions(code: 3, isDay: true)),
        ("code=-1,day=off", WeatherConditions(code: -1, isDay: false)), ("day=true", nil), ("", nil), ("code", nil),
        ("code=1,code=2", nil), ("code=x", nil), ("code=99999999999999999999", nil), ("code=1,day=maybe", nil),
        ("code=1,", nil), ("code=1=2", nil), ("code=1,day=on,day=off", nil), ("rain", nil), ("code=9999999999", nil),
    ]

    @Test("conditions of the command line", arguments: texts)
    func text(text: String, expected: WeatherConditions?) {
        #expect(WeatherConditions(text: text) == expected)
    }
}

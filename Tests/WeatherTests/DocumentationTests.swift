import Foundation
import FrameCore
import Testing
import Weather

/// Docs/WEATHER_TAGS.md says what the code does.
@Suite("Weather: the page for authors")
struct DocumentationTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Docs/WEATHER_TAGS.md")

    /// The lines of a part of the page, without the head of its table.
    private func rows(_ section: String) throws -> [String] {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(page.range(of: "<!-- \(section) -->\n"))
        let end = try #require(page.range(of: "<!-- end -->", range: start.upperBound..<page.endIndex))
        return page[start.upperBound..<end.lowerBound].split(separator: "\n").dropFirst(2).map(String.init)
    }

    @Test("the table of tags")
    func tags() throws {
        let expected =
            WeatherCondition.allCases.map { condition in
                "| \(condition) | `\(condition.tag(.day))` | `\(condition.tag(.night))` | `\(condition)` |"
            } + ["| whatever it is | | | `\(WeatherTag.any)` |"]
        let rows = try rows("tags")
        #expect(rows == expected)
        let written = rows.joined().split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(Set(written.map(String.init)) == Set(WeatherTag.all) && written.count == 19)
    }

    @Test("the table of codes")
    func codes() throws {
        let expected = WMOCode.documented.map { "| \($0.code) | \($0.meaning) | \(WeatherCondition(code: $0.code)) |" }
        #expect(try rows("codes") == expected)
    }

    @Test("the examples of choices")
    func examples() throws {
        let rows = try rows("examples")
        #expect(rows.count == 6)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let weather = cells[0].components(separatedBy: ", ")
            let code = try #require(Int(weather[0].dropFirst("code ".count)))
            let themes = cells[1].components(separatedBy: "; ").map { theme in
                let parts = theme.components(separatedBy: ": ")
                return WeatherTheme(
                    id: parts[0].trimmingCharacters(in: ["`"]), tags: parts[1].components(separatedBy: ", "))
            }
            #expect(themes.allSatisfy { $0.tags.allSatisfy(WeatherTag.isKnown) })
            var random = SeededRandom(seed: 1)
            let decision = WeatherDecision(
                WeatherConditions(code: code, isDay: weather[1] == "day"), themes: themes,
                active: cells[2].trimmingCharacters(in: ["`"]), random: &random)
            let theme = try #require(decision.theme)
            #expect(cells[3] == "`\(theme)`, " + (decision.matchedTag.map { "by \($0)" } ?? "nothing matches"))
        }
    }

    @Test("the ranges in the text are those of the code")
    func ranges() {
        let documented = Set(WMOCode.documented.map(\.code))
        for code in -100...300 where !documented.contains(code) {
            let expected: WeatherCondition =
                switch code {
                case 51...67, 80...82: .rainy
                case 71...77, 85...86: .snowy
                case 95...99: .stormy
                default: .cloudy
                }
            #expect(WeatherCondition(code: code) == expected, "\(code)")
        }
    }
}

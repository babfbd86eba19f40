import Diagnostics
import Testing

struct WordingTests {
    private static let tags = ["sunny", "day-sunny", "night-sunny", "rainy", "day-rainy", "any"]

    @Test(
        "slips of the keyboard find their word",
        arguments: [
            ("suny", "sunny"), ("Sunny", "sunny"), ("snuny", "sunny"), ("day_sunny", "day-sunny"),
            ("daysunny", "day-sunny"),
            ("day-rain", "day-rainy"),
        ])
    func near(name: String, expected: String) {
        #expect(Wording.nearest(to: name, among: Self.tags) == expected)
    }

    @Test("other words find nothing", arguments: ["", "windy-day", "x", "hail", String(repeating: "sunny", count: 99)])
    func far(name: String) {
        #expect(Wording.nearest(to: name, among: Self.tags) == nil)
    }

    @Test("quoted text is cut and harmless")
    func quoted() {
        #expect(Wording.quoted("a\u{1B}b") == "\"a\u{FFFD}b\"")
        #expect(Wording.quoted(String(repeating: "x", count: 100)).count == 63)
    }
}

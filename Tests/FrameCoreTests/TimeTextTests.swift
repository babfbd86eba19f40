import FrameCore
import Testing

struct TimeTextTests {
    @Test(
        "times as people write them, in seconds",
        arguments: [
            ("0", 0, 1), ("12.5", 25, 2), (".5", 1, 2), ("90s", 90, 1), ("0.1s", 1, 10), ("500ms", 1, 2),
            ("1:30", 90, 1),
            ("1:30.25", 361, 4), ("01:02:03", 3723, 1), ("90:00", 5400, 1), ("2h", 7200, 1), ("15m", 900, 1),
            ("4m59s", 299, 1), ("1h30m", 5400, 1), ("1h500ms", 7201, 2), ("1.5h", 5400, 1), ("4m0.5s", 481, 2),
            ("1000000000", 1_000_000_000, 1), ("0.333333333", 333_333_333, 1_000_000_000),
        ] as [(String, Int64, Int64)])
    func times(text: String, top: Int64, bottom: Int64) {
        #expect(TimeText.parse(text) == Rational(top, bottom))
    }

    @Test(
        "texts that are no time",
        arguments: [
            "", " ", "-1", "+1", "1 s", "s", "1.", "1.5.2", "1:", ":30", "1:60", "1:5:99", "1:2:3:4", "1:030", "1.5:30",
            "1m2h",
            "1s1s", "1m30", "1.5h30m", "1e3", "1d", "inf", "nan", "1000000000.1", "1000000001s", "999999999h", "１",
            "99999999999999999999", "1,5", "1:30s", String(repeating: "1", count: 5000),
        ])
    func noTimes(text: String) {
        #expect(TimeText.parse(text) == nil)
    }
}

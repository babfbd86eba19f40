import Drawing
import FrameCore
import Testing

@Suite struct ClockFormatterTests {
    /// 2026-01-01T00:00:00Z.
    static let midnight: Int64 = 1_767_225_600

    private func text(
        _ pattern: String, at seconds: Int64 = midnight, locale: String = "en_US", zone: String = "UTC"
    ) throws -> String {
        try ClockFormatter(pattern: pattern, locale: locale, timeZone: zone).text(atUnixSeconds: seconds)
    }

    @Test func midnightAndNoon() throws {
        #expect(try text("h:mm") == "12:00")
        #expect(try text("h:mm", at: Self.midnight + 1800) == "12:30")
        #expect(try text("H:mm") == "0:00")
        #expect(try text("HH:mm") == "00:00")
        #expect(try text("k:mm") == "24:00")
        #expect(try text("K:mm") == "0:00")
        #expect(try text("h:mm a", at: Self.midnight + 43_200) == "12:00 PM")
        #expect(try text("h:mm a", at: Self.midnight + 43_199) == "11:59 AM")
    }

    @Test(arguments: ["en_US", "en_GB", "de_DE", "ja_JP", "fr_CA", "en_US@hours=h23", "en_US@hours=h12", "en_US_POSIX"])
    func thePatternRulesTheHours(locale: String) throws {
        #expect(try text("HH:mm", locale: locale) == "00:00")
        #expect(try text("h:mm", at: Self.midnight + 13 * 3600, locale: locale) == "1:00")
    }

    @Test func summerTimeBegins() throws {
        // UA-079: Berlin, 2026-03-29 01:00 UTC.
        let clock = try ClockFormatter(pattern: "HH:mm:ss", locale: "de_DE", timeZone: "Europe/Berlin")
        #expect(clock.text(atUnixSeconds: 1_774_745_999) == "01:59:59")
        #expect(clock.text(atUnixSeconds: 1_774_746_000) == "03:00:00")
    }

    @Test func rulesAreRecent() throws {
        // UA-082: Iran gave up summer time in 2022. 2023-07-01T12:00Z.
        #expect(try text("H:mm", at: 1_688_212_800, zone: "Asia/Tehran") == "15:30")
        #expect(try text("H:mm", at: 1_688_212_800, zone: "Asia/Kathmandu") == "17:45")
    }

    @Test(arguments: [
        ("+02:00", "2:00"), ("-03:30", "20:30"), ("+0545", "5:45"), ("+14", "14:00"), ("UTC", "0:00"), ("Z", "0:00"),
        ("GMT", "0:00"), ("Etc/GMT+5", "19:00"), ("US/Eastern", "19:00"),
    ])
    func zonesAreWrittenManyWays(zone: String, expected: String) throws {
        #expect(try text("H:mm", zone: zone) == expected)
    }

    @Test func theClockMovesOnWholeSeconds() throws {
        let clock = try ClockFormatter(pattern: "s.SSS", locale: "en_US", timeZone: "UTC")
        #expect(clock.text(at: Rational(Self.midnight * 30 + 29, 30)) == "0.000")
        #expect(clock.text(at: Rational(Self.midnight + 1, 1)) == "1.000")
        // Before 1970 as well: half a second before the epoch lies in the second -1.
        #expect(clock.text(at: Rational(-1, 2)) == "59.000")
    }

    @Test func localesWriteTheirOwnDigitsAndWords() throws {
        let morning = Self.midnight + 9 * 3600 + 41 * 60
        #expect(try text("h:mm", at: morning, locale: "ar_EG") == "٩:٤١")
        #expect(try text("HH:mm", at: morning, locale: "fa_IR") == "۰۹:۴۱")
        #expect(try text("EEEE", locale: "de") == "Donnerstag")
        #expect(try text("MMMM", locale: "fr-FR") == "janvier")
        #expect(try text("h:mm a", at: morning, locale: "ja_JP") == "9:41 午前")
        // The year is Gregorian where the locale's own calendar is another.
        #expect(try text("y", locale: "th_TH") == "2026")
        #expect(try text("y", locale: "fa_IR") == "۲۰۲۶")
        #expect(try text("H", at: morning, locale: "th_TH@numbers=thai") == "๙")
    }

    @Test func quotesAreLiterals() throws {
        #expect(try text("h 'o''clock'") == "12 o'clock")
        #expect(try text("''h''") == "'12'")
        #expect(try text("h:mm 'open") == "12:00 open")
        #expect(try text("😀h") == "😀12")
    }

    @Test(arguments: [
        "'", "'''", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "%n%s%@", "\u{0}h", "\\", "{0}",
        "h\nmm",
        "\u{202e}h:mm", "",
    ])
    func oddPatternsNeverCrash(pattern: String) throws {
        #expect(try text(pattern).unicodeScalars.count < 200)
    }

    @Test func patternsAreBounded() throws {
        #expect(try text(String(repeating: "E", count: 1000)).count > 0)
        #expect(try text(String(repeating: "EEEE ", count: 200)).hasPrefix("Thursday Thursday "))
        let error = #expect(throws: DrawingError.self) { try text(String(repeating: "h", count: 1001)) }
        #expect(error?.code == .patternTooLong)
    }

    @Test(arguments: [.min, -100_000_000_000_000, -62_135_596_800, 0, 253_402_300_800, 100_000_000_000_000, .max])
    func anySecondIsFine(seconds: Int64) throws {
        for zone in ["Europe/Berlin", "+02:00", "UTC"] {
            #expect(try text("h:mm", at: seconds, zone: zone).contains(":"))
        }
    }

    @Test(arguments: [
        ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Asia/Teheran", "Asia/Tehran"),
    ])
    func unknownZonesAreNamed(zone: String, suggestion: String) {
        let error = #expect(throws: DrawingError.self) { try text("h", zone: zone) }
        #expect(error?.code == .unknownTimeZone)
        #expect(error?.message.contains(zone) == true)
        #expect(error?.hint?.contains(suggestion) == true)
    }

    @Test(arguments: [
        "", "Nowhere", "../../../etc/passwd", "/etc/localtime", "Europe/Berlin\u{0}", "Europe/../Europe/Berlin",
        "zone.tab", "+24:00", "+2", "+02:60", "-:", "+0200x", "Europe", "Zürich", "localtime",
    ])
    func whatIsNoZoneIsRefused(zone: String) {
        let error = #expect(throws: DrawingError.self) { try text("h", zone: zone) }
        #expect(error?.code == .unknownTimeZone)
    }

    @Test(arguments: [
        "en_US", "en-US", "en", "de_AT", "de_JP", "zh_Hant_HK", "zh-Hans", "sr_Latn_RS", "en_US_POSIX", "es_419",
        "en_US@hours=h23", "ca_ES_VALENCIA", "en_001", "EN_us",
    ])
    func localesAreWrittenManyWays(locale: String) throws {
        #expect(try text("H:mm", locale: locale) == "0:00")
    }

    @Test(
        arguments: [
            ("", nil), ("xx_XX", nil), ("C", nil), ("en_US.UTF-8", "en_US"), ("en_UX", "en_"), ("ge_DE", "de_DE"),
            ("en_Latx_US", nil), ("en__US", nil), ("en_US_", nil), ("en US", nil), ("日本", nil), ("en_US\u{0}", nil),
        ] as [(String, String?)])
    func whatIsNoLocaleIsRefused(locale: String, suggestion: String?) {
        let error = #expect(throws: DrawingError.self) { try text("h", locale: locale) }
        #expect(error?.code == .unknownLocale)
        if let suggestion { #expect(error?.hint?.contains(suggestion) == true) }
    }

    @Test func oneFormatterServesManyThreads() async throws {
        let clock = try ClockFormatter(pattern: "H:mm:ss", locale: "en_US", timeZone: "Europe/Berlin")
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 as Range<Int64> {
                group.addTask {
                    for second in 0..<50 as Range<Int64> {
                        let time = Self.midnight + task * 3600 + second
                        let padded = second < 10 ? "0\(second)" : "\(second)"
                        #expect(clock.text(atUnixSeconds: time) == "\(task + 1):00:\(padded)")
                    }
                }
            }
        }
    }
}

import Drawing
import Foundation
import FrameCore
import Testing

@Suite struct WallClockTests {
    // Expected values from Python's datetime and zoneinfo.
    @Test(arguments: [
        ("2026-01-01T09:41:00", "UTC", 1_767_260_460), ("2026-01-01T09:41:00Z", "Asia/Tokyo", 1_767_260_460),
        ("2026-01-01T11:41:00+02:00", "UTC", 1_767_260_460), ("2026-01-01T04:11:00-0530", "UTC", 1_767_260_460),
        ("2026-01-01T10:41+01", "UTC", 1_767_260_460), ("2026-01-01 09:41", "UTC", 1_767_260_460),
        ("2026-01-01", "UTC", 1_767_225_600), ("1970-01-01T00:00:00", "UTC", 0), ("1969-12-31T23:59:59", "UTC", -1),
        ("2024-02-29T12:00:00", "UTC", 1_709_208_000), ("0001-01-01T00:00:00", "UTC", -62_135_596_800),
        ("9999-12-31T23:59:59", "UTC", 253_402_300_799), ("2026-01-01T00:00:00", "Asia/Kathmandu", 1_767_204_900),
        ("2026-07-01T09:41:00", "Europe/Berlin", 1_782_891_660), ("2026-01-01T00:00:00", "+02:00", 1_767_218_400),
    ])
    func instants(text: String, zone: String, expected: Int64) throws {
        #expect(try WallClock.parse(text, timeZone: zone) == Rational(expected, 1))
    }

    @Test func fractionsAreExact() throws {
        #expect(try WallClock.parse("1970-01-01T00:00:01.25Z", timeZone: "UTC") == Rational(5, 4))
        #expect(try WallClock.parse("1970-01-01T00:00:00,1Z", timeZone: "UTC") == Rational(1, 10))
        #expect(
            try WallClock.parse("2026-01-01T09:41:00.123456789", timeZone: "UTC")
                == Rational(1_767_260_460_123_456_789, 1_000_000_000))
    }

    @Test(arguments: [
        ("2026-03-29T02:30:00", "Europe/Berlin", 1_774_747_800),
        ("2026-03-08T02:30:00", "America/New_York", 1_772_955_000),
        ("2026-10-04T02:15:00", "Australia/Lord_Howe", 1_791_042_300),
        ("2026-10-25T02:30:00", "Europe/Berlin", 1_792_888_200),
        ("2026-11-01T01:30:00", "America/New_York", 1_793_511_000),
        ("2026-03-29T01:59:59", "Europe/Berlin", 1_774_745_999),
        ("2026-03-29T03:00:00", "Europe/Berlin", 1_774_746_000),
        ("2026-10-25T03:00:00", "Europe/Berlin", 1_792_893_600),
    ])
    func skippedAndRepeatedTimes(text: String, zone: String, expected: Int64) throws {
        #expect(try WallClock.parse(text, timeZone: zone) == Rational(expected, 1))
        // Foundation's calendar agrees.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let parts = text.split { "-T:".contains($0) }.compactMap { Int($0) }
        let date = calendar.date(
            from: DateComponents(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5]))
        #expect(date?.timeIntervalSince1970 == Double(expected))
    }

    @Test(arguments: [
        "", "now", "9:41", "2026", "2026-1-1", "2026-13-01", "2026-00-01", "2026-02-29", "2026-04-31", "0000-01-01",
        "10000-01-01", "-001-01-01", "2026-01-01T", "2026-01-01T24:00:00", "2026-01-01T09:60", "2026-01-01T09:41:60",
        "2026-01-01T09:41:00.", "2026-01-01T09:41:00.1234567890", "2026-01-01T09:41:00+", "2026-01-01T09:41:00+19:00",
        "2026-01-01T09:41:00 Z", "2026-01-01T09:41:00UTC", "2026-01-01T09:41:00z", "2026-01-01T9:41", "２０２６-01-01",
        "2026-01-01T09:41:00ZZ", "2026-01-01T09:41Z ", "\u{0}",
    ])
    func whatIsNoDateIsRefused(text: String) {
        let error = #expect(throws: DrawingError.self) { try WallClock.parse(text, timeZone: "UTC") }
        #expect(error?.code == .invalidWallClock)
    }

    @Test func theZoneIsAlwaysChecked() {
        let error = #expect(throws: DrawingError.self) {
            try WallClock.parse("2026-01-01T09:41:00Z", timeZone: "Nowhere")
        }
        #expect(error?.code == .unknownTimeZone)
    }
}

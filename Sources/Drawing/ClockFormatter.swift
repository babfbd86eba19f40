import Foundation
public import FrameCore
import Synchronization

/// Writes the time of day: an ICU date pattern in a locale and a time zone, in the Gregorian calendar.
///
/// Safe to use from any thread. The pattern rules: a locale's or a user's 12 or 24 hour habit changes nothing.
public struct ClockFormatter: Sendable {
    /// The pattern, as given.
    public let pattern: String
    /// The locale's language, script and region as a language tag; for `TextStyle.language`.
    public let language: String
    private let box: Box

    /// Longer patterns are refused, in characters.
    public static let longestPattern = 1000

    /// Creates a formatter; quotes left open and letters that mean nothing are treated as ICU does.
    ///
    /// `locale` is an identifier such as `en_US`, `ar-EG` or `en_US@hours=h23`; `timeZone` a tz database name, `UTC`, or an
    /// offset such as `+02:00`. Throws `unknown-locale`, `unknown-time-zone`, `time-zone-data-missing` (named zones
    /// need the tzdata package) or `pattern-too-long`.
    public init(pattern: String, locale: String, timeZone: String) throws(DrawingError) {
        guard pattern.unicodeScalars.count <= ClockFormatter.longestPattern else {
            throw DrawingError(
                .patternTooLong, "a clock format has at most \(ClockFormatter.longestPattern) characters",
                hint: "this one has \(pattern.unicodeScalars.count)")
        }
        let zone = try ClockZone(timeZone).zone
        let clockLocale = try ClockLocale(locale)
        self.pattern = pattern
        language = clockLocale.language
        box = Box(pattern: pattern, locale: clockLocale.locale, zone: zone)
    }

    /// The text at a whole second of Unix time; seconds beyond ±10¹⁴ (three million years) count as those.
    public func text(atUnixSeconds seconds: Int64) -> String {
        box.text(at: min(max(seconds, -100_000_000_000_000), 100_000_000_000_000))
    }

    /// The text at a moment of Unix time: that of the whole second it lies in, as the clock moves once a second.
    public func text(at time: Rational) -> String {
        text(atUnixSeconds: Int64(time.floor))
    }

    private final class Box: Sendable {
        // A formatter may be used by one thread at a time.
        private let state: Mutex<(formatter: DateFormatter, last: (seconds: Int64, text: String)?)>

        init(pattern: String, locale: Locale, zone: TimeZone) {
            let formatter = DateFormatter()
            var calendar = Calendar(identifier: .gregorian)
            // Without a zone of its own the calendar takes the machine's, and dies where that has no data.
            calendar.timeZone = zone
            calendar.locale = locale
            formatter.calendar = calendar
            formatter.locale = locale
            formatter.timeZone = zone
            formatter.dateFormat = pattern
            state = Mutex((formatter, nil))
        }

        func text(at seconds: Int64) -> String {
            state.withLock { state in
                if let last = state.last, last.seconds == seconds { return last.text }
                let date = Date(timeIntervalSince1970: Double(seconds))
                let text = ReadingOrder.keepingTimeFields(state.formatter.string(from: date))
                state.last = (seconds, text)
                return text
            }
        }
    }
}

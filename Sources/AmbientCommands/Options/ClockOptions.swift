import Drawing
import FrameCore
import Glibc

/// The wall clock of a run: its instant at frame 0, its zone and its language.
///
/// Never taken from the environment.
struct ClockSettings: Sendable {
    /// Unix time at frame 0 in seconds.
    var start: Rational
    var timeZone: String
    var locale: String

    static let options = [
        Option("start", value: "ISO8601", "wall clock at frame 0, or 'now' (2026-01-01T09:41:00)"),
        Option("time-zone", value: "NAME", "zone of the clock (UTC)"),
        Option("locale", value: "NAME", "language of the clock (en_US)"),
    ]

    init(_ arguments: Arguments, defaults: ClockDefaults = ClockDefaults()) throws(CommandFailure) {
        timeZone = arguments.value("time-zone") ?? defaults.timeZone ?? "UTC"
        locale = arguments.value("locale") ?? defaults.locale ?? "en_US"
        do {
            // Names a bad zone or locale before any work starts.
            _ = try ClockFormatter(pattern: "h:mm", locale: locale, timeZone: timeZone)
        } catch {
            throw .usage("\(error)")
        }
        let text = arguments.value("start") ?? defaults.start ?? "2026-01-01T09:41:00"
        if text == "now" {
            start = Rational(Int64(time(nil)), 1)
            return
        }
        do {
            start = try WallClock.parse(text, timeZone: timeZone)
        } catch {
            throw .usage("\(error)", hint: "for example --start 2026-01-01T09:41:00 or --start now")
        }
    }
}

/// Clock settings of a scenario's header.
struct ClockDefaults: Sendable {
    var start: String?
    var timeZone: String?
    var locale: String?
}

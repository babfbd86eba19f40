import Diagnostics
import FrameCore
import Interaction
import Packages

/// What `ambient settings set` is asked to change of the film player.
struct PlayerRequest {
    static let keys = ["nextAfter", "stopAfter", "shuffle", "facts", "crossFade", "lastFilm"]

    private var changes: [(key: String, apply: (inout PlayerSettings) -> Void)] = []
    private(set) var film: String?

    var isEmpty: Bool { changes.isEmpty }

    mutating func read(_ key: String, _ value: String) throws(CommandFailure) {
        switch key {
        case "nextAfter":
            let time = try timer(key, value)
            changes.append((key, { $0.nextAfter = time }))
        case "stopAfter":
            let time = try timer(key, value)
            changes.append((key, { $0.stopAfter = time }))
        case "shuffle":
            let isOn = try flag(key, value)
            changes.append((key, { $0.shuffle = isOn }))
        case "facts":
            let isOn = try flag(key, value)
            changes.append((key, { $0.showsFacts = isOn }))
        case "crossFade":
            guard let time = TimeText.parse(value), time >= .zero, time <= Rational(10) else {
                throw .usage("crossFade is a time from 0s to 10s, not \(Wording.quoted(value))")
            }
            changes.append((key, { $0.crossFade = time }))
        default:
            film = value
            changes.append((key, { $0.lastFilm = value }))
        }
    }

    private func timer(_ key: String, _ value: String) throws(CommandFailure) -> Rational? {
        if value == "never" { return nil }
        guard let time = TimeText.parse(value), time >= .one, time <= Rational(86_400) else {
            throw .usage(
                "\(key) is a time from 1s to 24h, or never, not \(Wording.quoted(value))",
                hint: "for example \(PlayerRequest.example(key))")
        }
        return time
    }

    private func flag(_ key: String, _ value: String) throws(CommandFailure) -> Bool {
        switch value.lowercased() {
        case "on", "true": return true
        case "off", "false": return false
        default: throw .usage("\(key) is on or off, not \(Wording.quoted(value))")
        }
    }

    static func example(_ key: String) -> String {
        switch key {
        case "nextAfter": "nextAfter=10m"
        case "stopAfter": "stopAfter=never"
        case "crossFade": "crossFade=2s"
        case "lastFilm": "lastFilm=sample-films.pond.film"
        default: "\(key)=on"
        }
    }

    /// The settings after the changes; exit 3 for a film that is not installed.
    func applied(to settings: PlayerSettings, library: PackageLibrary) throws(CommandFailure) -> PlayerSettings {
        if let film, !library.films.contains(where: { $0.id == film }) {
            throw CommandFailure(
                .badInput, "no film \(Wording.quoted(film)) is installed",
                hint: Wording.suggestion(for: film, among: library.films.map(\.id))
                    ?? "ambient package list shows them", stage: "settings")
        }
        var settings = settings
        for change in changes { change.apply(&settings) }
        return settings
    }

    /// What became different.
    static func differences(_ before: PlayerSettings, _ after: PlayerSettings) -> [SettingsChange] {
        zip(shown(before), shown(after)).compactMap { old, new in
            old.value == new.value ? nil : SettingsChange(key: new.key, from: old.value, to: new.value)
        }
    }

    /// As on the command line.
    static func shown(_ settings: PlayerSettings) -> [(key: String, value: String?)] {
        func time(_ time: Rational?) -> String { time.map { "\($0.double)s".replacing(".0s", with: "s") } ?? "never" }
        return [
            ("nextAfter", time(settings.nextAfter)), ("stopAfter", time(settings.stopAfter)),
            ("shuffle", settings.shuffle ? "on" : "off"), ("facts", settings.showsFacts ? "on" : "off"),
            ("crossFade", time(settings.crossFade)), ("lastFilm", settings.lastFilm),
        ]
    }

    static func json(_ settings: PlayerSettings) -> JSONText {
        func time(_ time: Rational?) -> JSONText { time.map { .number($0.double) } ?? .null }
        return .object([
            ("nextAfter", time(settings.nextAfter)), ("stopAfter", time(settings.stopAfter)),
            ("shuffle", .bool(settings.shuffle)), ("facts", .bool(settings.showsFacts)),
            ("crossFade", time(settings.crossFade)), ("lastFilm", settings.lastFilm.map { .string($0) } ?? .null),
        ])
    }
}

import Diagnostics
import Foundation
import FrameCore
import Packages
import Storage
import Weather

/// One setting before and after.
struct SettingsChange {
    let key: String
    /// As on the command line; nil: not set.
    let from: String?
    let to: String?
    var reason: String?

    var line: String {
        "\(key): \(from ?? "not set") → \(to ?? "not set")" + (reason.map { " (\($0))" } ?? "")
    }

    var json: JSONText {
        let text = { (value: String?) in value.map { JSONText.string($0) } ?? .null }
        return .object([("key", .string(key)), ("from", text(from)), ("to", text(to)), ("reason", text(reason))])
    }
}

/// A request checked against what is installed: what is written, and what is said.
struct SettingsPlan {
    private(set) var changes: [DeviceState.Change]
    /// Why the theme is what it is afterwards, if this command chose it.
    private(set) var themeReason: String?
    private(set) var playlistReason: String?
    /// Further sentences.
    private(set) var remarks: [String] = []

    /// Checks everything; nothing is written before.
    init(
        _ request: SettingsRequest, state: DeviceState, library: PackageLibrary, weather: DeviceWeather, seed: UInt64
    ) throws(CommandFailure) {
        let theme = try request.theme(in: library)
        let playlist = try request.playlist(in: library)
        if let theme, request.weatherAutoTheme ?? state.weatherAutoTheme {
            throw .usage(
                "the theme cannot be chosen while weather matching is on: the weather chooses it",
                hint:
                    "switch it off in the same step: ambient settings set weatherAutoTheme=off activeTheme=\(theme.id)"
            )
        }
        changes = state.fallbacks(themes: library.themes.map(\.id), playlists: library.playlists.map(\.id))
        for change in changes {
            switch change {
            case .activeTheme: themeReason = "the first installed"
            case .activePlaylist: playlistReason = "the first installed"
            case .weatherAutoTheme: break
            }
        }
        if let theme {
            changes.append(.activeTheme(theme.id))
            themeReason = nil
        }
        if let playlist {
            changes.append(.activePlaylist(playlist))
            playlistReason = nil
        }
        if let isOn = request.weatherAutoTheme { changes.append(.weatherAutoTheme(isOn)) }
        let place = request.location ?? weather.location
        if request.weatherAutoTheme == true, !state.weatherAutoTheme {
            match(library, place, weather.cache, seed: seed)
        } else if request.location != nil, request.location != weather.location,
            request.weatherAutoTheme ?? state.weatherAutoTheme
        {
            remarks.append("the theme follows with the next forecast: ambient weather refresh")
        }
    }

    /// Chooses the theme by the last answer, as the device does when matching is switched on.
    private mutating func match(
        _ library: PackageLibrary, _ place: WeatherLocation?, _ cache: WeatherCache?, seed: UInt64
    ) {
        guard let place else {
            remarks.append("no place is set, so the theme stays: ambient settings set location=LAT,LON,NAME")
            return
        }
        guard let cache, let conditions = cache.conditions(at: place) else {
            remarks.append("the weather at \(place.name) is not known yet, so the theme stays: ambient weather refresh")
            return
        }
        var random = SeededRandom(seed: seed)
        let decision = WeatherDecision(
            conditions, themes: library.themes.map { WeatherTheme(id: $0.id, tags: $0.weatherTags) },
            active: library.activeTheme?.id, random: &random)
        let reason =
            "\(conditions.condition.tag(conditions.period)) at \(place.name), "
            + "\(cache.age(now: Int(Date().timeIntervalSince1970))): \(decision.reason)"
        if decision.changed, let theme = decision.theme {
            changes.append(.activeTheme(theme))
            themeReason = reason
        } else {
            remarks.append(reason)
        }
    }

    /// What became different in `state.json`.
    func differences(_ before: DeviceState, _ after: DeviceState) -> [SettingsChange] {
        var list: [SettingsChange] = []
        if before.weatherAutoTheme != after.weatherAutoTheme {
            let word = { (isOn: Bool) in isOn ? "on" : "off" }
            list.append(
                SettingsChange(
                    key: "weatherAutoTheme", from: word(before.weatherAutoTheme), to: word(after.weatherAutoTheme)))
        }
        if before.activeThemeId != after.activeThemeId {
            list.append(
                SettingsChange(
                    key: "activeTheme", from: before.activeThemeId, to: after.activeThemeId, reason: themeReason))
        }
        if before.activePlaylist != after.activePlaylist {
            list.append(
                SettingsChange(
                    key: "activePlaylist", from: before.activePlaylist.word, to: after.activePlaylist.word,
                    reason: playlistReason))
        }
        return list
    }
}

extension DeviceState.Playlist {
    /// As on the command line; nil: not set.
    fileprivate var word: String? {
        switch self {
        case .unset: nil
        case .silence: "none"
        case .id(let id): id
        }
    }
}

extension WeatherLocation {
    /// The name and where it is, for people.
    var shown: String { "\(name) (\(latitude), \(longitude))" }
}

extension CommandFailure {
    /// A file of the base directory that cannot be read or written.
    init(storage error: StorageError) {
        let hint =
            switch error.code {
            case .busy: "wait until it is done, then try again"
            case .notAFile: "move it elsewhere, and try again"
            default: "check the permissions of the folder and the space on its disk, or name another with --root"
            }
        self.init(.failedWork, error.description, hint: hint, stage: "settings")
    }
}

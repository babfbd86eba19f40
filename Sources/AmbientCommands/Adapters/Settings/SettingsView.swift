import Diagnostics
import Interaction
import Packages
import Weather

/// The settings menu: four sections in the seed's order.
struct SettingsView {
    let library: PackageLibrary
    let location: WeatherLocation?
    /// Nil where no films are installed and the player was never used.
    var player: PlayerSettings?

    /// The object of the contract.
    var json: [(String, JSONText)] {
        let isAuto = library.weatherAutoTheme
        return [
            (
                "weather",
                .object([("weatherAutoTheme", .bool(isAuto)), ("location", location?.json ?? .null)])
            ),
            (
                "themes",
                .array(
                    library.themes.map { theme in
                        .object([
                            ("id", .string(theme.id)), ("displayName", .string(theme.displayName)),
                            ("active", .bool(theme.id == library.activeTheme?.id)), ("selectable", .bool(!isAuto)),
                        ])
                    })
            ),
            (
                "playlists",
                .array(
                    library.playlists.map { playlist in
                        .object([
                            ("id", .string(playlist.id)), ("packageId", .string(playlist.packageId)),
                            ("active", .bool(playlist.id == library.activePlaylist?.id)),
                        ])
                    })
            ),
        ] + (player.map { [("player", PlayerRequest.json($0))] } ?? [])
    }

    /// The same for people.
    var text: String {
        let isAuto = library.weatherAutoTheme
        var lines = [
            "Weather", "  Match theme to weather  \(isAuto ? "on" : "off")",
            "  Location  \(location?.shown ?? "Not set")",
            "", "Theme" + (isAuto ? "  (chosen by the weather; not selectable while weather matching is on)" : ""),
        ]
        lines += rows(library.themes.map { ($0.id == library.activeTheme?.id, $0.displayName, $0.id) })
        if library.themes.isEmpty { lines.append("  none installed") }
        lines += ["", "Music" + (library.isSilent ? "  (none: silence was chosen)" : "")]
        lines += rows(library.playlists.map { ($0.id == library.activePlaylist?.id, $0.packageId, $0.id) })
        if library.playlists.isEmpty { lines.append("  none installed") }
        let count = library.themes.count + library.playlists.count + library.filmPackages.count
        lines += [
            "", "Packages",
            "  \(count) package\(count == 1 ? "" : "s") installed under \(library.root)/Packages",
        ]
        if let player {
            lines += ["", "Player"]
            lines += PlayerRequest.shown(player).map { "  \($0.key)  \($0.value ?? "not set")" }
        }
        return lines.map(Wording.printable).joined(separator: "\n")
    }

    private func rows(_ entries: [(isActive: Bool, name: String, id: String)]) -> [String] {
        let width = entries.map(\.name.count).max() ?? 0
        return entries.map { entry in
            let padding = String(repeating: " ", count: width + 2 - entry.name.count)
            return "  \(entry.isActive ? "✓" : " ") \(entry.name)\(padding)\(entry.id)"
        }
    }
}

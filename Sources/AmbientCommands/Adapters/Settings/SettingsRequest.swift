import Diagnostics
import Packages
import Weather

/// What `ambient settings set` is asked to change.
struct SettingsRequest {
    static let keys =
        ["activeTheme", "activePlaylist", "weatherAutoTheme", "location"] + PlayerRequest.keys

    /// An id or package id.
    private(set) var theme: String?
    /// An id, a package id, or `none`.
    private(set) var playlist: String?
    private(set) var weatherAutoTheme: Bool?
    private(set) var location: WeatherLocation?
    private(set) var player = PlayerRequest()

    /// Reads words such as `weatherAutoTheme=on`; what they name is looked up later.
    init(_ words: [String]) throws(CommandFailure) {
        guard !words.isEmpty else {
            throw .usage(
                "settings set needs key=value", hint: "the keys: " + SettingsRequest.keys.joined(separator: ", "))
        }
        var seen: Set<String> = []
        for word in words {
            let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let key = sides[0]
            guard SettingsRequest.keys.contains(key) else {
                throw .usage(
                    "unknown setting \(Wording.quoted(key))",
                    hint: Wording.suggestion(for: key, among: SettingsRequest.keys)
                        ?? "the keys: " + SettingsRequest.keys.joined(separator: ", "))
            }
            guard sides.count == 2, !sides[1].isEmpty else {
                throw .usage("\(key) needs a value", hint: "for example: " + SettingsRequest.example(key))
            }
            guard seen.insert(key).inserted else { throw .usage("\(key) is given twice") }
            try read(key, sides[1])
        }
        if weatherAutoTheme == true, theme != nil {
            throw .usage(
                "activeTheme and weatherAutoTheme=on exclude each other: with it the weather chooses the theme",
                hint: "leave one of them out")
        }
    }

    private mutating func read(_ key: String, _ value: String) throws(CommandFailure) {
        if PlayerRequest.keys.contains(key) { return try player.read(key, value) }
        switch key {
        case "activeTheme": theme = value
        case "activePlaylist": playlist = value
        case "weatherAutoTheme":
            switch value.lowercased() {
            case "on", "true": weatherAutoTheme = true
            case "off", "false": weatherAutoTheme = false
            default: throw .usage("weatherAutoTheme is on or off, not \(Wording.quoted(value))")
            }
        default:
            guard let place = WeatherLocation(text: value) else {
                throw .usage(
                    "location is latitude,longitude[,name], not \(Wording.quoted(value))",
                    hint: "latitudes are -90 to 90, longitudes -180 to 180, both with a decimal point; for example "
                        + SettingsRequest.example("location") + "; ambient weather search NAME finds them")
            }
            location = place
        }
    }

    private static func example(_ key: String) -> String {
        switch key {
        case "activeTheme": "activeTheme=sample-scene-sunny.theme"
        case "activePlaylist": "activePlaylist=sample-playlist-package.playlist, or activePlaylist=none for silence"
        case "weatherAutoTheme": "weatherAutoTheme=on"
        case let key where PlayerRequest.keys.contains(key): PlayerRequest.example(key)
        default: "location=\"41.4993,-81.6944,Cleveland, Ohio\""
        }
    }
}

extension SettingsRequest {
    /// The installed theme that is asked for.
    func theme(in library: PackageLibrary) throws(CommandFailure) -> ThemePackage? {
        guard let word = theme else { return nil }
        if let found = library.themes.first(where: { $0.id == word || $0.packageId == word }) { return found }
        let other = library.playlists.contains { $0.id == word || $0.packageId == word }
        throw SettingsRequest.unknown(
            word, kind: "theme", among: library.themes.flatMap { [$0.id, $0.packageId] },
            hint: other ? "it is a playlist: activePlaylist=\(word)" : nil, library)
    }

    /// The playlist, or silence, that is asked for.
    func playlist(in library: PackageLibrary) throws(CommandFailure) -> DeviceState.Playlist? {
        guard let word = playlist else { return nil }
        if let found = library.playlists.first(where: { $0.id == word || $0.packageId == word }) {
            return .id(found.id)
        }
        if word == "none" { return .silence }
        let other = library.themes.contains { $0.id == word || $0.packageId == word }
        throw SettingsRequest.unknown(
            word, kind: "playlist", among: library.playlists.flatMap { [$0.id, $0.packageId] } + ["none"],
            hint: other ? "it is a theme: activeTheme=\(word)" : nil, library)
    }

    private static func unknown(
        _ word: String, kind: String, among names: [String], hint: String?, _ library: PackageLibrary
    ) -> CommandFailure {
        let ids = names.filter { $0.hasSuffix("." + kind) }
        let otherwise =
            ids.isEmpty
            ? "no \(kind)s are installed under \(library.root)/Packages" : "installed: " + ids.joined(separator: ", ")
        return CommandFailure(
            .badInput, "no \(kind) \(Wording.quoted(word)) is installed",
            hint: hint ?? Wording.suggestion(for: word, among: names) ?? otherwise, stage: "settings")
    }
}

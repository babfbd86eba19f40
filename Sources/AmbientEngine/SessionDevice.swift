public import Weather

/// What can be chosen on a device: packages that load.
public struct InstalledPackages: Sendable, Hashable {
    /// In the order of the device; the first is the fallback.
    public var themes: [WeatherTheme]
    /// Ids in the order of the device; the first is the fallback.
    public var playlists: [String]

    public init(themes: [WeatherTheme], playlists: [String] = []) {
        self.themes = themes
        self.playlists = playlists
    }
}

/// What a device remembers across launches.
public struct PinnedState: Sendable, Hashable {
    /// The playlist that was active.
    public enum Playlist: Sendable, Hashable {
        /// Nothing was ever chosen: the first installed one plays.
        case unset
        /// Silence was chosen.
        case silence
        case id(String)
    }

    /// Nil, or an id that is not installed: the first installed theme is active.
    public var activeTheme: String?
    public var activePlaylist: Playlist
    public var weatherAutoTheme: Bool
    /// Where the forecast is asked for; nil: nowhere.
    public var location: WeatherLocation?

    public init(
        activeTheme: String? = nil, activePlaylist: Playlist = .unset, weatherAutoTheme: Bool = false,
        location: WeatherLocation? = .placeholder
    ) {
        self.activeTheme = activeTheme
        self.activePlaylist = activePlaylist
        self.weatherAutoTheme = weatherAutoTheme
        self.location = location
    }
}

public import Interaction
public import Weather

/// What can be chosen on a device: packages that load.
public struct InstalledPackages: Sendable, Hashable {
    /// In the order of the device; the first is the fallback.
    public var themes: [WeatherTheme]
    /// Ids in the order of the device; the first is the fallback.
    public var playlists: [String]
    /// What the player shows, in its order.
    public var films: [Film]
    /// Films, by their index, whose files are no longer there.
    public var missingFilms: Set<Int> = []
    /// The display names of themes by id; one without is shown by its id.
    public var names: [String: String]
    /// The editions of what an import brought, by id.
    public var editions: [String: Int]

    public init(
        themes: [WeatherTheme], playlists: [String] = [], films: [Film] = [], names: [String: String] = [:],
        editions: [String: Int] = [:]
    ) {
        self.themes = themes
        self.playlists = playlists
        self.films = films
        self.names = names
        self.editions = editions
    }

    /// The package that an id means now.
    public func edition(of id: String) -> PackageEdition { PackageEdition(id, editions[id] ?? 0) }
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
    /// What the player remembers.
    public var player: PlayerSettings

    public init(
        activeTheme: String? = nil, activePlaylist: Playlist = .unset, weatherAutoTheme: Bool = false,
        location: WeatherLocation? = .placeholder, player: PlayerSettings = PlayerSettings()
    ) {
        self.activeTheme = activeTheme
        self.activePlaylist = activePlaylist
        self.weatherAutoTheme = weatherAutoTheme
        self.location = location
        self.player = player
    }
}

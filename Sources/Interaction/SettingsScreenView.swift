/// The settings screen of the display, as it shows at one moment.
public struct SettingsScreenView: Sendable, Hashable {
    /// A line that can be chosen.
    public struct Row: Sendable, Hashable {
        public var id: String
        public var title: String
        public var isChecked: Bool

        public init(id: String, title: String, isChecked: Bool) {
            self.id = id
            self.title = title
            self.isChecked = isChecked
        }
    }

    /// 0 to 255.
    public var opacity: Int
    public var weatherAutoTheme: Bool
    /// The name of the place; nil is "Not set".
    public var location: String?
    /// Themes by their display names.
    public var themes: [Row]
    /// Playlists by their package ids.
    public var playlists: [Row]
    /// How far the screen is scrolled, in points.
    public var scroll: Double

    public init(
        opacity: Int = 255, weatherAutoTheme: Bool, location: String?, themes: [Row], playlists: [Row],
        scroll: Double = 0
    ) {
        self.opacity = opacity
        self.weatherAutoTheme = weatherAutoTheme
        self.location = location
        self.themes = themes
        self.playlists = playlists
        self.scroll = scroll
    }
}

public import FrameCore

/// The settings screen of the display: opens on a long press, four sections, changes nothing itself.
///
/// What it lists is handed in with every input and at every drawing, so that check marks follow what changes elsewhere
/// while it is open.
public struct SettingsScreen: Sendable, Hashable {
    /// What the device has and has chosen, at one moment.
    public struct Device: Sendable, Hashable {
        /// A theme or a playlist.
        public struct Item: Sendable, Hashable {
            public var id: String
            public var title: String

            public init(id: String, title: String) {
                self.id = id
                self.title = title
            }
        }

        public var weatherAutoTheme: Bool
        /// The name of the place; nil where none is set.
        public var location: String?
        public var themes: [Item]
        public var activeTheme: String?
        public var playlists: [Item]
        public var activePlaylist: String?

        public init(
            weatherAutoTheme: Bool, location: String?, themes: [Item], activeTheme: String?, playlists: [Item],
            activePlaylist: String?
        ) {
            self.weatherAutoTheme = weatherAutoTheme
            self.location = location
            self.themes = themes
            self.activeTheme = activeTheme
            self.playlists = playlists
            self.activePlaylist = activePlaylist
        }
    }

    /// What the device is asked to do.
    public enum Request: Sendable, Hashable {
        case setTheme(String)
        case setPlaylist(String)
        case setWeatherAutoTheme(Bool)
    }

    /// What came of an input.
    public struct Answer: Sendable, Hashable {
        public var request: Request?
        /// What was done, or why nothing was.
        public var note: PlayerNote
    }

    static let fade = Rational(3, 10)
    static let scrollTime = Rational(1, 4)

    public let geometry: ScreenGeometry
    public private(set) var isOpen = false
    private var shown = Fade(0)
    private var scroll = Fade(0)

    public init(geometry: ScreenGeometry) { self.geometry = geometry }

    /// Takes an input; while the screen is closed only a long press means something to it.
    public mutating func handle(_ input: PlayerInput, device: Device, at time: Rational) -> Answer {
        var request: Request?
        let (kind, text) = take(input, device, time, &request)
        return Answer(request: request, note: PlayerNote(time: time, kind: kind, text: text))
    }

    /// What shows at a time, with what the device has at that time; nil where nothing of it is seen.
    public func view(at time: Rational, device: Device) -> SettingsScreenView? {
        let opacity = shown.byte(at: time)
        guard opacity > 0 else { return nil }
        func rows(_ items: [Device.Item], active: String?) -> [SettingsScreenView.Row] {
            items.map { SettingsScreenView.Row(id: $0.id, title: $0.title, isChecked: $0.id == active) }
        }
        return SettingsScreenView(
            opacity: opacity, weatherAutoTheme: device.weatherAutoTheme, location: device.location,
            themes: rows(device.themes, active: device.activeTheme),
            playlists: rows(device.playlists, active: device.activePlaylist),
            scroll: scrolled(at: time, layout(device)))
    }

    private func layout(_ device: Device) -> SettingsLayout {
        SettingsLayout(screen: geometry, themeCount: device.themes.count, playlistCount: device.playlists.count)
    }

    /// Rows may have gone since it was scrolled.
    private func scrolled(at time: Rational, _ layout: SettingsLayout) -> Double {
        min(scroll.value(at: time), max(0, layout.largestScroll))
    }

    // MARK: - Inputs

    private mutating func take(
        _ input: PlayerInput, _ device: Device, _ time: Rational, _ request: inout Request?
    ) -> (PlayerNote.Kind, String) {
        if case .longPress = input { return isOpen ? (.ignored, "the settings are open already") : open(at: time) }
        guard isOpen else { return (.ignored, "the settings are closed") }
        switch input {
        case .tap(let x, let y):
            let layout = layout(device)
            return tap(layout.target(x: x, y: y, scroll: scrolled(at: time, layout)), device, time, &request)
        case .swipe(.up): return scrollPage(forward: true, device, time)
        case .swipe(.down):
            return scroll.to > 0 ? scrollPage(forward: false, device, time) : close(at: time)
        case .press(.menu) where geometry.profile == .remote: return close(at: time)
        case .press where geometry.profile == .touch: return (.ignored, "the touch screen has no remote")
        case .leave, .activate: return (.ignored, "the settings stay open")
        case .press, .swipe, .tapCard, .longPress, .set, .filmFailed:
            return (.ignored, "this means nothing on the settings screen")
        }
    }

    private mutating func open(at time: Rational) -> (PlayerNote.Kind, String) {
        isOpen = true
        scroll = Fade(0)
        shown.go(to: 1, at: time, within: SettingsScreen.fade)
        return (.event, "the settings open")
    }

    private mutating func close(at time: Rational) -> (PlayerNote.Kind, String) {
        isOpen = false
        shown.go(to: 0, at: time, within: SettingsScreen.fade)
        return (.event, "the settings close")
    }

    private mutating func scrollPage(
        forward: Bool, _ device: Device, _ time: Rational
    ) -> (PlayerNote.Kind, String) {
        let page = geometry.height / 2
        let target = min(max(scroll.to + (forward ? page : -page), 0), max(0, layout(device).largestScroll))
        guard target != scroll.to else { return (.ignored, "there is nothing more to scroll to") }
        scroll.go(to: target, at: time, within: SettingsScreen.scrollTime)
        return (.event, "the settings scroll")
    }

    private mutating func tap(
        _ target: SettingsLayout.Target, _ device: Device, _ time: Rational, _ request: inout Request?
    ) -> (PlayerNote.Kind, String) {
        switch target {
        case .weatherSwitch:
            request = .setWeatherAutoTheme(!device.weatherAutoTheme)
            return (.event, "match theme to weather: \(device.weatherAutoTheme ? "off" : "on")")
        case .location: return (.ignored, "here the phone would open its city search")
        case .importPackage: return (.ignored, "here the phone would open its file picker")
        case .theme(let index):
            guard device.themes.indices.contains(index) else { return (.ignored, "there is no such theme") }
            let theme = device.themes[index]
            guard !device.weatherAutoTheme else {
                return (.ignored, "themes cannot be picked while they match the weather")
            }
            guard theme.id != device.activeTheme else { return (.ignored, "\(theme.title) is active already") }
            request = .setTheme(theme.id)
            return (.event, "theme: \(theme.title)")
        case .playlist(let index):
            guard device.playlists.indices.contains(index) else { return (.ignored, "there is no such playlist") }
            let playlist = device.playlists[index]
            guard playlist.id != device.activePlaylist else {
                return (.ignored, "\(playlist.title) is active already")
            }
            request = .setPlaylist(playlist.id)
            return (.event, "playlist: \(playlist.title)")
        case .done, .outside: return close(at: time)
        case .panel: return (.ignored, "there is nothing at that place")
        }
    }
}

import FrameCore
import Interaction
import Scenarios

/// The settings screen from one change to the next: what moves by itself is computed from the time.
struct SettingsSnapshot: Sendable, Hashable {
    let screen: SettingsScreen
    let device: SettingsScreen.Device

    /// Nil where nothing of it is seen.
    func view(at time: Rational) -> SettingsScreenView? { screen.view(at: time, device: device) }
}

extension Session {
    /// Hands an input to the display, which knows its settings only.
    mutating func tellDisplay(_ input: PlayerInput) {
        guard state != .background else { return note("the app is in the background") }
        if case .press(.home) = input { return leaveDisplay() }
        guard settings.isOpen || input == .longPress else { return note(Self.refusal(of: input)) }
        let answer = settings.handle(input, device: settingsDevice, at: now)
        note(answer.note.text)
        switch answer.request {
        case .setTheme(let id): chooseTheme(id)
        case .setPlaylist(let id): activate(playlist: id)
        case .setWeatherAutoTheme(let isOn): switchMatching(isOn)
        case nil: break
        }
        let state = settings.isOpen ? SessionState.settings : .ambient
        guard state != self.state else { return }
        self.state = state
        noteChange()
    }

    private static func refusal(of input: PlayerInput) -> String {
        switch input {
        case .press(let button): "the display does not react to the button \(button.rawValue)"
        case .swipe: "the display does not react to swipes"
        default: "the display does not react to taps"
        }
    }

    /// Makes a theme active as a person does, who may not while the weather chooses.
    mutating func chooseTheme(_ id: String) {
        activate(theme: id)
        tellWeather(.themeActivatedByUser(id))
    }

    mutating func switchMatching(_ isOn: Bool) {
        pinned.weatherAutoTheme = isOn
        tellWeather(.matchingSwitched(isOn))
    }

    /// Records what the settings screen shows, if that has changed: check marks follow whatever happens elsewhere.
    mutating func followSettings() {
        guard app == .display, settings.isOpen || shownSettings?.screen != settings else { return }
        let snapshot = SettingsSnapshot(screen: settings, device: settingsDevice)
        guard snapshot != shownSettings else { return }
        shownSettings = snapshot
        timeline.show(snapshot, at: now)
    }

    /// What the settings list now.
    private var settingsDevice: SettingsScreen.Device {
        SettingsScreen.Device(
            weatherAutoTheme: pinned.weatherAutoTheme, location: pinned.location?.name,
            themes: packages.themes.map { theme in
                SettingsScreen.Device.Item(id: theme.id, title: packages.names[theme.id] ?? theme.id)
            },
            activeTheme: pinned.activeTheme,
            playlists: packages.playlists.map { SettingsScreen.Device.Item(id: $0, title: Self.packageID(of: $0)) },
            activePlaylist: playlist)
    }

    /// A playlist has no name but that of its package.
    private static func packageID(of playlist: String) -> String {
        let suffix = ".playlist"
        return playlist.hasSuffix(suffix) ? String(playlist.dropLast(suffix.count)) : playlist
    }
}

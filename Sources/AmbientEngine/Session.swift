public import FrameCore
public import Interaction
public import Scenarios
public import Weather

/// A device in use, on its virtual clock: steps go in, and what shows and what plays from when comes out.
///
/// Nothing is drawn and nothing waits: only events cost time, so an hour is as cheap as a second, and memory grows with
/// changes only. Steps may come from a file or one at a time from a person. Time goes on in the background, where the
/// app is not seen: the sound plays, and video and shaders are where they would be; only the weather is not asked for.
public struct Session: Sendable {
    /// Which scene shows when.
    public internal(set) var timeline: Timeline
    /// Which playlist plays when.
    public internal(set) var audio: AudioTimeline
    /// Every change of state, scene or playlist; the first is at 0.
    public internal(set) var moments: [SessionMoment] = []
    /// The present time, in seconds of the run.
    public internal(set) var now: Rational = .zero
    public internal(set) var state = SessionState.ambient
    public internal(set) var packages: InstalledPackages
    /// What the next launch starts with.
    public internal(set) var pinned: PinnedState
    /// The steps played so far, one after another and without places, waits joined; empty unless they are kept.
    public internal(set) var script: [Scenario.Kind] = []

    /// What the device remembered when the session began.
    let initial: PinnedState
    /// Reads the packages, which happens at each launch.
    let installed: @Sendable () -> InstalledPackages
    let importer: (any PackageImporting)?
    /// The files imported so far: an app that starts again still has them.
    var imports: [String] = []
    let seed: UInt64
    let keepsScript: Bool
    /// The app that is played.
    public let app: ScenarioApp
    /// The screen that is touched.
    let geometry: ScreenGeometry

    /// Nil in the display.
    var player: Player?
    /// The player's revision that the timeline knows.
    var knownRevision: Int?
    /// The settings of the display.
    var settings: SettingsScreen
    /// What the timeline knows of them.
    var shownSettings: SettingsSnapshot?
    /// The player's music while it rests.
    var heldSound: HeldSound?
    var weather: WeatherController
    var forecast: ScriptedForecast
    /// The answer under way and when it comes.
    var answer: (time: Rational, result: Result<WeatherConditions, WeatherFailure>)?
    /// When the controller wants to be called.
    var timer: Rational?
    var launches: UInt64 = 0
    /// What has been logged since the last result was given.
    var log: [SessionLogLine] = []

    /// Launches the app at time 0; nil when the display has no theme.
    ///
    /// The player may have no films.
    ///
    /// - Parameters:
    ///   - app: the display, or the player of films.
    ///   - geometry: the screen in points, for inputs.
    ///   - pinned: what the device remembers from earlier.
    ///   - start: Unix seconds at frame 0.
    ///   - seed: all random choices.
    ///   - keepsScript: whether the session can be written out as a scenario.
    ///   - importer: installs package files; nil refuses them.
    ///   - forecast: what the forecast answers until a step sets it.
    ///   - installed: reads the packages; called now and at each relaunch.
    public init?(
        app: ScenarioApp = .display, geometry: ScreenGeometry = .standard, pinned: PinnedState, rate: FrameRate,
        start: Rational, seed: UInt64 = 0, keepsScript: Bool = false,
        importer: (any PackageImporting)? = nil, forecast: ScriptedForecast = ScriptedForecast(),
        installed: @escaping @Sendable () -> InstalledPackages
    ) {
        let packages = installed()
        let first = packages.themes.first
        guard app == .player || first != nil else { return nil }
        self.app = app
        self.geometry = geometry
        settings = SettingsScreen(geometry: geometry)
        self.installed = installed
        self.importer = importer
        self.forecast = forecast
        self.packages = packages
        self.pinned = pinned
        initial = pinned
        self.seed = seed
        self.keepsScript = keepsScript
        timeline = Timeline(sceneID: app == .display ? first?.id ?? "" : "", rate: rate, start: start)
        audio = AudioTimeline(playlist: nil)
        weather = WeatherController(seed: seed)
        launch()
    }

    /// The active theme.
    public var sceneID: String { timeline.activeSceneID }

    /// What plays; nil is silence.
    public var playlist: String? { audio.activePlaylist }

    /// Lets time pass up to `end`, which a live session does as real time goes by; what is due then happens too.
    public mutating func advance(to end: Rational) {
        if keepsScript, end > now { keep(.wait(end - now)) }
        pass(until: end)
    }

    mutating func pass(until end: Rational) {
        while let due = nextEvent, due <= end { takeNextEvent(at: due) }
        now = max(now, end)
        if player != nil { advancePlayer(to: now) }
    }

    /// When something happens by itself next.
    var nextEvent: Rational? { [answer?.time, timer, player?.nextEvent].compactMap { $0 }.min() }

    // MARK: - Launching

    /// Starts the app: packages are read, what was active is so again, scene and music begin anew.
    mutating func launch() {
        let packages = installedWithImports()
        // A device whose last theme was taken away goes on with those it had.
        if app == .player || !packages.themes.isEmpty { self.packages = packages }
        if app == .player { return launchPlayer() }
        let themes = self.packages.themes
        let theme = themes.first { $0.id == pinned.activeTheme } ?? themes.first
        pinned.activeTheme = theme?.id
        timeline.build(packages.edition(of: theme?.id ?? sceneID), at: now)
        startPinnedPlaylist()
        state = .ambient
        settings = SettingsScreen(geometry: geometry)
        weather = WeatherController(
            seed: seed &+ launches, isMatching: pinned.weatherAutoTheme, location: pinned.location, themes: themes,
            activeTheme: theme?.id)
        launches += 1
        answer = nil
        timer = nil
        noteChange()
        tellWeather(.becameActive)
    }

    /// Starts what played last, from its first track.
    mutating func startPinnedPlaylist() {
        let playlist: String?
        switch pinned.activePlaylist {
        case .silence: playlist = nil
        case .unset: playlist = self.packages.playlists.first
        case .id(let id): playlist = self.packages.playlists.contains(id) ? id : self.packages.playlists.first
        }
        if let playlist { pinned.activePlaylist = .id(playlist) }
        audio.start(playlist.map(packages.edition), at: now)
    }

    // MARK: - Changes

    /// Makes an installed theme active: a hard cut, unless it is active already.
    mutating func activate(theme id: String) {
        pinned.activeTheme = id
        if timeline.setScene(packages.edition(of: id), at: now) { noteChange() }
    }

    /// Starts an installed playlist, or silence; the one that plays already goes on.
    mutating func activate(playlist id: String?) {
        pinned.activePlaylist = id.map { .id($0) } ?? .silence
        let edition = id.map(packages.edition)
        if heldSound != nil {
            heldSound = edition.map { HeldSound(source: $0, position: .zero) }
            return
        }
        guard edition != audio.segments.last?.source else { return }
        audio.start(edition, at: now)
        noteChange()
    }

    mutating func noteChange() {
        let moment = SessionMoment(time: now, state: state, sceneID: sceneID, playlist: playlist)
        if moments.last?.time == now { moments.removeLast() }
        moments.append(moment)
    }

    mutating func note(_ text: String) {
        guard log.count < Session.mostLogLines else { return }
        log.append(SessionLogLine(time: now, text: text))
    }

    /// Lines that one step may log; a wait of years with a forecast that fails would fill the memory.
    static let mostLogLines = 1000
}

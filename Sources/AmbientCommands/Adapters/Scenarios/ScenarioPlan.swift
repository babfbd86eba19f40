import AmbientEngine
import Compositing
import Diagnostics
import Drawing
import Foundation
import FrameCore
import Packages
import Scenarios
import Weather

/// A scenario that has been read, on a device that is ready to play it; nothing is drawn yet.
struct ScenarioPlan {
    let path: String
    let scenario: Scenario
    let picture: PictureSettings
    let clock: ClockSettings
    let sound: SoundSettings
    let device: ScenarioDevice
    /// The films of the player; nil in the display.
    let films: FilmLibrary?
    var session: Session
    private let log: DiagnosticLog

    /// Reads the file and launches the app; the options go before its header.
    init(_ path: String, arguments: Arguments, log: DiagnosticLog) throws {
        let scenario = try loadScenario(path, settings: arguments.values("set"), log: log)
        try self.init(scenario, at: path, arguments: arguments, log: log)
    }

    /// Launches the app of a scenario that has been read.
    init(_ scenario: Scenario, at path: String, arguments: Arguments, log: DiagnosticLog) throws {
        self.path = path
        self.scenario = scenario
        self.log = log
        picture = try PictureSettings(arguments, defaults: scenario.header.pictureDefaults)
        clock = try scenario.header.clockSettings(arguments, log: log)
        sound = try SoundSettings(arguments, seed: scenario.header.seed?.value)
        device = try ScenarioDevice(scenario, at: path, arguments: arguments, log: log)
        let app = scenario.header.app?.value ?? .display
        let films =
            app == .player ? FilmLibrary(sources: device.films, picture: picture, clock: clock, log: log) : nil
        self.films = films
        if let films, films.films.isEmpty, !device.films.isEmpty {
            throw CommandFailure(
                .badInput, "\(path): none of its films can be played", hint: "see the errors above", stage: "scenario")
        }
        var packages = device.packages
        packages.films = films?.films ?? []
        let weather = try WeatherChoice(arguments)
        guard
            let session = Session(
                app: app, geometry: picture.geometry, pinned: device.pinned, rate: picture.rate, start: clock.start,
                seed: sound.seed,
                importer: device.imported,
                forecast: ScriptedForecast(weather.map { .conditions($0.conditions) }),
                installed: { [packages] in
                    var packages = packages
                    packages.missingFilms = films?.missing() ?? []
                    return packages
                })
        else {
            throw CommandFailure(
                .badInput, "\(path): no theme to show", hint: "list package folders under 'scenes:' or give --root",
                stage: "scenario")
        }
        self.session = session
    }

    /// Plays the steps, handing out each result and the session as it is then, until `visit` says no.
    ///
    /// After the last step time goes on to the end of what the header records.
    mutating func play(visit: (StepResult, Session) throws -> Bool) throws {
        for occurrence in scenario.occurrences {
            let result: StepResult
            do throws(ScenarioFailure) {
                result = try session.play(occurrence)
            } catch {
                var hint = error.hint
                if case .setTheme(let id) = error.step.kind {
                    hint = Wording.suggestion(for: id, among: session.sceneIDs) ?? hint
                } else if case .assertScene(let id) = error.step.kind {
                    hint = Wording.suggestion(for: id, among: session.sceneIDs) ?? hint
                }
                log.add(error.step.place.diagnostic(.error, error.code, error.description, hint: hint))
                throw CommandFailure(.badInput, "the scenario '\(path)' cannot be played on", stage: "scenario")
            }
            guard try visit(result, session) else { return }
        }
        if let end = scenario.header.record?.value.to { session.advance(to: end) }
    }

    /// The session as it will be after all steps that can be played; nothing is drawn.
    func foreseen() -> Session {
        var session = session
        do throws(ScenarioFailure) {
            for occurrence in scenario.occurrences { _ = try session.play(occurrence) }
        } catch {
            // The same failure comes when the steps are played, and is reported then.
            return session
        }
        if let end = scenario.header.record?.value.to { session.advance(to: end) }
        return session
    }

    /// A path as written in a file of a scenario.
    static func path(_ word: String, besides file: String) -> String {
        let folder = (file as NSString).deletingLastPathComponent
        return word.hasPrefix("/") || folder.isEmpty ? word : folder + "/" + word
    }

    /// What draws the scenes.
    func makeLibrary(picture: PictureSettings? = nil, log: DiagnosticLog) -> SceneLibrary {
        SceneLibrary(
            themes: device.themes, imported: device.imported, picture: picture ?? self.picture, clock: clock, log: log)
    }

    /// What draws the chrome of the app; `picture` where it is not that of the plan.
    func makeChrome(picture: PictureSettings? = nil, log: DiagnosticLog) throws -> FrameChrome {
        let picture = picture ?? self.picture
        let texts = try TextRenderer()
        guard let films else {
            return FrameChrome(
                settings: SettingsCanvas(
                    geometry: picture.geometry, size: picture.size, pointScale: picture.pointScale, texts: texts))
        }
        let library =
            picture.size == self.picture.size
            ? films : FilmLibrary(sources: device.films, picture: picture, clock: clock, log: log)
        return FrameChrome(
            player: PlayerCanvas(
                geometry: picture.geometry, size: picture.size, pointScale: picture.pointScale, films: library,
                texts: texts))
    }

    /// The names of the layers that a mask may leave out.
    func layerNames(_ timeline: Timeline, library: SceneLibrary) throws -> Set<String> {
        guard films == nil else { return Set(FrameChrome.playerLayers) }
        var names: Set<String> = [FrameChrome.settingsLayer]
        for change in timeline.changes { names.formUnion(try library.scene(change.scene).stack.layers.map(\.name)) }
        return names
    }

    /// The playlists that play in a session; opens nothing yet.
    func makePlaylists(of session: Session, log: DiagnosticLog) throws -> [PackageEdition: Music] {
        var playlists: [PackageEdition: Music] = [:]
        for source in Set(session.audio.segments.compactMap(\.source)) {
            guard let files = device.source(source) else { continue }
            playlists[source] = try Music(files, settings: sound, log: log)
        }
        return playlists
    }

    /// The sound of a session; nil when nothing ever plays.
    ///
    /// Exit 3 when a playlist that plays has nothing that can be played.
    static func music(of session: Session, _ playlists: [PackageEdition: Music]) throws -> SessionMusic? {
        let sources = Set(session.audio.segments.compactMap(\.source))
        guard !sources.isEmpty else { return nil }
        for source in sources.sorted(by: { $0.id < $1.id }) where playlists[source]?.isPlayable == false {
            throw CommandFailure(.badInput, "nothing in '\(source.id)' can be played", stage: "playlist")
        }
        return try SessionMusic(playlists: playlists, audio: session.audio)
    }
}

/// Reads a scenario file and what it includes; `settings` are `key=value` over its header.
func loadScenario(_ path: String, settings: [String], log: DiagnosticLog) throws -> Scenario {
    // Beyond the parser's own limit, so that it can say where that is.
    let limit = 256 << 20
    let text: SourceText
    do throws(CommandFailure) {
        text = SourceText(name: path, bytes: try InputBytes.read(path, limit: limit))
    } catch {
        throw CommandFailure(
            .badInput, error.message.replacing("cannot read '", with: "cannot read the scenario '", maxReplacements: 1),
            stage: "scenario")
    }
    let (read, diagnostics) = parseScenario(text) { path in
        do throws(CommandFailure) {
            return SourceText(name: path, bytes: try InputBytes.read(path, limit: limit, isFile: true))
        } catch {
            throw IncludeFailure(description: error.message)
        }
    }
    diagnostics.forEach(log.add)
    guard let scenario = read else {
        throw CommandFailure(.badInput, "the scenario '\(path)' does not load", stage: "scenario")
    }
    guard !settings.isEmpty else { return scenario }
    let pairs = try settings.map { word throws(CommandFailure) in
        guard let place = word.firstIndex(of: "="), place > word.startIndex else {
            throw .usage("--set '\(word)' is not key=value", hint: "for example --set seed=7")
        }
        return (key: String(word[..<place]), value: String(word[word.index(after: place)...]))
    }
    let (header, faults) = scenario.header.overriding(pairs)
    faults.forEach(log.add)
    guard !faults.contains(where: { $0.severity == .error }) else {
        throw CommandFailure(.usage, "--set cannot be used", stage: "usage")
    }
    return Scenario(header: header, steps: scenario.steps, source: scenario.source)
}

private struct IncludeFailure: Error, CustomStringConvertible {
    let description: String
}

extension ScenarioHeader {
    fileprivate var pictureDefaults: PictureDefaults {
        PictureDefaults(
            device: device?.value.name, orientation: orientation?.value.rawValue, size: size?.value, rate: fps?.value)
    }

    /// The clock; a value that is wrong in the header is a mistake of the scenario, not of the command line.
    fileprivate func clockSettings(_ arguments: Arguments, log: DiagnosticLog) throws(CommandFailure) -> ClockSettings {
        let fields = [("time-zone", timeZone), ("locale", locale), ("start", start)].compactMap { name, value in
            value.flatMap { arguments.value(name) == nil ? ($0, name) : nil }
        }
        var isFine = true
        for (field, name) in fields {
            var alone = ClockDefaults()
            switch name {
            case "time-zone": alone.timeZone = field.value
            case "locale": alone.locale = field.value
            default:
                alone.start = field.value
                alone.timeZone = timeZone?.value
            }
            do {
                _ = try ClockSettings(Arguments([], options: []), defaults: alone)
            } catch {
                log.add(field.place.diagnostic(.error, "scenario.bad-value", error.message, hint: error.hint))
                isFine = false
            }
        }
        guard isFine else {
            throw CommandFailure(.badInput, "the scenario's header cannot be used", stage: "scenario")
        }
        return try ClockSettings(
            arguments, defaults: ClockDefaults(start: start?.value, timeZone: timeZone?.value, locale: locale?.value))
    }
}

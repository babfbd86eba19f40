import AmbientEngine
import Diagnostics
import Foundation
import FrameCore
import Packages
import Scenarios

/// A scenario that has been read, on a device that is ready to play it; nothing is drawn yet.
struct ScenarioPlan {
    let path: String
    let scenario: Scenario
    let picture: PictureSettings
    let clock: ClockSettings
    let sound: SoundSettings
    let device: ScenarioDevice
    var session: Session
    private let log: DiagnosticLog

    /// Reads the file and launches the app; the options go before its header.
    init(_ path: String, arguments: Arguments, log: DiagnosticLog) throws {
        let scenario = try load(path, log: log)
        try self.init(scenario, at: path, arguments: arguments, log: log)
    }

    /// Launches the app of a scenario that has been read.
    init(_ scenario: Scenario, at path: String, arguments: Arguments, log: DiagnosticLog) throws {
        self.path = path
        self.scenario = scenario
        self.log = log
        if let app = scenario.header.app, app.value != .display {
            log.add(
                app.place.diagnostic(
                    .error, "scenario.not-yet", "this version plays the display only, not the \(app.value.rawValue)",
                    hint: "leave 'app:' out, or write app: display"))
            throw CommandFailure(.badInput, "the scenario '\(path)' cannot be played", stage: "scenario")
        }
        picture = try PictureSettings(arguments, defaults: scenario.header.pictureDefaults)
        clock = try scenario.header.clockSettings(arguments, log: log)
        sound = try SoundSettings(arguments, seed: scenario.header.seed?.value)
        device = try ScenarioDevice(scenario, at: path, arguments: arguments, log: log)
        let packages = device.packages
        guard
            let session = Session(
                pinned: device.pinned, rate: picture.rate, start: clock.start, seed: sound.seed,
                installed: { packages })
        else {
            throw CommandFailure(
                .badInput, "\(path): no theme to show", hint: "list package folders under 'scenes:' or give --root",
                stage: "scenario")
        }
        self.session = session
    }

    /// Plays the steps, handing out each result as it comes, until `visit` says no; then time goes on to the end of what
    /// the header records.
    mutating func play(visit: (StepResult) -> Bool) throws {
        var goesOn = true
        do throws(ScenarioFailure) {
            try session.play(scenario.occurrences) { result in
                goesOn = visit(result)
                return goesOn
            }
        } catch {
            log.add(error.step.place.diagnostic(.error, error.code, error.description, hint: error.hint))
            throw CommandFailure(.badInput, "the scenario '\(path)' cannot be played on", stage: "scenario")
        }
        if goesOn, let end = scenario.header.record?.value.to { session.advance(to: end) }
    }

    /// What draws the scenes.
    func makeLibrary(log: DiagnosticLog) -> SceneLibrary {
        SceneLibrary(themes: device.themes, picture: picture, clock: clock, log: log)
    }

    /// The sound of the session so far; nil when nothing ever plays.
    ///
    /// Exit 3 when a playlist that plays has nothing that can be played.
    func makeMusic(log: DiagnosticLog) throws -> SessionMusic? {
        let names = Set(session.audio.segments.compactMap(\.playlist))
        guard !names.isEmpty else { return nil }
        var playlists: [String: Music] = [:]
        for (name, source) in device.sources {
            let music = try Music(source, settings: sound, log: log)
            if names.contains(name), !music.isPlayable {
                throw CommandFailure(.badInput, "nothing in '\(name)' can be played", stage: "playlist")
            }
            playlists[name] = music
        }
        return try SessionMusic(playlists: playlists, audio: session.audio)
    }
}

/// Reads and parses a scenario file.
private func load(_ path: String, log: DiagnosticLog) throws(CommandFailure) -> Scenario {
    guard let data = FileManager.default.contents(atPath: path) else {
        throw CommandFailure(.badInput, "cannot read the scenario '\(path)'", stage: "scenario")
    }
    let (scenario, diagnostics) = parseScenario(SourceText(name: path, bytes: Array(data)))
    diagnostics.forEach(log.add)
    guard let scenario else {
        throw CommandFailure(.badInput, "the scenario '\(path)' does not load", stage: "scenario")
    }
    return scenario
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

import AmbientEngine
import Diagnostics
import Foundation
import FrameCore
import Packages
import Scenarios

/// A scenario that has been read and played: everything that drawing it needs, and nothing drawn yet.
struct ScenarioPlan {
    let scenario: Scenario
    let picture: PictureSettings
    let clock: ClockSettings
    /// What the scenario can choose from, the first one active.
    let themes: [ThemePackage]
    let run: ScenarioRun

    /// Reads the file and plays its steps; the options go before its header.
    init(_ path: String, arguments: Arguments, log: DiagnosticLog) throws {
        let scenario = try load(path, log: log)
        self.scenario = scenario
        picture = try PictureSettings(arguments, defaults: scenario.header.pictureDefaults)
        clock = try scenario.header.clockSettings(arguments, log: log)
        themes = try install(scenario, at: path, arguments: arguments, log: log)
        guard var run = ScenarioRun(installed: themes.map(\.id), rate: picture.rate, start: clock.start) else {
            throw CommandFailure(
                .badInput, "\(path): no theme to show", hint: "list package folders under 'scenes:' or give --root",
                stage: "scenario")
        }
        do {
            for step in scenario.steps { try run.play(step) }
        } catch {
            log.add(
                error.step.place.diagnostic(
                    .error, "scenario.unknown-theme", error.description, hint: "list its package under 'scenes:'"))
            throw CommandFailure(.badInput, "the scenario '\(path)' cannot be played on", stage: "scenario")
        }
        self.run = run
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

/// The themes a scenario can choose from: those it names, in its order, then those of `--root` where it is given.
///
/// Nothing is ever written: until installing is part of a scenario, reading the root is as good as a private copy.
private func install(
    _ scenario: Scenario, at path: String, arguments: Arguments, log: DiagnosticLog
) throws(CommandFailure) -> [ThemePackage] {
    var themes: [ThemePackage] = []
    var installed: [ThemePackage] = []
    if arguments.value("root") != nil {
        let library = PackageLibrary(root: RootFolder(arguments).path)
        library.report(library.themes, to: log)
        installed = library.themes
        if let active = library.activeTheme { installed.sort { $0.id == active.id && $1.id != active.id } }
    }
    let folder = (path as NSString).deletingLastPathComponent
    for scene in scenario.header.scenes.map(\.value) {
        if let known = installed.first(where: { $0.id == scene || $0.packageId == scene }) {
            themes.append(known)
            continue
        }
        let place = scene.hasPrefix("/") || folder.isEmpty ? scene : folder + "/" + scene
        let result = loadPackage(at: place)
        result.diagnostics.forEach(log.add)
        guard case .theme(let theme) = result.package else {
            throw CommandFailure(
                .badInput, "the scenario's scene '\(scene)' is not a theme package",
                hint: "paths are relative to the scenario file", stage: "scenario")
        }
        themes.append(theme)
    }
    return themes + installed.filter { theme in !themes.contains { $0.id == theme.id } }
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
            }
        }
        guard !log.hasErrors else {
            throw CommandFailure(.badInput, "the scenario's header cannot be used", stage: "scenario")
        }
        return try ClockSettings(
            arguments, defaults: ClockDefaults(start: start?.value, timeZone: timeZone?.value, locale: locale?.value))
    }
}

import AmbientEngine
import Diagnostics
import Foundation
import FrameCore
import Packages
import Scenarios

extension Command {
    /// `ambient run SCENARIO`.
    static let run = Command(
        name: "run", operands: "SCENARIO [-o FILE] [options]",
        summary: "plays a scenario: waiting, theme changes, assertions; renders it with -o",
        details: ["Without -o nothing is drawn. --from, --to and --frames override what the scenario records."],
        options: OutputSettings.options + PictureSettings.options + FrameRange.options + SoundSettings.options
            + ClockSettings.options + RenderSettings.options + [
                RootFolder.option, Option("json", "machine-readable result on standard output"),
            ],
        operandLimit: 1, run: runScenario)
}

private func runScenario(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let path = arguments.operands.first else {
        throw CommandFailure.usage("run needs a scenario file", hint: "usage: ambient run SCENARIO")
    }
    let settings = try RenderSettings(arguments)
    let log = DiagnosticLog()
    defer { console.report(log.takeNew()) }
    let scenario = try load(path, log: log)
    var picture = try PictureSettings(arguments, defaults: scenario.header.pictureDefaults)
    let clock = try scenario.header.clockSettings(arguments, log: log)
    let themes = try install(scenario, at: path, arguments: arguments, log: log)
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
    let frames = try recordedFrames(scenario, run: run, arguments: arguments, rate: picture.rate)

    let sound = try SoundSettings(arguments, seed: scenario.header.seed?.value)
    let music = try RootFolder(arguments).music(arguments, settings: sound, active: false, log: log)

    var clip: [(String, JSONText)] = []
    var status = ExitStatus.done
    if let name = arguments.value("output") {
        let output = try OutputSettings(arguments, standard: name)
        if output.format.needsEvenSize { try picture.makeEven(for: output.format.rawValue, log: log) }
        guard !frames.isEmpty else {
            throw CommandFailure.usage(
                "the run records no frame: it ends at \(run.now) s", hint: "add a wait, or record: { to: 5s }")
        }
        let start = picture.rate.time(ofFrame: frames.lowerBound)
        let sink = try output.makeSink(
            size: picture.size, rate: picture.rate, frames: frames.count,
            sound: music?.soundTrack(from: start, settings: sound, frames: frames.count, rate: picture.rate))
        let library = SceneLibrary(themes: themes, picture: picture, clock: clock, log: log)
        for change in run.timeline.changes { _ = try library.scene(change.sceneID) }
        console.report(log.takeNew())
        let timeline = run.timeline
        let job = RenderJob(
            library: library, music: music, settings: settings, sink: sink, path: output.path, picture: picture,
            log: log,
            console: console)
        let outcome = try job.run(frames) { timeline.state(ofFrame: $0) }
        status = outcome.status
        clip = clipMembers(output: output, frames: outcome.frames, picture: picture, diagnostics: log.all)
    } else {
        if settings.isStrict {
            // Nothing is drawn, but what is wrong with the scenes counts.
            let library = SceneLibrary(themes: themes, picture: picture, clock: clock, log: log)
            for change in run.timeline.changes { _ = try library.scene(change.sceneID) }
        }
        try settings.failIfStrict(log)
        var progress = Progress(style: settings.progress, total: 0, console: console)
        progress.completed(0)
    }
    return finish(run, clip: clip, path: path, status: status, arguments: arguments, console: console)
}

/// Prints the results; the closing line counts the assertions.
private func finish(
    _ run: ScenarioRun, clip: [(String, JSONText)], path: String, status: ExitStatus, arguments: Arguments,
    console: Console
) -> ExitStatus {
    let (passed, failed) = run.counts
    for result in run.results where !result.isOK {
        console.report([result.step.place.diagnostic(.error, "scenario.assertion", result.message)])
    }
    if arguments.has("json") {
        let steps = run.results.map { result in
            JSONText.object([
                ("line", .integer(result.step.line)), ("step", .string(result.step.description)),
                ("ok", .bool(result.isOK)),
                ("message", .string(result.message)),
            ])
        }
        let states = run.timeline.changes.map { change in
            JSONText.object([("time", .number(change.time.double)), ("state", .string(change.sceneID))])
        }
        console.print(
            JSONText.object(
                [
                    ("passed", .integer(passed)), ("failed", .integer(failed)), ("steps", .array(steps)),
                    ("states", .array(states)),
                ] + clip
            ).text)
    } else if arguments.value("output") != "-" {
        if passed + failed == 0, !console.isQuiet { console.say("ambient: note: \(path) asserts nothing") }
        console.print("\(passed) passed, \(failed) failed")
    }
    if status != .done { return status }
    return failed > 0 ? .failedCheck : .done
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

/// The frames that a run records; the options say what, then the header, then the run.
private func recordedFrames(
    _ scenario: Scenario, run: ScenarioRun, arguments: Arguments, rate: FrameRate
) throws(CommandFailure) -> Range<Int> {
    let record = scenario.header.record?.value
    return try FrameRange(arguments, rate: rate, from: record?.from ?? .zero, to: record?.to ?? run.now).frames
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

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
        options: OutputSettings.options + PictureSettings.options + FrameRange.options + ClockSettings.options
            + RenderSettings.options + [
                RootFolder.option, Option("json", "machine-readable result on standard output"),
            ],
        operandLimit: 1, run: runScenario)
}

private func runScenario(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let path = arguments.operands.first else {
        throw CommandFailure.usage("run needs a scenario file", hint: "usage: ambient run SCENARIO")
    }
    let settings = try RenderSettings(arguments)
    let scenario = try load(path, console: console)
    var picture = try PictureSettings(arguments, defaults: scenario.header.pictureDefaults)
    let clock = try ClockSettings(arguments, defaults: scenario.header.clockDefaults)
    let log = DiagnosticLog()
    let themes: [ThemePackage]
    do {
        themes = try install(scenario, at: path, arguments: arguments, log: log)
    } catch {
        console.report(log.all)
        throw error
    }
    console.report(log.all)
    guard var run = ScenarioRun(installed: themes.map(\.id), rate: picture.rate, start: clock.start) else {
        throw CommandFailure(
            .badInput, "\(path): no theme to show", hint: "list package folders under 'scenes:' or give --root",
            stage: "scenario")
    }
    do {
        for step in scenario.steps { try run.play(step) }
    } catch {
        throw CommandFailure(.badInput, "\(path):\(error.line): \(error.description)", stage: "scenario")
    }

    var members: [(String, JSONText)] = []
    var status = ExitStatus.done
    if let path = arguments.value("output") {
        let frames = try recordedFrames(scenario, run: run, arguments: arguments, rate: picture.rate)
        let named = try OutputSettings(arguments, standard: path, frames: frames.count)
        if named.format.needsEvenSize { try picture.makeEven(for: named.format.rawValue, console: console) }
        let library = SceneLibrary(themes: themes, picture: picture, clock: clock, log: log)
        let shown = log.all.count
        for change in run.timeline.changes { _ = try library.scene(change.sceneID) }
        console.report(Array(log.all.dropFirst(shown)))
        let timeline = run.timeline
        let job = RenderJob(
            renderer: FrameRenderer(provider: library, limits: settings.limits), settings: settings, output: named,
            picture: picture, log: log, console: console)
        let outcome = try job.run([frames]) { timeline.state(ofFrame: $0) }
        status = outcome.status
        members = clipMembers(output: named, frames: outcome.frames, picture: picture, diagnostics: log.all)
    } else if settings.isStrict, log.hasWarnings {
        throw CommandFailure(.failedCheck, "warnings are failures under --strict", stage: "strict")
    }
    return report(run, clip: members, path: path, status: status, arguments: arguments, console: console)
}

/// Prints the results; the closing line counts the assertions.
private func report(
    _ run: ScenarioRun, clip: [(String, JSONText)], path: String, status: ExitStatus, arguments: Arguments,
    console: Console
) -> ExitStatus {
    let (passed, failed) = run.counts
    for result in run.results where !result.isOK {
        console.say("ambient: \(path):\(result.line): error: \(result.step): \(result.message) [scenario.assertion]")
    }
    if arguments.has("json") {
        let steps = run.results.map { result in
            JSONText.object([
                ("line", .integer(result.line)), ("step", .string(result.step)), ("ok", .bool(result.isOK)),
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
private func load(_ path: String, console: Console) throws(CommandFailure) -> Scenario {
    guard let data = FileManager.default.contents(atPath: path) else {
        throw CommandFailure(.badInput, "cannot read the scenario '\(path)'", stage: "scenario")
    }
    let (scenario, diagnostics) = parseScenario(SourceText(name: path, bytes: Array(data)))
    console.report(diagnostics)
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
        library.diagnostics.forEach(log.add)
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

/// The frames that a run records: the options', else the header's, else all.
private func recordedFrames(
    _ scenario: Scenario, run: ScenarioRun, arguments: Arguments, rate: FrameRate
) throws(CommandFailure) -> Range<Int> {
    if ["from", "to", "frames", "duration"].contains(where: { arguments.value($0) != nil }) {
        return try FrameRange(arguments, rate: rate).frames
    }
    let from = scenario.header.record?.value.from ?? .zero
    let to = scenario.header.record?.value.to ?? run.now
    let frames =
        rate.firstFrame(atOrAfter: from)..<max(rate.firstFrame(atOrAfter: from), rate.firstFrame(atOrAfter: to))
    guard !frames.isEmpty else {
        throw .usage("the run records no frame: it ends at \(run.now) s", hint: "add a wait, or record: { to: 5s }")
    }
    guard frames.upperBound <= FrameRange.limit else { throw .usage("that is more than \(FrameRange.limit) frames") }
    return frames
}

extension ScenarioHeader {
    fileprivate var pictureDefaults: PictureDefaults {
        PictureDefaults(
            device: device?.value.name, orientation: orientation?.value.rawValue, size: size?.value, rate: fps?.value)
    }
    fileprivate var clockDefaults: ClockDefaults {
        ClockDefaults(start: start?.value, timeZone: timeZone?.value, locale: locale?.value)
    }
}

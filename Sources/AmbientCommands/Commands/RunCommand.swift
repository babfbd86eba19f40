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
    let plan = try ScenarioPlan(path, arguments: arguments, log: log)
    let (scenario, run) = (plan.scenario, plan.run)
    var picture = plan.picture
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
        let library = SceneLibrary(themes: plan.themes, picture: picture, clock: plan.clock, log: log)
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
            let library = SceneLibrary(themes: plan.themes, picture: picture, clock: plan.clock, log: log)
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

/// The frames that a run records; the options say what, then the header, then the run.
private func recordedFrames(
    _ scenario: Scenario, run: ScenarioRun, arguments: Arguments, rate: FrameRate
) throws(CommandFailure) -> Range<Int> {
    let record = scenario.header.record?.value
    return try FrameRange(arguments, rate: rate, from: record?.from ?? .zero, to: record?.to ?? run.now).frames
}

import AmbientEngine
import Diagnostics
import FrameCore
import MediaIO

/// Plays scenarios as the options of `ambient run` say.
struct ScenarioRunner {
    private let arguments: Arguments
    private let console: Console
    private let settings: RenderSettings
    private let goldens: ScreenGoldens
    private let includedTags: [String]
    private let excludedTags: [String]

    init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
        self.arguments = arguments
        self.console = console
        settings = try RenderSettings(arguments)
        goldens = try ScreenGoldens(arguments)
        includedTags = Self.tags(arguments.values("include-tags"))
        excludedTags = Self.tags(arguments.values("exclude-tags"))
    }

    private static func tags(_ words: [String]) -> [String] {
        words.joined(separator: ",").split(separator: ",").map { part in
            String(part.trimmingPrefix { $0 == " " })
        }
    }

    /// What to say when the tags leave nothing to play: a test run that tests nothing is a mistake.
    var nothingSelected: CommandFailure {
        .usage(
            "no scenario has the wanted tags", hint: "see --include-tags, --exclude-tags, and 'tags:' in the headers")
    }

    /// The last event of a command that drew no clip.
    func reportCompletion() {
        var progress = Progress(style: settings.progress, total: 0, console: console)
        progress.completed(0)
    }

    /// Plays one scenario; nil when its tags leave it out.
    ///
    /// One that cannot be read or played on is an outcome as well.
    func run(_ path: String) throws -> ScenarioOutcome? {
        let log = DiagnosticLog()
        defer { console.report(log.takeNew()) }
        do {
            return try run(path, log)
        } catch {
            let failure = CommandFailure(error, stage: "run")
            guard [.badInput, .failedCheck, .failedWork].contains(failure.status) else { throw failure }
            var outcome = ScenarioOutcome(path: path, keepsSteps: false)
            outcome.end(with: failure, diagnostics: log.all)
            return outcome
        }
    }

    private func run(_ path: String, _ log: DiagnosticLog) throws -> ScenarioOutcome? {
        let scenario = try loadScenario(path, settings: arguments.values("set"), log: log)
        guard scenario.header.isSelected(include: includedTags, exclude: excludedTags) else {
            if console.isVerbose { console.say("ambient: \(path) is left out by its tags") }
            return nil
        }
        var plan = try ScenarioPlan(scenario, at: path, arguments: arguments, log: log)
        var picture = plan.picture
        let hasClip = arguments.value("output") != nil
        let output = try arguments.value("output").map { try OutputSettings(arguments, standard: $0) }
        // How long the clip is has to be known before anything is drawn.
        let looksAhead = hasClip || settings.isStrict || RecordedFrames.isAsked(arguments)
        var foreseen = looksAhead ? plan.foreseen() : plan.session
        let frames = try RecordedFrames(
            scenario.header, end: foreseen.now, arguments: arguments, rate: picture.rate)
        if let end = frames.lastTime(picture.rate) { foreseen.advance(to: end) }
        let playlists = try plan.makePlaylists(of: foreseen, log: log)
        let music = try ScenarioPlan.music(of: foreseen, playlists)
        let judge = StepJudge(plan, playlists: playlists, goldens: goldens, settings: settings, log: log)
        var sink: (any FrameSink)?
        if let output {
            if output.format.needsEvenSize { try picture.makeEven(for: output.format.rawValue, log: log) }
            guard !frames.isEmpty else {
                throw CommandFailure.usage(
                    "the run records no frame: it ends at \(foreseen.now) s", hint: "add a wait, or record: { to: 5s }")
            }
            sink = try output.makeSink(
                size: picture.size, rate: picture.rate, frames: frames.count,
                sound: music?.soundTrack(of: frames, settings: plan.sound, rate: picture.rate))
        }
        var outcome: ScenarioOutcome
        do {
            if hasClip || settings.isStrict {
                // What is wrong with the scenes counts even where nothing is drawn.
                if plan.films == nil {
                    for change in foreseen.timeline.changes { _ = try judge.library.scene(change.scene) }
                }
                console.report(log.takeNew())
            }
            outcome = play(&plan, judge, log)
            if let end = frames.lastTime(picture.rate) { plan.session.advance(to: end) }
            outcome.moments = plan.session.moments
            report(outcome)
        } catch {
            sink?.abandon()
            throw error
        }
        console.report(log.takeNew())
        if let output, let sink {
            guard outcome.status != .badInput, outcome.failure == nil else {
                sink.abandon()
                return outcome
            }
            let library =
                picture.size == plan.picture.size
                ? judge.library
                : plan.makeLibrary(picture: picture, log: log)
            let job = RenderJob(
                library: library, chrome: try plan.makeChrome(picture: picture, log: log), levels: music?.levels,
                settings: settings, sink: sink, path: output.path,
                picture: picture, log: log, console: console)
            let timeline = foreseen.timeline
            let rendered = try job.run(0..<frames.count) { timeline.state(ofFrame: frames.frame(at: $0)) }
            if rendered.status != .done { outcome.status = rendered.status }
            outcome.clip = clipMembers(output: output, frames: rendered.frames, picture: picture, diagnostics: log.all)
        } else if outcome.failure == nil {
            try settings.failIfStrict(log)
        }
        return outcome
    }

    /// Plays all steps and decides what became of each.
    private func play(_ plan: inout ScenarioPlan, _ judge: StepJudge, _ log: DiagnosticLog) -> ScenarioOutcome {
        var outcome = ScenarioOutcome(path: plan.path, keepsSteps: arguments.has("json"))
        let isFailingFast = arguments.has("fail-fast")
        do {
            try plan.play { result, session in
                let verdict = try judge.verdict(result, session)
                outcome.add(verdict)
                if console.isVerbose {
                    for line in result.log {
                        console.say("ambient: \(GoldenReport.seconds(line.time)): \(line.text)")
                    }
                }
                return verdict.isOK || !isFailingFast
            }
        } catch {
            outcome.end(with: CommandFailure(error, stage: "run"), diagnostics: log.all)
        }
        return outcome
    }

    /// Prints the failed steps.
    private func report(_ outcome: ScenarioOutcome) {
        for verdict in outcome.failures {
            console.report([verdict.diagnostic])
            verdict.notes.forEach(console.say)
        }
        let hidden = outcome.failed - outcome.failures.count
        if hidden > 0 { console.say("ambient: \(outcome.path): \(hidden) more steps failed") }
    }
}

import AmbientEngine
import AudioLevels
import Diagnostics
import FrameCore
import FrameDiff
import Goldens
import Scenarios

/// Decides what only drawing and listening can tell.
///
/// It is asked of the session as it is when the step is played, whatever comes later.
final class StepJudge {
    private let plan: ScenarioPlan
    private let playlists: [PackageEdition: Music]
    private let goldens: ScreenGoldens
    private let settings: RenderSettings
    private let log: DiagnosticLog
    /// Shared with the clip of the run.
    let library: SceneLibrary
    /// The sound of the session when it was asked for last.
    private var sound: (audio: AudioTimeline, music: SessionMusic?)?
    private var chrome: FrameChrome?
    /// Renderers by the layers that they leave out, with that sound.
    private var renderers: [Set<String>: FrameRenderer] = [:]

    init(
        _ plan: ScenarioPlan, playlists: [PackageEdition: Music], goldens: ScreenGoldens, settings: RenderSettings,
        log: DiagnosticLog
    ) {
        self.plan = plan
        self.playlists = playlists
        self.goldens = goldens
        self.settings = settings
        self.log = log
        library = plan.makeLibrary(log: log)
    }

    /// The verdict of a step, and the session after it.
    func verdict(_ result: StepResult, _ session: Session) throws -> StepVerdict {
        var verdict = StepVerdict(result)
        guard case .pending(let check) = result.outcome else { return verdict }
        do {
            if sound?.audio != session.audio {
                // What was heard of the last ticks may have been cut off by another playlist.
                sound = (session.audio, try ScenarioPlan.music(of: session, playlists))
                renderers = [:]
            }
            switch check {
            case .levels(let expected, let time, let layerStart):
                try judge(expected, at: time, layerStart: layerStart, &verdict)
            case .frame(let expected, let number): try judge(expected, frame: number, session.timeline, &verdict)
            }
        } catch let failure as CommandFailure where failure.status == .badInput || failure.status == .failedWork {
            verdict.status = failure.status
            verdict.message = failure.message
            verdict.hint = failure.hint
            verdict.code = "scenario.\(failure.stage)"
        }
        return verdict
    }

    private var music: SessionMusic? { sound?.music }

    // MARK: - Levels

    private func judge(
        _ expected: LevelExpectation, at time: Rational, layerStart: Rational, _ verdict: inout StepVerdict
    ) throws {
        let levels = try music?.levels.levels(at: time, layerStart: layerStart)
        let actual = Double(levels.flatMap { $0.indices.contains(expected.bin) ? $0[expected.bin] : nil } ?? 0)
        guard actual < expected.min || actual > expected.max else { return }
        verdict.status = .failedCheck
        verdict.message =
            "expected level \(expected.bin) from \(expected.min) to \(expected.max), but it is \(actual)"
            + (music == nil ? ": nothing plays" : "")
    }

    // MARK: - Frames

    private func judge(
        _ expected: FrameExpectation, frame: Int, _ timeline: Timeline, _ verdict: inout StepVerdict
    ) throws {
        let path = try goldens.path(expected.golden)
        let masks = try ScreenMask(expected.mask, step: verdict.result.step, size: plan.picture.size)
        try check(masks.layers, timeline)
        let state = timeline.state(ofFrame: frame)
        // A golden has no picture of what is masked, so that nothing of it can differ.
        let actual = try draw(state, without: masks.layers)
        let golden: PixelBuffer?
        do throws(CommandFailure) {
            golden = try goldens.picture(path, size: actual.size)
        } catch {
            guard goldens.mode == .failed || goldens.mode == .all, !goldens.isSettled(path) else { throw error }
            try record(actual, path, "what was recorded cannot be read", &verdict)
            return
        }
        guard let golden else {
            guard goldens.mode != .never else {
                throw CommandFailure(
                    .badInput, "there is no golden '\(path)'",
                    hint: "record it: " + goldens.recordCommand(plan.path, .missing), stage: "golden-missing")
            }
            try record(actual, path, "it was missing", &verdict)
            return
        }
        var mask = masks.fixed
        if !masks.layers.isEmpty {
            _ = mask.add(differencesBetween: try draw(state, without: []), and: actual)
        }
        let comparator = FrameComparator(
            size: actual.size, tolerance: FrameTolerance(expected), measuresSSIM: false)
        let difference = comparator.difference(golden, actual, mask: mask)
        let name = reportName(verdict.result, expected.golden)
        if let difference, difference.isWithin(comparator.tolerance) {
            GoldenReport.removeOld(of: name, in: goldens.build)
            if goldens.mode == .all, golden != actual, !goldens.isSettled(path) {
                try record(actual, path, difference.sentences.joined(separator: "; "), &verdict)
            }
            goldens.settle(path)
            return
        }
        let words =
            difference.map { found in
                (found.sentences + [found.densityExcess(comparator.tolerance)].compactMap { $0 }).joined(
                    separator: "; ")
            }
            ?? "it is \(golden.size), and the frame is \(actual.size)"
        if goldens.mode == .failed || goldens.mode == .all, !goldens.isSettled(path) {
            try record(actual, path, words, &verdict)
            return
        }
        verdict.status = .failedCheck
        verdict.message = "expected the golden \(path), but frame \(frame) is another: \(words)"
        verdict.hint = "if the change is right: " + goldens.recordCommand(plan.path, .failed)
        let report = ScreenReport(
            name: name, path: path, frame: frame, rate: plan.picture.rate,
            message: verdict.message, accept: goldens.recordCommand(plan.path, .failed))
        do {
            (verdict.triple, verdict.report) = try report.write(
                golden: golden, actual: actual, mask: mask, tolerance: comparator.tolerance, to: goldens.build)
        } catch {
            // What failed first is the frame; that it cannot be shown as well is said beside it.
            verdict.status = .failedWork
            verdict.message += "; " + CommandFailure(error, stage: "report").message
        }
    }

    private func record(
        _ picture: PixelBuffer, _ path: String, _ why: String, _ verdict: inout StepVerdict
    ) throws {
        try goldens.record(picture, at: path)
        verdict.status = .failedCheck
        verdict.code = "scenario.recorded"
        verdict.message = "recorded \(path): \(why)"
        verdict.hint = "look at the picture, and run the scenario again"
    }

    private func draw(_ state: FrameState, without names: Set<String>) throws -> PixelBuffer {
        do {
            if chrome == nil { chrome = try plan.makeChrome(log: log) }
            let renderer =
                renderers[names]
                ?? FrameRenderer(
                    provider: names.isEmpty ? library : ScenesWithoutLayers(library, names),
                    chrome: chrome ?? FrameChrome(), limits: settings.limits, levels: music?.levels)
            renderers[names] = renderer
            let picture = try renderer.frame(state.without(names), threads: settings.threads)
            library.faults(of: renderer).forEach(log.add)
            return picture
        } catch {
            throw CommandFailure(error, stage: "frame")
        }
    }

    /// Refuses names of layers that no scene of the session has had.
    private func check(_ names: Set<String>, _ timeline: Timeline) throws {
        guard !names.isEmpty else { return }
        let known = try plan.layerNames(timeline, library: library)
        for name in names.sorted() where !known.contains(name) {
            let list = known.sorted()
            throw CommandFailure(
                .badInput, "mask: there is no layer '\(name)'",
                hint: Wording.suggestion(for: name, among: list) ?? "the layers are " + list.joined(separator: ", "),
                stage: "mask")
        }
    }

    private func reportName(_ result: StepResult, _ golden: String) -> String {
        let rounds = result.rounds.map { "-\($0)" }.joined()
        return "\(goldens.reportName(plan.path))-\(result.step.line)\(rounds)-" + golden.replacing("/", with: "-")
    }
}

extension FrameTolerance {
    fileprivate init(_ expected: FrameExpectation) {
        switch expected.maxPixels {
        case .count(let count): self.init(maxDelta: expected.maxDelta, maxPixels: .count(count))
        case .percent(let percent):
            let share = (percent / Rational(100)).double
            // Where every pixel may differ, so may those of any window.
            self.init(maxDelta: expected.maxDelta, maxPixels: .share(share), maxDensity: share >= 1 ? 1 : 0.5)
        }
    }
}

/// The masks of an `assertFrame`: pixels, and layers by name.
private struct ScreenMask {
    var fixed: PixelMask
    var layers: Set<String> = []

    /// Paths are relative to the file that holds the step.
    init(_ words: [String], step: Scenario.Step, size: PixelSize) throws(CommandFailure) {
        fixed = PixelMask(size: size)
        for word in words {
            if word.lowercased().hasSuffix(".png"), !word.contains(",") {
                let path = ScenarioPlan.path(word, besides: step.place.source.name)
                let picture = try InputPicture.premultiplied(path, size: size)
                guard fixed.add(whiteOf: picture) else {
                    throw CommandFailure(
                        .badInput, "the mask '\(path)' is \(picture.size), and the frames are \(size)",
                        hint: "a mask is a PNG of the frame's size; white is ignored", stage: "mask")
                }
                continue
            }
            switch GoldenMask(text: word) {
            case .rectangle(let rectangle): fixed.add(rectangle)
            case .layer(let name): layers.insert(name)
            default:
                throw CommandFailure(
                    .badInput, "mask: '\(word)' is neither x,y,w,h nor a PNG nor a layer",
                    hint: "for example mask: [clock]", stage: "mask")
            }
        }
    }
}

import AmbientEngine
import AudioLevels
import Diagnostics
import Effects
import Foundation
import FrameCore
import MediaIO
import ShaderExecution
import StructuredText

/// Options that every command that draws frames shares.
struct RenderSettings {
    var threads: Int
    var isStrict: Bool
    var limits: FrameRenderer.Limits
    var progress: ProgressStyle

    static let options = [
        Option("threads", value: "N", "threads to draw with; changes no pixel (all cores)"),
        Option("strict", "any warning is a failure (exit 1)"),
        Option("loop-limit", value: "N", "loop iterations a pixel and pass (16384)"),
        Option("frame-timeout", value: "T", "longest time for one frame (30s)"),
        Progress.option,
    ]

    init(_ arguments: Arguments) throws(CommandFailure) {
        threads =
            try arguments.value("threads", expected: "a number from 1 to 256") { text in
                Int(text).flatMap { (1...256).contains($0) ? $0 : nil }
            } ?? ProcessInfo.processInfo.activeProcessorCount
        isStrict = arguments.has("strict")
        limits = FrameRenderer.Limits()
        let loops = try arguments.value("loop-limit", expected: "a number from 1 to 1000000000") { text in
            Int(text).flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
        }
        if let loops { limits.loopIterations = loops }
        if let timeout = try time("frame-timeout", arguments) {
            guard timeout > .zero else { throw .usage("--frame-timeout must be above 0") }
            limits.frameSeconds = timeout.double
        }
        progress = try Progress.style(arguments)
    }
}

/// Draws frames into a sink, with progress, Ctrl-C and the rules of failure.
struct RenderJob {
    let library: SceneLibrary
    var chrome = FrameChrome()
    /// What shaders see of the sound; nil without.
    let levels: LevelTimeline?
    let settings: RenderSettings
    /// Where the frames go; abandoned unless the job ends well.
    let sink: any FrameSink
    /// The output as people know it; nil for standard output.
    let path: String?
    let picture: PictureSettings
    let log: DiagnosticLog
    let console: Console

    /// How a job ended.
    struct Outcome {
        var status: ExitStatus
        var frames: Int
    }

    /// Writes the frames of a range.
    func run(_ range: Range<Int>, state: @escaping @Sendable (Int) -> FrameState) throws -> Outcome {
        var progress = Progress(style: settings.progress, total: range.count, console: console)
        defer { progress.clear() }
        do {
            try settings.failIfStrict(log)
            let outcome = try write(range, state: state, progress: &progress)
            if outcome.status == .interrupted {
                progress.interrupted(outcome.frames)
            } else {
                progress.completed(outcome.frames)
            }
            return outcome
        } catch {
            sink.abandon()
            throw CommandFailure(error, stage: "render")
        }
    }

    private func write(
        _ range: Range<Int>, state: @escaping @Sendable (Int) -> FrameState, progress: inout Progress
    ) throws -> Outcome {
        let interruption = Interruption(hasReader: path.map { !Self.isFile($0) } ?? true)
        let renderer = FrameRenderer(
            provider: library, chrome: chrome, limits: settings.limits, levels: levels)
        var written = 0
        var hasReader = true
        do {
            written = try Recorder(renderer: renderer, threads: settings.threads).record(
                range, to: sink, state: state, shouldStop: { interruption.isRequested },
                progress: { done in
                    interruption.beat()
                    progress.update(done)
                })
        } catch let error as MediaError where error.code == .readerClosed {
            // A reader such as `head` that has seen enough is not a failure.
            hasReader = false
        }
        progress.clear()
        reportAbsences(of: renderer)
        try settings.failIfStrict(log)
        guard hasReader else { return Outcome(status: .done, frames: written) }
        let isCut = written < range.count
        if isCut, written == 0 {
            throw CommandFailure(.interrupted, "interrupted before the first frame", stage: "render")
        }
        do {
            try sink.finish()
        } catch let error as MediaError where error.code == .readerClosed {
            return Outcome(status: .done, frames: written)
        }
        if let path, !console.isQuiet, settings.progress != .json {
            let seconds = (picture.rate.time(ofFrame: written).double * 1000).rounded() / 1000
            console.say(
                "ambient: wrote \(path): \(written) frame\(written == 1 ? "" : "s"), \(picture.size), \(seconds) s")
        }
        return Outcome(status: isCut ? .interrupted : .done, frames: written)
    }

    /// Whether an output is a file or folder, or will be one.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private func reportAbsences(of renderer: FrameRenderer) {
        library.faults(of: renderer).forEach(log.add)
        // Tracks that could not be opened when their turn came are among the new ones.
        console.report(log.takeNew())
    }
}

extension SceneLibrary {
    /// One diagnostic for each layer that was missing from a frame and each background with damage.
    func faults(of renderer: FrameRenderer) -> [Diagnostic] {
        renderer.absentLayers.compactMap { absence in
            place(ofLayer: absence.layer, scene: PackageEdition(absence.sceneID, absence.edition)).map {
                absence.diagnostic(at: $0)
            }
        } + damage()
    }
}

extension RenderSettings {
    /// Ends the command when there are warnings that `--strict` does not forgive.
    func failIfStrict(_ log: DiagnosticLog) throws(CommandFailure) {
        guard isStrict, log.hasWarnings else { return }
        throw CommandFailure(.failedCheck, "errors and warnings are failures under --strict", stage: "strict")
    }
}

extension LayerAbsence {
    /// What the author should know, at the layer's place in the manifest.
    fileprivate func diagnostic(at place: DocumentPlace) -> Diagnostic {
        let what = "the layer \(layer) of \(sceneID) is missing from frame \(frame) and maybe others"
        switch failure {
        case .loopLimit(let x, let y):
            return place.diagnostic(
                .error, "effect.loop-limit", "\(what): a loop ran too long at pixel (\(x), \(y))",
                hint: "make the loop end sooner, or raise --loop-limit")
        case .deadline:
            return place.diagnostic(
                .error, "effect.deadline", "\(what): it took too long",
                hint: "make it cheaper, or raise --frame-timeout")
        }
    }
}

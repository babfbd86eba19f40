import AmbientEngine
import Diagnostics
import Effects
import Foundation
import FrameCore
import MediaIO
import ShaderExecution

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
    let renderer: FrameRenderer
    let settings: RenderSettings
    let output: OutputSettings
    let picture: PictureSettings
    let log: DiagnosticLog
    let console: Console

    /// How a job ended.
    struct Outcome {
        var status: ExitStatus
        var frames: Int
    }

    /// Writes the frames of all `ranges`, one after the other.
    func run(_ ranges: [Range<Int>], state: @escaping @Sendable (Int) -> FrameState) throws -> Outcome {
        let total = ranges.reduce(0) { $0 + $1.count }
        var progress = Progress(style: settings.progress, total: total, console: console)
        do {
            let outcome = try write(ranges, state: state, progress: &progress)
            progress.completed(outcome.frames)
            return outcome
        } catch {
            let failure = CommandFailure(error, stage: "render")
            progress.failed(stage: failure.stage, message: failure.message)
            throw failure
        }
    }

    private func write(
        _ ranges: [Range<Int>], state: @escaping @Sendable (Int) -> FrameState, progress: inout Progress
    ) throws -> Outcome {
        try failIfStrict()
        let interruption = Interruption()
        let sink = try output.makeSink(size: picture.size, rate: picture.rate)
        var isFinished = false
        defer { if !isFinished { sink.abandon() } }
        if let path = output.path { interruption.onStop { RenderJob.removePartialOutput(of: path) } }
        let recorder = Recorder(renderer: renderer, threads: settings.threads)
        var written = 0
        do {
            for range in ranges {
                let before = written
                written += try recorder.record(
                    range, to: sink, state: state, shouldStop: { interruption.isRequested },
                    progress: { progress.update(before + $0) })
                if interruption.isRequested { break }
            }
        } catch let error as MediaError where error.code == .readerClosed {
            // A reader such as `head` that has seen enough is not a failure.
            return Outcome(status: .done, frames: written)
        }
        reportAbsences()
        try failIfStrict()
        if interruption.isRequested, written == 0 {
            throw CommandFailure(.interrupted, "interrupted before the first frame", stage: "render")
        }
        do {
            try sink.finish()
        } catch let error as MediaError where error.code == .readerClosed {
            return Outcome(status: .done, frames: written)
        }
        isFinished = true
        if let path = output.path, !console.isQuiet {
            let seconds = picture.rate.time(ofFrame: written).double
            console.say(
                "ambient: wrote \(path): \(written) frame\(written == 1 ? "" : "s"), \(picture.size), \((seconds * 1000).rounded() / 1000) s")
        }
        return Outcome(status: interruption.isRequested ? .interrupted : .done, frames: written)
    }

    /// Removes what this process has begun to write beside `path`: hidden names that end in its process id.
    private static func removePartialOutput(of path: String) {
        let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
        let parent = (trimmed as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        let mark = ".partial-\(getpid())"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(".") && (name.hasSuffix(mark) || name.contains(mark + "-")) {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    private func failIfStrict() throws(CommandFailure) {
        guard settings.isStrict, log.hasWarnings else { return }
        throw CommandFailure(.failedCheck, "warnings are failures under --strict", stage: "strict")
    }

    /// One diagnostic for each layer that was missing from a frame.
    private func reportAbsences() {
        for absence in renderer.absentLayers {
            let diagnostic = absence.diagnostic
            log.add(diagnostic)
            console.report([diagnostic])
        }
    }
}

extension LayerAbsence {
    /// What the author should know.
    var diagnostic: Diagnostic {
        let place = "layer \(layer) of \(sceneID) is missing from frame \(frame) and maybe others"
        switch failure {
        case .loopLimit(let x, let y):
            return Diagnostic(
                .error, "effect.loop-limit", "\(place): a loop ran too long at pixel (\(x), \(y))",
                hint: "make the loop end sooner, or raise --loop-limit")
        default:
            return Diagnostic(.error, "effect.failed", "\(place): \(failure)")
        }
    }
}

extension CommandFailure {
    /// Any error of the rooms below, as the exit status of the contract.
    init(_ error: any Error, stage: String) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let media as MediaError:
            let isUsage = media.code == .exists || media.code == .badSetting
            let status: ExitStatus = isUsage ? .usage : media.isInputFault ? .badInput : .failedWork
            self.init(
                status, "\(media)", hint: media.code == .exists ? "use -y to replace it, or another name" : nil,
                stage: stage)
        case ShaderFailure.deadline:
            self.init(.failedWork, "a frame took too long", hint: "raise --frame-timeout", stage: stage)
        default: self.init(.failedWork, "\(error)", stage: stage)
        }
    }
}

import Diagnostics
import Foundation
import FrameCore
import Imaging
import MediaIO
import ShaderExecution

extension Command {
    /// `ambient shader render FILE`.
    static let shaderRender = Command(
        name: "render", operands: "FILE [-o OUT] [options]", summary: "draws one shader: a picture or a short clip",
        details: [
            "The layer lies over opaque black unless --alpha is given. Exit 3 when the shader does not compile or a loop",
            "runs too long.",
        ],
        options: OutputSettings.options + [
            Option("alpha", "the layer itself: PNG has straight alpha, raw, .bgra and framehash premultiplied"),
            Option("frames", value: "N", "how many frames, --fps apart (1)"),
        ] + ShaderInputs.options + PictureSettings.options.filter { $0.name != "point-scale" } + [
            ShaderFile.entryOption, ShaderBackendOption.option,
        ] + RenderSettings.options + [Option("json", "machine-readable result on standard output")],
        operandLimit: 1, run: runShaderRender)
}

private func runShaderRender(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    var picture = try PictureSettings(arguments)
    let settings = try RenderSettings(arguments)
    let kind = try ShaderBackendOption.kind(arguments)
    let count = try arguments.value("frames", expected: "a number of frames from 1", frameCount) ?? 1
    let log = DiagnosticLog()
    let job: ShaderRenderJob
    let output: OutputSettings
    do {
        defer { console.report(log.takeNew()) }
        let file = try ShaderFile(arguments, command: "render")
        let base = ((file.path as NSString).lastPathComponent as NSString).deletingPathExtension
        output = try OutputSettings(arguments, standard: base + (count == 1 ? ".png" : ".mp4"))
        guard !arguments.has("alpha") || !output.format.needsEvenSize else {
            throw CommandFailure.usage("\(output.format.rawValue) has no alpha", hint: "use png, raw or framehash")
        }
        if let path = output.path, isSame(path, file.path) {
            throw CommandFailure.usage("the output '\(path)' would replace the shader", hint: "choose another name")
        }
        if output.format.needsEvenSize { try picture.makeEven(for: output.format.rawValue, log: log) }
        let inputs = try ShaderInputs(arguments, size: picture.size)
        let sink = try output.makeSink(
            size: picture.size, rate: picture.rate, frames: count, keepsAlpha: arguments.has("alpha"))
        do {
            let shader = try file.compile(log: log)
            inputs.notes(on: shader.usesTextures, file: file.path).forEach(log.add)
            try settings.failIfStrict(log)
            job = ShaderRenderJob(
                file: file, backend: try ShaderBackendOption.make(shader, kind: kind), inputs: inputs, picture: picture,
                settings: settings, hasAlpha: arguments.has("alpha"), sink: sink, path: output.path, console: console)
        } catch {
            sink.abandon()
            throw error
        }
    }
    let outcome = try job.run(count)
    if arguments.has("json") {
        let members = clipMembers(output: output, frames: outcome.frames, picture: picture, diagnostics: log.all)
        console.print(JSONText.object(members).text)
    }
    return outcome.status
}

/// A number of frames from the command line.
func frameCount(_ text: String) -> Int? {
    Int(text).flatMap { (1...FrameRange.limit).contains($0) ? $0 : nil }
}

/// Whether two names are of one file that exists.
private func isSame(_ one: String, _ other: String) -> Bool {
    FileManager.default.fileExists(atPath: one)
        && URL(fileURLWithPath: one).resolvingSymlinksInPath() == URL(fileURLWithPath: other).resolvingSymlinksInPath()
}

/// Draws frames of one shader into a sink.
private struct ShaderRenderJob {
    let file: ShaderFile
    let backend: any ShaderBackend
    let inputs: ShaderInputs
    let picture: PictureSettings
    let settings: RenderSettings
    /// Whether the layer itself is wanted, not the layer over black.
    let hasAlpha: Bool
    /// Abandoned unless the job ends well.
    let sink: any FrameSink
    /// nil for standard output.
    let path: String?
    let console: Console

    func run(_ count: Int) throws -> RenderJob.Outcome {
        var progress = Progress(style: settings.progress, total: count, console: console)
        defer { progress.clear() }
        do {
            let outcome = try write(count, progress: &progress)
            if outcome.status == .interrupted {
                progress.interrupted(outcome.frames)
            } else {
                progress.completed(outcome.frames)
            }
            return outcome
        } catch let error as MediaError where error.code == .readerClosed {
            // A reader such as `head` that has seen enough is not a failure.
            sink.abandon()
            return RenderJob.Outcome(status: .done, frames: 0)
        } catch {
            sink.abandon()
            throw CommandFailure(error, stage: "render")
        }
    }

    private func write(_ count: Int, progress: inout Progress) throws -> RenderJob.Outcome {
        let interruption = Interruption(hasReader: path.map { !RenderJob.isFile($0) } ?? true)
        var black = PixelBuffer(picture.size)
        black.withMutableBytes { bytes in
            for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
        }
        var written = 0
        while written < count, !interruption.isRequested {
            let layer = try draw(written, of: count)
            if hasAlpha {
                try sink.write(layer)
            } else {
                var frame = black
                composite(layer, over: &frame)
                try sink.write(frame)
            }
            written += 1
            interruption.beat()
            progress.update(written)
        }
        progress.clear()
        guard written > 0 else {
            throw CommandFailure(.interrupted, "interrupted before the first frame", stage: "render")
        }
        try sink.finish()
        if let path, !console.isQuiet, settings.progress != .json {
            console.say("ambient: wrote \(path): \(written) frame\(written == 1 ? "" : "s"), \(picture.size)")
        }
        return RenderJob.Outcome(status: written < count ? .interrupted : .done, frames: written)
    }

    private func draw(_ frame: Int, of count: Int) throws(CommandFailure) -> PixelBuffer {
        var layer = PixelBuffer(picture.size)
        let uniforms = inputs.uniforms(size: picture.size, after: picture.rate.time(ofFrame: frame))
        do {
            try backend.render(
                uniforms: uniforms, textures: inputs.textures, into: &layer, options: settings.executionOptions())
        } catch {
            throw file.failure(error, frame: frame, of: count)
        }
        return layer
    }
}

extension RenderSettings {
    /// How one pass is executed that begins now.
    func executionOptions() -> ExecutionOptions {
        ExecutionOptions(
            threads: threads, loopLimit: limits.loopIterations,
            deadline: ContinuousClock.now.advanced(by: .seconds(limits.frameSeconds)))
    }
}

import AmbientEngine
import Diagnostics
import Foundation
import FrameCore
import Packages

extension Command {
    /// `ambient render [SCENE]`.
    static let render = Command(
        name: "render", operands: "[SCENE] [options]",
        summary: "a clip of one scene, to a file or a pipe",
        details: [
            "SCENE is a package folder, a package .zip or the id of an installed theme; left out, it is the active theme",
            "of --root, or with --weather the one that suits the weather.",
        ],
        options: OutputSettings.options + PictureSettings.options + FrameRange.options + SoundSettings.options
            + ClockSettings.options + RenderSettings.options + [
                RootFolder.option, WeatherChoice.option, Option("json", "machine-readable result on standard output"),
            ],
        operandLimit: 1, run: runRender)

    /// `ambient frame [SCENE]`.
    static let frame = Command(
        name: "frame", operands: "[SCENE] [--frame N | --time T] [options]",
        summary: "one frame, as PNG",
        options: OutputSettings.options.filter { !["crf", "preset"].contains($0.name) } + PictureSettings.options + [
            Option("frame", value: "N", "frame number, from 0 (0)"),
            Option("time", value: "T", "the last frame at or before this time"),
        ] + [SoundSettings.playlistOption] + SoundSettings.orderOptions + ClockSettings.options + RenderSettings.options
            + [RootFolder.option, WeatherChoice.option, Option("json", "machine-readable result on standard output")],
        operandLimit: 1, run: runFrame)
}

private func runRender(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let picture = try PictureSettings(arguments)
    let range = try FrameRange(arguments, rate: picture.rate)
    return try renderScene(
        arguments, console, picture: picture, frames: range.frames, suffix: ".mp4")
}

private func runFrame(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let picture = try PictureSettings(arguments)
    var number = 0
    if let text = arguments.value("frame") {
        guard arguments.value("time") == nil else { throw CommandFailure.usage("--frame does not go with --time") }
        guard let value = Int(text), (0..<FrameRange.limit).contains(value) else {
            throw CommandFailure.usage("--frame '\(text)' is not a frame number from 0")
        }
        number = value
    } else if let value = try time("time", arguments) {
        number = picture.rate.lastFrame(atOrBefore: value)
    }
    return try renderScene(
        arguments, console, picture: picture, frames: number..<(number + 1), suffix: ".png")
}

/// What `render` and `frame` share: one scene from frame 0, the frames of a range.
private func renderScene(
    _ arguments: Arguments, _ console: Console, picture: PictureSettings, frames: Range<Int>, suffix: String
) throws -> ExitStatus {
    var picture = picture
    let settings = try RenderSettings(arguments)
    let clock = try ClockSettings(arguments)
    let sound = try SoundSettings(arguments)
    let root = RootFolder(arguments)
    let weather = try WeatherChoice(arguments)
    if weather != nil, arguments.operands.first != nil {
        throw CommandFailure.usage(
            "--weather chooses the scene, so it does not go with one", hint: "leave the scene out and give --root")
    }
    let log = DiagnosticLog()
    var output: OutputSettings
    let sink: any FrameSink
    let selection: RootFolder.Selection
    let library: SceneLibrary
    let music: Music?
    do {
        defer { console.report(log.takeNew()) }
        // A named output is refused before the package is even read.
        output = try OutputSettings(arguments, standard: "scene" + suffix)
        if output.format.needsEvenSize { try picture.makeEven(for: output.format.rawValue, log: log) }
        func open(_ music: Music?) throws -> any FrameSink {
            let start = picture.rate.time(ofFrame: frames.lowerBound)
            let track = music?.soundTrack(from: start, settings: sound, frames: frames.count, rate: picture.rate)
            return try output.makeSink(size: picture.size, rate: picture.rate, frames: frames.count, sound: track)
        }
        if arguments.value("output") != nil, arguments.operands.first != nil {
            music = try root.music(arguments, settings: sound, active: false, log: log)
            sink = try open(music)
            selection = try root.select(arguments.operands.first, log: log)
        } else {
            selection = try root.select(arguments.operands.first, weather: weather, log: log)
            if arguments.value("output") == nil { output.path = selection.name + suffix }
            // The active theme plays with the active playlist, as on the device.
            music = try root.music(arguments, settings: sound, active: arguments.operands.first == nil, log: log)
            sink = try open(music)
        }
        try refuseToReplace(selection.active, music: music, output: output.path)
        library = SceneLibrary(themes: selection.themes, picture: picture, clock: clock, log: log)
        _ = try library.scene(selection.active.id)
    } catch {
        throw CommandFailure(error, stage: "scene")
    }
    if console.isVerbose {
        let layers = try library.scene(selection.active.id).stack.layers.map(\.name)
        console.say(
            "ambient: \(selection.active.id): background, \((layers).joined(separator: ", ")); frames \(frames.lowerBound) to "
                + "\(frames.upperBound - 1), \(picture.size) at \(picture.rate.rate) a second, \(settings.threads) threads"
        )
    }
    let timeline = Timeline(sceneID: selection.active.id, rate: picture.rate, start: clock.start)
    let job = RenderJob(
        library: library, levels: music?.levels, settings: settings, sink: sink, path: output.path, picture: picture,
        log: log,
        console: console)
    let outcome = try job.run(frames) { timeline.state(ofFrame: $0) }
    if arguments.has("json") {
        console.print(
            JSONText.object(
                clipMembers(output: output, frames: outcome.frames, picture: picture, diagnostics: log.all)
            ).text)
    }
    return outcome.status
}

/// Refuses an output that would replace a file of the package that is drawn, or a track that plays.
private func refuseToReplace(_ theme: ThemePackage, music: Music?, output: String?) throws(CommandFailure) {
    guard let output, FileManager.default.fileExists(atPath: output) else { return }
    let file = URL(fileURLWithPath: output).resolvingSymlinksInPath().path
    let folder = URL(fileURLWithPath: theme.folder).resolvingSymlinksInPath().path
    for track in music?.source.files ?? [] where URL(fileURLWithPath: track).resolvingSymlinksInPath().path == file {
        throw .usage("the output '\(output)' would replace a track that plays", hint: "choose another name")
    }
    guard file.hasPrefix(folder + "/") else { return }
    throw .usage("the output '\(output)' would replace a file of the package", hint: "write outside \(theme.folder)")
}

/// The members of the JSON of `render`, `frame` and `run -o`.
func clipMembers(
    output: OutputSettings, frames: Int, picture: PictureSettings, diagnostics: [Diagnostic]
) -> [(String, JSONText)] {
    [
        ("output", .string(output.path ?? "-")),
        ("frames", .integer(frames)),
        ("width", .integer(picture.size.width)),
        ("height", .integer(picture.size.height)),
        ("fps", .string("\(picture.rate.rate.numerator)/\(picture.rate.rate.denominator)")),
        ("seconds", .number(picture.rate.time(ofFrame: frames).double)),
        ("diagnostics", .array(diagnostics.map(\.json))),
    ]
}

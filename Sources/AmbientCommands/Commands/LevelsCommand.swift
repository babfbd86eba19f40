import AudioLevels
import Diagnostics
import Foundation
import FrameCore
import Imaging
import MediaIO

extension Command {
    /// `ambient levels AUDIO`.
    static let levels = Command(
        name: "levels", operands: "AUDIO [-o FILE] [options]",
        summary: "the audio levels that shaders would see",
        details: [
            "AUDIO is a file, a folder of files, a playlist package, or the id of an installed playlist.",
            "The output is .json, .csv or .png (time across, spectrum above, levels below); JSON on standard output without -o.",
        ],
        options: [
            Option("output", short: "o", value: "FILE", ".json, .csv or .png"),
            Option("from", value: "T", "first time (0)"), Option("to", value: "T", "end (that of the music)"),
            Option("duration", value: "T", "length, instead of --to"),
            Option("sensitivity", value: "X", "factor on the sound, 0 to 10 (1)"),
        ] + SoundSettings.orderOptions + [
            RootFolder.option, Option("overwrite", short: "y", "replace an existing output"),
            Option("json", "JSON on standard output"),
        ],
        operandLimit: 1, run: runLevels)
}

/// One tick as printed.
private struct Tick {
    let time: Rational
    let spectrum: [Float]
    let levels: [Float]
}

private func runLevels(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let word = arguments.operands.first else {
        throw CommandFailure.usage("levels needs an audio file or playlist", hint: "usage: ambient levels AUDIO")
    }
    let settings = try SoundSettings(arguments)
    let sensitivity =
        try arguments.value("sensitivity", expected: "a number from 0 to 10") { text in
            Float(text).flatMap { (0...10).contains($0) ? $0 : nil }
        } ?? 1
    let output = arguments.value("output").flatMap { $0 == "-" ? nil : $0 }
    let suffix = try output.map { try format(of: $0, isOverwriting: arguments.has("overwrite")) } ?? "json"
    let log = DiagnosticLog()
    let music = try Music(try Music.Source(word, root: RootFolder(arguments), log: log), settings: settings, log: log)
    guard music.isPlayable else {
        console.report(log.takeNew())
        throw CommandFailure(.badInput, "nothing in '\(word)' can be played", stage: "playlist")
    }
    let from = try time("from", arguments) ?? .zero
    var to = try time("to", arguments)
    if let duration = try time("duration", arguments) {
        guard to == nil else { throw CommandFailure.usage("--to does not go with --duration") }
        to = from + duration
    }
    let end = try to ?? music.onceThrough()
    guard end > from else {
        throw CommandFailure.usage(
            "no tick lies in that range: it ends at \(end.double) s", hint: "give --to or --duration")
    }
    let range = try ticks(from: from, to: end)
    let interruption = Interruption(hasReader: output == nil)
    let read: (Int) throws -> Tick = { tick in
        interruption.beat()
        try interruption.check()
        let time = Rational(Int64(tick), Int64(LevelTimeline.tickRate))
        return Tick(
            time: time, spectrum: try music.levels.spectrum(atTick: tick),
            levels: try music.levels.levels(at: time, sensitivity: sensitivity))
    }
    let target = try LevelOutput(path: output)
    switch suffix {
    case "csv": try csv(range, read, target.write)
    case "png": target.write(try strip(range, from: from, read))
    default: try json(range, source: music.source.name, read, target.write)
    }
    console.report(log.takeNew())
    try target.finish()
    if let output, !console.isQuiet { console.say("ambient: wrote \(output): \(range.count) ticks") }
    return .done
}

/// Where levels go, piece by piece: standard output, or a file that appears under its name when it is complete.
private final class LevelOutput {
    private let path: String?
    private let temporary: String
    private let handle: FileHandle?
    private var failure: (any Error)?

    init(path: String?) throws(CommandFailure) {
        self.path = path
        guard let path else {
            temporary = ""
            handle = nil
            return
        }
        let name = (path as NSString).lastPathComponent
        temporary =
            (path as NSString).deletingLastPathComponent + (path.contains("/") ? "/" : "")
            + ".\(name).partial-\(getpid())"
        guard FileManager.default.createFile(atPath: temporary, contents: nil),
            let opened = FileHandle(forWritingAtPath: temporary)
        else {
            throw CommandFailure(
                .failedWork, "cannot write '\(path)': " + String(cString: strerror(errno)), stage: "output")
        }
        handle = opened
    }

    deinit { if failure != nil || handle != nil { try? FileManager.default.removeItem(atPath: temporary) } }

    func write(_ text: String) {
        if handle == nil { Console.emit(text) } else { write(Array(text.utf8)) }
    }

    func write(_ bytes: [UInt8]) {
        guard let handle, failure == nil else { return }
        do { try handle.write(contentsOf: bytes) } catch { failure = error }
    }

    func finish() throws(CommandFailure) {
        guard let path, let handle else { return }
        do {
            if let failure { throw failure }
            try handle.close()
        } catch {
            throw CommandFailure(.failedWork, "cannot write '\(path)': \(error.localizedDescription)", stage: "output")
        }
        guard rename(temporary, path) == 0 else {
            throw CommandFailure(
                .failedWork, "cannot write '\(path)': " + String(cString: strerror(errno)), stage: "output")
        }
    }
}

private func format(of path: String, isOverwriting: Bool) throws(CommandFailure) -> String {
    let suffix = (path as NSString).pathExtension.lowercased()
    guard ["json", "csv", "png"].contains(suffix) else {
        throw .usage("'\(path)' does not say the format", hint: "end it in .json, .csv or .png")
    }
    guard isOverwriting || !FileManager.default.fileExists(atPath: path) else {
        throw .usage("'\(path)' exists", hint: "use -y to replace it, or another name")
    }
    return suffix
}

/// The ticks k with from ≤ k / 30 < to.
private func ticks(from: Rational, to: Rational) throws(CommandFailure) -> Range<Int> {
    let rate = Rational(LevelTimeline.tickRate)
    let range = (from * rate).ceiling..<max((from * rate).ceiling, (to * rate).ceiling)
    guard !range.isEmpty else { throw .usage("no tick lies in that range") }
    guard range.count <= 24 * 3600 * LevelTimeline.tickRate else { throw .usage("that is more than a day") }
    return range
}

extension Music {
    /// The length of the playlist once through.
    fileprivate func onceThrough() throws -> Rational {
        var end = Rational.zero
        var seen: Set<Int> = []
        while let playing = try timeline.playing(at: end), seen.insert(playing.track).inserted { end = playing.end }
        return end
    }
}

/// A level, a multiple of 1/4096: exact in at most twelve digits.
private func level(_ value: Float) -> JSONText { .number(Double(value)) }

/// A float in its shortest form that reads back the same.
private func number(_ value: Float) -> JSONText { .number(Double("\(value)") ?? 0) }

private func json(
    _ range: Range<Int>, source: String, _ read: (Int) throws -> Tick, _ write: (String) -> Void
) throws {
    let head = JSONText.object([
        ("source", .string(source)), ("tickRate", .integer(LevelTimeline.tickRate)),
        ("bins", .integer(LevelTimeline.levelCount)), ("bands", .integer(LevelTimeline.bandCount)),
    ]).text
    write(head.dropLast() + ", \"ticks\": [")
    for index in range {
        let tick = try read(index)
        let text = JSONText.object([
            ("time", .number(tick.time.double)), ("spectrum", .array(tick.spectrum.map(number))),
            ("levels", .array(tick.levels.map(level))),
        ]).text
        write((index == range.lowerBound ? "" : ", ") + text)
    }
    write("]}\n")
}

private func csv(_ range: Range<Int>, _ read: (Int) throws -> Tick, _ write: (String) -> Void) throws {
    let columns =
        ["time"] + (0..<LevelTimeline.bandCount).map { "band\($0)" }
        + (0..<LevelTimeline.levelCount).map { "level\($0)" }
    write(columns.joined(separator: ",") + "\n")
    for index in range {
        let tick = try read(index)
        let values =
            [JSONText.number(tick.time.double).text] + tick.spectrum.map { number($0).text }
            + tick.levels.map { level($0).text }
        write(values.joined(separator: ",") + "\n")
    }
}

private func strip(_ range: Range<Int>, from: Rational, _ read: (Int) throws -> Tick) throws -> [UInt8] {
    var strip = LevelStrip(ticks: range.count)
    for index in range {
        let tick = try read(index)
        strip.add(spectrum: tick.spectrum, levels: tick.levels)
    }
    return try PNG.encode(strip.labelled(from: from))
}

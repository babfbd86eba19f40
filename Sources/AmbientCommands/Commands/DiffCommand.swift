import Diagnostics
import FrameCore
import FrameDiff

extension Command {
    /// `ambient diff EXPECTED ACTUAL`.
    static let diff = Command(
        name: "diff", operands: "EXPECTED ACTUAL [options]",
        summary: "compares two clips, frame folders or hash lists",
        details: [
            "Either side is a video, a .y4m, a folder of numbered PNGs or a pattern like shots/%05d.png, a picture, a list",
            "of frame hashes, or a golden case (its folder or its name). Exact unless asked otherwise; exit 1 if they differ.",
            "",
            "examples:",
            "  ambient diff before.mp4 after.mp4 --report what-changed.html",
            "  ambient diff before/ after/ --max-delta 2 --max-pixels 0.1%",
            "  ambient diff original.mp4 encoded.mp4 --lossy",
        ],
        options: [
            Option("max-delta", value: "D", "channels may differ by up to D, 0 to 255 (0)"),
            Option("max-pixels", value: "N|P%", "so many pixels of a frame may differ by more (0)"),
            Option("max-density", value: "P%", "but no more than P% of any 16x16 window; 100% switches it off (50%)"),
            Option("min-ssim", value: "X", "the least structural similarity of a frame, up to 1"),
            Option("ignore-antialiasing", "pixels of edges that are drawn with other antialiasing may differ"),
            Option("lossy", "both are encodings: accept an encoder's noise, but no region that changed"),
        ] + ComparisonMask.options + [
            Option("no-sound", "compares pictures only"),
            Option("report", value: "FILE", "a page that shows what differs, in one HTML file"),
            Option("junit", value: "FILE", "results as JUnit XML as well"), GoldenFolder.option,
        ] + ClockSettings.options + [SoundSettings.playlistOption, RootFolder.option, Progress.option] + [
            Option("json", "machine-readable result on standard output")
        ],
        operandLimit: 2, run: runDiff)
}

private func runDiff(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard arguments.operands.count == 2 else {
        throw CommandFailure.usage("diff needs two clips", hint: "usage: ambient diff EXPECTED ACTUAL")
    }
    var settings = ClipComparisonSettings()
    settings.tolerance = try tolerance(arguments)
    settings.isLossy = arguments.has("lossy")
    let isShown = arguments.value("report") != nil || arguments.has("json")
    settings.measuresSSIM = isShown
    let progressStyle = try Progress.style(arguments)
    let log = DiagnosticLog()
    defer { console.report(log.takeNew()) }
    let junit = try ReportFile("junit", .testResults, arguments, inputs: arguments.operands)
    let page = try ReportFile(
        "report", .page, arguments, inputs: arguments.operands, others: junit.map { [$0.path] } ?? [])
    let expected = try ClipOperand(arguments.operands[0], arguments: arguments)
    let actual = try ClipOperand(arguments.operands[1], arguments: arguments)
    try checkPixels(expected, actual, settings: settings, arguments: arguments)
    let format = expected.clip.format
    let mask = try ComparisonMask(
        arguments, size: format.size ?? actual.clip.format.size, rate: format.rate ?? actual.clip.format.rate, log: log)
    settings.mask = mask.mask
    guard arguments.value("scene") == nil || mask.hasLayers else {
        throw CommandFailure.usage("--scene is for masking its layers", hint: "add --mask LAYER, or leave it out")
    }

    let interruption = Interruption(hasReader: false)
    var progress = Progress(
        style: progressStyle, total: max(format.frameCount ?? 0, actual.clip.format.frameCount ?? 0), console: console)
    defer { progress.clear() }
    let comparison = ClipComparison(expected: expected.clip, actual: actual.clip, settings: settings)
    let difference: ClipDifference
    var sound: SoundDifference?
    do {
        difference = try comparison.run { frames in
            try interruption.check()
            progress.update(frames)
        }
        if !arguments.has("no-sound"), let one = expected.soundPath, let other = actual.soundPath {
            sound = try SoundDifference(one, other, isLossy: settings.isLossy, beat: interruption.check)
        }
    } catch let error as ClipComparisonError {
        throw CommandFailure(.badInput, "\(error)", stage: "input")
    } catch {
        throw CommandFailure(error, stage: "diff")
    }
    progress.completed(difference.framesExpected)
    let findings = ComparisonFindings(
        expected: expected, actual: actual, difference: difference, sound: sound, settings: settings)
    if arguments.has("json") {
        console.print(findings.json.text)
    } else {
        for line in findings.lines(isVerbose: console.isVerbose, isQuiet: console.isQuiet) { console.print(line) }
    }
    if let page {
        do {
            let report = ComparisonReport(findings: findings, comparison: comparison, settings: settings)
            try page.write(try report.report().html())
        } catch {
            throw CommandFailure(error, stage: "report")
        }
    }
    try junit?.write(findings.junit.xml())
    if !arguments.has("json") {
        if let page, !console.isQuiet { console.print("report: \(page.path)") }
        console.print(findings.closingLine)
    }
    return findings.isEqual ? .done : .failedCheck
}

/// Reads which differences are accepted.
private func tolerance(_ arguments: Arguments) throws(CommandFailure) -> FrameTolerance {
    func share(_ text: String) -> Double? {
        guard text.hasSuffix("%"), let value = Double(text.dropLast()), (0...100).contains(value) else { return nil }
        return value / 100
    }
    var tolerance = FrameTolerance.exact
    tolerance.maxDelta =
        try arguments.value("max-delta", expected: "a whole number from 0 to 255") { text in
            Int(text).flatMap { (0...255).contains($0) ? $0 : nil }
        } ?? 0
    tolerance.maxPixels =
        try arguments.value("max-pixels", expected: "a number of pixels, or a share like 0.5%") { text in
            share(text).map { .share($0) } ?? Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
        } ?? .count(0)
    tolerance.maxDensity =
        try arguments.value("max-density", expected: "a share like 50%", share) ?? tolerance.maxDensity
    tolerance.minSSIM = try arguments.value("min-ssim", expected: "a number from 0 to 1") { text in
        Double(text).flatMap { (0...1).contains($0) ? $0 : nil }
    }
    tolerance.forgivesAntialiasing = arguments.has("ignore-antialiasing")
    let isAsked = tolerance != .exact
    guard !arguments.has("lossy") || !isAsked else {
        throw .usage(
            "--lossy does not go with other tolerances", hint: "it knows an encoder's noise from a change by itself")
    }
    return tolerance
}

/// Refuses what only pixels can answer where one side is a list of hashes.
private func checkPixels(
    _ expected: ClipOperand, _ actual: ClipOperand, settings: ClipComparisonSettings, arguments: Arguments
) throws(CommandFailure) {
    guard let side = [expected, actual].first(where: { !$0.clip.format.hasPixels }) else { return }
    let name = Wording.printable(side.word)
    guard settings.tolerance == .exact, !settings.isLossy else {
        throw .usage(
            "'\(name)' has hashes only, which are equal or not: no tolerance can be used", hint: "compare pictures")
    }
    guard arguments.values("mask").isEmpty else {
        throw .usage("'\(name)' has hashes only: no pixels can be masked", hint: "compare pictures")
    }
}

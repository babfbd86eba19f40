import Diagnostics
import FrameCore
import FrameDiff

/// What a comparison of two clips found, as text, JSON and test results.
struct ComparisonFindings {
    /// One thing that was looked at.
    struct Check {
        var name: String
        var isPassed: Bool
        var details: [String]
    }

    let expected: ClipOperand
    let actual: ClipOperand
    let difference: ClipDifference
    let sound: SoundDifference?
    let settings: ClipComparisonSettings

    /// Events that are listed as text.
    private static let listedEvents = 20

    var isEqual: Bool { checks.allSatisfy(\.isPassed) }

    var rate: FrameRate? { expected.clip.format.rate ?? actual.clip.format.rate }

    /// Size, order, pictures and sound, each a check of its own.
    var checks: [Check] {
        let moved = difference.events.filter { $0.event.kind != .changed }
        let changed = difference.events.filter { $0.event.kind == .changed }
        var checks = [
            Check(name: "size, rate and length", isPassed: difference.findings.isEmpty, details: difference.findings)
        ]
        if difference.isComparable {
            checks += [
                Check(name: "order of frames", isPassed: moved.isEmpty, details: moved.map(sentence)),
                Check(
                    name: "pictures", isPassed: changed.isEmpty && difference.differingPairs == 0,
                    details: changed.map(sentence)),
            ]
        }
        if let sound { checks.append(Check(name: "sound", isPassed: sound.isEqual, details: sound.sentences)) }
        return checks
    }

    /// An event in words.
    func sentence(_ found: ClipEvent) -> String {
        let event = found.event
        guard event.kind == .changed, found.worst != nil else { return event.sentence(rate: rate) }
        func time(_ frame: Int) -> String { rate.map { $0.time(ofFrame: frame).secondsText } ?? "" }
        var text =
            event.first == event.last
            ? "frame \(event.first) differs" : "frames \(event.first) to \(event.last) differ"
        if rate != nil {
            text +=
                event.first == event.last ? " (\(time(event.first)))" : " (\(time(event.first)) to \(time(event.last)))"
        }
        if let worst = found.worst, worst.expected != worst.actual {
            text += ", moved by \(worst.actual - worst.expected)"
        }
        if let delta = found.maxDelta, let most = found.mostPixels {
            text +=
                settings.isLossy
                ? ": a region changed" : ": up to \(most) pixel\(most == 1 ? "" : "s") a frame, by up to \(delta)"
        }
        if let box = found.boundingBox { text += ", within \(box.width)x\(box.height) at (\(box.x), \(box.y))" }
        return text
    }

    /// Where to look, when both pictures and sound are known.
    var advice: String? {
        guard let sound, sound.isComparable, difference.differingPairs > 0 else { return nil }
        return sound.hasEqualLevels
            ? "the pictures differ while the sound's levels are alike: look at a shader or the scene, not at the audio"
            : "the sound's levels differ as well: look at the audio first, shaders follow it"
    }

    /// The result for people, without the closing line.
    func lines(isVerbose: Bool, isQuiet: Bool) -> [String] {
        var lines = difference.findings
        if difference.isPairedByTime { lines.append("frames were compared by their time, since the rates differ") }
        for event in difference.events.prefix(isVerbose ? .max : Self.listedEvents) {
            lines.append("\(event.event.kind.rawValue): \(sentence(event))")
        }
        let hidden = difference.events.count - min(difference.events.count, isVerbose ? .max : Self.listedEvents)
        if hidden + difference.unlistedEvents > 0 {
            lines.append("and \(hidden + difference.unlistedEvents) more" + (isVerbose ? "" : " (-v lists more)"))
        }
        if let sound, !sound.isEqual { lines += sound.sentences.map { "sound: \($0)" } }
        if let advice { lines.append(advice) }
        guard !isQuiet else { return lines }
        lines.append(summary)
        let failed = checks.filter { !$0.isPassed }.map(\.name)
        if !failed.isEmpty { lines.append("differs in: " + failed.joined(separator: ", ")) }
        if let command = expected.acceptCommand, !isEqual {
            lines.append("to record what the golden case draws now: \(command)")
        }
        return lines
    }

    /// How many checks passed, and which did not.
    var closingLine: String {
        let failed = checks.filter { !$0.isPassed }
        return "\(checks.count - failed.count) passed, \(failed.count) failed"
    }

    /// The figures on one line.
    var summary: String {
        let (one, other) = (difference.framesExpected, difference.framesActual)
        var parts = one == other ? ["\(one) frame\(one == 1 ? "" : "s")"] : ["\(one) frames expected, \(other) actual"]
        if isEqual { parts[0] = (settings.isLossy ? "alike" : "equal") + ": " + parts[0] }
        if difference.comparedPairs > 0 {
            parts.append(
                "\(difference.comparedPairs) compared, \(difference.differingPairs) differ"
                    + (settings.isLossy && difference.maxDelta ?? 0 > 0 ? " by more than an encoder's noise" : ""))
        }
        let depth = max(expected.clip.format.bitDepth, actual.clip.format.bitDepth)
        if depth > 8 { parts.append("8 of \(depth) bits") }
        if let delta = difference.maxDelta { parts.append("largest difference \(delta)") }
        if let psnr = difference.psnr, psnr.isFinite { parts.append("PSNR \((psnr * 100).rounded() / 100) dB") }
        if let ssim = difference.ssim { parts.append("SSIM \((ssim * 10_000).rounded() / 10_000)") }
        if let sound, sound.isEqual { parts.append("sound \(settings.isLossy ? "alike" : "equal")") }
        return parts.joined(separator: "; ")
    }

    var junit: JUnitReport {
        JUnitReport(
            suite: "ambient diff",
            cases: checks.map { check in
                JUnitReport.Case(
                    name: check.name,
                    failure: check.isPassed
                        ? nil : (check.details.first ?? "differs", check.details.joined(separator: "\n")))
            })
    }

    var json: JSONText {
        func optional(_ value: Int?) -> JSONText { value.map { .integer($0) } ?? .null }
        let events = difference.events.map { found in
            JSONText.object([
                ("kind", .string(found.event.kind.rawValue)), ("first", .integer(found.event.first)),
                ("last", .integer(found.event.last)), ("count", .integer(found.event.count)),
                ("sentence", .string(sentence(found))),
                (
                    "box",
                    found.boundingBox.map {
                        .array([.integer($0.x), .integer($0.y), .integer($0.width), .integer($0.height)])
                    } ?? .null
                ),
            ])
        }
        return .object([
            ("equal", .bool(isEqual)), ("framesExpected", .integer(difference.framesExpected)),
            ("framesActual", .integer(difference.framesActual)),
            ("firstDifference", optional(difference.firstDifference)), ("events", .array(events)),
            ("maxDelta", optional(difference.maxDelta)), ("differingPixels", optional(difference.differingPixels)),
            ("psnr", difference.psnr.map { .number($0) } ?? .null),
            ("ssim", difference.ssim.map { .number(($0 * 1e6).rounded() / 1e6) } ?? .null),
            ("findings", .array(difference.findings.map { .string($0) })),
            ("unlistedEvents", .integer(difference.unlistedEvents)), ("sound", soundJSON),
        ])
    }

    private var soundJSON: JSONText {
        guard let sound else { return .null }
        func rounded(_ value: Float?) -> JSONText { value.map { .number((Double($0) * 1e6).rounded() / 1e6) } ?? .null }
        return .object([
            ("equal", .bool(sound.isEqual)), ("levelsEqual", .bool(sound.hasEqualLevels)),
            ("firstLevelDifference", sound.firstLevelDifference.map { .number($0.double) } ?? .null),
            ("maxLevelDelta", rounded(sound.maxLevelDelta)), ("maxSampleDelta", rounded(sound.maxSampleDelta)),
            ("sentences", .array(sound.sentences.map { .string($0) })),
        ])
    }
}

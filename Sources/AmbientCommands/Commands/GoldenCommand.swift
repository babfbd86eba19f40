import Diagnostics
import Foundation
import FrameDiff
import Goldens

extension Command {
    /// `ambient golden check|update|list`.
    static let golden = Command.group(
        name: "golden",
        summary: "compares frames with recorded ones, and records them",
        details: [
            "A case is Goldens/Frames/NAME/case.json: a scene or scenario, options, and frames. CASE is its NAME; * and ? stand",
            "for anything. Paths in a case are those of the folder the command is run in. See Docs/Goldens.md.",
            "",
            "examples:",
            "  ambient golden check",
            "  ambient golden check 'scene-*' --json",
            "  ambient golden update scene-sunny --reason \"a warmer dawn\"",
        ],
        subcommands: [goldenCheck, goldenUpdate, goldenList])

    private static let threads = Option(
        "threads", value: "N", "threads to draw with; changes no pixel (all cores)")

    private static let goldenCheck = Command(
        name: "check", operands: "[CASE…]", summary: "draws cases and compares; never writes into the goldens",
        options: [
            GoldenFolder.option,
            Option("build", value: "DIR", "where failing cases leave a picture and a page (.build/goldens)"), threads,
            Option("json", "machine-readable result on standard output"),
            Option("junit", value: "FILE", "results as JUnit XML as well"),
        ],
        operandLimit: .max, run: checkGoldens)

    private static let goldenUpdate = Command(
        name: "update", operands: "[CASE…]",
        summary: "records cases that fail or are missing; exit 1 if it wrote anything",
        options: [
            GoldenFolder.option,
            Option("record", value: "MODE", "never, missing, failed (and missing), or all (failed)"),
            Option("reason", value: "TEXT", "why, kept beside the recording"),
            Option("accept", "accepts what is drawn beside what is recorded; needs CASE and --reason"), threads,
        ],
        operandLimit: .max, run: updateGoldens)

    private static let goldenList = Command(
        name: "list", operands: "[CASE…]", summary: "lists cases, and files that no case uses",
        options: [GoldenFolder.option, Option("json", "machine-readable result on standard output")],
        operandLimit: .max, run: listGoldens)
}

private func checkGoldens(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let threads = try RenderSettings(arguments).threads
    var folder = try GoldenFolder(arguments)
    let names = try folder.names(arguments.operands)
    let build = arguments.value("build") ?? ".build/goldens"
    guard !(ReportFile.resolved(build) + "/").hasPrefix(ReportFile.resolved(folder.root) + "/") else {
        throw CommandFailure.usage("--build '\(build)' lies within the goldens", hint: "reports go elsewhere")
    }
    let junit = try ReportFile("junit", .testResults, arguments, protected: folder.root)
    let interruption = Interruption(hasReader: false)
    folder.interruption = interruption
    let check = GoldenCheck(folder: folder, threads: threads, build: build, console: console)
    let isJSON = arguments.has("json")
    var verdicts: [GoldenVerdict] = []
    for name in names {
        let verdict = check.verdict(name)
        try interruption.check()
        verdicts.append(verdict)
        if !isJSON, !verdict.isOK || !verdict.message.isEmpty || console.isVerbose { console.print(verdict.text) }
    }
    if arguments.operands.isEmpty { warnOfObsolete(folder, console) }
    let passed = verdicts.count(where: \.isOK)
    let failed = verdicts.count - passed
    try junit?.write(JUnitReport(suite: "ambient golden check", cases: verdicts.map(\.junit)).xml())
    if isJSON {
        console.print(
            JSONText.object([
                ("passed", .integer(passed)), ("failed", .integer(failed)), ("cases", .array(verdicts.map(\.json))),
            ]).text)
    } else {
        console.print("\(passed) passed, \(failed) failed")
    }
    return verdicts.map(\.status).max { $0.rawValue < $1.rawValue } ?? .badInput
}

private func warnOfObsolete(_ folder: GoldenFolder, _ console: Console) {
    guard !console.isQuiet else { return }
    let cases = folder.tree.caseNames.compactMap { try? folder.golden($0, log: DiagnosticLog()) }
    for file in folder.tree.obsolete(cases: cases) {
        console.say("ambient: warning: no golden case uses \(Wording.printable(folder.frames + "/" + file))")
    }
}

/// Which goldens are recorded again.
enum RecordMode: String { case never, missing, failed, all }

private func updateGoldens(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let threads = try RenderSettings(arguments).threads
    let mode =
        try arguments.value("record", expected: "never, missing, failed or all", RecordMode.init(rawValue:)) ?? .failed
    let reason = arguments.value("reason")
    if let reason, !reason.contains(where: { !$0.isWhitespace }) { throw CommandFailure.usage("--reason is empty") }
    if reason == "…" {
        throw CommandFailure.usage("--reason \"…\" is a gap to be filled", hint: "say why the pictures changed")
    }
    if arguments.has("accept") {
        guard reason != nil else {
            throw CommandFailure.usage("--accept needs --reason TEXT", hint: "say why both recordings are right")
        }
        guard !arguments.operands.isEmpty else { throw CommandFailure.usage("--accept needs the names of cases") }
        guard arguments.value("record") == nil else { throw CommandFailure.usage("--accept does not go with --record") }
    }
    var folder = try GoldenFolder(arguments)
    let names = try folder.names(arguments.operands)
    let interruption = Interruption(hasReader: false)
    folder.interruption = interruption
    let check = GoldenCheck(folder: folder, threads: threads, build: nil, console: console)
    let recorder = GoldenRecorder(folder: folder, threads: threads, reason: reason, console: console)
    var status = ExitStatus.done
    for name in names {
        try interruption.check()
        let log = DiagnosticLog()
        defer { console.report(log.takeNew()) }
        do {
            let golden = try folder.golden(name, log: log)
            let isComplete = recorder.isComplete(golden)
            if let known = golden.knownFailure, try folder.recording(golden) != nil || arguments.has("accept") {
                console.say("ambient: note: \(name) is a known failure and stays as it is: \(Wording.printable(known))")
                continue
            }
            var wants = mode == .all || !isComplete
            var verdict: GoldenVerdict?
            if !wants || mode == .never || arguments.has("accept") {
                let found = check.verdict(name)
                verdict = found
                guard found.isOK || found.isAcceptable || found.isMissing || found.isRecordingDamaged
                else {
                    console.print(found.text)
                    status = worse(status, found.status)
                    continue
                }
                wants = wants || !found.isOK
            }
            if arguments.has("accept") {
                guard let verdict, !verdict.isMissing else {
                    throw CommandFailure(
                        .badInput, "\(name) is not recorded", hint: folder.updateCommand(name), stage: "goldens")
                }
                guard !verdict.isOK else { continue }
                console.print(try recorder.accept(golden, reason: reason ?? "", log: log))
                status = worse(status, .failedCheck)
                continue
            }
            switch mode {
            case .never:
                if let verdict, !verdict.isOK {
                    console.print(verdict.text)
                    status = worse(status, .failedCheck)
                }
            case .missing where isComplete, .failed where !wants: continue
            case .missing, .failed, .all:
                if let sentence = try recorder.record(golden, log: log) {
                    console.print(sentence)
                    status = worse(status, .failedCheck)
                }
            }
        } catch {
            let failure = CommandFailure(error, stage: "goldens")
            console.report(CommandFailure(failure.status, name + ": " + failure.message, hint: failure.hint))
            status = worse(status, failure.status == .usage ? .badInput : failure.status)
        }
    }
    if status == .done, !console.isQuiet { console.say("ambient: nothing to record") }
    return status
}

private func worse(_ one: ExitStatus, _ other: ExitStatus) -> ExitStatus {
    one.rawValue < other.rawValue ? other : one
}

private func listGoldens(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let folder = try GoldenFolder(arguments)
    let names = try folder.names(arguments.operands)
    let log = DiagnosticLog()
    defer { console.report(log.takeNew()) }
    var status = ExitStatus.done
    var entries: [JSONText] = []
    var lines: [String] = []
    var cases: [GoldenCase] = []
    for name in folder.tree.caseNames {
        guard let golden = try? folder.golden(name, log: log) else {
            // A broken case is named even where another is asked for: its files may be in use.
            status = .badInput
            continue
        }
        cases.append(golden)
        guard names.contains(name) else { continue }
        let isRecorded = FileManager.default.fileExists(atPath: folder.path(name, GoldenFile.hashes))
        entries.append(golden.json(isRecorded: isRecorded))
        lines.append(golden.line(isRecorded: isRecorded))
    }
    let obsolete = folder.tree.obsolete(cases: cases)
    if arguments.has("json") {
        console.print(
            JSONText.object([
                ("cases", .array(entries)),
                ("obsolete", .array(obsolete.map { .string(folder.frames + "/" + $0) })),
            ]).text)
    } else {
        lines.forEach(console.print)
        for file in obsolete { console.print("obsolete: " + Wording.printable(folder.frames + "/" + file)) }
    }
    return status
}

extension GoldenCase {
    private var framesText: String {
        guard let first = frames.first, let last = frames.last else { return "none" }
        if last - first + 1 == frames.count { return first == last ? "\(first)" : "\(first)-\(last)" }
        return frames.count <= 8
            ? frames.map(String.init).joined(separator: ",") : "\(frames.count) of \(first)-\(last)"
    }

    private var toleranceText: String? {
        guard let tolerance else { return nil }
        switch tolerance.maxPixels {
        case .count(let count): return "up to \(tolerance.maxDelta), but for \(count) pixels"
        case .share(let share): return "up to \(tolerance.maxDelta), but for \(share * 100)% of the pixels"
        }
    }

    private var maskTexts: [String] {
        masks.map { mask in
            switch mask.value {
            case .layer(let name), .picture(let name): name
            case .rectangle(let box): "\(box.x),\(box.y),\(box.width),\(box.height)"
            }
        }
    }

    fileprivate func line(isRecorded: Bool) -> String {
        var facts = ["\(subject.key) \(subject.word)", "frames \(framesText)"]
        if let toleranceText { facts.append("tolerance " + toleranceText) }
        if !masks.isEmpty { facts.append("mask " + maskTexts.joined(separator: " ")) }
        if !accepted.isEmpty { facts.append("\(accepted.count) more accepted") }
        if let knownFailure { facts.append("known failure: " + knownFailure) }
        if !isRecorded { facts.append("not recorded") }
        return Wording.printable(name + ": " + facts.joined(separator: "; "))
    }

    fileprivate func json(isRecorded: Bool) -> JSONText {
        .object([
            ("name", .string(name)), (subject.key, .string(subject.word)),
            ("options", .array(options.map(JSONText.string))), ("frames", .string(framesText)),
            ("tolerance", toleranceText.map(JSONText.string) ?? .null),
            ("mask", .array(maskTexts.map(JSONText.string))), ("accepted", .integer(accepted.count)),
            ("knownFailure", knownFailure.map(JSONText.string) ?? .null), ("recorded", .bool(isRecorded)),
        ])
    }
}

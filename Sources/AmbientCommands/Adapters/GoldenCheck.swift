import Diagnostics
import FrameCore
import FrameDiff
import Goldens
import Imaging

/// Compares golden cases with their recordings; writes nothing but reports.
final class GoldenCheck {
    let folder: GoldenFolder
    private let threads: Int
    private let console: Console
    /// Where reports of failures go; nil: no reports.
    private let build: String?
    /// The facts of this machine, found out at the first failure.
    private lazy var here = RecordedFacts.ofThisMachine()

    init(folder: GoldenFolder, threads: Int, build: String?, console: Console) {
        self.folder = folder
        self.threads = threads
        self.build = build
        self.console = console
    }

    /// What is known of a case when its frames have been drawn.
    private struct Comparison {
        let run: GoldenRun
        let recording: GoldenRecording
        /// Places in the list of frames.
        var differing: [Int] = []
        /// Sentences about what differs apart from the frames.
        var findings: [String] = []
        var text = ""
        /// By place: frames that differ and were drawn, of those with a recorded picture.
        var drawn: [Int: PixelBuffer] = [:]
    }

    /// Draws a case and compares.
    func verdict(_ name: String) -> GoldenVerdict {
        let log = DiagnosticLog()
        defer { console.report(log.takeNew()) }
        GoldenReport.removeOld(of: name, in: build)
        var verdict = GoldenVerdict(name: name, updateCommand: folder.updateCommand(name))
        do {
            let golden = try folder.golden(name, log: log)
            verdict.isKnownFailure = golden.knownFailure != nil
            do {
                try check(golden, log: log, verdict: &verdict)
            } catch {
                fail(&verdict, with: CommandFailure(error, stage: "goldens"))
            }
            if let reason = golden.knownFailure { settle(&verdict, knownFailure: reason) }
        } catch {
            fail(&verdict, with: error)
        }
        return verdict
    }

    private func fail(_ verdict: inout GoldenVerdict, with failure: CommandFailure) {
        verdict.status = failure.status == .usage ? .badInput : failure.status
        verdict.message = Wording.printable(failure.message)
        verdict.hint = failure.hint
    }

    /// A known failure must fail, until it is no longer marked.
    private func settle(_ verdict: inout GoldenVerdict, knownFailure reason: String) {
        switch verdict.status {
        case .done:
            verdict.status = .failedCheck
            verdict.message = "it passes now: remove knownFailure from \(GoldenFile.description)"
            verdict.notes = ["it was marked with: \(Wording.printable(reason))"]
        case .failedCheck:
            GoldenReport.removeOld(of: verdict.name, in: build)
            let message = verdict.message
            verdict = GoldenVerdict(name: verdict.name, updateCommand: verdict.updateCommand)
            verdict.message = "known failure: \(Wording.printable(reason)) (\(message))"
            verdict.isKnownFailure = true
        default: return
        }
    }

    private func check(_ golden: GoldenCase, log: DiagnosticLog, verdict: inout GoldenVerdict) throws {
        guard let recording = try folder.recording(golden) else {
            verdict.status = .badInput
            verdict.isMissing = true
            verdict.message = "it is not recorded"
            return
        }
        if let fault = storedFault(golden, recording) {
            verdict.status = .failedCheck
            verdict.message = fault
            verdict.isRecordingDamaged = true
            return
        }
        let run = try GoldenRun(golden, in: folder, threads: threads, log: log)
        let comparison = try compare(run, recording)
        if comparison.text == recording.text { return }
        let hash = try FrameHash(of: Array(comparison.text.utf8)).description
        if let accepted = golden.accepted.first(where: { $0.hash == hash }) {
            verdict.message = "as accepted on \(accepted.date): \(Wording.printable(accepted.reason))"
            return
        }
        if comparison.differing.isEmpty, comparison.findings.isEmpty { return }
        verdict.status = .failedCheck
        verdict.isAcceptable = true
        try explain(comparison, verdict: &verdict)
        if let build {
            let report = GoldenReport(
                run: comparison.run, verdict: verdict, findings: comparison.findings + verdict.notes,
                expected: { self.folder.picture(golden, frame: $0) }, drawn: comparison.drawn)
            (verdict.triple, verdict.report) = try report.write(to: build)
        }
    }

    /// What is wrong with the recorded pictures: each is the frame whose hash was recorded.
    private func storedFault(_ golden: GoldenCase, _ recording: GoldenRecording) -> String? {
        let hashes = recording.hashes.hashes
        guard hashes.count == golden.frames.count else {
            return "the recording has \(hashes.count) frames, and the case \(golden.frames.count)"
        }
        let kept = Set(golden.pictureFrames)
        for (frame, hash) in zip(golden.frames, hashes) where kept.contains(frame) {
            let file = GoldenFile.picture(ofFrame: frame)
            guard let picture = folder.picture(golden, frame: frame) else { return "\(file) is missing or damaged" }
            guard (try? FrameHash(of: picture))?.description == hash else {
                return "\(file) is not the frame whose hash was recorded"
            }
        }
        return nil
    }

    // MARK: - Comparing

    private func compare(_ run: GoldenRun, _ recording: GoldenRecording) throws -> Comparison {
        let golden = run.golden
        var result = Comparison(run: run, recording: recording)
        var writer = FramehashWriter(size: run.picture.size, rate: run.picture.rate)
        result.text = writer.header
        let header = RecordedHashes(writer.header)
        for (fact, what) in [("dimensions 0", "the size"), ("tb 0", "a frame's time")] {
            let (old, new) = (recording.hashes.fact(fact) ?? "unknown", header?.fact(fact) ?? "")
            if old != new { result.findings.append("\(what) is \(new), recorded \(old)") }
        }
        let comparator = golden.tolerance.map {
            FrameComparator(size: run.picture.size, tolerance: FrameTolerance($0))
        }
        let kept = Set(golden.pictureFrames)
        var place = 0
        try run.draw(layers: false) { drawn in
            defer { place += 1 }
            result.text += writer.line(for: drawn.hash, byteCount: drawn.pixels.bytesPerRow * drawn.pixels.height)
            guard recording.hashes.hashes[place] != drawn.hash.description else { return }
            if let comparator, result.findings.isEmpty,
                let expected = folder.picture(golden, frame: drawn.frame),
                let difference = comparator.difference(expected, drawn.pixels, mask: run.mask),
                difference.isWithin(comparator.tolerance)
            {
                return
            }
            result.differing.append(place)
            if kept.contains(drawn.frame), result.drawn.count < GoldenReport.mostPairs {
                result.drawn[place] = drawn.pixels
            }
        }
        return result
    }

    /// Says what differs, where first, and what may be the reason.
    private func explain(_ comparison: Comparison, verdict: inout GoldenVerdict) throws {
        let run = comparison.run
        let frames = run.golden.frames
        var sentences = comparison.findings
        if let first = comparison.differing.first {
            let frame = frames[first]
            verdict.firstFrame = frame
            var changes = GoldenVerdict.Changes(places: comparison.differing)
            sentences.append(
                "\(comparison.differing.count) of \(frames.count) frames differ, the first is frame \(frame) "
                    + "(\(GoldenReport.seconds(run.picture.rate.time(ofFrame: frame))))")
            if let recorded = comparison.recording.layers(ofFrame: frame) {
                if let now = try run.draw(frame, layers: true).layers {
                    changes.difference = LayerDifference(recorded: recorded, now: now) {
                        run.shaders(ofLayer: $0, scene: now.scene).count
                    }
                    if let difference = changes.difference, let pass = difference.pass {
                        let shaders = run.shaders(ofLayer: difference.layer, scene: now.scene)
                        changes.shader = shaders.indices.contains(pass) ? shaders[pass] : nil
                    }
                }
                sentences.append(changes.layerText.map { "first to differ: " + $0 } ?? "no single layer differs")
            } else {
                verdict.notes.append("which layer differs is not known: no layers were recorded")
            }
            verdict.changes = changes
        }
        verdict.message = sentences.joined(separator: "; ")
        for reason in comparison.recording.facts?.changes(to: here) ?? [] {
            verdict.notes.append("a likely reason: \(reason)")
        }
    }
}

extension RecordedFacts {
    /// The versions and fonts of this machine.
    static func ofThisMachine() -> RecordedFacts {
        let report = DoctorReport()
        return RecordedFacts(
            versions: report.versions.map { Version(name: $0.0, version: $0.1) },
            fonts: report.fonts.map { Font(name: $0.family, hash: report.hash(of: $0.path)) }, frames: [])
    }
}

extension FrameTolerance {
    /// The tolerance of a case; a small region that changed entirely is never within it.
    init(_ tolerance: GoldenCase.Tolerance) {
        switch tolerance.maxPixels {
        case .count(let count): self.init(maxDelta: tolerance.maxDelta, maxPixels: .count(count))
        case .share(let share): self.init(maxDelta: tolerance.maxDelta, maxPixels: .share(share))
        }
    }
}

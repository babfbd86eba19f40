import Foundation
import FrameCore
import FrameDiff
import Goldens
import Imaging

/// What a failing case leaves behind: one picture and one page.
struct GoldenReport {
    /// The most frames that are shown side by side.
    static let mostPairs = 6

    let run: GoldenRun
    let verdict: GoldenVerdict
    /// Sentences for the head of the page.
    let findings: [String]
    /// The recorded picture of a frame, by number.
    let expected: (Int) -> PixelBuffer?
    /// By place in the list of frames: frames that differ and have a recorded picture.
    let drawn: [Int: PixelBuffer]

    /// Removes the report of an earlier failure.
    static func removeOld(of name: String, in build: String?) {
        guard let build else { return }
        let folder = build + "/" + name
        for file in ["triple.png", "report.html"] { unlink(folder + "/" + file) }
        // Only where nothing else is in it.
        rmdir(folder)
    }

    /// Writes both files; returns their paths.
    func write(to build: String) throws -> (triple: String, report: String) {
        var pairs = drawn.keys.sorted().map { pair($0, drawn[$0]) }
        if pairs.isEmpty, let first = verdict.changes?.places.first {
            // No recorded picture shows the change: the first frame as it is drawn now is better than nothing.
            let frame = run.golden.frames[first]
            pairs.append(pair(first, try run.draw(frame, layers: false).pixels))
        }
        return try Self.write(pairs.first, page(pairs), to: build + "/" + verdict.name)
    }

    /// Writes the picture of a pair and a page into a folder; returns their paths.
    static func write(
        _ pair: DifferenceReport.FramePair?, _ page: DifferenceReport, to folder: String
    ) throws -> (triple: String, report: String) {
        let (triple, report) = (folder + "/triple.png", folder + "/report.html")
        let picture = try PNG.encode(
            pictureTriple(
                expected: pair?.expected, difference: pair?.amplified ?? pair?.difference, actual: pair?.actual))
        let text = try page.html()
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(picture).write(to: URL(fileURLWithPath: triple), options: .atomic)
            try Data(text.utf8).write(to: URL(fileURLWithPath: report), options: .atomic)
        } catch {
            throw CommandFailure(
                .failedWork, "cannot write the report to '\(folder)': \(error.localizedDescription)",
                hint: "give another folder with --build", stage: "report")
        }
        return (triple, report)
    }

    private func page(_ pairs: [DifferenceReport.FramePair]) -> DifferenceReport {
        let golden = run.golden
        var page = DifferenceReport(
            title: "Golden case \(golden.name)", expectedName: "recorded", actualName: "drawn now", isEqual: false)
        page.findings = [verdict.message] + findings.filter { !verdict.message.contains($0) }
        // Numbers of the run, so that they are those of `ambient frame --frame`; a case may begin later than at 0.
        page.frameCount = (golden.frames.last ?? 0) + 1
        if golden.frames.count < page.frameCount {
            page.findings.append(
                "the case has \(golden.frames.count) frames from \(golden.frames.first ?? 0) on; others are not drawn")
        }
        page.rate = run.picture.rate
        page.acceptCommand = verdict.acceptCommand
        guard let changes = verdict.changes, let first = changes.places.first, let last = changes.places.last else {
            return page
        }
        page.timeline = timeline(changes.places.map { golden.frames[$0] }, of: page.frameCount)
        let (from, to) = (golden.frames[first], golden.frames[last])
        let rate = run.picture.rate
        let range =
            first == last
            ? "frame \(from) (\(Self.seconds(rate.time(ofFrame: from))))"
            : "\(changes.places.count) frames from frame \(from) (\(Self.seconds(rate.time(ofFrame: from)))) to frame \(to) "
                + "(\(Self.seconds(rate.time(ofFrame: to))))"
        page.events = [
            DifferenceReport.Event(
                kind: SequenceEvent.Kind.changed.rawValue, sentence: "other pictures in " + range, first: from,
                last: to, layer: changes.layerText, pairs: pairs)
        ]
        return page
    }

    /// 1 for each stretch that holds a frame that differs, else 0.
    private func timeline(_ frames: [Int], of count: Int) -> [Float] {
        let steps = min(2000, max(1, count))
        var timeline = [Float](repeating: 0, count: steps)
        for frame in frames where frame < count { timeline[frame * steps / count] = 1 }
        return timeline
    }

    private func pair(_ place: Int, _ actual: PixelBuffer?) -> DifferenceReport.FramePair {
        let frame = run.golden.frames[place]
        var pair = DifferenceReport.FramePair(
            expectedFrame: frame, actualFrame: frame, expected: expected(frame), actual: actual)
        pair.facts = ["frame \(frame), \(Self.seconds(run.picture.rate.time(ofFrame: frame)))"]
        guard let expected = pair.expected, let actual else {
            pair.facts.append("only the hash of this frame was recorded, not its picture")
            return pair
        }
        guard expected.size == actual.size else {
            pair.facts.append("the sizes differ: \(expected.size) recorded, \(actual.size) now")
            return pair
        }
        let tolerance = run.golden.tolerance.map { FrameTolerance($0) } ?? .exact
        let comparator = FrameComparator(size: actual.size, tolerance: tolerance, measuresSSIM: true)
        pair.measure(with: comparator, mask: run.mask)
        return pair
    }

    /// A time such as `0.5 s`.
    static func seconds(_ time: Rational) -> String {
        let value = (time.double * 1000).rounded() / 1000
        return (value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)") + " s"
    }
}

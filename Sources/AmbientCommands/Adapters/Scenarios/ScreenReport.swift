import Foundation
import FrameCore
import FrameDiff
import Imaging

/// What a failed `assertFrame` leaves behind: one picture and one page.
struct ScreenReport {
    /// The folder's name.
    let name: String
    /// The golden.
    let path: String
    let frame: Int
    let rate: FrameRate
    let message: String
    let accept: String

    /// Writes both files below `build`; returns their paths.
    func write(
        golden: PixelBuffer, actual: PixelBuffer, mask: PixelMask, tolerance: FrameTolerance, to build: String
    ) throws -> (triple: String, report: String) {
        let folder = build + "/" + name
        let (triple, report) = (folder + "/triple.png", folder + "/report.html")
        var pair = DifferenceReport.FramePair(
            expectedFrame: frame, actualFrame: frame, expected: golden, actual: actual)
        let comparator = FrameComparator(size: actual.size, tolerance: tolerance, measuresSSIM: true)
        pair.difference = comparator.picture(golden, actual, mask: mask, gain: 1)
        pair.amplified = comparator.picture(golden, actual, mask: mask, gain: 8)
        if let map = comparator.perceptualMap(golden, actual) {
            (pair.perceptual, pair.perceptualMean) = (map.picture, map.mean)
        }
        pair.facts =
            ["frame \(frame), \(GoldenReport.seconds(rate.time(ofFrame: frame)))"]
            + (comparator.difference(golden, actual, mask: mask)?.sentences
                ?? ["the sizes differ: \(golden.size) recorded, \(actual.size) now"])
        var page = DifferenceReport(
            title: "Screen \(name)", expectedName: path, actualName: "drawn now", isEqual: false)
        page.findings = [message]
        page.frameCount = frame + 1
        page.rate = rate
        page.acceptCommand = accept
        page.events = [
            DifferenceReport.Event(
                kind: SequenceEvent.Kind.changed.rawValue, sentence: "another picture in frame \(frame)", first: frame,
                last: frame, pairs: [pair])
        ]
        let picture = pictureTriple(
            expected: golden, difference: pair.amplified ?? pair.difference, actual: actual)
        let (pictureBytes, text) = (try PNG.encode(picture), try page.html())
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(pictureBytes).write(to: URL(fileURLWithPath: triple), options: .atomic)
            try Data(text.utf8).write(to: URL(fileURLWithPath: report), options: .atomic)
        } catch {
            throw CommandFailure(
                .failedWork, "cannot write the report to '\(folder)': \(error.localizedDescription)",
                hint: "give another folder with --build", stage: "report")
        }
        return (triple, report)
    }
}

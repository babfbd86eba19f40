import FrameCore
import FrameDiff

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
        var pair = DifferenceReport.FramePair(
            expectedFrame: frame, actualFrame: frame, expected: golden, actual: actual)
        pair.facts = ["frame \(frame), \(GoldenReport.seconds(rate.time(ofFrame: frame)))"]
        if golden.size != actual.size {
            pair.facts.append("the sizes differ: \(golden.size) recorded, \(actual.size) now")
        }
        pair.measure(
            with: FrameComparator(size: actual.size, tolerance: tolerance, measuresSSIM: true), mask: mask)
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
        return try GoldenReport.write(pair, page, to: build + "/" + name)
    }
}

import FrameCore

/// What the script of a report works with.
struct ReportData {
    let report: DifferenceReport
    let pictures: ReportPictures

    /// A JSON object that may stand in a `script` element.
    var json: String {
        let last = report.events.map(\.last).max() ?? -1
        let count = max(1, report.frameCount, last < Int.max ? last + 1 : last)
        let rate = report.rate.map { "[\($0.rate.numerator),\($0.rate.denominator)]" } ?? "null"
        let timeline = report.timeline.map { value in
            let share = value.isFinite ? min(1, max(0, value)) : 0
            // What differs a little is not shown as nothing.
            return String(Int((share * 1000).rounded(share > 0 && share < 0.001 ? .up : .toNearestOrEven)))
        }
        let events = zip(report.events, pictures.pairs).map { event, found in
            let pairs = zip(event.pairs, found).map { pair($0, $1) }.joined(separator: ",")
            return "{\"kind\":\(text(event.kind)),\"sentence\":\(text(event.sentence)),\"first\":\(event.first),"
                + "\"last\":\(event.last),\"layer\":\(event.layer.map(text) ?? "null"),\"pairs\":[\(pairs)]}"
        }
        return "{\"frames\":\(count),\"rate\":\(rate),\"timeline\":[\(timeline.joined(separator: ","))],"
            + "\"events\":[\(events.joined(separator: ",\n"))]}"
    }

    private func pair(_ pair: DifferenceReport.FramePair, _ found: ReportPictures.Pair) -> String {
        let parts = [
            ("expectedFrame", number(pair.expectedFrame)), ("actualFrame", number(pair.actualFrame)),
            ("expected", number(found.expected)), ("actual", number(found.actual)),
            ("difference", number(found.difference)), ("amplified", number(found.amplified)),
            ("perceptual", number(found.perceptual)),
            ("mean", pair.perceptualMean.map { ReportText.decimal($0) } ?? "null"),
            ("cut", found.isCut ? "true" : "false"),
            ("facts", "[" + pair.facts.map(text).joined(separator: ",") + "]"),
        ]
        return "{" + parts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private func number(_ value: Int?) -> String { value.map { String($0) } ?? "null" }

    private func text(_ string: String) -> String { ReportText.json(ReportText.visible(string)) }
}

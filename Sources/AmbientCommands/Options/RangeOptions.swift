import FrameCore

/// Which frames are asked for.
struct FrameRange: Sendable {
    /// From the first frame to one past the last.
    var frames: Range<Int>

    static let options = [
        Option("duration", value: "T", "length of the clip: 12.5, 90s, 1:30, 2h (10s)"),
        Option("from", value: "T", "first time that is output; changes no frame (0)"),
        Option("to", value: "T", "time at which the output ends, instead of --duration"),
        Option("frames", value: "A-B", "frames A to B inclusive, instead of times"),
    ]

    /// The most frames of one run: a year at 60 a second fits.
    static let limit = 2_000_000_000

    /// The range of a clip: from 0, 10 s long, unless the options say otherwise; never empty.
    init(_ arguments: Arguments, rate: FrameRate) throws(CommandFailure) {
        let from = try time("from", arguments) ?? .zero
        try self.init(arguments, rate: rate, from: from, to: from + Rational(10))
        guard !frames.isEmpty else { throw .usage("no frame lies in that range at \(rate.rate) frames a second") }
    }

    /// The range of something that lasts from `from` to `to`, unless the options say otherwise; may be empty.
    init(_ arguments: Arguments, rate: FrameRate, from: Rational, to: Rational) throws(CommandFailure) {
        if let text = arguments.value("frames") {
            guard arguments.value("from") == nil, arguments.value("to") == nil, arguments.value("duration") == nil
            else {
                throw .usage("--frames does not go with --from, --to or --duration")
            }
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), let first = Int(parts[0]),
                let last = parts.count == 2 ? Int(parts[1]) : first, first >= 0, last >= first, last < FrameRange.limit
            else {
                throw .usage("--frames '\(text)' is not A-B", hint: "two frame numbers from 0, the second inclusive")
            }
            frames = first..<(last + 1)
            return
        }
        let asked = try time("from", arguments)
        let start = asked ?? from
        var end = to
        if let value = try time("to", arguments) {
            guard arguments.value("duration") == nil else { throw .usage("--to does not go with --duration") }
            guard value > start else { throw .usage("--to must be after --from") }
            end = value
        } else if let duration = try time("duration", arguments) {
            guard duration > .zero else { throw .usage("the duration must be above 0") }
            end = start + duration
        } else if asked != nil, end <= start {
            throw .usage("--from lies behind the end")
        }
        let first = rate.firstFrame(atOrAfter: start)
        let last = max(first, rate.firstFrame(atOrAfter: end))
        guard last <= FrameRange.limit else { throw .usage("that is more than \(FrameRange.limit) frames") }
        frames = first..<last
    }
}

/// The value of an option that is a time.
func time(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Rational? {
    guard let text = arguments.value(name) else { return nil }
    guard let value = TimeText.parse(text) else {
        throw .usage("--\(name) '\(text)' is not a time", hint: "for example 12.5, 90s, 1:30 or 2h")
    }
    return value
}

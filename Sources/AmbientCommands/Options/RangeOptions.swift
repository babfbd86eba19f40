import FrameCore

/// Which frames are asked for.
struct FrameRange: Sendable {
    /// The first frame and how many; at least one.
    var frames: Range<Int>

    static let options = [
        Option("duration", value: "T", "length of the clip: 12.5, 90s, 1:30, 2h (10s)"),
        Option("from", value: "T", "first time that is output; changes no frame (0)"),
        Option("to", value: "T", "time at which the output ends, instead of --duration"),
        Option("frames", value: "A-B", "frames A to B inclusive, instead of times"),
    ]

    /// The most frames of one run: a year at 60 a second fits.
    static let limit = 2_000_000_000

    init(_ arguments: Arguments, rate: FrameRate) throws(CommandFailure) {
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
        let from = try time("from", arguments) ?? .zero
        let to: Rational
        if let end = try time("to", arguments) {
            guard arguments.value("duration") == nil else { throw .usage("--to does not go with --duration") }
            to = end
        } else {
            let duration = try time("duration", arguments) ?? Rational(10)
            guard duration > .zero else { throw .usage("the duration must be above 0") }
            to = from + duration
        }
        guard to > from else { throw .usage("--to must be after --from") }
        let first = rate.firstFrame(atOrAfter: from)
        let end = rate.firstFrame(atOrAfter: to)
        guard end > first else { throw .usage("no frame lies in that range at \(rate.rate) frames a second") }
        guard end <= FrameRange.limit else { throw .usage("that is more than \(FrameRange.limit) frames") }
        frames = first..<end
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

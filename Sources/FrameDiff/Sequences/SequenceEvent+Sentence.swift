public import FrameCore

extension SequenceEvent {
    /// The event in one sentence without a full stop, such as `frames 30 to 32 are missing (1.000 s to 1.067 s)`.
    ///
    /// Times are those of the frames' beginnings, in seconds with three digits; without a rate there are none.
    public func sentence(rate: FrameRate?) -> String {
        let isOne = first == last
        let frames = isOne ? "frame \(first)" : "frames \(first) to \(last)"
        let place = rate.map { rate in
            let (start, end) = (Self.seconds(first, rate), Self.seconds(last, rate))
            return isOne ? " (\(start))" : " (\(start) to \(end))"
        }
        let when = place ?? ""
        switch kind {
        case .dropped: return "\(frames) \(isOne ? "is" : "are") missing\(when)"
        case .duplicated:
            return "\(frames) of the actual clip \(isOne ? "repeats an earlier frame" : "repeat earlier frames")\(when)"
        case .shifted:
            let amount = count.magnitude
            let time = rate.map { " (\(Self.seconds(Int(clamping: amount), $0)))" } ?? ""
            return "the actual clip is \(amount) \(amount == 1 ? "frame" : "frames") "
                + "\(count < 0 ? "early" : "late")\(time)"
        case .frozen: return "\(frames) \(isOne ? "stands" : "stand") still\(when)"
        case .changed: return "\(frames) of the actual clip \(isOne ? "is" : "are") not in the expected one\(when)"
        case .reordered: return "\(frames) are shown in another order\(when)"
        }
    }

    private static func seconds(_ frame: Int, _ rate: FrameRate) -> String { rate.time(ofFrame: frame).secondsText }
}

extension Rational {
    /// A time in seconds with three digits, rounded half up, such as `1.067 s`.
    public var secondsText: String {
        let thousandths = (self * Rational(1000) + Rational(1, 2)).floor
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(part)
        return "\(thousandths < 0 ? "-" : "")\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
            + " s"
    }
}

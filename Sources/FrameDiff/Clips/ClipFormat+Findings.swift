import FrameCore

/// Sentences about what two clips say of themselves.
enum FormatFindings {
    /// What differs in size and rate; empty when they agree or one side does not say.
    static func sizeAndRate(_ expected: ClipFormat, _ actual: ClipFormat) -> [String] {
        var found: [String] = []
        if let one = expected.size, let other = actual.size, one != other {
            found.append("the sizes differ: expected \(one), actual \(other)")
        }
        if let one = expected.rate, let other = actual.rate, one != other {
            found.append("the frame rates differ: expected \(one.rate) frames a second, actual \(other.rate)")
        }
        return found
    }

    /// What differs in length; nil when both have as many frames.
    static func length(
        _ expected: ClipFormat, _ framesExpected: Int, _ actual: ClipFormat, _ framesActual: Int
    ) -> String? {
        guard framesExpected != framesActual else { return nil }
        if let one = expected.rate, let other = actual.rate, one != other {
            // As long in seconds, to a frame: the rates say all there is.
            let (left, right) = (one.time(ofFrame: framesExpected), other.time(ofFrame: framesActual))
            let frame = max(one.time(ofFrame: 1), other.time(ofFrame: 1))
            if (left < right ? right - left : left - right) < frame { return nil }
        }
        func words(_ frames: Int, _ rate: FrameRate?) -> String {
            let count = "\(frames) frame\(frames == 1 ? "" : "s")"
            guard let rate else { return count }
            return count + " (\(rate.time(ofFrame: frames).secondsText))"
        }
        return "the lengths differ: expected \(words(framesExpected, expected.rate)), "
            + "actual \(words(framesActual, actual.rate))"
    }
}

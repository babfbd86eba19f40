import FrameCore

/// Tells from ascending time stamps, without keeping them, whether frames come at a constant rate.
struct FrameSpacing {
    /// A rate that the file claims, and whether the stamps agree with it so far.
    private struct Claim {
        let rate: Rational
        /// Units of time from one frame to the next.
        let interval: Rational
        var fits = true
    }

    private(set) var count = 0
    private let timeBase: Rational
    private var claims: [Claim]
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var lastDuration: Int64 = 0
    private var step: Int64?
    private var isEven = true

    /// - Parameters:
    ///   - timeBase: seconds a unit of time; positive.
    ///   - claims: rates that the file claims, the likeliest first.
    init(timeBase: Rational, claims: [Rational] = []) {
        self.timeBase = timeBase
        self.claims = claims.map { Claim(rate: $0, interval: .one / ($0 * timeBase)) }
    }

    /// Takes the next time stamp, and how long its frame is shown; 0 where that is not known.
    mutating func add(_ timestamp: Int64, duration: Int64 = 0) {
        if count == 0 {
            first = timestamp
        } else {
            let distance = timestamp &- last
            if step == nil { step = distance }
            if distance != step { isEven = false }
            for index in claims.indices where claims[index].fits {
                // Stamps are rounded to whole units, the first as well.
                let error = Rational(timestamp &- first, 1) - Rational(count) * claims[index].interval
                claims[index].fits = error <= .one && error >= -.one
            }
        }
        (last, lastDuration) = (timestamp, duration)
        count += 1
    }

    /// Frames a second; nil where it varies or is not known.
    var rate: FrameRate? {
        if count > 1, isEven, let step, step > 0 { return FrameRate(.one / (Rational(step, 1) * timeBase)) }
        if count == 1 {
            if lastDuration > 0 { return FrameRate(.one / (Rational(lastDuration, 1) * timeBase)) }
            return claims.lazy.compactMap { FrameRate($0.rate) }.first
        }
        // Stamps that could say the rate exactly, and are uneven all the same, are so on purpose.
        return claims.lazy.filter { $0.fits && $0.interval.denominator != 1 }.compactMap { FrameRate($0.rate) }.first
    }
}

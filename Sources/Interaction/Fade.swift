import FrameCore

/// A number that goes from one value to another in a given time.
struct Fade: Sendable, Hashable {
    var from: Double
    var to: Double
    var start: Rational
    /// Seconds; 0 is a jump.
    var duration: Rational
    /// Slow at both ends, or the same speed all the way.
    var isSmooth: Bool

    /// A value that stays.
    init(_ value: Double, isSmooth: Bool = true) {
        from = value
        to = value
        start = .zero
        duration = .zero
        self.isSmooth = isSmooth
    }

    /// The value at a time: the old one before the start, the new one after the end.
    func value(at time: Rational) -> Double {
        let elapsed = time - start
        guard elapsed < duration else { return to }
        guard elapsed > .zero else { return from }
        let share = (elapsed / duration).double
        return from + (to - from) * (isSmooth ? Fade.smooth(share) : share)
    }

    /// The value at a time as 0 to 255, of values from 0 to 1.
    func byte(at time: Rational) -> Int { Fade.byte(value(at: time)) }

    /// Turns to another value, from the one that is there.
    mutating func go(to target: Double, at time: Rational, within duration: Rational) {
        guard target != to else { return }
        from = value(at: time)
        to = target
        start = time
        self.duration = duration
    }

    /// The nearest of 0 to 255.
    static func byte(_ value: Double) -> Int { Int(255 * min(max(value, 0), 1) + 0.5) }

    /// 3p² − 2p³ between 0 and 1.
    static func smooth(_ share: Double) -> Double {
        let share = min(max(share, 0), 1)
        return share * share * (3 - 2 * share)
    }
}

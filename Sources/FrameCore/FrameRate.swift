/// Frames per second, exact.
///
/// The frame number is the only clock: time = frame / rate.
public struct FrameRate: Hashable, Sendable {
    /// Frames per second; positive.
    public let rate: Rational

    /// Creates a frame rate; nil unless between 1/1000 and 1000.
    public init?(_ rate: Rational) {
        guard rate >= Rational(1, 1000), rate <= Rational(1000) else { return nil }
        self.rate = rate
    }

    /// Thirty frames per second.
    public static let thirty = FrameRate(known: 30)

    private init(known rate: Int) { self.rate = Rational(rate) }

    /// The time of a frame in seconds.
    public func time(ofFrame frame: Int) -> Rational { Rational(frame) / rate }

    /// The first frame whose time is at or after `time`.
    public func firstFrame(atOrAfter time: Rational) -> Int { (time * rate).ceiling }

    /// The last frame whose time is at or before `time`.
    public func lastFrame(atOrBefore time: Rational) -> Int { (time * rate).floor }
}

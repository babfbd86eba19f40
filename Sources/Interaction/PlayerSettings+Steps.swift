public import FrameCore

extension PlayerSettings {
    /// The values of the button "next film after", in seconds; before them is never.
    public static let nextAfterSteps = [5, 10, 20, 60].map { Rational($0 * 60) }
    /// The values of the button "stop after", in seconds; before them is never.
    public static let stopAfterSteps = [15, 30, 60, 120].map { Rational($0 * 60) }

    static let shortestTimer = Rational(1)
    static let longestTimer = Rational(24 * 3600)
    static let longestCrossFade = Rational(10)

    /// The step after a value, which need be no step; nil, never, comes after the last and before the first.
    static func step(after value: Rational?, in steps: [Rational]) -> Rational? {
        guard let value else { return steps.first }
        return steps.first { $0 > value }
    }

    /// The settings with every value in its range: timers of 1 s to a day or never, cross-fades of 0 to 10 s; and what
    /// was replaced.
    public func inRange() -> (settings: PlayerSettings, replaced: [String]) {
        var result = self
        var replaced: [String] = []
        result.nextAfter = PlayerSettings.timer(nextAfter, "next film after", &replaced)
        result.stopAfter = PlayerSettings.timer(stopAfter, "stop after", &replaced)
        result.crossFade = min(max(crossFade, .zero), PlayerSettings.longestCrossFade)
        if result.crossFade != crossFade {
            replaced.append("a cross-fade of \(crossFade) s is taken as \(result.crossFade) s")
        }
        return (result, replaced)
    }

    private static func timer(_ value: Rational?, _ name: String, _ replaced: inout [String]) -> Rational? {
        guard let value else { return nil }
        guard value > .zero else {
            replaced.append("\"\(name)\" \(value) s is taken as never")
            return nil
        }
        let clamped = min(max(value, shortestTimer), longestTimer)
        if clamped != value { replaced.append("\"\(name)\" \(value) s is taken as \(clamped) s") }
        return clamped
    }
}

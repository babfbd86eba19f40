import FrameCore
import Interaction

/// What the shelf says.
enum ShelfWords {
    /// A button: what it is about, and its value; a button with one word has no label.
    static func control(_ target: FocusTarget, _ view: ShelfView) -> (label: String?, value: String) {
        let settings = view.settings
        switch target {
        case .facts: return ("Facts", settings.showsFacts ? "On" : "Off")
        case .nextAfter: return ("Next film after", interval(settings.nextAfter))
        case .stopAfter: return ("Stop after", interval(settings.stopAfter))
        case .shuffle: return ("Shuffle", settings.shuffle ? "On" : "Off")
        case .play, .film: return (nil, view.isPaused ? "Play" : "Pause")
        }
    }

    /// A stretch of time on a button: `Never`, `5 min`, `1 hour`.
    static func interval(_ seconds: Rational?) -> String {
        guard let seconds else { return "Never" }
        let whole = max(0, seconds.floor)
        if whole >= 3600, whole % 3600 == 0 { return whole == 3600 ? "1 hour" : "\(whole / 3600) hours" }
        if whole >= 60, whole % 60 == 0 { return "\(whole / 60) min" }
        return whole >= 60 ? countdown(whole) : "\(whole) s"
    }

    /// Time left on a chip: `4:59`, `1:00:00`.
    static func countdown(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let seconds = max(0, seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    static func sleepLine(_ profile: InputProfile) -> String {
        profile == .remote ? "Press any button to resume" : "Tap to resume"
    }

    static let noFilms = "No films are installed"
    static let untitled = "Untitled film"
    static let unavailable = "Not available"
}

/// Buttons of the remote, with Appium's names.
public enum RemoteButton: String, Sendable, CaseIterable {
    case up, down, left, right, select, menu, playpause, home
}

/// The way a finger moves.
public enum SwipeDirection: String, Sendable, CaseIterable {
    case left, right, up, down
}

/// What can have the focus on the shelf.
public enum FocusTarget: Sendable, Hashable, CustomStringConvertible {
    /// The card of a film, from 0.
    case film(Int)
    case play
    case facts
    case nextAfter
    case stopAfter
    case shuffle

    /// The buttons under the films, from left to right.
    public static let controls: [FocusTarget] = [.play, .facts, .nextAfter, .stopAfter, .shuffle]

    /// The name as written in scenarios: `film.2`, `play`.
    public var description: String {
        switch self {
        case .film(let index): "film.\(index)"
        case .play: "play"
        case .facts: "facts"
        case .nextAfter: "nextAfter"
        case .stopAfter: "stopAfter"
        case .shuffle: "shuffle"
        }
    }
}

/// How a person reaches the app.
public enum InputProfile: Sendable, Hashable {
    /// A finger on the screen.
    case touch
    /// A remote with a touch surface; there is a focus.
    case remote
}

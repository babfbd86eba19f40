public import FrameCore

/// What reaches the player from a person or from the system.
public enum PlayerInput: Sendable, Hashable {
    /// A button of the remote; `home` exists on every device.
    case press(RemoteButton)
    case swipe(SwipeDirection)
    /// A finger at a point of the screen, in points from the top left.
    case tap(x: Double, y: Double)
    /// A finger on the card of a film, wherever it lies.
    case tapCard(Int)
    case longPress
    /// The system took the screen away, as `home` does.
    case leave
    /// The app came back to the screen.
    case activate
    /// A setting changed elsewhere than on the shelf; wakes nobody.
    case set(PlayerSettingChange)
    /// A film, by its index, cannot be read any more.
    case filmFailed(Int)
}

/// A setting and its new value.
public enum PlayerSettingChange: Sendable, Hashable {
    /// Seconds, nil for never.
    case nextAfter(Rational?)
    /// Seconds, nil for never.
    case stopAfter(Rational?)
    case shuffle(Bool)
    case showsFacts(Bool)
    /// Seconds.
    case crossFade(Rational)
}

/// Where the player is.
public enum PlayerState: Sendable, Hashable {
    /// The picture, and a fact if facts are on.
    case ambient
    /// The shelf is up; the picture goes on.
    case shelf
    case asleep(SleepPhase)
    /// Another app has the screen.
    case left

    /// The name as written in scenarios.
    public var name: String {
        switch self {
        case .ambient: "ambient"
        case .shelf: "shelf"
        case .asleep: "asleep"
        case .left: "left"
        }
    }
}

/// How far the player has fallen asleep.
public enum SleepPhase: Sendable, Hashable {
    /// The picture goes to black, still moving.
    case fading
    /// Black; the film rests.
    case dark
}

/// Something that the player did, did not do, or replaced, and when.
public struct PlayerNote: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The player did this.
        case event
        /// An input that did nothing, and why.
        case ignored
        /// A value was replaced, or a film skipped.
        case warning
    }

    /// Seconds.
    public var time: Rational
    public var kind: Kind
    public var text: String

    public init(time: Rational, kind: Kind, text: String) {
        self.time = time
        self.kind = kind
        self.text = text
    }
}

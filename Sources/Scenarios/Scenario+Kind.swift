public import FrameCore
public import Interaction

extension Scenario {
    /// What a step does.
    ///
    /// Times are seconds, never negative, at most `Scenario.longestTime`.
    public enum Kind: Sendable, Equatable {
        // MARK: Time

        /// Lets time pass.
        case wait(Rational)
        /// Lets time pass until all of the condition holds; the step fails when `timeout` passes first.
        indirect case waitUntil(WaitCondition, timeout: Rational)

        // MARK: Inputs

        /// Presses a button of the remote `times` times (1 to 1000), each held for `hold`; zero is a short press.
        indirect case pressButton(RemoteButton, times: Int, hold: Rational)
        indirect case tap(TouchTarget)
        indirect case longPress(TouchTarget)
        case swipe(SwipeDirection)

        // MARK: Device

        /// Makes an installed theme active.
        case setTheme(String)
        /// Makes an installed playlist active; nil for none.
        case setPlaylist(String?)
        /// What the forecast answers at the next refresh.
        case setWeather(WeatherAnswer)
        /// Changes settings, in the order written; at least one.
        case setSetting([SettingChange])
        /// Imports a package file; relative to the file that holds the step. Written `import`.
        case importPackage(String)
        case background
        case activate
        case relaunch

        // MARK: Assertions

        case assertState(SessionState)
        case assertFocus(FocusTarget)
        /// Fails unless that theme or film is shown.
        case assertScene(String)
        /// Fails unless every timer named runs so; at least one is named.
        indirect case assertTimer(TimerExpectation)
        indirect case assertLevels(LevelExpectation)
        indirect case assertFrame(FrameExpectation)

        // MARK: Structure

        /// Plays steps `times` times, at least once; there is at least one step.
        case `repeat`(times: Int, steps: [Step])
        /// Plays the steps of another file, by the path as written.
        indirect case include(String, steps: [Step])
    }

    /// The longest time of a scenario, in seconds: ten years of 365 days.
    public static let longestTime = Rational(10 * 365 * 86400)
}

/// The app that a scenario plays.
public enum ScenarioApp: String, Sendable, CaseIterable {
    /// AmbientDisplay.
    case display
    /// Slow Motion Birds.
    case player
}

/// What an app shows to its user.
public enum SessionState: String, Sendable, CaseIterable {
    case ambient
    case shelf
    case asleep
    /// The settings screen of the display.
    case settings
    /// The app is not in front.
    case background
    /// The player was left for the home screen.
    case left
}

/// What a finger touches.
public enum TouchTarget: Sendable, Equatable {
    /// A place in points from the top left.
    case point(x: Double, y: Double)
    /// The card of a film on the shelf, from 0.
    case card(Int)
}

/// What `waitUntil` waits for; at least one part is given, and all given must hold.
public struct WaitCondition: Sendable, Equatable {
    public var state: SessionState?
    public var focus: FocusTarget?
    /// The id of a theme or film.
    public var scene: String?

    public init(state: SessionState? = nil, focus: FocusTarget? = nil, scene: String? = nil) {
        self.state = state
        self.focus = focus
        self.scene = scene
    }
}

/// What the forecast answers.
public enum WeatherAnswer: Sendable, Equatable {
    /// A WMO weather code, 0 to 999.
    case forecast(code: Int, isDay: Bool)
    case failure(Failure)

    /// How the forecast fails.
    public enum Failure: String, Sendable, CaseIterable {
        /// HTTP 429.
        case tooManyRequests = "429"
        /// HTTP 500.
        case serverError = "500"
        case timeout
        /// A page where JSON should be.
        case html
    }
}

/// One setting and its new value.
public enum SettingChange: Sendable, Equatable {
    /// Nil is never.
    case stopAfter(Rational?)
    /// Nil is never.
    case nextAfter(Rational?)
    case shuffle(Bool)
    case facts(Bool)
    /// Seconds that one film takes to become the next, 0 to 10.
    case crossFade(Rational)
    case weatherAutoTheme(Bool)
    case location(Location)

    /// A place for the forecast.
    public struct Location: Sendable, Equatable {
        /// -90 to 90.
        public var latitude: Double
        /// -180 to 180.
        public var longitude: Double
        public var name: String?

        public init(latitude: Double, longitude: Double, name: String? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.name = name
        }
    }
}

/// What timers should show; nil ones are not looked at, and at least one is given.
public struct TimerExpectation: Sendable, Equatable {
    public var nextAfter: Reading?
    public var stopAfter: Reading?

    public init(nextAfter: Reading? = nil, stopAfter: Reading? = nil) {
        self.nextAfter = nextAfter
        self.stopAfter = stopAfter
    }

    /// What one timer shows.
    public enum Reading: Sendable, Equatable {
        case off
        /// Seconds that are left.
        case left(Rational)
    }
}

/// The range that one bin of the levels should lie in.
public struct LevelExpectation: Sendable, Equatable {
    /// 0 to 63.
    public var bin: Int
    /// The smallest level that is fine, 0 to 1.
    public var min: Double
    /// The largest level that is fine, not below `min`.
    public var max: Double

    public init(bin: Int, min: Double, max: Double) {
        self.bin = bin
        self.min = min
        self.max = max
    }
}

/// A picture that the present frame should equal.
public struct FrameExpectation: Sendable, Equatable {
    /// The golden, a name or a path as written.
    public var golden: String
    /// Names of layers, rectangles `x,y,w,h`, or PNG files, as `ambient diff --mask` takes.
    public var mask: [String]
    /// How far channels may differ, 0 to 255.
    public var maxDelta: Int
    /// How many pixels may differ by more.
    public var maxPixels: Allowance

    public init(golden: String, mask: [String] = [], maxDelta: Int = 0, maxPixels: Allowance = .count(0)) {
        self.golden = golden
        self.mask = mask
        self.maxDelta = maxDelta
        self.maxPixels = maxPixels
    }

    /// A number of pixels.
    public enum Allowance: Sendable, Equatable {
        case count(Int)
        /// Of the frame, 0 to 100.
        case percent(Rational)
    }
}

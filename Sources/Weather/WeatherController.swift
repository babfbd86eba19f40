public import FrameCore

/// Lets the weather choose the theme: decides when the forecast is asked, and what its answers change.
///
/// A reducer on the run's clock: events go in, effects come out, nothing waits and nothing is shared. It asks only in the
/// foreground and while matching is on, never twice at once. A wish that comes while a question is under way is met
/// by its answer; when the city has changed meanwhile the answer is dropped and the question asked anew.
public struct WeatherController: Sendable {
    /// Seconds from the end of one attempt to the next: 45 minutes.
    public static let pollInterval = Rational(45 * 60)
    /// Seconds that a busy service is left alone after its first refusal; each further one in a row doubles them.
    public static let firstWait = Rational(60)

    /// Whether the weather chooses the theme.
    public internal(set) var isMatching: Bool
    /// Whether the app is in the foreground.
    public internal(set) var isActive = false
    public internal(set) var location: WeatherLocation?
    public internal(set) var themes: [WeatherTheme]
    public internal(set) var activeTheme: String?
    /// The last good answer for `location`.
    public internal(set) var conditions: WeatherConditions?
    /// What the last conditions led to.
    public internal(set) var decision: WeatherDecision?

    /// The place that is being asked for.
    var asked: WeatherLocation?
    /// A question to be asked as soon as it may be.
    var isWanted = false
    var nextPoll: Rational?
    /// Before this nothing is asked.
    var notBefore: Rational?
    /// Refusals in a row.
    var refusals = 0
    var random: SeededRandom
    /// The latest time seen; time does not go back.
    var now = Rational.zero
    private var announced: Rational?

    /// Creates a controller in the background; the launch is `becameActive`.
    ///
    /// `conditions` are the last known ones for `location`. Ties are drawn from `seed`.
    public init(
        seed: UInt64, isMatching: Bool = false, location: WeatherLocation? = nil, themes: [WeatherTheme] = [],
        activeTheme: String? = nil, conditions: WeatherConditions? = nil
    ) {
        random = WeatherController.random(seed: seed)
        self.isMatching = isMatching
        self.location = location
        self.themes = themes
        self.activeTheme = activeTheme
        self.conditions = conditions
    }

    /// What ties are drawn from: a sequence of its own, so that other draws of the run do not move it.
    public static func random(seed: UInt64) -> SeededRandom { SeededRandom(seed: seed, stream: 0x7765_6174_6865_72) }

    /// Whether a question is under way.
    public var isFetching: Bool { asked != nil }

    /// False while the weather chooses: a theme chosen by hand would fight it.
    public var allowsManualTheme: Bool { !isMatching }

    /// When `timerFired` is due; nil while nothing is planned.
    public var nextDeadline: Rational? {
        guard isMatching, isActive, !isFetching else { return nil }
        if isWanted, let notBefore { return notBefore }
        guard let nextPoll else { return nil }
        return max(nextPoll, notBefore ?? nextPoll)
    }

    /// Takes one event in and says what is to be done, in this order.
    public mutating func handle(_ event: WeatherEvent, at time: Rational) -> [WeatherEffect] {
        now = max(now, time)
        var effects: [WeatherEffect] = []
        switch event {
        case .timerFired:
            // The timer is spent: one that went off too early is asked for again.
            announced = nil
            if let due = nextDeadline, now >= due { want(&effects) }
        case .becameActive:
            isActive = true
            want(&effects)
        case .enteredBackground: isActive = false
        case .matchingSwitched(let isOn): switchMatching(isOn, &effects)
        case .locationRead(let place): move(to: place)
        case .cityChanged(let place):
            move(to: place)
            want(&effects)
        case .packagesChanged(let themes, let active):
            self.themes = themes
            activeTheme = active
            want(&effects)
        case .themeActivatedByUser(let id):
            if allowsManualTheme {
                activeTheme = id
            } else {
                effects.append(.log("weather: the theme is not changed by hand while it follows the weather"))
            }
        case .fetchFinished(let result): finish(result, &effects)
        }
        if nextDeadline != announced {
            announced = nextDeadline
            effects.append(.scheduleNext(at: announced))
        }
        return effects
    }
}

/// What the controller is told.
public enum WeatherEvent: Hashable, Sendable {
    /// The time asked for by `scheduleNext` has come; too early or unasked for, it does nothing.
    case timerFired
    /// The app was launched or came to the foreground.
    case becameActive
    case enteredBackground
    /// The switch of the settings, or the state file, says so.
    case matchingSwitched(Bool)
    /// The location file was read again; nothing is asked because of it.
    case locationRead(WeatherLocation?)
    /// A city was chosen.
    case cityChanged(WeatherLocation?)
    /// Packages were imported or removed: what is installed and active now.
    case packagesChanged(themes: [WeatherTheme], active: String?)
    /// A theme was chosen by hand.
    case themeActivatedByUser(String)
    /// The answer to the last `startFetch`.
    case fetchFinished(Result<WeatherConditions, WeatherFailure>)
}

/// What the controller wants done.
public enum WeatherEffect: Hashable, Sendable {
    /// Ask the forecast; its answer is one `fetchFinished`.
    case startFetch(WeatherLocation)
    /// Make an installed theme active.
    case activateTheme(id: String, reason: String)
    /// One line for people.
    case log(String)
    /// Send one `timerFired` at that time, in place of any planned before; nil: send none.
    case scheduleNext(at: Rational?)
}

extension Scenario.Kind {
    /// The name of the step in files.
    public var name: String {
        switch self {
        case .wait: "wait"
        case .waitUntil: "waitUntil"
        case .pressButton: "pressButton"
        case .tap: "tap"
        case .longPress: "longPress"
        case .swipe: "swipe"
        case .setTheme: "setTheme"
        case .setPlaylist: "setPlaylist"
        case .setWeather: "setWeather"
        case .setSetting: "setSetting"
        case .importPackage: "import"
        case .background: "background"
        case .activate: "activate"
        case .relaunch: "relaunch"
        case .assertState: "assertState"
        case .assertFocus: "assertFocus"
        case .assertScene: "assertScene"
        case .assertTimer: "assertTimer"
        case .assertLevels: "assertLevels"
        case .assertFrame: "assertFrame"
        case .repeat: "repeat"
        case .include: "include"
        }
    }

    /// True for steps that pass or fail.
    public var isAssertion: Bool {
        switch self {
        case .assertState, .assertFocus, .assertScene, .assertTimer, .assertLevels, .assertFrame: true
        default: false
        }
    }
}

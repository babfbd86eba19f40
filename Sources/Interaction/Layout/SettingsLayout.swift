/// Where the rows of the settings screen are.
public struct SettingsLayout: Sendable, Hashable {
    /// What lies under a finger.
    public enum Target: Sendable, Hashable {
        case weatherSwitch
        case location
        /// By their index in the view.
        case theme(Int)
        case playlist(Int)
        case importPackage
        /// The button that closes the screen.
        case done
        /// The sheet, but nothing on it that does something.
        case panel
        /// Beside the sheet.
        case outside
    }

    public let screen: ScreenGeometry
    public let themeCount: Int
    public let playlistCount: Int

    public init(screen: ScreenGeometry, themeCount: Int, playlistCount: Int) {
        self.screen = screen
        self.themeCount = max(0, themeCount)
        self.playlistCount = max(0, playlistCount)
    }

    public var largestScroll: Double { 0 }

    /// What lies at a point.
    public func target(x: Double, y: Double, scroll: Double) -> Target { .outside }
}

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

    /// The four groups, in their order.
    public enum Section: Int, Sendable, CaseIterable {
        case weather, theme, music, packages
    }

    public let screen: ScreenGeometry
    public let themeCount: Int
    public let playlistCount: Int
    /// What a point of the phone's sizes is multiplied by.
    public let scale: Double
    /// The sheet on the screen; it reaches to all edges of a phone.
    public let sheet: PointRectangle
    /// Where the table is seen: the sheet below its title bar.
    public let table: PointRectangle

    public init(screen: ScreenGeometry, themeCount: Int, playlistCount: Int) {
        self.screen = screen
        self.themeCount = min(max(0, themeCount), SettingsLayout.mostRows)
        self.playlistCount = min(max(0, playlistCount), SettingsLayout.mostRows)
        let metrics = ChromeMetrics(screen)
        scale = metrics.screenClass == .television ? 1.7 : metrics.shrink
        let width = min(screen.width, ScreenGeometry.largestSide)
        let height = min(screen.height, ScreenGeometry.largestSide)
        if metrics.screenClass == .phone {
            sheet = PointRectangle(x: 0, y: 0, width: width, height: height)
        } else {
            let content = screen.content(margin: metrics.margin, bottomMargin: metrics.bottomMargin)
            let size = (min(540 * scale, content.width), min(620 * scale, content.height))
            sheet = PointRectangle(
                x: (width - size.0) / 2, y: (height - size.1) / 2, width: size.0, height: size.1)
        }
        let top = metrics.screenClass == .phone ? min(max(0, Double(screen.safe.top)), height / 4) : 0
        titleTop = sheet.y + top
        let bar = min(44 * scale, sheet.height / 2)
        titleHeight = bar
        table = PointRectangle(
            x: sheet.x, y: titleTop + bar, width: sheet.width, height: max(0, sheet.maxY - titleTop - bar))
    }

    private static let mostRows = 1 << 20
    private let titleTop: Double
    private let titleHeight: Double

    /// Whether the sheet leaves some of the picture beside it.
    public var isFloating: Bool { sheet.width < min(screen.width, ScreenGeometry.largestSide) }

    /// The title bar, below the safe area.
    public var titleBar: PointRectangle {
        PointRectangle(x: sheet.x, y: titleTop, width: sheet.width, height: titleHeight)
    }

    /// Distance of texts from the sides of the sheet.
    public var sideInsets: (left: Double, right: Double) {
        let safe = isFloating ? (0, 0) : (screen.safe.left, screen.safe.right)
        func inset(_ safe: Int) -> Double { min(max(Double(safe), 0) + 16 * scale, sheet.width / 4) }
        return (inset(safe.0), inset(safe.1))
    }

    /// The button that closes the screen.
    public var done: PointRectangle {
        let width = min(76 * scale, sheet.width / 2)
        let right = titleBar.maxX - max(0, sideInsets.right - 16 * scale)
        return PointRectangle(x: right - width, y: titleBar.y, width: width, height: titleHeight)
    }

    // MARK: - The table

    public var rowHeight: Double { 44 * scale }
    /// The space above a group, its title at the lower end.
    public var headerHeight: Double { 40 * scale }
    private var footer: Double { 28 * scale + (isFloating ? 0 : min(max(0, Double(screen.safe.bottom)), 100)) }

    /// Rows of a group; one that has nothing to choose says so in a row.
    public func rowCount(_ section: Section) -> Int {
        switch section {
        case .weather: 2
        case .theme: max(1, themeCount)
        case .music: max(1, playlistCount)
        case .packages: 1
        }
    }

    /// The top of a group from the top of the table's content.
    private func offset(_ section: Section) -> Double {
        Section.allCases.prefix(section.rawValue).reduce(0) {
            $0 + headerHeight + Double(rowCount($1)) * rowHeight
        }
    }

    public var contentHeight: Double {
        offset(.packages) + headerHeight + rowHeight + footer
    }

    public var largestScroll: Double { max(0, contentHeight - table.height) }

    private func clamped(_ scroll: Double) -> Double {
        scroll.isFinite ? min(max(scroll, 0), largestScroll) : 0
    }

    /// Where a group's title is; it may lie outside the table.
    public func header(_ section: Section, scroll: Double) -> PointRectangle {
        PointRectangle(
            x: sheet.x, y: table.y + offset(section) - clamped(scroll), width: sheet.width, height: headerHeight)
    }

    /// Where a row is; it may lie outside the table.
    public func row(_ section: Section, _ index: Int, scroll: Double) -> PointRectangle {
        let header = header(section, scroll: scroll)
        return PointRectangle(
            x: sheet.x, y: header.maxY + Double(index) * rowHeight, width: sheet.width, height: rowHeight)
    }

    /// The rows of a group of which something is seen.
    public func visibleRows(_ section: Section, scroll: Double) -> Range<Int> {
        let top = row(section, 0, scroll: scroll).y
        let count = Double(rowCount(section))
        let first = min(max(((table.y - top) / rowHeight).rounded(.down), 0), count)
        let last = min(max(((table.maxY - top) / rowHeight).rounded(.up), 0), count)
        return Int(first)..<max(Int(first), Int(last))
    }

    /// The switch in the first row.
    public func weatherSwitch(scroll: Double) -> PointRectangle {
        let row = row(.weather, 0, scroll: scroll)
        let (width, height) = (51 * scale, 31 * scale)
        return PointRectangle(
            x: row.maxX - sideInsets.right - width, y: row.midY - height / 2, width: width, height: height)
    }

    /// What lies at a point.
    public func target(x: Double, y: Double, scroll: Double) -> Target {
        guard sheet.contains(x: x, y: y) else { return .outside }
        if done.contains(x: x, y: y) { return .done }
        guard table.contains(x: x, y: y) else { return .panel }
        for section in Section.allCases {
            for index in visibleRows(section, scroll: scroll)
            where row(section, index, scroll: scroll).contains(x: x, y: y) {
                switch section {
                case .weather: return index == 0 ? .weatherSwitch : .location
                case .theme: return index < themeCount ? .theme(index) : .panel
                case .music: return index < playlistCount ? .playlist(index) : .panel
                case .packages: return .importPackage
                }
            }
        }
        return .panel
    }
}

import FrameCore
import Interaction
import Testing

@Suite struct LayoutSettingsTests {
    private func rows(_ layout: SettingsLayout, scroll: Double) -> [(PointRectangle, SettingsLayout.Target)] {
        func row(_ section: SettingsLayout.Section, _ index: Int) -> PointRectangle {
            layout.row(section, index, scroll: scroll)
        }
        return [(row(.weather, 0), .weatherSwitch), (row(.weather, 1), .location)]
            + (0..<layout.themeCount).map { (row(.theme, $0), .theme($0)) }
            + (0..<layout.playlistCount).map { (row(.music, $0), .playlist($0)) }
            + [(row(.packages, 0), .importPackage)]
    }

    @Test(arguments: LayoutScreen.all, [0, 1, 40])
    func whatIsTouchedIsWhatIsDrawn(screen: LayoutScreen, count: Int) {
        let layout = SettingsLayout(screen: screen.geometry, themeCount: count, playlistCount: count)
        for scroll in [0, layout.largestScroll / 2, layout.largestScroll] {
            let rows = rows(layout, scroll: scroll)
            for (row, target) in rows where layout.table.contains(x: row.midX, y: row.midY) {
                #expect(layout.target(x: row.midX, y: row.midY, scroll: scroll) == target)
                #expect(row.height >= 44)
            }
            for (index, row) in rows.enumerated() {
                for other in rows[..<index] { #expect(!row.0.meets(other.0)) }
            }
        }
        // Every row can be scrolled to.
        let first = layout.row(.weather, 0, scroll: 0)
        let last = layout.row(.packages, 0, scroll: layout.largestScroll)
        #expect(layout.table.holds(first) && layout.table.holds(last))
        let done = layout.done
        #expect(layout.target(x: done.midX, y: done.midY, scroll: 0) == .done)
        #expect(layout.sheet.holds(done) && done.width >= 44 && done.height >= 44)
        #expect(layout.target(x: layout.titleBar.midX, y: layout.titleBar.midY, scroll: 0) == .panel)
    }

    @Test(arguments: LayoutScreen.all)
    func theSheetFillsAPhoneAndFloatsElsewhere(screen: LayoutScreen) {
        let layout = SettingsLayout(screen: screen.geometry, themeCount: 3, playlistCount: 2)
        let geometry = screen.geometry
        let isPhone = min(geometry.width, geometry.height) < 700
        #expect(layout.isFloating == !isPhone)
        #expect((layout.target(x: 1, y: geometry.height / 2, scroll: 0) == .outside) == !isPhone)
        #expect(abs(layout.sheet.midX - geometry.width / 2) < 1e-6)
        #expect(layout.titleBar.y >= Double(geometry.safe.top))
    }

    @Test func emptyGroupsHaveARowThatDoesNothing() {
        let layout = SettingsLayout(screen: LayoutScreen.all[0].geometry, themeCount: 0, playlistCount: 0)
        let row = layout.row(.theme, 0, scroll: 0)
        #expect(layout.target(x: row.midX, y: row.midY, scroll: 0) == .panel)
    }

    @Test(arguments: LayoutScreen.odd)
    func oddScreensAreLaidOutSomehow(screen: ScreenGeometry) {
        for count in [0, 3, Int.max, -4] {
            let layout = SettingsLayout(screen: screen, themeCount: count, playlistCount: count)
            for scroll in [0, .infinity, -.infinity, .nan, 1e300] {
                _ = layout.target(x: 0.5, y: 0.5, scroll: scroll)
                for section in SettingsLayout.Section.allCases {
                    #expect(layout.visibleRows(section, scroll: scroll).count <= 1 << 20)
                }
            }
            #expect(layout.largestScroll >= 0)
        }
    }
}

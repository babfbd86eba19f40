import FrameCore
import Interaction
import Testing

/// What the settings screen does with inputs; where its rows are is asked of the layout.
@Suite struct SettingsScreenTests {
    private static let device = SettingsScreen.Device(
        weatherAutoTheme: false, location: "Cleveland, Ohio",
        themes: [.init(id: "sun.theme", title: "Sun"), .init(id: "rain.theme", title: "Rain")],
        activeTheme: "sun.theme", playlists: [.init(id: "night", title: "night")], activePlaylist: nil)

    private func open() -> SettingsScreen {
        var screen = SettingsScreen(geometry: .phone)
        _ = screen.handle(.longPress, device: Self.device, at: 0)
        return screen
    }

    /// Taps the first point, from the top of the sheet, at which the layout has a target, scrolling if need be.
    private func tap(
        _ target: SettingsLayout.Target, _ screen: inout SettingsScreen, _ device: SettingsScreen.Device = device
    ) throws -> SettingsScreen.Answer {
        let layout = SettingsLayout(
            screen: .phone, themeCount: device.themes.count, playlistCount: device.playlists.count)
        for time in 1...20 {
            let time = Rational(time)
            let scroll = try #require(screen.view(at: time, device: device)).scroll
            for y in stride(from: 1, to: 375.0, by: 4) {
                for x in stride(from: 1, to: 667.0, by: 4)
                where layout.target(x: x, y: y, scroll: scroll) == target {
                    return screen.handle(.tap(x: x, y: y), device: device, at: time)
                }
            }
            _ = screen.handle(.swipe(.up), device: device, at: time)
        }
        Issue.record("no point of \(target)")
        return screen.handle(.tap(x: -1, y: -1), device: device, at: 20)
    }

    @Test func aLongPressOpensIt() {
        var screen = SettingsScreen(geometry: .phone)
        #expect(screen.handle(.tap(x: 9, y: 9), device: Self.device, at: 0).note.kind == .ignored)
        #expect(screen.view(at: 1, device: Self.device) == nil)
        #expect(screen.handle(.longPress, device: Self.device, at: 1).note.kind == .event)
        #expect(screen.isOpen)
        #expect(screen.view(at: 1.15, device: Self.device)?.opacity == 128)
        #expect(screen.view(at: 1.3, device: Self.device)?.opacity == 255)
        #expect(screen.handle(.swipe(.down), device: Self.device, at: 2).note.kind == .event)
        #expect(!screen.isOpen)
        #expect(screen.view(at: 2.15, device: Self.device)?.opacity == 128)
        #expect(screen.view(at: 2.3, device: Self.device) == nil)
    }

    @Test func rowsAskTheDevice() throws {
        var screen = open()
        #expect(try tap(.theme(1), &screen).request == .setTheme("rain.theme"))
        screen = open()
        #expect(try tap(.theme(0), &screen).request == nil)
        screen = open()
        #expect(try tap(.playlist(0), &screen).request == .setPlaylist("night"))
        screen = open()
        #expect(try tap(.weatherSwitch, &screen).request == .setWeatherAutoTheme(true))
        for target in [SettingsLayout.Target.location, .importPackage] {
            screen = open()
            let answer = try tap(target, &screen)
            #expect(answer.request == nil)
            #expect(answer.note.kind == .ignored)
            #expect(screen.isOpen)
        }
        screen = open()
        _ = try tap(.done, &screen)
        #expect(!screen.isOpen)
    }

    @Test func themesCannotBePickedWhileTheyMatchTheWeather() throws {
        var device = Self.device
        device.weatherAutoTheme = true
        var screen = open()
        let answer = try tap(.theme(1), &screen, device)
        #expect(answer.request == nil)
        #expect(answer.note.kind == .ignored)
    }

    @Test func checkMarksFollowTheDevice() {
        let screen = open()
        func checked(_ device: SettingsScreen.Device) -> [Bool] {
            let view = screen.view(at: 5, device: device)
            return (view?.themes ?? []).map(\.isChecked) + (view?.playlists ?? []).map(\.isChecked)
        }
        #expect(checked(Self.device) == [true, false, false])
        var changed = Self.device
        changed.activeTheme = "rain.theme"
        changed.activePlaylist = "night"
        #expect(checked(changed) == [false, true, true])
        changed.themes = []
        #expect(checked(changed) == [true])
    }

    @Test func menuClosesItOnARemoteOnly() {
        var screen = open()
        #expect(screen.handle(.press(.menu), device: Self.device, at: 1).note.kind == .ignored)
        #expect(screen.isOpen)
        screen = SettingsScreen(geometry: .tv)
        _ = screen.handle(.longPress, device: Self.device, at: 0)
        _ = screen.handle(.press(.menu), device: Self.device, at: 1)
        #expect(!screen.isOpen)
    }
}

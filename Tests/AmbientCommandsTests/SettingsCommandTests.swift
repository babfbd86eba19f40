import ChildProcess
import Foundation
import Glibc
import Testing

/// A base directory with three themes and a playlist.
private final class Device {
    let scratch: Scratch
    var root: String { scratch.path("root") }

    init(isInstalled: Bool = true) throws {
        scratch = try Scratch()
        guard isInstalled else { return }
        for (id, tags) in [("calm", "[]"), ("storm", #"["stormy"]"#), ("sun", #"["day-sunny"]"#)] {
            try write(
                "Packages/\(id)/manifest.json",
                """
                {"packageId": "\(id)", "type": "theme", "theme": {"displayName": "The \(id)",
                "background": {"video": "v.mp4"}, "weatherTags": \(tags)}}
                """)
            try write("Packages/\(id)/Theme/v.mp4", "not looked into")
        }
        for id in ["music", "noise"] {
            try write(
                "Packages/\(id)/manifest.json",
                #"{"packageId": "\#(id)", "type": "playlist", "playlist": {"tracks": ["t.mp3"]}}"#)
            try write("Packages/\(id)/Playlist/t.mp3", "not looked into")
        }
    }

    func write(_ path: String, _ text: String) throws {
        let url = URL(fileURLWithPath: root + "/" + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func text(_ path: String) -> String? { try? String(contentsOfFile: root + "/" + path, encoding: .utf8) }

    /// The names in the base directory, without `Packages`.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).filter { $0 != "Packages" }.sorted()
    }

    func set(_ words: String..., options: [String] = []) throws -> Program.Result {
        try Program.run(["settings", "set", "--root", root] + options + words)
    }

    func show(_ options: String...) throws -> Program.Result {
        try Program.run(["settings", "show", "--root", root] + options)
    }

    /// What another process would do that was killed, or a person.
    static let placeholder = #"{"name": "Cleveland, Ohio", "latitude": 41.4993, "longitude": -81.6944}"#
}

@Suite struct SettingsCommandTests {
    @Test("show has the four sections and writes nothing")
    func show() throws {
        let device = try Device()
        let shown = try device.show()
        #expect(shown.status == 0 && shown.error.isEmpty, "\(shown.error)")
        #expect(
            shown.text == """
                Weather
                  Match theme to weather  off
                  Location  Cleveland, Ohio (41.4993, -81.6944)

                Theme
                  ✓ The calm   calm.theme
                    The storm  storm.theme
                    The sun    sun.theme

                Music
                  ✓ music  music.playlist
                    noise  noise.playlist

                Packages
                  5 packages installed under \(device.root)/Packages

                """)
        #expect(device.names == [])
        try device.write("state.json", #"{"activeThemeId": "sun.theme", "settings": {"weatherAutoTheme": true}}"#)
        try device.write("weather-settings.json", "{}")
        let json = try device.show("--json")
        #expect(
            json.text == """
                {"weather": {"weatherAutoTheme": true, "location": null}, "themes": [\
                {"id": "calm.theme", "displayName": "The calm", "active": false, "selectable": false}, \
                {"id": "storm.theme", "displayName": "The storm", "active": false, "selectable": false}, \
                {"id": "sun.theme", "displayName": "The sun", "active": true, "selectable": false}], "playlists": [\
                {"id": "music.playlist", "packageId": "music", "active": true}, \
                {"id": "noise.playlist", "packageId": "noise", "active": false}]}

                """)
        #expect(try device.show().text.contains("Location  Not set"))
        #expect(device.names == ["state.json", "weather-settings.json"])
    }

    @Test("set says what changed, and that nothing did")
    func set() throws {
        let device = try Device()
        let first = try device.set("activeTheme=sun.theme")
        #expect(first.status == 0 && first.error.isEmpty, "\(first.error)")
        #expect(
            first.text == """
                activeTheme: not set → sun.theme
                activePlaylist: not set → music.playlist (the first installed)
                location: not set → Cleveland, Ohio (41.4993, -81.6944) (until a place is chosen)

                """)
        #expect(device.names == [".lock", "state.json", "weather-settings.json"])
        #expect(device.text("weather-settings.json") == "{ \"location\": \(Device.placeholder) }\n")
        let again = try device.set("activeTheme=sun")
        #expect(again.status == 0 && again.text == "nothing changed\n")
        let both = try device.set("activePlaylist=noise", "activeTheme=calm", "location=-33.87,151.21,Sydney")
        #expect(
            both.text == """
                activeTheme: sun.theme → calm.theme
                activePlaylist: music.playlist → noise.playlist
                location: Cleveland, Ohio (41.4993, -81.6944) → Sydney (-33.87, 151.21)

                """)
        let silence = try device.set("activePlaylist=none", options: ["--json"])
        #expect(
            silence.text.hasPrefix(
                #"{"changes": [{"key": "activePlaylist", "from": "noise.playlist", "to": "none", "reason": null}], "weather": {"#
            ))
        #expect(try device.show().text.contains("Music  (none: silence was chosen)"))
        #expect(try device.show("--json").text.contains("\"music\", \"active\": false"))
        #expect(device.text("state.json")?.contains("\"activePlaylistId\": null") == true)
    }

    @Test(
        "a request with a mistake changes nothing at all",
        arguments: [
            (["activeTheme=sun.theme", "activePlaylist=musik"], 3, "no playlist \"musik\" is installed", "\"music\""),
            (["activeTheme=snu.theme"], 3, "no theme \"snu.theme\" is installed", "did you mean \"sun.theme\"?"),
            (["activeTheme=entirely-different"], 3, "is installed", "calm.theme, storm.theme, sun.theme"),
            (["activeTheme=music"], 3, "no theme \"music\"", "it is a playlist"),
            (["activeTheme=sun.theme", "colour=red"], 2, "unknown setting \"colour\"", "the keys: activeTheme"),
            (["activetheme=sun"], 2, "unknown setting", "did you mean \"activeTheme\"?"),
            (["activeTheme"], 2, "activeTheme needs a value", "for example"),
            (["activeTheme="], 2, "activeTheme needs a value", "for example"),
            (["weatherAutoTheme=maybe"], 2, "is on or off, not \"maybe\"", "weatherAutoTheme"),
            (["activeTheme=sun", "location=91,0"], 2, "location is latitude,longitude", "-90 to 90"),
            (["location=nan,0"], 2, "location is", "hint"), (["location=Cleveland"], 2, "location is", "hint"),
            (["activeTheme=sun", "activeTheme=calm"], 2, "given twice", "activeTheme"),
            (["weatherAutoTheme=on", "activeTheme=sun"], 2, "exclude each other", "leave one"),
            ([], 2, "needs key=value", "activePlaylist"),
        ])
    func refusals(words: [String], status: Int32, message: String, hint: String) throws {
        let device = try Device()
        let result = try Program.run(["settings", "set", "--root", device.root] + words)
        #expect(result.status == status && result.text.isEmpty)
        #expect(result.error.contains(message) && result.error.contains(hint), "\(result.error)")
        #expect(device.names == [])
    }

    @Test("a theme is not chosen by hand while the weather chooses")
    func matching() throws {
        let device = try Device()
        #expect(try device.set("activeTheme=calm").status == 0)
        let on = try device.set("weatherAutoTheme=on")
        #expect(
            on.text == """
                weatherAutoTheme: off → on
                the weather at Cleveland, Ohio is not known yet, so the theme stays: ambient weather refresh

                """)
        let state = device.text("state.json")
        let refused = try device.set("activeTheme=sun")
        #expect(refused.status == 2 && refused.error.contains("while weather matching is on: the weather chooses it"))
        #expect(refused.error.contains("ambient settings set weatherAutoTheme=off activeTheme=sun.theme"))
        #expect(device.text("state.json") == state)
        let off = try device.set("weatherAutoTheme=off", "activeTheme=sun")
        #expect(off.text == "weatherAutoTheme: on → off\nactiveTheme: calm.theme → sun.theme\n")
    }

    @Test("switching matching on applies the last known weather of that place, without a network")
    func cached() throws {
        let device = try Device()
        #expect(try device.set("activeTheme=calm").status == 0)
        let now = Int(Date().timeIntervalSince1970) - 720
        try device.write(
            "weather-cache.json",
            #"{"code": 95, "isDay": false, "time": \#(now), "location": \#(Device.placeholder)}"#)
        let on = try device.set("weatherAutoTheme=on")
        #expect(
            on.text == """
                weatherAutoTheme: off → on
                activeTheme: calm.theme → storm.theme (night-stormy at Cleveland, Ohio, 12 min old: \
                the only theme with the tag stormy)

                """, "\(on.error)")
        // Another place: its weather is not known.
        let moved = try device.set("location=1.5,2.5,Elsewhere")
        #expect(moved.text.hasSuffix("the theme follows with the next forecast: ambient weather refresh\n"))
        #expect(try device.set("weatherAutoTheme=off", "activeTheme=calm").status == 0)
        let unknown = try device.set("weatherAutoTheme=on")
        #expect(unknown.text.contains("the weather at Elsewhere is not known yet"))
        #expect(
            try device.show("--json").text.contains(#""id": "calm.theme", "displayName": "The calm", "active": true"#))
    }

    @Test("unknown keys outlive a save, and a theme that is gone gives way to the first")
    func keeps() throws {
        let device = try Device()
        let state = #"{"zoom": 1.50, "activeThemeId": "gone.theme", "settings": {"other": [1, {"x": null}]}, "é": 1}"#
        try device.write("state.json", state)
        let settings = "{ \"refresh\": 2700,\n  \"location\": {\"latitude\": 1, \"longitude\": 2}, \"x\": \"\\u00e9\" }"
        try device.write("weather-settings.json", settings)
        let result = try device.set("activePlaylist=noise")
        #expect(
            result.text == """
                activeTheme: gone.theme → calm.theme (the first installed)
                activePlaylist: not set → noise.playlist

                """)
        #expect(
            device.text("state.json")
                == String(state.replacing("gone.theme", with: "calm.theme").dropLast())
                + #", "activePlaylistId": "noise.playlist"}"#)
        #expect(device.text("weather-settings.json") == settings)
    }

    @Test(
        "a damaged file is kept aside and said once",
        arguments: [
            "", "{\"activeThemeId\": \"su", String(repeating: "\0", count: 4096), "[]", "{\"activeThemeId\": 5}",
        ])
    func damage(old: String) throws {
        let device = try Device()
        try device.write("state.json", old)
        try device.write("weather-settings.json", String(repeating: "\0", count: 100))
        // Reading commands warn and leave everything as it is.
        let shown = try device.show()
        #expect(shown.status == 0 && shown.error.contains("[state.") && shown.error.contains("[weather-settings."))
        #expect(device.text("state.json") == old && device.names == ["state.json", "weather-settings.json"])
        let first = try device.set("activePlaylist=noise")
        #expect(first.status == 0, "\(first.error)")
        #expect(first.error.contains("[state.damaged]") && first.error.contains("\"state.damaged.json\""))
        #expect(first.error.contains("[weather-settings.damaged]"))
        #expect(first.error.components(separatedBy: "warning").count == 3, "\(first.error)")
        #expect(device.text("state.damaged.json") == old)
        let second = try device.set("activeTheme=sun")
        #expect(second.status == 0 && second.error.isEmpty, "\(second.error)")
        let last = try device.show()
        #expect(last.error.isEmpty && last.text.contains("✓ noise") && last.text.contains("✓ The sun"))
        #expect(last.text.contains("Location  Not set"))
        #expect(
            device.names == [
                ".lock", "state.damaged.json", "state.json", "weather-settings.damaged.json", "weather-settings.json",
            ])
    }

    @Test("without packages there is still a place to choose")
    func empty() throws {
        let device = try Device(isInstalled: false)
        #expect(try device.set("activeTheme=sun").error.contains("no themes are installed under"))
        #expect(!FileManager.default.fileExists(atPath: device.root))
        let place = try device.set("location=10,20")
        #expect(place.status == 0 && place.text == "location: not set → 10.000, 20.000 (10.0, 20.0)\n", "\(place.text)")
        #expect(device.names == [".lock", "weather-settings.json"])
        let shown = try device.show()
        #expect(shown.status == 0 && shown.text.contains("none installed") && shown.text.contains("0 packages"))
    }

    @Test("a base directory that cannot be written is exit 4, and who holds the lock is named")
    func disk() throws {
        let device = try Device()
        let file = try Program.run(["settings", "set", "location=1,2", "--root", "/dev/null/x"])
        #expect(file.status == 4 && file.error.contains("hint:"), "\(file.error)")
        try FileManager.default.createDirectory(atPath: device.root + "/state.json", withIntermediateDirectories: true)
        let folder = try device.set("activeTheme=sun")
        #expect(folder.status == 4 && folder.error.contains("it is not a file"), "\(folder.error)")
        try FileManager.default.removeItem(atPath: device.root + "/state.json")
        let holder = try ChildProcess(
            "flock",
            ["-F", device.root + "/.lock", "sh", "-c", "touch \"$0\"; exec sleep 60", device.scratch.path("held")])
        defer {
            holder.send(SIGKILL)
            holder.wait()
        }
        let deadline = Date() + 20
        while !device.scratch.names.contains("held"), Date() < deadline { usleep(2000) }
        let busy = try device.set("activeTheme=sun")
        #expect(busy.status == 4, "\(busy.text)")
        #expect(busy.error.contains("another ambient is writing there; waited 10 s for it"), "\(busy.error)")
        // Reading waits for nobody.
        #expect(try device.show().status == 0)
    }

    @Test("processes that change different settings at once lose none of them")
    func atOnce() throws {
        let device = try Device()
        #expect(try device.set("activeTheme=calm").status == 0)
        for round in 0..<3 {
            let theme = ["sun", "storm", "calm"][round]
            let playlist = ["noise", "none", "music"][round]
            let words = [
                ["activeTheme=" + theme], ["activePlaylist=" + playlist], ["location=\(round),7,Place \(round)"],
                ["location=\(round),7,Place \(round)", "activeTheme=" + theme],
            ]
            let children = try words.map {
                try ChildProcess(Program.path, ["settings", "set", "--root", device.root] + $0)
            }
            #expect(children.map { $0.wait() } == [0, 0, 0, 0])
            let state = try #require(
                JSONSerialization.jsonObject(with: Data((device.text("state.json") ?? "").utf8)) as? [String: Any])
            #expect(state["activeThemeId"] as? String == theme + ".theme")
            #expect(state["activePlaylistId"] as? String == (playlist == "none" ? nil : playlist + ".playlist"))
            #expect(device.text("weather-settings.json")?.contains("\"Place \(round)\"") == true)
        }
        #expect(device.names == [".lock", "state.json", "weather-settings.json"])
    }

    @Test("a save that is killed leaves the state before or after it")
    func kills() throws {
        let result = try Program.run(
            executable: Program.checkout.appendingPathComponent("Scripts/kill-state").path, [Program.path, "10"])
        #expect(result.status == 0, "\(result.text) \(result.error)")
        #expect(result.text.contains("10 kills"))
    }
}

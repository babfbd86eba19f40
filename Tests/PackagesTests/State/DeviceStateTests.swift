import Diagnostics
import Packages
import Testing

private func state(_ text: String) -> DeviceState { DeviceState(SourceText(name: "state.json", text: text)) }

private func saved(_ changes: [DeviceState.Change], _ old: String?) -> String {
    String(decoding: DeviceState.saving(changes, into: old.map { Array($0.utf8) }), as: UTF8.self)
}

@Suite struct DeviceStateTests {
    @Test func reads() {
        let full = state(
            #"{"activeThemeId": "a.theme", "activePlaylistId": "p.playlist", "settings": {"weatherAutoTheme": true}}"#)
        #expect(full.activeThemeId == "a.theme" && full.activePlaylist == .id("p.playlist") && full.weatherAutoTheme)
        #expect(full.isReadable && full.isSound && full.diagnostics.isEmpty)
        let bare = state("{}")
        #expect(bare.activeThemeId == nil && bare.activePlaylist == .unset && !bare.weatherAutoTheme && bare.isSound)
        let silent = state(#"{"activePlaylistId": null}"#)
        #expect(silent.activePlaylist == .silence && silent.isSound && silent.diagnostics.isEmpty)
    }

    @Test(
        "a text that is no object is unusable, and everything is as at first",
        arguments: [
            "", " ", "[]", "null", "{", #"{"activeThemeId": "a.theme""#, #"{"activeThemeId": "a.theme",}"#,
            #"{"activeThemeId": "a.theme", "activeThemeId": "b.theme"}"#, #"{"x": 1e999}"#, #"{"x": NaN}"#, "{} {}",
            String(repeating: "\0", count: 4096), "activeThemeId: a.theme",
        ])
    func unusable(text: String) {
        let read = state(text)
        #expect(!read.isReadable && !read.isSound)
        #expect(read.activeThemeId == nil && read.activePlaylist == .unset && !read.weatherAutoTheme)
        #expect(read.diagnostics.map(\.code) == ["state.malformed"])
        #expect(
            saved([.activeTheme("b.theme"), .weatherAutoTheme(true)], text) == """
                {
                  "activeThemeId": "b.theme",
                  "settings": {"weatherAutoTheme": true}
                }

                """)
    }

    @Test func notUTF8() {
        let bytes = Array(#"{"activeThemeId": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(!DeviceState(SourceText(name: "state.json", bytes: bytes)).isReadable)
        #expect(DeviceState.saving([], into: bytes) == Array("{}\n".utf8))
    }

    @Test("changes touch nothing else")
    func bytes() {
        let old = #"""
            { "z": 1.50e+3, "big": 12345678901234567890, "activeThemeId" : "a\u002etheme",
            	"settings": {"other":[ 1,2 , {"deep":null}],"weatherAutoTheme":false,"é":"\u00e9\/"},

              "activePlaylistId": "p.playlist" , "last": "x" }  
            """#
        #expect(saved([], old) == old)
        // Spelled in another way, but the same.
        #expect(saved([.activeTheme("a.theme"), .weatherAutoTheme(false)], old) == old)
        #expect(
            saved([.activeTheme("b.theme")], old) == old.replacing(#""a\u002etheme""#, with: #""b.theme""#))
        #expect(
            saved([.weatherAutoTheme(true)], old)
                == old.replacing(#""weatherAutoTheme":false"#, with: #""weatherAutoTheme":true"#))
        #expect(saved([.activePlaylist(.silence)], old) == old.replacing(#""p.playlist""#, with: "null"))
        #expect(
            saved([.activePlaylist(.unset)], old) == old.replacing(#""activePlaylistId": "p.playlist" , "#, with: ""))
        #expect(
            saved([.activeTheme(nil)], old)
                == old.replacing(
                    "\"activeThemeId\" : \"a\\u002etheme\",\n\t", with: ""))
    }

    @Test(
        "what is missing is put at the end, in the manner of the file",
        arguments: [
            ("{}", "{\n  \"activeThemeId\": \"b.theme\"\n}"),
            (#"{"x": 1}"#, #"{"x": 1, "activeThemeId": "b.theme"}"#),
            (#"{"x":1,"y":2}"#, #"{"x":1,"y":2,"activeThemeId": "b.theme"}"#),
            ("{\n  \"x\": 1\n}\n", "{\n  \"x\": 1,\n  \"activeThemeId\": \"b.theme\"\n}\n"),
            ("{ \"x\": 1,\n\t\"y\": 2 }", "{ \"x\": 1,\n\t\"y\": 2,\n\t\"activeThemeId\": \"b.theme\" }"),
            ("\u{FEFF}{}\r\n", "\u{FEFF}{\n  \"activeThemeId\": \"b.theme\"\n}\r\n"),
        ])
    func insertion(old: String, new: String) {
        #expect(saved([.activeTheme("b.theme")], old) == new)
        #expect(state(new).activeThemeId == "b.theme")
    }

    @Test func insertionInSettings() {
        #expect(
            saved([.weatherAutoTheme(true)], #"{"settings": {}}"#) == #"{"settings": { "weatherAutoTheme": true }}"#)
        #expect(
            saved([.weatherAutoTheme(true)], #"{"settings": {"a": [1]}}"#)
                == #"{"settings": {"a": [1], "weatherAutoTheme": true}}"#)
    }

    @Test(
        "known keys of a wrong type are replaced or go, and all else stays",
        arguments: [
            (#"{"activeThemeId": 5, "x": 1}"#, #"{"x": 1, "activeThemeId": "b.theme"}"#),
            (#"{"x": 1, "activeThemeId": null}"#, #"{"x": 1, "activeThemeId": "b.theme"}"#),
            (#"{"x": 1, "activePlaylistId": {}}"#, #"{"x": 1, "activeThemeId": "b.theme"}"#),
            (#"{"settings": [], "x": 1}"#, #"{"x": 1, "activeThemeId": "b.theme"}"#),
            (
                #"{"x": 1, "settings": {"k": 2, "weatherAutoTheme": 1}}"#,
                #"{"x": 1, "settings": {"k": 2}, "activeThemeId": "b.theme"}"#
            ),
            (#"{"activeThemeId": true}"#, "{\n  \"activeThemeId\": \"b.theme\"\n}"),
        ])
    func wrongTypes(old: String, new: String) {
        let before = state(old)
        #expect(before.isReadable && !before.isSound)
        #expect(before.diagnostics.map(\.code) == ["state.wrong-type"])
        #expect(saved([.activeTheme("b.theme")], old) == new)
        #expect(state(new).isSound)
    }

    @Test("ids with quotes, line feeds and NUL are escaped")
    func escapes() {
        let id = "a\"\\\n\0\u{7F}é.theme"
        #expect(state(saved([.activeTheme(id)], nil)).activeThemeId == id)
    }

    @Test("every prefix of a state is read, and saving over it gives a sound one")
    func torn() {
        let full = Array(
            #"{"activeThemeId": "a.theme", "settings": {"weatherAutoTheme": true}, "é": [1.5e3, null]}"#.utf8)
        for count in 0..<full.count {
            let torn = Array(full[..<count])
            #expect(!DeviceState(SourceText(name: "state.json", bytes: torn)).isReadable)
            let new = DeviceState.saving([.activeTheme("b.theme")], into: torn)
            let after = DeviceState(SourceText(name: "state.json", bytes: new))
            #expect(after.isSound && after.activeThemeId == "b.theme")
        }
    }

    @Test func fallbacks() {
        let themes = ["a.theme", "b.theme"]
        let playlists = ["p.playlist"]
        let fresh = DeviceState()
        #expect(
            fresh.fallbacks(themes: themes, playlists: playlists) == [
                .activeTheme("a.theme"), .activePlaylist(.id("p.playlist")),
            ])
        #expect(fresh.fallbacks(themes: [], playlists: []) == [])
        let chosen = state(#"{"activeThemeId": "b.theme", "activePlaylistId": "gone.playlist"}"#)
        #expect(chosen.fallbacks(themes: themes, playlists: playlists) == [.activePlaylist(.id("p.playlist"))])
        #expect(chosen.fallbacks(themes: [], playlists: []) == [])
        let silent = state(#"{"activeThemeId": "gone.theme", "activePlaylistId": null}"#)
        #expect(silent.fallbacks(themes: themes, playlists: playlists) == [.activeTheme("a.theme")])
    }

    @Test("whatever a sound text looks like, a save gives a sound one with the changes and all that is unknown")
    func anyText() {
        var random = Numbers()
        let blanks = ["", " ", "\n  ", "\t", "\r\n"]
        let values = [
            "1.50e+3", "-0", "\"a\\u002e\\/b\"", "[ ]", "[1,{\"activeThemeId\": 1}]", "{\"x\":{}}", "null", "true",
        ]
        let themes = [nil, "\"a.theme\"", "\"\\u0061.theme\"", "5", "null", "{}"]
        let playlists = [nil, "\"p.playlist\"", "null", "[]"]
        let settings = [
            nil, "{}", "{ \"weatherAutoTheme\" : false,\n\"o\":[1]}", "{\"weatherAutoTheme\":0}", "[]", "{\"o\": 1}",
        ]
        for _ in 0..<3000 {
            var unknown: [String] = []
            for index in 0..<random.below(4) {
                unknown.append("\"k\(index)\"\(random.pick(blanks)):\(random.pick(blanks))\(random.pick(values))")
            }
            var members = unknown
            for (key, value) in [
                ("activeThemeId", random.pick(themes)), ("activePlaylistId", random.pick(playlists)),
                ("settings", random.pick(settings)),
            ] {
                guard let value else { continue }
                members.insert("\"\(key)\":\(random.pick(blanks))\(value)", at: random.below(members.count + 1))
            }
            let body = members.map { random.pick(blanks) + $0 + random.pick(blanks) }.joined(separator: ",")
            let old = random.pick(blanks) + "{" + body + random.pick(blanks) + "}" + random.pick(blanks)
            #expect(state(old).isReadable, "\(old)")
            var changes: [DeviceState.Change] = []
            let (theme, playlist, isOn) = (random.below(3), random.below(4), random.below(3))
            if theme > 0 { changes.append(.activeTheme(theme == 1 ? nil : "b.theme")) }
            if playlist > 0 {
                changes.append(.activePlaylist([.unset, .silence, .id("q.playlist")][playlist - 1]))
            }
            if isOn > 0 { changes.append(.weatherAutoTheme(isOn == 1)) }
            let before = state(old)
            let new = saved(changes, old)
            let after = state(new)
            #expect(after.isSound, "\(old) → \(new)")
            #expect(after.activeThemeId == [before.activeThemeId, nil, "b.theme"][theme], "\(old) → \(new)")
            #expect(
                after.activePlaylist == [before.activePlaylist, .unset, .silence, .id("q.playlist")][playlist],
                "\(old) → \(new)")
            #expect(after.weatherAutoTheme == [before.weatherAutoTheme, true, false][isOn], "\(old) → \(new)")
            for member in unknown { #expect(new.contains(member), "\(old) → \(new)") }
            #expect(saved(changes, new) == new)
            if changes.isEmpty, before.isSound { #expect(new == old) }
        }
    }
}

/// Numbers that are the same in every run.
private struct Numbers {
    private var state: UInt64 = 7

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}

import ChildProcess
import Foundation
import Testing

/// `ambient weather` against a real server on loopback, and `--weather` without one.
@Suite("ambient weather", .timeLimit(.minutes(5)))
struct WeatherCommandTests {
    private static let server = Result { try ForecastServer() }

    /// A base directory with themes a (any), b (rainy), c (night-sunny), d and e (stormy).
    private struct Root {
        let scratch: Scratch
        var path: String { scratch.path("root") }

        init(
            state: String? = nil, location: String? = #"{"location": {"latitude": 52.52, "longitude": 13.405, "x": 1}}"#
        )
            throws
        {
            scratch = try Scratch()
            let themes = [
                ("a", "any"), ("b", "rainy"), ("c", "night-sunny"), ("d", "stormy"), ("e", "stormy"),
            ]
            for (name, tag) in themes {
                let folder = scratch.url.appendingPathComponent("root/Packages/\(name)")
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent("Theme"), withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: Program.sample("sample-scene-sunny/Theme/test.mp4"),
                    toPath: folder.path + "/Theme/test.mp4")
                let manifest = """
                    {"packageId": "\(name)", "type": "theme", "theme": {"displayName": "\(name)",
                     "background": {"video": "test.mp4"}, "weatherTags": ["\(tag)"], "layers": []}}
                    """
                try manifest.write(toFile: folder.path + "/manifest.json", atomically: false, encoding: .utf8)
            }
            if let state { try write("state.json", state) }
            if let location { try write("weather-settings.json", location) }
        }

        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
        }

        func read(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

        func weather(_ words: String..., environment: [String: String] = [:]) throws -> Program.Result {
            try Program.run(["weather"] + words + ["--root", path], environment: environment)
        }

        /// Asks the recorded service for what the name stands for.
        func refresh(_ name: String, _ words: String..., environment: [String: String] = [:]) throws -> Program.Result {
            let base = try WeatherCommandTests.server.get().address + "/" + name
            return try Program.run(
                ["weather", "refresh", "--root", path, "--weather-url", base] + words, environment: environment)
        }
    }

    private static let matching =
        #"{ "future": [1.50], "activeThemeId": "a.theme", "settings": {"weatherAutoTheme": true, "other": null} }"#

    private func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("a refresh with matching on switches the theme and touches nothing else of the state")
    func refresh() throws {
        let root = try Root(state: Self.matching)
        let result = try root.refresh("good", "--json")
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        let json = try object(result.output)
        #expect(json["code"] as? Int == 61 && json["isDay"] as? Bool == true && json["condition"] as? String == "rainy")
        #expect(json["candidates"] as? [String] == ["day-rainy", "rainy", "any"])
        #expect(json["matchedTag"] as? String == "rainy" && json["theme"] as? String == "b.theme")
        #expect(json["changed"] as? Bool == true && json["reason"] as? String == "the only theme with the tag rainy")
        #expect(root.read("state.json") == Self.matching.replacing("a.theme", with: "b.theme"))
        #expect(try Program.run(["package", "list", "--root", root.path]).text.contains("* b.theme"))
        // The same weather again changes nothing.
        let again = try root.refresh("good", "--json")
        #expect(try object(again.output)["changed"] as? Bool == false)
        // The answer is kept and shown without asking.
        let shown = try object(root.weather("show", "--json").output)
        #expect(
            shown["code"] as? Int == 61 && shown["stale"] as? Bool == false && shown["theme"] as? String == "b.theme")
        let night = try root.refresh("night")
        #expect(
            night.text == """
                weather: sunny by night (code 0, clear sky), 52.520, 13.405
                candidates: night-sunny, sunny, any
                theme: c.theme: the only theme with the tag night-sunny

                """)
        #expect(root.scratch.names == ["root"])
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
        #expect(names == [".lock", "Packages", "state.json", "weather-cache.json", "weather-settings.json"])
    }

    @Test("a state without an active theme gets one")
    func firstTheme() throws {
        let root = try Root(state: #"{"settings": {"weatherAutoTheme": true}}"#)
        #expect(try root.refresh("good").status == 0)
        #expect(root.read("state.json") == #"{"settings": {"weatherAutoTheme": true}, "activeThemeId": "b.theme"}"#)
    }

    @Test("with matching off the weather is fetched and shown, and changes nothing", arguments: [true, false])
    func off(hasState: Bool) throws {
        let state = #"{"activeThemeId": "a.theme"}"#
        let root = try Root(state: hasState ? state : nil)
        let result = try root.refresh("good", "--json")
        #expect(result.status == 0)
        let json = try object(result.output)
        #expect(json["changed"] as? Bool == false && json["theme"] as? String == "a.theme")
        #expect(json["reason"] as? String == "weather matching is off; it would choose b.theme")
        #expect(root.read("state.json") == (hasState ? state : nil))
        #expect(root.read("weather-cache.json")?.contains("\"code\": 61") == true)
        #expect(try root.weather("show").error.contains("weather matching is off"))
    }

    @Test("ties are drawn from the seed")
    func ties() throws {
        let root = try Root(state: Self.matching)
        var drawn: Set<String> = []
        for seed in 0..<12 {
            try root.write("state.json", Self.matching)
            let words = [
                "weather", "refresh", "--root", root.path, "--weather", "code=95", "--seed", "\(seed)", "--json",
            ]
            let first = try object(Program.run(words).output)["theme"] as? String
            try root.write("state.json", Self.matching)
            #expect(try object(Program.run(words).output)["theme"] as? String == first)
            drawn.insert(try #require(first))
        }
        #expect(drawn == ["d.theme", "e.theme"])
        // A weather made up is not kept as an answer.
        #expect(root.read("weather-cache.json") == nil)
    }

    @Test(
        "a fault keeps the theme, the state's bytes and the last answer, and is one line",
        arguments: [
            ("html200", "the answer is a web page, not JSON"), ("html404", "status 404"), ("html502", "status 502"),
            ("null", "\"weather_code\" is null"), ("missing", "\"weather_code\" is missing"),
            ("nan", "the answer cannot be read"), ("huge", "out of range"), ("empty", "the answer is empty"),
            ("reason400", "\"Cannot initialize WeatherVariable from invalid String value\""),
            ("busy", "status 429, too many requests"), ("busy-seconds", "status 429"), ("busy-date", "status 429"),
            ("busy-daily", "Daily API request limit exceeded"), ("down500", "status 500"), ("down503", "status 503"),
            ("loop", "redirects more than 5 times"), ("file", "redirects to an address that is not followed"),
            ("large", "larger than 1024 KiB"), ("early-close", "closes the connection"), ("short", "breaks off"),
        ])
    func fault(name: String, words: String) throws {
        let root = try Root(state: Self.matching)
        let cache = #"{"code": 3, "isDay": true, "time": 5, "location": {"latitude": 52.52, "longitude": 13.405}}"#
        try root.write("weather-cache.json", cache)
        let result = try root.refresh(name, "--json", environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(result.status == 4 && result.output.isEmpty)
        let lines = result.error.split(separator: "\n")
        #expect(lines.first?.hasPrefix("ambient: error: weather: ") == true, "\(result.error)")
        #expect(lines.first?.contains(words) == true && lines.first?.hasSuffix("; the theme is kept") == true)
        let waits = ["busy", "busy-seconds", "busy-date", "busy-daily", "down500", "down503", "html502"]
        #expect(lines.count == (waits.contains(name) ? 2 : 1), "\(result.error)")
        if waits.contains(name) { #expect(lines.last?.hasPrefix("  hint: do not ask again before 20") == true) }
        #expect(root.read("state.json") == Self.matching)
        #expect(root.read("weather-cache.json") == cache)
        // The last good answer is still there, and says how old it is.
        let shown = try root.weather("show", "--json")
        #expect(try object(shown.output)["stale"] as? Bool == true)
    }

    @Test("how long to wait is said")
    func waiting() throws {
        let root = try Root(state: Self.matching)
        #expect(try root.refresh("busy-seconds").error.hasSuffix("Z, in 120 s\n"))
        #expect(try root.refresh("busy").error.hasSuffix("Z, in 60 s\n"))
        #expect(try root.refresh("busy-daily").error.hasSuffix("Z, in 45 min\n"))
        #expect(try root.refresh("down503").error.hasSuffix("Z, in 90 s\n"))
    }

    @Test("the place is asked for with decimal points, whatever the locale; a missing file gets the placeholder")
    func place() throws {
        let server = try ForecastServer()
        func refresh(_ root: Root) throws -> Program.Result {
            try Program.run(
                ["weather", "refresh", "--root", root.path, "--weather-url", server.address + "/good"],
                environment: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"])
        }
        #expect(try refresh(Root()).status == 0)
        #expect(server.log.contains("/good/v1/forecast?latitude=52.520&longitude=13.405&current=weather_code,is_day\n"))
        #expect(server.log.contains("  User-Agent: ambient/"))
        let bare = try Root(location: nil)
        let result = try refresh(bare)
        #expect(result.status == 0 && result.error.contains("Cleveland, Ohio is written to"))
        #expect(server.log.contains("latitude=41.499&longitude=-81.694&"))
        #expect(bare.read("weather-settings.json")?.contains("\"latitude\": 41.4993") == true)
        // A file that is wrong is not replaced, and nobody is asked.
        let log = server.log
        for text in [#"{"location": {"latitude": 91, "longitude": 0}}"#, "{", "", #"{"location": null}"#] {
            let wrong = try Root(location: text)
            let result = try refresh(wrong)
            #expect(result.status == 4 && result.error.contains("no location is set"), "\(result.error)")
            #expect(wrong.read("weather-settings.json") == text)
        }
        #expect(server.log == log)
    }

    @Test("show says which theme a given weather chooses; wrong words are usage errors")
    func show() throws {
        let root = try Root()
        let result = try root.weather("show", "--weather", "code=61,day=false", "--json")
        let json = try object(result.output)
        #expect(result.status == 0 && json["theme"] as? String == "b.theme" && json["changed"] as? Bool == true)
        #expect(json["candidates"] as? [String] == ["night-rainy", "rainy", "any"] && json["isDay"] as? Bool == false)
        #expect(try root.weather("show").status == 3)
        #expect(try root.weather("show", "--weather", "rainy").status == 2)
        #expect(try root.weather("show", "--table", "--weather", "code=1").status == 2)
        #expect(try root.weather("refresh", "--weather-url", "ftp://x").status == 2)
        #expect(try root.weather("refresh", "--weather-url", "http://x", "--weather", "code=1").status == 2)
        #expect(try root.weather("refresh", "--seed", "-1").status == 2)
        #expect(try root.weather().status == 2)
        // Nothing was written by any of it.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() == [
                "Packages", "weather-settings.json",
            ])
    }

    @Test("the table has every documented code, by day and by night")
    func table() throws {
        let root = try Root()
        let lines = try root.weather("show", "--table").text.split(separator: "\n")
        #expect(lines.count == 29)
        #expect(
            lines.contains {
                $0.hasPrefix("0     clear sky") && $0.hasSuffix("any → a.theme     night-sunny → c.theme")
            })
        let rows = try #require(
            try object(root.weather("show", "--table", "--json").output)["codes"] as? [[String: Any]])
        #expect(rows.count == 28)
        for row in rows {
            for half in ["day", "night"] {
                let cell = try #require(row[half] as? [String: Any])
                let condition = try #require(row["condition"] as? String)
                #expect(cell["candidates"] as? [String] == ["\(half)-\(condition)", condition, "any"])
                #expect(cell["theme"] is String)
            }
        }
    }

    @Test("cities are found with their labels and the line that chooses them")
    func search() throws {
        let base = try Self.server.get().address
        func search(_ kind: String, _ words: String...) throws -> Program.Result {
            try Program.run(["weather", "search"] + words + ["--weather-url", base + "/" + kind])
        }
        let result = try search("cities", "New", "York")
        #expect(
            result.text == """
                Springfield, Illinois  39.80172, -89.64371
                  ambient settings set 'location=39.80172,-89.64371,Springfield, Illinois'
                Berlin, Germany  52.52437, 13.41053
                  ambient settings set 'location=52.52437,13.41053,Berlin, Germany'

                """)
        let json = try object(search("cities", "Berlin", "--json").output)
        #expect(
            (json["results"] as? [[String: Any]])?.map { $0["name"] as? String } == [
                "Springfield, Illinois", "Berlin, Germany",
            ])
        let none = try search("no-cities", "Xyzzy")
        #expect(none.status == 0 && none.output.isEmpty && none.error == "ambient: no city is called 'Xyzzy'\n")
        #expect(try search("cities", "B").status == 2)
        #expect(try search("cities").status == 2)
        #expect(try search("html200", "Berlin").status == 4)
        #expect(try search("down500", "Berlin").status == 4)
    }

    @Test("--weather chooses the scene of a picture among the installed themes, and writes nothing")
    func picture() throws {
        let root = try Root(state: Self.matching)
        func frame(_ words: String...) throws -> Program.Result {
            try Program.run(
                ["frame", "--root", root.path, "--size", "16x16", "--json", "-y"] + words, in: root.scratch.url)
        }
        for (weather, name) in [("code=61,day=false", "b.png"), ("code=0,day=false", "c.png"), ("code=3", "a.png")] {
            let result = try frame("--weather", weather)
            #expect(result.status == 0, "\(result.error)")
            #expect(try object(result.output)["output"] as? String == name)
        }
        #expect(root.read("state.json") == Self.matching)
        #expect(try frame("--weather", "code=61", "a.theme").status == 2)
        #expect(try frame("--weather", "61").status == 2)
        // What a refresh switches is what the next picture shows.
        #expect(try root.weather("refresh", "--weather", "code=61").status == 0)
        #expect(try object(frame().output)["output"] as? String == "b.png")
    }

    @Test("--weather is what a run's forecast answers from the start")
    func run() throws {
        let root = try Root(state: Self.matching)
        let scenario = root.scratch.path("s.yaml")
        try
            "seed: 1\n---\n- assertScene: b.theme\n- setWeather: {code: 0, isDay: false}\n- wait: 46m\n- assertScene: c.theme\n"
            .write(toFile: scenario, atomically: false, encoding: .utf8)
        let words = ["run", scenario, "--root", root.path]
        #expect(try Program.run(words + ["--weather", "code=61"]).status == 0)
        #expect(try Program.run(words).status == 1)
    }

    @Test("only refresh and search touch the network, and nothing else can")
    func offline() throws {
        // A proxy that is our server would see every question, also those for other hosts.
        let server = try ForecastServer()
        let proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]
        let environment = Dictionary(uniqueKeysWithValues: proxies.map { ($0, server.address) })
            .merging(["no_proxy": "", "NO_PROXY": ""]) { $1 }
        let root = try Root(state: Self.matching)
        let scenario = root.scratch.path("s.yaml")
        try "seed: 1\n---\n- wait: 50m\n- background\n- activate\n".write(
            toFile: scenario, atomically: false, encoding: .utf8)
        let scene = ["--root", root.path, "--size", "16x16", "-y"]
        for words in [
            ["weather", "show", "--root", root.path, "--weather", "code=1"],
            ["weather", "show", "--root", root.path, "--table"], ["weather", "show", "--root", root.path],
            ["weather", "refresh", "--root", root.path, "--weather", "code=1"],
            ["frame"] + scene, ["frame", "--weather", "code=61"] + scene,
            ["render", "--frames", "0-1", "-o", root.scratch.path("x.framehash")] + scene,
            ["run", scenario, "--root", root.path], ["package", "list", "--root", root.path],
        ] {
            let result = try Program.run(words, environment: environment, in: root.scratch.url)
            // There is no last answer to show.
            #expect(result.status == (words == ["weather", "show", "--root", root.path] ? 3 : 0), "\(result.error)")
            #expect(server.log.isEmpty, "\(words): \(server.log)")
        }
        // The same trap sees what does ask.
        let asked = try Program.run(
            ["weather", "search", "Berlin", "--weather-url", "http://weather.invalid/cities"], environment: environment)
        #expect(asked.status == 4 && server.log.contains("http://weather.invalid/cities/v1/search?name=Berlin"))
    }
}

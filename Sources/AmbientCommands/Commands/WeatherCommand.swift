import Diagnostics
import Foundation
import FrameCore
import Packages
import Weather
import WeatherClient

extension Command {
    /// `ambient weather show|refresh|search`.
    static let weather = group(
        name: "weather", summary: "lets the weather choose the theme",
        details: [
            "show never touches the network; refresh asks the forecast once for the place in weather-settings.json, and while",
            "matching is on (ambient settings set weatherAutoTheme=on) makes the theme active that suits the answer; search",
            "looks for cities. Proxies: https_proxy, http_proxy, all_proxy, no_proxy. See Docs/WEATHER_TAGS.md.",
            "",
            "examples:",
            "  ambient weather show --weather code=61,day=false",
            "  ambient weather show --table",
            "  ambient weather refresh",
            "  ambient weather search Cleveland",
        ],
        subcommands: [
            Command(
                name: "show", operands: "[--weather code=N,day=B | --table]",
                summary: "the weather and the theme it chooses: the last answer, a given one, or all codes",
                options: [
                    RootFolder.option, WeatherChoice.option,
                    Option("table", "every code of the service, day and night"),
                    WeatherChoice.seedOption, jsonOption,
                ],
                operandLimit: 0, run: showWeather),
            Command(
                name: "refresh", operands: "[--weather code=N,day=B]",
                summary: "asks the forecast once and switches the theme",
                options: [RootFolder.option, WeatherChoice.option, urlOption, WeatherChoice.seedOption, jsonOption],
                operandLimit: 0, run: refreshWeather),
            Command(
                name: "search", operands: "NAME", summary: "cities of that name, with the line that chooses one",
                options: [urlOption, jsonOption], operandLimit: .max, run: searchCity),
        ])

    private static let urlOption = Option(
        "weather-url", value: "BASE", "ask there instead of open-meteo.com: BASE/v1/forecast, BASE/v1/search")
}

/// The network as the options want it.
private func makeTransport(_ arguments: Arguments) throws(CommandFailure) -> HTTPTransport {
    let base = arguments.value("weather-url")
    if let base, !HTTPTransport.isUsable(base: base) {
        throw .usage(
            "--weather-url '\(base)' is not an http or https address", hint: "for example http://127.0.0.1:8080")
    }
    return HTTPTransport(base: base, userAgent: "ambient/" + AmbientProgram.version)
}

/// The present in seconds since 1970.
private var now: Int { Int(Date().timeIntervalSince1970) }

// MARK: - show

private func showWeather(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let root = RootFolder(arguments)
    let choice = try WeatherChoice(arguments)
    let seed = try WeatherChoice.seed(arguments)
    if arguments.has("table") {
        guard choice == nil else { throw CommandFailure.usage("--table does not go with --weather") }
        return showTable(PackageLibrary(root: root.path), seed: seed, arguments, console)
    }
    let files = WeatherFiles(root)
    let cache = choice == nil ? files.cache() : nil
    guard let conditions = choice?.conditions ?? cache?.conditions else {
        throw CommandFailure(
            .badInput, "no weather is known yet under \(root.path)",
            hint: "ask for it with ambient weather refresh, or give one: --weather code=61,day=false",
            stage: "weather")
    }
    let library = PackageLibrary(root: root.path)
    let outcome = WeatherOutcome(library.decide(conditions, seed: seed))
    let time = now
    if arguments.has("json") {
        let age: [(String, JSONText)] = [
            ("ageSeconds", cache.map { .integer($0.seconds(until: time)) } ?? .null),
            ("stale", .bool(cache?.isStale(now: time) ?? false)),
        ]
        console.print(JSONText.object(outcome.members(cache?.location) + age).text)
    } else {
        let age = cache.map { $0.age(now: time) + ($0.isStale(now: time) ? " (stale)" : "") }
        outcome.lines([cache?.location.name, age].compactMap { $0 }).forEach { console.print(Wording.printable($0)) }
    }
    guard !console.isQuiet else { return .done }
    if !library.weatherAutoTheme, outcome.changed {
        console.say("ambient: note: weather matching is off under \(root.path): the weather changes nothing there")
    }
    if let cache, let place = (try? files.settings())??.location, !cache.location.isSamePlace(as: place) {
        console.say(
            "ambient: note: this is the weather of \(Wording.printable(cache.location.name)); "
                + "ambient weather refresh asks for \(Wording.printable(place.name))")
    }
    return .done
}

/// All documented codes: what they mean, and the tag and theme that they lead to by day and by night.
private func showTable(
    _ library: PackageLibrary, seed: UInt64, _ arguments: Arguments, _ console: Console
) -> ExitStatus {
    func decide(_ code: Int, _ isDay: Bool) -> WeatherDecision {
        library.decide(WeatherConditions(code: code, isDay: isDay), seed: seed)
    }
    if arguments.has("json") {
        func json(_ decision: WeatherDecision) -> JSONText {
            .object([
                ("candidates", .array(decision.conditions.candidates.map { .string($0) })),
                ("matchedTag", decision.matchedTag.map { .string($0) } ?? .null),
                ("theme", decision.theme.map { .string($0) } ?? .null),
            ])
        }
        let rows = WMOCode.documented.map { code, meaning in
            JSONText.object([
                ("code", .integer(code)), ("meaning", .string(meaning)),
                ("condition", .string(WeatherCondition(code: code).rawValue)), ("day", json(decide(code, true))),
                ("night", json(decide(code, false))),
            ])
        }
        console.print(JSONText.object([("codes", .array(rows))]).text)
        return .done
    }
    func cell(_ decision: WeatherDecision) -> String {
        let tag = decision.matchedTag ?? decision.conditions.candidates.first ?? ""
        // Without a theme that carries one of the tags whatever is active stays.
        return tag + " → " + (decision.matchedTag == nil ? "unchanged" : decision.theme ?? "unchanged")
    }
    let rows =
        [["code", "meaning", "condition", "by day", "by night"]]
        + WMOCode.documented.map { code, meaning in
            [String(code), meaning, WeatherCondition(code: code).rawValue]
                + [true, false].map { cell(decide(code, $0)) }
        }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
        let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        console.print(String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed()))
    }
    return .done
}

// MARK: - refresh

private func refreshWeather(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let root = RootFolder(arguments)
    let files = WeatherFiles(root)
    let seed = try WeatherChoice.seed(arguments)
    let transport = try makeTransport(arguments)
    let choice = try WeatherChoice(arguments)
    var place: WeatherLocation?
    let conditions: WeatherConditions
    if let choice {
        guard arguments.value("weather-url") == nil else {
            throw CommandFailure.usage("--weather does not go with --weather-url")
        }
        conditions = choice.conditions
    } else {
        let location = try location(files, console)
        place = location
        conditions = try ask(transport, location)
    }
    // A weather made up is not what the forecast said last.
    let cache = place.map { WeatherCache(conditions, at: $0, time: now) }
    let (outcome, library, diagnostics) = try files.apply(conditions, keeping: cache, seed: seed)
    console.report(diagnostics)
    if console.isVerbose { console.report(library.diagnostics) }
    if arguments.has("json") {
        console.print(JSONText.object(outcome.members(place)).text)
    } else {
        outcome.lines([place?.name].compactMap { $0 }).forEach { console.print(Wording.printable($0)) }
        if !console.isQuiet {
            if !library.weatherAutoTheme {
                console.say("  hint: ambient settings set weatherAutoTheme=on lets the weather choose the theme")
            } else if library.themes.isEmpty {
                console.say("ambient: note: no theme is installed under \(root.path)/Packages")
            }
        }
    }
    return .done
}

/// Where the forecast is asked for; a missing file is written with the placeholder.
private func location(_ files: WeatherFiles, _ console: Console) throws -> WeatherLocation {
    if try files.settings() == nil {
        try files.writePlaceholder()
        if !console.isQuiet {
            console.say(
                "ambient: note: no city was chosen yet: \(WeatherLocation.placeholder.name) is written to "
                    + "\(files.folder.path)/\(WeatherSettings.fileName); see ambient weather search")
        }
    }
    let settings = try files.settings()
    console.report(settings?.diagnostics ?? [])
    guard let location = settings?.location else {
        throw CommandFailure(
            .failedWork, "no location is set in \(files.folder.path)/\(WeatherSettings.fileName); the theme is kept",
            hint: "choose a city: ambient weather search NAME", stage: "weather")
    }
    return location
}

/// One question; a failure says until when to wait, where the service does.
private func ask(_ transport: HTTPTransport, _ location: WeatherLocation) throws(CommandFailure) -> WeatherConditions {
    let answer = transport.send(.forecast(location))
    let time = now
    switch answer.flatMap({ readForecast($0, now: time) }) {
    case .success(let conditions): return conditions
    case .failure(let failure):
        var hint: String?
        if failure.isBusy {
            let seconds = max(failure.retryAfter ?? WeatherController.firstWait, .one).ceiling
            let until = Date(timeIntervalSince1970: TimeInterval(time + seconds))
            hint = "do not ask again before \(until.formatted(.iso8601)), in \(spelt(seconds))"
        }
        throw CommandFailure(
            .failedWork, "weather: \(failure.sentence); the theme is kept", hint: hint, stage: "weather")
    }
}

/// A time span for people, rounded up.
private func spelt(_ seconds: Int) -> String {
    switch seconds {
    case ...120: "\(seconds) s"
    case ...7200: "\((seconds + 59) / 60) min"
    case ...172_800: "\((seconds + 3599) / 3600) h"
    default: "\((seconds + 86_399) / 86_400) days"
    }
}

// MARK: - search

private func searchCity(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let name = arguments.operands.joined(separator: " ")
    guard let request = WeatherRequest.search(name) else {
        throw CommandFailure.usage(
            name.isEmpty
                ? "weather search needs a name" : "'\(name)' cannot be searched: at least two letters are needed",
            hint: "for example ambient weather search Cleveland")
    }
    let transport = try makeTransport(arguments)
    let cities: [CityResult]
    switch transport.send(request).flatMap(readCitySearch) {
    case .success(let found): cities = found
    case .failure(let failure):
        throw CommandFailure(.failedWork, "weather: \(failure.sentence)", stage: "weather")
    }
    if arguments.has("json") {
        let rows = cities.map { city in
            JSONText.object([
                ("name", .string(city.label)), ("latitude", .number(city.location.latitude)),
                ("longitude", .number(city.location.longitude)), ("setting", .string("location=" + city.location.text)),
            ])
        }
        console.print(JSONText.object([("results", .array(rows))]).text)
        return .done
    }
    for city in cities {
        let setting = "location=" + city.location.text
        console.print("\(city.label)  \(city.location.latitude), \(city.location.longitude)")
        console.print("  ambient settings set '" + setting.replacing("'", with: #"'\''"#) + "'")
    }
    if cities.isEmpty, !console.isQuiet { console.say("ambient: no city is called '\(Wording.printable(name))'") }
    return .done
}

import FrameCore
import Testing
import Weather

@Suite("Weather: the controller on a virtual clock")
struct ControllerTests {
    private static let themes = [
        WeatherTheme(id: "sunny", tags: ["day-sunny"]), WeatherTheme(id: "rainy", tags: ["rainy"]),
        WeatherTheme(id: "night", tags: ["night-sunny"]), WeatherTheme(id: "plain", tags: ["any"]),
    ]

    private func city(_ name: String) throws -> WeatherLocation {
        let places = ["Cleveland": (41.4993, -81.6944), "Berlin": (52.524, 13.411), "Oslo": (59.913, 10.746)]
        let place = try #require(places[name])
        return try #require(WeatherLocation(name: name, latitude: place.0, longitude: place.1))
    }

    @Test("a written day")
    func day() throws {
        var day = VirtualDay(
            WeatherController(
                seed: 1, location: try city("Cleveland"), themes: Self.themes, activeTheme: "plain"))
        day.replies(from: "06:00", .code(0))
        day.replies(from: "08:00", .code(61))
        day.replies(from: "09:40", .status(500))
        day.replies(from: "10:30", .status(429, retryAfter: "600"))
        day.replies(from: "10:40", .code(95))
        day.replies(from: "11:00:02", .code(71, day: false))
        day.replies(from: "12:40", .timeout)
        day.replies(from: "14:00", .code(0, day: false))

        day.at("06:00", .becameActive)
        day.at("06:10", .matchingSwitched(true))
        day.at("07:30", .enteredBackground)
        day.at("09:00", .becameActive)
        day.at("10:35", .cityChanged(try city("Berlin")))
        let stormy = Self.themes + [WeatherTheme(id: "storm", tags: ["stormy"])]
        day.at("11:00", .packagesChanged(themes: stormy, active: "plain"))
        day.at("11:00:01", .cityChanged(try city("Oslo")))
        day.at("11:30", .matchingSwitched(false))
        day.at("11:31", .themeActivatedByUser("rainy"))
        day.at("12:00", .matchingSwitched(true))
        day.at("12:10", .themeActivatedByUser("sunny"))
        day.at("13:00", .cityChanged(nil))
        day.at("14:00", .cityChanged(try city("Cleveland")))
        day.pass(until: VirtualDay.time("14:30"))

        #expect(
            day.lines == [
                // Launched while off: nothing. Switched on: asked at once.
                "06:10:00 ask Cleveland", "06:10:02 theme sunny", "06:10:02 next 06:55:02",
                // 45 minutes after the attempt ended; the weather is the same, so is the theme.
                "06:55:02 ask Cleveland", "06:55:04 next 07:40:04",
                // Nothing in the background, at once when it ends.
                "07:30:00 next never", "09:00:00 ask Cleveland", "09:00:02 theme rainy", "09:00:02 next 09:45:02",
                // The service fails: the theme stays, and the poll.
                "09:45:02 ask Cleveland", "09:45:04 next 10:30:04",
                // It asks for ten minutes of peace; the city chosen meanwhile waits for their end.
                "10:30:04 ask Cleveland", "10:30:06 next 10:40:06",
                "10:40:06 ask Berlin", "10:40:08 theme plain", "10:40:08 next 11:25:08",
                // An import; a city chosen while the answer is under way: that answer is dropped.
                "11:00:00 ask Berlin", "11:00:00 next never", "11:00:02 ask Oslo", "11:00:04 next 11:45:04",
                "11:30:00 next never",
                // Switched on: the known conditions at once, then fresh ones.
                "12:00:00 theme plain", "12:00:00 ask Oslo", "12:00:02 next 12:45:02",
                "12:45:02 ask Oslo", "12:45:17 next 13:30:17",
                // Without a location: nothing to ask; the poll goes on.
                "13:00:00 next 13:45:00", "13:45:00 next 14:30:00",
                "14:00:00 ask Cleveland", "14:00:00 next never", "14:00:02 theme night", "14:00:02 next 14:45:02",
            ])
        #expect(
            day.logs == [
                "06:10:02 weather: now sunny by day (code 0); the theme is sunny: the only theme with the tag day-sunny",
                "06:55:04 weather: now sunny by day (code 0); the active theme carries the tag day-sunny",
                "09:00:02 weather: now rainy by day (code 61); the theme is rainy: the only theme with the tag rainy",
                "09:45:04 weather: the service answers with status 500; the theme is kept, asked again in 45 min",
                "10:30:06 weather: the service answers with status 429, too many requests; the theme is kept, "
                    + "asked again in 10 min",
                "10:35:00 weather: the service asked to be left alone; it is asked again in 5 min 6 s",
                "10:40:08 weather: now stormy by day (code 95); the theme is plain: the only theme with the tag any",
                "11:00:04 weather: now snowy by night (code 71); the active theme carries the tag any",
                "12:00:00 weather: last known snowy by night (code 71); the theme is plain: "
                    + "the only theme with the tag any",
                "12:00:02 weather: now snowy by night (code 71); the active theme carries the tag any",
                "12:10:00 weather: the theme is not changed by hand while it follows the weather",
                "12:45:17 weather: no answer came within 15 s; the theme is kept, asked again in 45 min",
                "13:00:00 weather: no location is set; the theme is kept",
                "13:45:00 weather: no location is set; the theme is kept",
                "14:00:02 weather: now sunny by night (code 0); the theme is night: "
                    + "the only theme with the tag night-sunny",
            ])
    }

    private func busy(_ status: Int, retryAfter: String?) throws -> VirtualDay {
        var day = VirtualDay(
            WeatherController(seed: 1, isMatching: true, location: try city("Oslo"), themes: Self.themes))
        day.replies(from: "00:00", .status(status, retryAfter: retryAfter))
        day.at("00:00", .becameActive)
        return day
    }

    @Test("a service that always refuses is asked ever more seldom", arguments: [429, 500, 503])
    func refusals(status: Int) throws {
        // Retry-After of nothing, and someone who opens the app every second.
        for header in ["0", nil] {
            var day = try busy(status, retryAfter: header)
            for second in 1...600 { day.at("00:00:\(second)", .becameActive) }
            #expect(day.askedAt.map(\.floor) == [0, 62, 184, 426])
            for second in 601...20_000 { day.at("00:00:\(second)", .becameActive) }
            let waits = zip(day.askedAt.dropFirst(), day.askedAt).map { ($0 - $1).floor }
            #expect(waits == [62, 122, 242, 482, 962, 1922, 2702, 2702, 2702, 2702, 2702])
        }
    }

    @Test(
        "Retry-After counts up to the poll",
        arguments: [("1", 60), ("60", 60), ("61", 61), ("1800", 1800), ("2700", 2700), ("86400", 2700), ("x", 2700)])
    func retryAfter(header: String, wait: Int) throws {
        var day = try busy(503, retryAfter: header)
        day.pass(until: Rational(wait + 3))
        #expect(day.askedAt.map(\.floor) == [0, wait + 2])
    }

    @Test("a wish that has to wait is said once, and again when matching is switched on")
    func waiting() throws {
        var day = try busy(503, retryAfter: "600")
        day.at("00:01", .becameActive)
        day.at("00:02", .enteredBackground)
        day.at("00:03", .becameActive)
        day.at("00:04", .matchingSwitched(false))
        day.at("00:05", .becameActive)
        day.at("00:06", .matchingSwitched(true))
        day.pass(until: VirtualDay.time("00:15"))
        let words = "weather: the service asked to be left alone; it is asked again in"
        #expect(
            day.logs.dropFirst().prefix(2) == ["00:01:00 \(words) 9 min 2 s", "00:06:00 \(words) 4 min 2 s"])
        #expect(day.askedAt.map(\.floor) == [0, 602])
        #expect(
            day.lines == [
                "00:00:00 ask Oslo", "00:00:02 next 00:10:02", "00:02:00 next never", "00:03:00 next 00:10:02",
                "00:04:00 next never", "00:06:00 next 00:10:02", "00:10:02 ask Oslo", "00:10:04 next 00:20:04",
            ])
    }

    @Test("after a good answer the waits start afresh")
    func recovery() throws {
        var day = try busy(500, retryAfter: "1")
        day.replies(from: "00:03", .code(61))
        day.replies(from: "00:10", .status(500, retryAfter: "1"))
        day.at("00:20", .becameActive)
        day.pass(until: VirtualDay.time("00:21:10"))
        // 2 s and 60 s, 2 s and 120 s; good; then the event, 2 s and 60 s again.
        #expect(day.askedAt.map(\.floor) == [0, 62, 184, 1200, 1262])
    }

    @Test("other failures do not keep a wish waiting")
    func otherFailures() throws {
        var day = try busy(404, retryAfter: "600")
        day.at("00:00:05", .becameActive)
        day.at("00:00:10", .packagesChanged(themes: Self.themes, active: "rainy"))
        #expect(day.askedAt.map(\.floor) == [0, 5, 10])
    }

    @Test("an answer in the background, or while off, is remembered and changes nothing")
    func lateAnswers() throws {
        for event in [WeatherEvent.enteredBackground, .matchingSwitched(false)] {
            var day = VirtualDay(
                WeatherController(seed: 1, isMatching: true, location: try city("Oslo"), themes: Self.themes))
            day.replies(from: "00:00", .code(61))
            day.at("00:00", .becameActive)
            day.at("00:00:01", event)
            day.pass(until: Rational(100_000))
            #expect(day.lines == ["00:00:00 ask Oslo"])
            #expect(day.controller.conditions == WeatherConditions(code: 61, isDay: true))
            #expect(day.controller.activeTheme == nil && day.controller.decision == nil)
        }
    }

    @Test("small things: early timers, unasked answers, a city's new name, a clock that stands still")
    func smallThings() throws {
        var controller = WeatherController(seed: 1, isMatching: true, location: try city("Oslo"), themes: Self.themes)
        let rain = WeatherEvent.fetchFinished(.success(WeatherConditions(code: 61, isDay: true)))
        let first = controller.handle(rain, at: .zero)
        #expect(first == [.log("weather: an answer that was not asked for is ignored")])
        #expect(controller.handle(.timerFired, at: .zero).isEmpty)
        #expect(controller.handle(.becameActive, at: Rational(5)) == [.startFetch(try city("Oslo"))])
        #expect(controller.isFetching && controller.nextDeadline == nil)
        let renamed = try #require(WeatherLocation(name: "Christiania", latitude: 59.913, longitude: 10.746))
        let coalesced = [WeatherEvent.becameActive, .cityChanged(renamed), .timerFired, .locationRead(renamed)]
            .flatMap { controller.handle($0, at: Rational(6)) }
        #expect(coalesced.isEmpty)
        let answered = controller.handle(rain, at: Rational(4))
        #expect(answered.first == .activateTheme(id: "rainy", reason: "the only theme with the tag rainy"))
        #expect(answered.last == .scheduleNext(at: Rational(2706)))
        #expect(controller.decision?.theme == "rainy" && controller.activeTheme == "rainy")
        #expect(controller.handle(.timerFired, at: Rational(2705)) == [.scheduleNext(at: Rational(2706))])
        #expect(controller.handle(.matchingSwitched(true), at: Rational(2705)).isEmpty)
        #expect(controller.handle(.timerFired, at: Rational(2706)) == [.startFetch(renamed)])
        // Another city: what was known is of no use there.
        #expect(controller.handle(.locationRead(try city("Berlin")), at: Rational(2707)).isEmpty)
        #expect(controller.conditions == nil)
    }

    @Test("the same seed draws the same themes, other seeds others")
    func ties() throws {
        let themes = (0..<8).map { WeatherTheme(id: "t\($0)", tags: [$0 % 2 == 0 ? "rainy" : "snowy"]) }
        func run(_ seed: UInt64) throws -> [String] {
            var day = VirtualDay(
                WeatherController(seed: seed, isMatching: true, location: try city("Oslo"), themes: themes))
            for hour in 0..<24 { day.replies(from: "\(hour):00", .code(hour % 2 == 0 ? 61 : 71)) }
            day.at("00:00", .becameActive)
            day.pass(until: VirtualDay.time("24:00"))
            return day.lines.filter { $0.contains("theme") }
        }
        let first = try run(1)
        #expect(first.count > 15)
        #expect(try run(1) == first)
        #expect(try run(2) != first)
    }

    @Test("a week: in use from 07:00 to 23:00, with a day of timeouts, a day of refusals and a move")
    func week() throws {
        var week = VirtualDay(
            WeatherController(
                seed: 4, isMatching: true, location: try city("Berlin"), themes: Self.themes, activeTheme: "plain"))
        func hour(_ day: Int, _ hour: Int) -> String { "\(day * 24 + hour):00" }
        for day in 0..<7 {
            switch day {
            case 2: week.replies(from: hour(day, 0), .timeout)
            case 3: week.replies(from: hour(day, 0), .status(429))
            default:
                week.replies(from: hour(day, 0), .code(day % 2 == 0 ? 0 : 61))
                week.replies(from: hour(day, 18), .code(1, day: false))
            }
        }
        // The theme at noon and late in the evening.
        var seen: [String] = []
        for day in 0..<7 {
            week.at(hour(day, 7), .becameActive)
            if day == 5 { week.at(hour(day, 11), .cityChanged(try city("Oslo"))) }
            week.pass(until: VirtualDay.time(hour(day, 12)))
            seen.append(week.controller.activeTheme ?? "none")
            week.pass(until: VirtualDay.time(hour(day, 22)))
            seen.append(week.controller.activeTheme ?? "none")
            week.at(hour(day, 23), .enteredBackground)
        }
        // While the service is away, the theme of the evening before stays.
        #expect(
            seen == [
                "sunny", "night", "rainy", "night", "night", "night", "night", "night", "sunny", "night", "rainy",
                "night",
                "sunny", "night",
            ])
        // An attempt each 45 minutes and 2 s, or 15 s: the 57,600 s hold 22; the move splits a day into 4 h and 12 h.
        var perDay = [Int](repeating: 0, count: 7)
        for time in week.askedAt { perDay[time.floor / 86_400] += 1 }
        #expect(perDay == [22, 22, 22, 22, 22, 6 + 16, 22])
        #expect(week.askedAt.allSatisfy { (7 * 3600..<23 * 3600).contains($0.floor % 86_400) })
        #expect(week.logs.count { $0.contains("no answer came within 15 s; the theme is kept") } == 22)
        #expect(week.logs.count { $0.contains("status 429") } == 22)
        #expect(week.lines.count { $0.contains("ask Oslo") } == 16 + 22)
    }
}

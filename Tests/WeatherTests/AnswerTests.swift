import FrameCore
import Testing
import Weather

@Suite("Weather: answers of the service")
struct AnswerTests {
    /// An answer as the service gives it.
    private static let recorded = """
        {"latitude":41.503,"longitude":-81.693,"generationtime_ms":0.03,"utc_offset_seconds":0,"timezone":"GMT",
        "timezone_abbreviation":"GMT","elevation":199.0,"current_units":{"time":"iso8601","interval":"seconds",
        "weather_code":"wmo code","is_day":""},"current":{"time":"2026-11-30T12:00","interval":900,
        "weather_code":61,"is_day":0}}
        """

    private static func current(_ code: String, _ day: String) -> String {
        #"{"current": {"weather_code": \#(code), "is_day": \#(day)}}"#
    }

    private static let goodBodies: [(String, Int, Bool)] = [
        (recorded, 61, false), (current("61.0", "1"), 61, true), (current("6.1e1", "1.0"), 61, true),
        // A number is cut, as the device does; a time of another form is of no interest.
        (current("61.9", "0"), 61, false), (current("-3", "2"), -3, true), (current("3", "true"), 3, true),
        (current("3", "false"), 3, false), ("\u{FEFF}" + current("3", "1"), 3, true),
        (#"{"current": {"time": 1764504000, "weather_code": 0, "is_day": 1, "x": [null]}, "y": {}}"#, 0, true),
    ]

    @Test("good answers", arguments: goodBodies)
    func good(body: String, code: Int, isDay: Bool) {
        #expect(parseForecast(Array(body.utf8)) == .success(WeatherConditions(code: code, isDay: isDay)))
    }

    private static let badBodies: [(String, String)] = [
        ("", "empty"), (" \r\n\t ", "empty"), ("<html><body>502</body></html>", "web page"),
        ("\n  <!DOCTYPE html>", "web page"), ("Bad Gateway", "cannot be read"), ("null", "null, not an object"),
        ("[]", "an array, not an object"), ("42", "a number, not an object"), ("{}", "\"current\" is missing"),
        (#"{"current": null}"#, "\"current\" is null"), (#"{"current": []}"#, "\"current\" is an array"),
        (#"{"current": {"is_day": 1}}"#, "\"weather_code\" is missing"),
        (current("null", "1"), "\"weather_code\" is null"),
        (current("\"61\"", "1"), "\"weather_code\" is a string"), (current("true", "1"), "\"weather_code\" is true"),
        (current("NaN", "1"), "cannot be read"), (current("-Infinity", "1"), "cannot be read"),
        (current("1e999", "1"), "cannot be read"), (current("1e300", "1"), "out of range"),
        (current("-2147483648", "1"), "out of range"), (current("{}", "1"), "an object"),
        (current("61", "null"), "\"is_day\" is null"), (current("61", "\"1\""), "\"is_day\" is a string"),
        (#"{"current": {"weather_code": 61}}"#, "\"is_day\" is missing"), (current("61", "1") + "x", "cannot be read"),
        (String(recorded.dropLast(9)), "cannot be read"),
        (#"{"error": true, "reason": "Cannot initialize"}"#, "Cannot initialize"),
        (#"{"error": true}"#, "reports an error"), (String(repeating: "[", count: 100_000), "cannot be read"),
        (String(repeating: " ", count: 1 << 20) + "{}", "cannot be read"), ("{\u{0}}", "cannot be read"),
    ]

    @Test("bad answers are one plain sentence", arguments: badBodies)
    func bad(body: String, words: String) {
        guard case .failure(let failure) = parseForecast(Array(body.utf8)) else {
            Issue.record("\(body.prefix(60)) was taken")
            return
        }
        #expect(failure.kind == .badAnswer)
        #expect(failure.sentence.contains(words), "\(failure.sentence)")
        #expect(!failure.sentence.contains("\n") && !failure.sentence.hasSuffix(".") && failure.sentence.count < 250)
    }

    @Test("large bodies are read to 1 MiB, and random damage is never taken for more than it is")
    func sizesAndDamage() {
        let padding = [UInt8](repeating: 0x20, count: (1 << 20) - Self.recorded.utf8.count)
        #expect(
            parseForecast(Array(Self.recorded.utf8) + padding) == .success(WeatherConditions(code: 61, isDay: false)))
        var random = SeededRandom(seed: 5)
        var failures = 0
        for _ in 0..<3000 {
            var body = Array(Self.recorded.utf8)
            for _ in 0...random.next(below: 3) {
                body[random.next(below: body.count)] = UInt8(random.next(below: 256))
            }
            if random.next(below: 4) == 0 { body.removeLast(random.next(below: body.count)) }
            if case .failure(let failure) = parseForecast(body) {
                failures += 1
                #expect(!failure.sentence.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
            }
            _ = parseCitySearch(body)
            _ = WeatherSettings.saving(.placeholder, into: body)
        }
        #expect(failures > 1000 && failures < 3000)
    }

    @Test("a status other than 200 fails, whatever the body says")
    func statuses() {
        let body = Array(Self.recorded.utf8)
        #expect(
            readForecast(WeatherAnswer(status: 200, body: body)) == .success(WeatherConditions(code: 61, isDay: false)))
        for status in [0, 201, 204, 301, 302, 400, 404, 429, 500, 502, 503, 599, 600, -1] {
            guard case .failure(let failure) = readForecast(WeatherAnswer(status: status, body: body)) else {
                Issue.record("\(status) was taken")
                continue
            }
            #expect(failure.kind == .status(status))
            #expect(failure.sentence.contains("status \(status)"))
            #expect(failure.isBusy == (status == 429 || status >= 500 && status < 600))
            #expect(failure.retryAfter == nil)
        }
    }

    private func wait(_ status: Int, _ header: String?, _ reason: String = "", now: Int? = nil) -> Rational? {
        let body = reason.isEmpty ? "" : #"{"error": true, "reason": "\#(reason)"}"#
        let answer = WeatherAnswer(status: status, retryAfter: header, body: Array(body.utf8))
        guard case .failure(let failure) = readForecast(answer, now: now) else { return nil }
        if !reason.isEmpty { #expect(failure.sentence.contains(reason)) }
        return failure.retryAfter
    }

    @Test("Retry-After in seconds and as a date; a used-up quota waits long")
    func retryAfter() {
        #expect(wait(503, "120") == Rational(120))
        #expect(wait(429, " 0 ") == .zero)
        #expect(wait(429, "99999999999999999999999") == Rational(1_000_000_000))
        for header in ["", "-1", "1.5", "soon", "1e3", "Sun, 06 Nov 1994 08:49:37"] {
            #expect(wait(429, header, now: 784_111_777) == nil, "\(header)")
        }
        // The date of RFC 9110 is 784111777 seconds after 1970.
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(wait(503, date) == nil)
        #expect(wait(503, date, now: 784_111_777 - 90) == Rational(90))
        #expect(wait(503, date, now: 784_111_777 + 5) == .zero)
        #expect(wait(503, "Thu, 29 Feb 2024 00:00:00 GMT", now: 1_709_164_700) == Rational(100))
        #expect(wait(503, "Thu, 01 Jan 1970 00:00:00 GMT", now: -7) == Rational(7))
        #expect(wait(503, "Fri, 31 Dec 9999 23:59:59 GMT", now: .min) == nil)
        #expect(wait(503, "Fri, 32 Dec 9999 23:59:59 GMT", now: 0) == nil)
        #expect(wait(503, "Fri, 31 Dez 9999 23:59:59 GMT", now: 0) == nil)
        #expect(wait(429, nil, "Daily API request limit exceeded. Please try again tomorrow.") == Rational(2700))
        #expect(wait(429, "30", "Daily API request limit exceeded. Please try again tomorrow.") == Rational(30))
        #expect(wait(429, nil, "Minutely API request limit exceeded. Please try again in one minute.") == nil)
        #expect(wait(400, nil, "Cannot initialize WeatherVariable from invalid String value") == nil)
    }

    @Test("cities have the app's labels")
    func cities() throws {
        let body = """
            {"results": [
            {"id": 1, "name": "Cleveland", "latitude": 41.4995, "longitude": -81.69541, "country_code": "US",
             "country": "United States", "admin1": "Ohio"},
            {"name": "Berlin", "latitude": 52.52437, "longitude": 13.41053, "country_code": "DE",
             "country": "Germany", "admin1": "Berlin"},
            {"name": "Paris", "latitude": 48.85341, "longitude": 2.3488, "country_code": "FR",
             "country": "France", "admin1": "Île-de-France"},
            {"name": "New York", "latitude": 40.71427, "longitude": -74.00597, "country_code": "US",
             "country": "United States", "admin1": "New York"},
            {"name": "Nowhere", "latitude": 0, "longitude": 0, "country": 7, "admin1": null},
            {"latitude": 1, "longitude": 1}, {"name": "Far", "latitude": 91, "longitude": 0}, null, 3,
            {"name": "", "latitude": 1, "longitude": 1}, {"name": "Text", "latitude": "1", "longitude": 1}]}
            """
        let cities = try parseCitySearch(Array(body.utf8)).get()
        #expect(
            cities.map(\.label) == [
                "Cleveland, Ohio", "Berlin, Germany", "Paris, Île-de-France, France", "New York", "Nowhere",
            ])
        #expect(cities.first?.location.latitude == 41.4995 && cities.first?.location.longitude == -81.69541)
        #expect(try parseCitySearch(Array(#"{"generationtime_ms": 0.5}"#.utf8)).get().isEmpty)
        #expect(try parseCitySearch(Array(#"{"results": null}"#.utf8)).get().isEmpty)
        for bad in [#"{"results": {}}"#, "<p>", "", #"{"error": true, "reason": "x"}"#] {
            #expect(throws: WeatherFailure.self) { try parseCitySearch(Array(bad.utf8)).get() }
        }
        let unavailable = WeatherAnswer(status: 503, body: Array(body.utf8))
        #expect(throws: WeatherFailure.self) { try readCitySearch(unavailable).get() }
    }

    @Test("requests are spelt as the device spells them")
    func requests() throws {
        let place = try #require(WeatherLocation(latitude: 52.52, longitude: -0.0004))
        let forecast = WeatherRequest.forecast(place)
        #expect(
            forecast.url()
                == "https://api.open-meteo.com/v1/forecast?latitude=52.520&longitude=-0.000&current=weather_code,is_day"
        )
        #expect(forecast.url(base: "http://127.0.0.1:80//").hasPrefix("http://127.0.0.1:80/v1/forecast?"))
        #expect(
            WeatherRequest.search(" São Paulo/&x ")?.url()
                == "https://geocoding-api.open-meteo.com/v1/search?name=S%C3%A3o%20Paulo%2F%26x"
                + "&count=10&language=en&format=json")
        #expect(WeatherRequest.search("\tä ") == nil && WeatherRequest.search("") == nil)
        #expect(WeatherRequest.search("Ås")?.target.contains("name=%C3%85s&") == true)
    }

    @Test("scripted answers pass the real readers")
    func scripted() {
        var forecast = ScriptedForecast()
        #expect(throws: WeatherFailure(.unreachable, "no weather was set")) { try forecast.result.get() }
        forecast.answer = .conditions(WeatherConditions(code: -5, isDay: false))
        #expect(forecast.result == .success(WeatherConditions(code: -5, isDay: false)))
        let kinds: [String: WeatherFailure.Kind] = [
            "429": .status(429), "500": .status(500), "timeout": .timeout, "html": .badAnswer,
        ]
        #expect(ScriptedForecast.Fault.allCases.count == kinds.count)
        for (name, kind) in kinds {
            guard let fault = ScriptedForecast.Fault(rawValue: name) else {
                Issue.record("no fault \(name)")
                continue
            }
            forecast.answer = .failure(fault)
            guard case .failure(let failure) = forecast.result else {
                Issue.record("\(name) succeeds")
                continue
            }
            #expect(failure.kind == kind)
            #expect(failure.isBusy == (name == "429" || name == "500"))
        }
    }
}

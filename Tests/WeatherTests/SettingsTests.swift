import Diagnostics
import Foundation
import FrameCore
import Testing
import Weather

@Suite("Weather: the location file")
struct SettingsTests {
    private func read(_ text: String) -> WeatherSettings {
        WeatherSettings(SourceText(name: "weather-settings.json", text: text))
    }

    @Test("the placeholder is Cleveland, as the app writes it")
    func placeholder() throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(WeatherSettings.placeholder)) as? [String: [String: Any]])
        let location = try #require(object["location"])
        #expect(object.count == 1 && location.count == 3)
        #expect(location["name"] as? String == "Cleveland, Ohio")
        #expect(location["latitude"] as? Double == 41.4993 && location["longitude"] as? Double == -81.6944)
        let settings = read(String(decoding: WeatherSettings.placeholder, as: UTF8.self))
        #expect(settings.location == .placeholder && settings.isReadable && settings.diagnostics.isEmpty)
    }

    private static let files: [(String, String?, Bool, Int)] = [
        (#"{"location": {"name": "X", "latitude": 90, "longitude": -180}}"#, "X", true, 0),
        (#"{"location": {"name": "X", "latitude": -90.0, "longitude": 180}, "other": [1]}"#, "X", true, 0),
        (#"{"location": {"latitude": 1.5, "longitude": -2}}"#, "1.500, -2.000", true, 0),
        (#"{"location": {"name": 7, "latitude": 1.5, "longitude": -2}}"#, "1.500, -2.000", true, 1),
        (#"{"location": {"name": "", "latitude": 0, "longitude": 0}}"#, "0.000, 0.000", true, 0),
        (#"{"location": {"name": "X", "latitude": 90.0001, "longitude": 0}}"#, nil, true, 1),
        (#"{"location": {"name": "X", "latitude": 0, "longitude": -180.5}}"#, nil, true, 1),
        (#"{"location": {"name": "X", "latitude": "0", "longitude": 1e300}}"#, nil, true, 2),
        (#"{"location": {"name": "X"}}"#, nil, true, 2), (#"{"location": null}"#, nil, true, 0),
        (#"{"location": [1, 2]}"#, nil, true, 1), ("{}", nil, true, 0), ("[]", nil, false, 1), ("", nil, false, 1),
        ("{\"location\": ", nil, false, 1), ("\0\0\0\0", nil, false, 1),
        (#"{"location": {"name": "X", "latitude": NaN, "longitude": 0}}"#, nil, false, 1),
    ]

    @Test("what is read from the file", arguments: files)
    func reading(text: String, name: String?, isReadable: Bool, warnings: Int) {
        let settings = read(text)
        #expect(settings.location?.name == name)
        #expect(settings.isReadable == isReadable)
        #expect(settings.diagnostics.count == warnings)
        #expect(settings.diagnostics.allSatisfy { $0.severity == .warning && !$0.rendered().isEmpty })
    }

    private static let saved: [(String?, String)] = [
        (nil, "{ \"location\": NEW }\n"), ("{}", "{ \"location\": NEW }"), ("broken {", "{ \"location\": NEW }\n"),
        ("[1]", "{ \"location\": NEW }\n"), (" {\"location\":null}", " {\"location\":NEW}"),
        (
            "{ \"a\": 12345678901234567890,\n  \"location\" : {\"name\": \"é\", \"x\": {}} , \"b\":[1,2.50] }\n",
            "{ \"a\": 12345678901234567890,\n  \"location\" : NEW , \"b\":[1,2.50] }\n"
        ),
        ("{\"a\": 1}", "{\n  \"location\": NEW,\"a\": 1}"),
        ("\u{FEFF}{\"a\": {\"location\": 3}}", "\u{FEFF}{\n  \"location\": NEW,\"a\": {\"location\": 3}}"),
    ]

    @Test("saving a city keeps all else byte for byte", arguments: saved)
    func saving(old: String?, expected: String) throws {
        let city = try #require(WeatherLocation(name: "A \"b\"", latitude: -33.5, longitude: 151))
        let entry = #"{"name": "A \"b\"", "latitude": -33.5, "longitude": 151}"#
        let bytes = WeatherSettings.saving(city, into: old.map { Array($0.utf8) })
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(Array(text.utf8) == Array(expected.replacingOccurrences(of: "NEW", with: entry).utf8))
        #expect(read(text).location == city)
    }

    private static let texts: [(String, String?, Double, Double)] = [
        ("41.4993,-81.6944,Cleveland, Ohio", "Cleveland, Ohio", 41.4993, -81.6944),
        (" 1 , 2 ", "1.000, 2.000", 1, 2), ("+1,-0.5,", "1.000, -0.500", 1, -0.5), ("1", nil, 0, 0),
        ("1,5;2", nil, 0, 0), ("91,0", nil, 0, 0), ("0,181", nil, 0, 0), ("nan,0", nil, 0, 0), ("0x1,0", nil, 0, 0),
        ("1e1,0", nil, 0, 0), (",", nil, 0, 0), ("", nil, 0, 0), ("inf,inf", nil, 0, 0),
    ]

    @Test("a location on the command line", arguments: texts)
    func text(text: String, name: String?, latitude: Double, longitude: Double) {
        let location = WeatherLocation(text: text)
        #expect(location?.name == name)
        if name != nil { #expect(location?.latitude == latitude && location?.longitude == longitude) }
    }

    @Test("a location's text reads back the same")
    func textRoundTrip() throws {
        let cleveland = WeatherLocation.placeholder
        #expect(cleveland.text == "41.4993,-81.6944,Cleveland, Ohio")
        #expect(WeatherLocation(text: cleveland.text) == cleveland)
        var random = SeededRandom(seed: 8)
        for _ in 0..<2000 {
            let latitude = Double(random.next(below: 18_000_001) - 9_000_000) / 100_000
            let place = try #require(WeatherLocation(name: "X, Y", latitude: latitude, longitude: latitude * 2))
            let back = try #require(WeatherLocation(text: place.text))
            #expect(back.name == place.name)
            // What lies within ten metres of a zero is taken for it.
            #expect(abs(back.latitude - place.latitude) < 1e-4 && abs(back.longitude - place.longitude) < 1e-4)
        }
        #expect(WeatherLocation(name: "N", latitude: 1e-7, longitude: -1e-300)?.text == "0,0,N")
    }

    @Test("an answer is stale once a newer one should have come")
    func stale() {
        let cache = WeatherCache(WeatherConditions(code: 1, isDay: true), at: .placeholder, time: 1000)
        #expect(!cache.isStale(now: 0) && !cache.isStale(now: 1000 + 2700) && cache.isStale(now: 1001 + 2700))
        #expect(cache.seconds(until: .min) == 0 && cache.seconds(until: 1060) == 60)
    }

    @Test("coordinates have three decimals exactly as C prints them")
    func decimals() throws {
        var random = SeededRandom(seed: 3)
        var values: [Double] = [0, -0.0, 0.0005, 0.0015, 0.0625, 1.0625, 2.0005, 89.9995, 90, -90, -0.0004, 41.4993]
        for _ in 0..<20_000 { values.append(Double(random.next(below: 1_800_001) - 900_000) / 10_000) }
        for value in values {
            let place = try #require(WeatherLocation(latitude: value, longitude: -value))
            let expected = "latitude=" + String(format: "%.3f", value) + "&longitude=" + String(format: "%.3f", -value)
            #expect(WeatherRequest.forecast(place).target.contains(expected + "&"), "\(value)")
        }
    }

    @Test("the last answer is kept between runs, and belongs to its place")
    func cache() throws {
        let berlin = try #require(WeatherLocation(text: "52.524,13.411,Berlin"))
        let cache = WeatherCache(WeatherConditions(code: 61, isDay: false), at: berlin, time: 1_764_504_000)
        let text = String(decoding: cache.bytes, as: UTF8.self)
        #expect(
            text == #"{"code": 61, "isDay": false, "time": 1764504000, "#
                + #""location": {"name": "Berlin", "latitude": 52.524, "longitude": 13.411}}"# + "\n")
        #expect(WeatherCache(SourceText(name: "c", text: text)) == cache)
        #expect(cache.conditions(at: WeatherLocation(text: "52.524,13.411")) == cache.conditions)
        #expect(cache.conditions(at: .placeholder) == nil && cache.conditions(at: nil) == nil)
        let ages = [
            (-5, "new"), (0, "new"), (59, "0 min old"), (60, "1 min old"), (3599, "59 min old"), (3600, "1 h old"),
            (172_799, "47 h old"), (172_800, "2 days old"),
        ]
        for (seconds, age) in ages { #expect(cache.age(now: 1_764_504_000 + seconds) == age) }
        #expect(cache.age(now: .min) == "new")
        for (old, new) in [
            ("61", "61.5"), ("61", "\"61\""), ("61", "1e300"), ("false", "0"), ("1764504000", "null"),
            ("52.524", "90.5"),
            ("{\"name", "[{\"name"), ("time", "Time"),
        ] {
            let damaged = text.replacingOccurrences(of: old, with: new)
            #expect(WeatherCache(SourceText(name: "c", text: damaged)) == nil, "\(damaged)")
        }
    }
}

import ChildProcess
import Foundation
import FrameCore
import Testing
import Weather

@testable import WeatherClient

/// The transport and the readers against a real server on loopback.
@Suite("WeatherClient: over HTTP", .timeLimit(.minutes(1)))
struct HTTPTransportTests {
    private static let server = Result { try ForecastServer() }
    private static let question = WeatherRequest.forecast(.placeholder)

    private func answer(
        _ fault: String, limits: HTTPLimits = HTTPLimits(seconds: 10)
    ) throws -> Result<WeatherAnswer, WeatherFailure> {
        let base = try Self.server.get().address + "/" + fault
        return HTTPTransport(base: base, userAgent: "ambient/test", limits: limits).send(Self.question)
    }

    @Test(
        "good answers arrive, however they are sent",
        arguments: [
            ("good", 61, true), ("night", 0, false), ("clear", 0, true), ("storm", 95, true), ("unix-time", 3, true),
            ("gzip", 61, true), ("redirect", 61, true), ("chunked", 61, true), ("no-length", 61, true),
            ("long", 61, true), ("continue", 61, true),
        ])
    func good(name: String, code: Int, isDay: Bool) throws {
        #expect(
            try answer(name).flatMap { readForecast($0) } == .success(WeatherConditions(code: code, isDay: isDay)))
    }

    private static let faults: [(String, WeatherFailure.Kind, String)] = [
        ("html200", .badAnswer, "the answer is a web page, not JSON"),
        ("html404", .status(404), "the service answers with status 404"),
        ("html502", .status(502), "the service answers with status 502"),
        ("null", .badAnswer, "\"weather_code\" is null in the answer, not a number"),
        ("null-day", .badAnswer, "\"is_day\" is null in the answer, not a number"),
        ("missing", .badAnswer, "\"weather_code\" is missing in the answer"),
        ("no-current", .badAnswer, "\"current\" is missing in the answer"),
        ("nan", .badAnswer, "the answer cannot be read: "),
        ("huge", .badAnswer, "the weather code of the answer is out of range"),
        ("infinite", .badAnswer, "the answer cannot be read: "),
        ("string", .badAnswer, "\"weather_code\" is a string in the answer, not a number"),
        ("array", .badAnswer, "the answer is an array, not an object"),
        ("cut", .badAnswer, "the answer cannot be read: "),
        ("empty", .badAnswer, "the answer is empty"),
        ("reason400", .status(400), "status 400: \"Cannot initialize WeatherVariable from invalid String value\""),
        ("busy", .status(429), "the service answers with status 429, too many requests"),
        ("busy-daily", .status(429), "too many requests: \"Daily API request limit exceeded."),
        ("down500", .status(500), "the service answers with status 500"),
        ("unknown-path", .status(404), "the service answers with status 404"),
        ("large", .badAnswer, "the answer is larger than 1024 KiB"),
        ("endless", .badAnswer, "the answer is larger than 1024 KiB"),
        ("gzip-bomb", .badAnswer, "the answer is larger than 1024 KiB"),
        ("gzip-bad", .badAnswer, "the answer cannot be taken in: "),
        ("chunked-bad", .unreachable, "the connection with 127.0.0.1:"),
        ("many-headers", .badAnswer, "the headers of the answer are larger than 64 KiB"),
        ("no-http", .badAnswer, "the answer is not HTTP"),
        ("early-close", .unreachable, " closes the connection without an answer"),
        ("short", .unreachable, "the answer breaks off before its end"),
        ("loop", .unreachable, " redirects more than 5 times"),
        ("file", .unreachable, " redirects to an address that is not followed: Protocol \"file\""),
        ("gopher", .unreachable, " redirects to an address that is not followed: Protocol \"gopher\""),
    ]

    @Test("faults are one plain sentence", arguments: faults)
    func fault(name: String, kind: WeatherFailure.Kind, words: String) throws {
        let failure = try #require(throws: WeatherFailure.self) {
            try answer(name).flatMap { readForecast($0) }.get()
        }
        #expect(failure.kind == kind)
        #expect(failure.sentence.contains(words), "\(failure.sentence)")
        #expect(!failure.sentence.contains("\n") && !failure.sentence.hasSuffix("."))
    }

    @Test("Retry-After arrives in both its forms")
    func retryAfter() throws {
        #expect(try answer("busy-seconds").get().retryAfter == "120")
        #expect(try answer("busy").get().retryAfter == nil)
        #expect(try answer("down503").get().retryAfter == "90")
        let now = Int(Date().timeIntervalSince1970)
        let failure = try #require(throws: WeatherFailure.self) {
            try readForecast(answer("busy-date").get(), now: now).get()
        }
        // The server says ten minutes after its start.
        #expect(try (500...600).contains(#require(failure.retryAfter).ceiling))
    }

    @Test("the time allowed ends a drip, in the body and in the headers", arguments: ["drip", "drip-head", "silent"])
    func timeLimit(name: String) throws {
        let start = ContinuousClock.now
        let failure = try #require(throws: WeatherFailure.self) {
            try answer(name, limits: HTTPLimits(seconds: 1.5)).get()
        }
        let spent = ContinuousClock.now - start
        #expect(failure.kind == .timeout)
        #expect(failure.sentence == (name == "drip" ? "the answer did not end" : "no answer came") + " within 1.5 s")
        #expect(spent >= .seconds(1.4) && spent < .seconds(4), "\(spent)")
    }

    @Test("closed ports, unknown hosts, wrong addresses")
    func unreachable() throws {
        func failure(_ base: String) throws -> WeatherFailure {
            try #require(throws: WeatherFailure.self) { try HTTPTransport(base: base).send(Self.question).get() }
        }
        #expect(try failure("http://127.0.0.1:1").sentence == "127.0.0.1:1 refuses the connection")
        #expect(
            try failure("http://name.invalid").sentence == "the host name.invalid cannot be found (is there a network?)"
        )
        #expect(try failure("http://user:secret@127.0.0.1:1/x").sentence == "127.0.0.1:1 refuses the connection")
        for base in [
            "ftp://127.0.0.1", "127.0.0.1", "http://", "http:///x", "http://a b", "http://a?b", "http://a#b", "",
        ] {
            #expect(!HTTPTransport.isUsable(base: base), "\(base)")
            #expect(try failure(base).sentence.hasSuffix("is no http or https address"))
        }
        #expect(HTTPTransport.isUsable(base: "HTTPS://Example.org:8443/a/b/"))
        // A plain server is asked for a secure connection.
        let secure = try Self.server.get().address.replacing("http:", with: "https:")
        let sentence = try failure(secure).sentence
        #expect(sentence.hasPrefix("no secure connection with 127.0.0.1:"), "\(sentence)")
    }

    @Test("the limits are those of the device, and odd ones do no harm")
    func limits() throws {
        let limits = HTTPTransport().limits
        #expect(limits.seconds == Double(WeatherRequest.timeLimit) && limits.bytes == WeatherRequest.sizeLimit)
        #expect([0, -1, .nan, 0.0001].map(HTTPLimits.milliseconds) == [1, 1, 1, 1])
        #expect(HTTPLimits.milliseconds(.infinity) == 86_400_000 && HTTPLimits.milliseconds(15) == 15_000)
        #expect(try answer("redirect", limits: HTTPLimits(redirects: 0)).isFailure)
        #expect(try answer("redirect", limits: HTTPLimits(redirects: -5)).isFailure)
        #expect(try answer("good", limits: HTTPLimits(bytes: 10)).isFailure)
    }

    @Test("what is asked, and by whom")
    func question() throws {
        let server = try ForecastServer()
        let transport = HTTPTransport(base: server.address + "/good/", userAgent: "ambient/1.2")
        _ = transport.send(.forecast(.placeholder))
        let lines = server.log.split(separator: "\n").map(String.init)
        #expect(lines.first == "/good/v1/forecast?latitude=41.499&longitude=-81.694&current=weather_code,is_day")
        #expect(lines.contains("  User-Agent: ambient/1.2"))
        let search = HTTPTransport(base: server.address + "/cities")
        let cities = try readCitySearch(search.send(#require(.search("São Tomé"))).get()).get()
        #expect(cities.map(\.label) == ["Springfield, Illinois", "Berlin, Germany"])
        #expect(server.log.contains("/cities/v1/search?name=S%C3%A3o%20Tom%C3%A9&count=10&language=en&format=json\n"))
    }

    @Test("many questions at once")
    func concurrent() async throws {
        let transport = HTTPTransport(base: try Self.server.get().address + "/good")
        let answers = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? transport.send(Self.question).get().status) == 200 } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 20)
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

import Testing
import WeatherClient

@Suite struct HTTPTransportTests {
    @Test func keepsItsBase() { #expect(HTTPTransport(base: "http://127.0.0.1:1").base == "http://127.0.0.1:1") }
}

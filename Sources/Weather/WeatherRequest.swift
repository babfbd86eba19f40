/// A question for the weather service: what follows the base URL.
public struct WeatherRequest: Hashable, Sendable {
    /// Seconds that an answer may take in all.
    public static let timeLimit = 15
    /// The largest number of bytes of an answer that is read.
    public static let sizeLimit = 1 << 20
    public static let forecastBase = "https://api.open-meteo.com"
    public static let searchBase = "https://geocoding-api.open-meteo.com"

    /// The base URL of the service that answers it.
    public let standardBase: String
    /// Path and query, percent-encoded, such as `/v1/forecast?latitude=41.499&…`.
    public let target: String

    /// What the weather is now.
    public static func forecast(_ location: WeatherLocation) -> WeatherRequest {
        WeatherRequest(
            standardBase: forecastBase,
            target: "/v1/forecast?latitude=\(DecimalText.thousandths(location.latitude))"
                + "&longitude=\(DecimalText.thousandths(location.longitude))&current=weather_code,is_day")
    }

    /// Cities of that name; nil for fewer than two letters (blanks at the ends do not count).
    public static func search(_ name: String) -> WeatherRequest? {
        let name = DecimalText.trimmed(name[...])
        guard name.count >= 2, name.utf8.count <= 400 else { return nil }
        return WeatherRequest(
            standardBase: searchBase, target: "/v1/search?name=\(encoded(name))&count=10&language=en&format=json")
    }

    /// The whole URL; `base` replaces the service's own and may end in a slash.
    public func url(base: String? = nil) -> String {
        var base = base ?? standardBase
        while base.hasSuffix("/") { base.removeLast() }
        return base + target
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986.
    private static func encoded(_ text: String) -> String {
        let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8
        return text.utf8.reduce(into: "") { output, byte in
            if plain.contains(byte) {
                output.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                output += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }
}

/// What came back over HTTP.
public struct WeatherAnswer: Hashable, Sendable {
    public var status: Int
    /// The `Retry-After` header as sent; nil without one.
    public var retryAfter: String?
    public var body: [UInt8]

    public init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// The port to the network.
public protocol WeatherTransport: Sendable {
    /// Asks and waits for the whole answer, at most `WeatherRequest.timeLimit` seconds.
    ///
    /// A failure is of the kinds `timeout`, `unreachable`, and `badAnswer` for what cannot be taken in: too large,
    /// wrongly packed.
    func send(_ request: WeatherRequest) -> Result<WeatherAnswer, WeatherFailure>
}

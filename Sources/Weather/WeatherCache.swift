public import Diagnostics
import FrameCore
import StructuredText

/// The last good answer, as `weather-cache.json` keeps it between runs.
public struct WeatherCache: Hashable, Sendable {
    public static let fileName = "weather-cache.json"

    public let conditions: WeatherConditions
    /// Where the conditions were.
    public let location: WeatherLocation
    /// When the answer came, in seconds since 1970.
    public let time: Int

    public init(_ conditions: WeatherConditions, at location: WeatherLocation, time: Int) {
        self.conditions = conditions
        self.location = location
        self.time = time
    }

    /// Reads the file; nil for anything that is not what `bytes` writes.
    ///
    /// A lost cache costs one question.
    public init?(_ source: SourceText) {
        guard let root = JSONReader.read(source).root, let code = WeatherCache.integer(root["code"], limit: 0x1p31),
            let isDay = root["isDay"]?.bool, let time = WeatherCache.integer(root["time"], limit: 0x1p53),
            let place = root["location"], let latitude = place["latitude"]?.number,
            let longitude = place["longitude"]?.number,
            let location = WeatherLocation(
                name: place["name"]?.string ?? "", latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(WeatherConditions(code: code, isDay: isDay), at: location, time: time)
    }

    /// The file's text.
    public var bytes: [UInt8] {
        let json = JSONText.object([
            ("code", .integer(conditions.code)), ("isDay", .bool(conditions.isDay)), ("time", .integer(time)),
            ("location", location.json),
        ])
        return Array((json.text + "\n").utf8)
    }

    /// The conditions, if they are those of that place; whatever it is called.
    public func conditions(at place: WeatherLocation?) -> WeatherConditions? {
        location.isSamePlace(as: place) ? conditions : nil
    }

    /// How old the answer is, for people: `12 min old`; what is not yet is `new`.
    public func age(now: Int) -> String {
        let seconds = seconds(until: now)
        if seconds == 0 { return "new" }
        let (hours, minutes) = (seconds / 3600, seconds / 60)
        return hours >= 48 ? "\(hours / 24) days old" : hours > 0 ? "\(hours) h old" : "\(minutes) min old"
    }

    /// Seconds since the answer came, at least 0.
    public func seconds(until now: Int) -> Int {
        let (seconds, overflow) = now.subtractingReportingOverflow(time)
        return overflow ? 0 : max(seconds, 0)
    }

    /// Whether the answer is older than it gets while it is asked for every 45 minutes.
    public func isStale(now: Int) -> Bool { Rational(seconds(until: now)) > WeatherController.pollInterval }

    private static func integer(_ node: Node?, limit: Double) -> Int? {
        guard let number = node?.number, number.magnitude < limit else { return nil }
        return Int(exactly: number)
    }
}

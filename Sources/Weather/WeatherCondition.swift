/// What a WMO weather code comes down to.
public enum WeatherCondition: String, CaseIterable, Sendable {
    case sunny, cloudy, foggy, rainy, snowy, stormy

    /// The condition of a WMO weather code; every code has one, and what is in no range is cloudy.
    public init(code: Int) {
        self = WeatherCondition.ranges.first { $0.codes.contains(code) }?.condition ?? .cloudy
    }

    /// The codes of each condition.
    public static let ranges: [(codes: ClosedRange<Int>, condition: WeatherCondition)] = [
        (0...1, .sunny), (2...3, .cloudy), (45...45, .foggy), (48...48, .foggy), (51...67, .rainy), (71...77, .snowy),
        (80...82, .rainy), (85...86, .snowy), (95...99, .stormy),
    ]

    /// The tag of the condition in one half of the day, such as `night-rainy`.
    public func tag(_ period: DayPeriod) -> String { period.rawValue + "-" + rawValue }
}

/// The codes that the forecast service documents, with its words for them.
public enum WMOCode {
    public static let documented: [(code: Int, meaning: String)] = [
        (0, "clear sky"), (1, "mainly clear"), (2, "partly cloudy"), (3, "overcast"), (45, "fog"),
        (48, "depositing rime fog"), (51, "light drizzle"), (53, "moderate drizzle"), (55, "dense drizzle"),
        (56, "light freezing drizzle"), (57, "dense freezing drizzle"), (61, "slight rain"), (63, "moderate rain"),
        (65, "heavy rain"), (66, "light freezing rain"), (67, "heavy freezing rain"), (71, "slight snow fall"),
        (73, "moderate snow fall"), (75, "heavy snow fall"), (77, "snow grains"), (80, "slight rain showers"),
        (81, "moderate rain showers"), (82, "violent rain showers"), (85, "slight snow showers"),
        (86, "heavy snow showers"), (95, "thunderstorm"), (96, "thunderstorm with slight hail"),
        (99, "thunderstorm with heavy hail"),
    ]

    /// The service's words for a code; nil for one that it does not document.
    public static func meaning(_ code: Int) -> String? { documented.first { $0.code == code }?.meaning }
}

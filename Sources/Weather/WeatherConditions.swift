/// What the forecast says about now.
public struct WeatherConditions: Hashable, Sendable {
    /// The WMO weather code; any number.
    public let code: Int
    public let isDay: Bool

    public init(code: Int, isDay: Bool) {
        self.code = code
        self.isDay = isDay
    }

    /// Reads `code=61,day=false` in either order; `day` may be left out and is then true; nil for anything else.
    ///
    /// `true`, `on`, `yes` and `1` mean day; `false`, `off`, `no` and `0` mean night.
    public init?(text: String) {
        var code: Int?
        var isDay: Bool?
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            switch (sides[0], sides[1]) {
            case ("code", let value) where code == nil:
                guard let number = Int(value), number.magnitude <= 1 << 31 else { return nil }
                code = number
            case ("day", "true"), ("day", "on"), ("day", "yes"), ("day", "1"):
                guard isDay == nil else { return nil }
                isDay = true
            case ("day", "false"), ("day", "off"), ("day", "no"), ("day", "0"):
                guard isDay == nil else { return nil }
                isDay = false
            default: return nil
            }
        }
        guard let code else { return nil }
        self.init(code: code, isDay: isDay ?? true)
    }

    public var condition: WeatherCondition { WeatherCondition(code: code) }

    public var period: DayPeriod { isDay ? .day : .night }

    /// The three tags that may choose a theme, the most exact first: `night-rainy`, `rainy`, `any`.
    public var candidates: [String] { [condition.tag(period), condition.rawValue, WeatherTag.any] }
}

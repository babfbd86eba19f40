import Diagnostics

/// The tags that weather can choose a theme by: a fixed vocabulary, in lower case.
public enum WeatherTag {
    /// The tag of a theme that suits every weather.
    public static let any = "any"

    /// The six conditions, each also the tag for day and night alike.
    public static let conditions = WeatherCondition.allCases.map(\.rawValue)

    /// All 19: each condition by day, by night and at any time, and `any`.
    public static let all =
        DayPeriod.allCases.flatMap { period in WeatherCondition.allCases.map { $0.tag(period) } } + conditions + [any]

    /// Whether a tag, in lower case, is one of the 19.
    public static func isKnown(_ tag: String) -> Bool {
        // By bytes: Swift's equality takes some letters outside ASCII for ASCII ones.
        all.contains { $0.utf8.elementsEqual(tag.utf8) }
    }

    /// What is wrong with a tag as an author wrote it, in any case, and what to write instead; nil for one of the 19.
    public static func problem(with tag: String) -> (message: String, hint: String)? {
        let lower = tag.lowercased()
        guard !isKnown(lower) else { return nil }
        return (
            "\(Wording.quoted(tag)) is no weather tag; it never matches",
            Wording.suggestion(for: lower, among: all)
                ?? "the tags are any, and \(conditions.joined(separator: ", ")), each also with day- or night- before it"
        )
    }
}

/// The half of the day that the forecast tells apart.
public enum DayPeriod: String, CaseIterable, Sendable {
    case day, night
}

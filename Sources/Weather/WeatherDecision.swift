public import Diagnostics
public import FrameCore

/// An installed theme, as far as weather is concerned.
public struct WeatherTheme: Hashable, Sendable {
    public let id: String
    /// Lower-case tags; unknown ones never match.
    public let tags: [String]

    public init(id: String, tags: [String]) {
        self.id = id
        self.tags = tags
    }

    func carries(_ tag: String) -> Bool { tags.contains { $0.utf8.elementsEqual(tag.utf8) } }
}

/// Which theme suits the weather, and why.
public struct WeatherDecision: Hashable, Sendable {
    public let conditions: WeatherConditions
    /// The first candidate that an installed theme carries; nil when none does.
    public let matchedTag: String?
    /// The theme that is active after the decision; nil when none was and none matches.
    public let theme: String?
    /// Whether that is another theme than before.
    public let changed: Bool
    /// One sentence without a full stop.
    public let reason: String

    /// Decides: the first candidate carried by an installed theme counts, an active theme that carries it stays, and
    /// of several others one is drawn.
    ///
    /// Nothing is drawn from `random` unless two or more themes are equally good.
    public init(
        _ conditions: WeatherConditions, themes: [WeatherTheme], active: String?, random: inout SeededRandom
    ) {
        self.conditions = conditions
        for tag in conditions.candidates {
            let carriers = themes.filter { $0.carries(tag) }
            guard !carriers.isEmpty else { continue }
            matchedTag = tag
            if let active, carriers.contains(where: { $0.id == active }) {
                theme = active
                changed = false
                reason = "the active theme carries the tag \(tag)"
                return
            }
            theme = carriers[random.next(below: carriers.count)].id
            changed = true
            reason =
                carriers.count == 1
                ? "the only theme with the tag \(tag)" : "drawn from \(carriers.count) themes with the tag \(tag)"
            return
        }
        matchedTag = nil
        theme = active
        changed = false
        reason = "no installed theme carries \(conditions.candidates.joined(separator: ", ")); the theme is kept"
    }

    /// `{"code", "isDay", "condition", "candidates", "matchedTag", "theme", "changed", "reason"}`.
    public var json: JSONText {
        .object([
            ("code", .integer(conditions.code)), ("isDay", .bool(conditions.isDay)),
            ("condition", .string(conditions.condition.rawValue)),
            ("candidates", .array(conditions.candidates.map { .string($0) })),
            ("matchedTag", matchedTag.map { .string($0) } ?? .null), ("theme", theme.map { .string($0) } ?? .null),
            ("changed", .bool(changed)), ("reason", .string(reason)),
        ])
    }
}

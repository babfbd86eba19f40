import Diagnostics
import Foundation
import Packages
import Storage
import StructuredText
import Weather

/// What the weather reads and writes under `--root`.
struct WeatherFiles {
    let folder: DeviceFolder

    init(_ root: RootFolder) { folder = DeviceFolder(path: root.path) }

    /// A file as text; nil when there is none.
    private func source(_ name: String) throws(StorageError) -> SourceText? {
        try folder.read(name).map { SourceText(name: folder.path + "/" + name, bytes: $0) }
    }

    /// The location file; nil when there is none.
    func settings() throws(StorageError) -> WeatherSettings? {
        try source(WeatherSettings.fileName).map { WeatherSettings($0) }
    }

    /// The last answer; nil when there is none, or it cannot be read.
    func cache() -> WeatherCache? {
        (try? source(WeatherCache.fileName)).flatMap { $0 }.flatMap { WeatherCache($0) }
    }

    /// Writes the placeholder where there is still no location file.
    func writePlaceholder() throws(StorageError) {
        let lock = try folder.lock()
        guard try folder.read(WeatherSettings.fileName) == nil else { return }
        try folder.replace(WeatherSettings.fileName, with: WeatherSettings.placeholder, holding: lock)
    }

    /// Keeps an answer and lets it choose the theme, unless matching is off; what is installed is read under the lock.
    func apply(
        _ conditions: WeatherConditions, keeping cache: WeatherCache?, seed: UInt64
    ) throws -> (outcome: WeatherOutcome, library: PackageLibrary, diagnostics: [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        let lock = try folder.lock()
        if let cache { try folder.replace(WeatherCache.fileName, with: cache.bytes, holding: lock) }
        let library = PackageLibrary(root: folder.path)
        let outcome = WeatherOutcome(library.decide(conditions, seed: seed), library: library)
        if outcome.changed, let theme = outcome.theme {
            let update = try StateFile(folder).update(holding: lock) { _ in [.activeTheme(theme)] }
            diagnostics = update.diagnostics
        }
        return (outcome, library, diagnostics)
    }
}

/// What weather leads to on this device.
struct WeatherOutcome {
    let decision: WeatherDecision
    /// The theme that is active afterwards.
    let theme: String?
    let changed: Bool
    let reason: String

    /// A decision as it is; with a library, one that counts only while matching is on there.
    init(_ decision: WeatherDecision, library: PackageLibrary? = nil) {
        self.decision = decision
        guard let library, !library.weatherAutoTheme else {
            theme = decision.theme
            changed = decision.changed
            reason = decision.reason
            return
        }
        theme = library.activeTheme?.id
        changed = false
        reason =
            "weather matching is off; it would "
            + (decision.changed ? "choose \(decision.theme ?? "nothing")" : "change nothing")
    }

    /// The members of the JSON form.
    func members(_ place: WeatherLocation?) -> [(String, JSONText)] {
        let conditions = decision.conditions
        return [
            ("code", .integer(conditions.code)), ("isDay", .bool(conditions.isDay)),
            ("condition", .string(conditions.condition.rawValue)),
            ("candidates", .array(conditions.candidates.map { .string($0) })),
            ("matchedTag", decision.matchedTag.map { .string($0) } ?? .null),
            ("theme", theme.map { .string($0) } ?? .null), ("changed", .bool(changed)), ("reason", .string(reason)),
            ("location", place?.json ?? .null),
        ]
    }

    /// The lines for people; `place` and `age` may be left out.
    func lines(_ details: [String]) -> [String] {
        let conditions = decision.conditions
        let code = ["code \(conditions.code)", WMOCode.meaning(conditions.code)].compactMap { $0 }
        let weather = "\(conditions.condition.rawValue) by \(conditions.period.rawValue)"
        return [
            (["weather: \(weather) (\(code.joined(separator: ", ")))"] + details).joined(separator: ", "),
            "candidates: " + conditions.candidates.joined(separator: ", "),
            "theme: \(theme ?? "none"): \(reason)",
        ]
    }
}

extension PackageLibrary {
    /// What the weather controller would choose among the installed themes.
    func decide(_ conditions: WeatherConditions, seed: UInt64) -> WeatherDecision {
        var random = WeatherController.random(seed: seed)
        return WeatherDecision(
            conditions, themes: themes.map { WeatherTheme(id: $0.id, tags: $0.weatherTags) }, active: activeTheme?.id,
            random: &random)
    }
}

/// The option `--weather`: conditions instead of a forecast.
struct WeatherChoice: Sendable {
    static let option = Option(
        "weather", value: "code=N,day=B", "the weather to choose a theme by, instead of a forecast")
    static let seedOption = Option("seed", value: "N", "draws between equally good themes (0)")

    let conditions: WeatherConditions
    let seed: UInt64

    /// Nil when the option was not given.
    init?(_ arguments: Arguments) throws(CommandFailure) {
        let text = arguments.value("weather")
        guard let text else { return nil }
        guard let conditions = WeatherConditions(text: text) else {
            throw .usage("--weather '\(text)' is not a weather", hint: "for example --weather code=61,day=false")
        }
        self.conditions = conditions
        seed = try WeatherChoice.seed(arguments)
    }

    static func seed(_ arguments: Arguments) throws(CommandFailure) -> UInt64 {
        try arguments.value("seed", expected: "a whole number from 0") { UInt64($0) } ?? 0
    }

    /// The installed theme that suits the weather; nil when the active one stays.
    func theme(of library: PackageLibrary) -> ThemePackage? {
        let decision = library.decide(conditions, seed: seed)
        return decision.changed ? decision.theme.flatMap { library.theme(id: $0) } : nil
    }
}

import Diagnostics
import Foundation

/// A locale as written on the command line: `en_US`, `de-AT`, `zh_Hant_HK`, `en_US_POSIX`, `en_US@hours=h23`.
struct ClockLocale: Sendable {
    let locale: Locale
    /// The identifier without keywords, its parts joined by hyphens, for choosing letter shapes.
    let language: String

    /// Finds a locale: its language must be one that ICU has, its script and region must exist.
    ///
    /// Language and region are free to be combined, as on the device (`de_JP`). ICU itself takes any text and falls back
    /// to its root locale without a word.
    init(_ identifier: String) throws(DrawingError) {
        let core = identifier.prefix { $0 != "@" }
        let keywords = identifier[core.endIndex...]
        let parts = core.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }.map(String.init)
        guard identifier.utf8.count <= 128, identifier.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 32 }),
            let first = parts.first, ClockLocale.languages.contains(first.lowercased())
        else { throw ClockLocale.unknown(identifier, "“\(identifier.prefix(80))” is no locale") }

        var rest = parts.dropFirst()
        var canonical = [first.lowercased()]
        if let script = rest.first, script.count == 4, script.allSatisfy(\.isLetter) {
            guard ClockLocale.scripts.contains(script.capitalized) else {
                throw ClockLocale.unknown(identifier, "“\(script)” in the locale “\(identifier)” is no script")
            }
            canonical.append(script.capitalized)
            rest.removeFirst()
        }
        if let region = rest.first, region.count == 2 || region.count == 3 {
            guard ClockLocale.regions.contains(region.uppercased()) else {
                throw ClockLocale.unknown(identifier, "“\(region)” in the locale “\(identifier)” is no region")
            }
            canonical.append(region.uppercased())
            rest.removeFirst()
        }
        // Variants (POSIX, VALENCIA, 1996, ...) are letters and digits; BCP 47 extensions have one-letter parts.
        guard rest.allSatisfy({ 4...8 ~= $0.count && $0.allSatisfy { $0.isLetter || $0.isNumber } }) else {
            throw ClockLocale.unknown(identifier, "“\(identifier)” is no locale")
        }
        language = canonical.joined(separator: "-")
        canonical += rest.map { $0.uppercased() }
        locale = Locale(identifier: canonical.joined(separator: "_") + keywords)
    }

    private static func unknown(_ identifier: String, _ message: String) -> DrawingError {
        let bare = String(identifier.prefix { $0 != "." && $0 != "@" }.replacing("-", with: "_"))
        let identifiers = Locale.availableIdentifiers
        let nearest = identifiers.contains(bare) ? bare : Wording.nearest(to: bare, among: identifiers)
        return DrawingError(
            .unknownLocale, message, hint: nearest.map { "did you mean \($0)?" } ?? "a locale is written like en_US")
    }

    /// The parts of every identifier that ICU has data for: language, then script, region or variant.
    private static let known: [[String]] = Locale.availableIdentifiers.map { identifier in
        identifier.split(separator: "_").map(String.init)
    }
    private static let languages = Set(known.compactMap { $0.first?.lowercased() })
    private static let scripts = Set(known.flatMap { $0.dropFirst() }.filter { $0.count == 4 })
    private static let regions = Set(known.flatMap { $0.dropFirst() }.filter { 2...3 ~= $0.count })
        .union(Locale.Region.isoRegions.map(\.identifier))
}

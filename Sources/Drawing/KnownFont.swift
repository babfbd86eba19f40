/// A font file by name: what the catalogue looks for.
///
/// `Docs/Fonts.md` shows the list.
struct KnownFont: Sendable {
    let fileName: String
    let family: String
    let package: String

    static let interPackage = "fonts-inter-variable"
    static let corePackage = "fonts-noto-core"
    static let cjkPackage = "fonts-noto-cjk"
    static let emojiPackage = "fonts-noto-color-emoji"
    static let packages = [interPackage, corePackage, cjkPackage, emojiPackage]

    static let interFamily = "Inter"
    static let emojiFamily = "Noto Color Emoji"
    /// Stands for all families of the East Asian file.
    static let cjkFamily = "Noto Sans CJK"

    /// The files in the order in which they are tried, in steps.
    ///
    /// A step is opened only for text that the steps before it cannot show. Inter alone is ready in milliseconds; scanning the last two files takes a tenth of a second.
    static let tiers: [[KnownFont]] = [
        ["Inter-roman.var.ttf", "Inter-italic.var.ttf"].map {
            KnownFont(fileName: $0, family: interFamily, package: interPackage)
        },
        core.map { name in
            KnownFont(fileName: fileName(core: name), family: name, package: corePackage)
        },
        [
            KnownFont(fileName: "NotoSansCJK-Regular.ttc", family: cjkFamily, package: cjkPackage),
            KnownFont(fileName: "NotoColorEmoji.ttf", family: emojiFamily, package: emojiPackage),
        ],
    ]

    /// Families of `fonts-noto-core`: scripts of the locales ICU knows, those with most readers first, then symbols.
    private static let core = [
        "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Bengali",
        "Noto Sans Gurmukhi", "Noto Sans Gujarati", "Noto Sans Oriya", "Noto Sans Tamil", "Noto Sans Telugu",
        "Noto Sans Kannada", "Noto Sans Malayalam", "Noto Sans Sinhala", "Noto Sans Thai", "Noto Sans Lao",
        "Noto Sans Khmer", "Noto Sans Myanmar", "Noto Serif Tibetan", "Noto Sans Georgian", "Noto Sans Armenian",
        "Noto Sans Ethiopic", "Noto Sans Cherokee", "Noto Sans Canadian Aboriginal", "Noto Sans Mongolian",
        "Noto Sans Thaana", "Noto Sans Syriac", "Noto Sans NKo", "Noto Sans Tifinagh", "Noto Sans Ol Chiki",
        "Noto Sans Adlam", "Noto Sans Chakma", "Noto Sans Meetei Mayek", "Noto Sans Hanifi Rohingya", "Noto Sans Vai",
        "Noto Sans Yi", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math",
    ]

    private static func fileName(core family: String) -> String {
        family.filter { $0 != " " } + "-Regular.ttf"
    }

    /// The families of `NotoSansCJK-Regular.ttc`, that of a language first.
    static func cjkFamilies(first language: String) -> [String] {
        let first = cjkFamilies.filter { $0.language == language }
        return (first + cjkFamilies.filter { $0.language != language }).map(\.family)
    }

    private static let cjkFamilies: [(language: String, family: String)] = [
        ("zh-hans", "Noto Sans CJK SC"), ("ja", "Noto Sans CJK JP"), ("ko", "Noto Sans CJK KR"),
        ("zh-hant", "Noto Sans CJK TC"), ("zh-hk", "Noto Sans CJK HK"),
    ]

    /// The package most likely to have a character that Inter lacks.
    static func package(for scalar: Unicode.Scalar) -> String {
        if TextLanguage.isEastAsian(scalar) { return cjkPackage }
        if scalar.properties.isEmojiPresentation || scalar.value == 0xfe0f { return emojiPackage }
        return corePackage
    }
}

/// OpenType features of Inter that can be asked for.
public struct TextFeatures: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `tnum`: all digits have one width, so that a clock does not jitter.
    public static let tabularFigures = TextFeatures(rawValue: 1)
    /// `case`: punctuation at the height of capitals and digits.
    public static let caseSensitiveForms = TextFeatures(rawValue: 2)
    /// What a clock is set with.
    public static let clock: TextFeatures = [.tabularFigures, .caseSensitiveForms]

    /// The features as Pango and HarfBuzz write them.
    var openTypeSettings: String {
        var settings: [String] = []
        if contains(.tabularFigures) { settings.append("tnum=1") }
        if contains(.caseSensitiveForms) { settings.append("case=1") }
        return settings.joined(separator: ",")
    }
}

/// How a line of text looks.
public struct TextStyle: Hashable, Sendable {
    public var face: FontFace
    /// Pixels per em; above zero.
    public var pixelSize: Double
    public var colour: RGBAColour
    public var features: TextFeatures
    /// The language of the text as a locale identifier or language tag: decides between Chinese, Japanese and Korean
    /// letter shapes, and the forms that some languages want.
    public var language: String

    public init(
        face: FontFace, pixelSize: Double, colour: RGBAColour = .white, features: TextFeatures = [],
        language: String = "en"
    ) {
        self.face = face
        self.pixelSize = pixelSize
        self.colour = colour
        self.features = features
        self.language = language
    }
}

/// One line of text to shape: everything that decides its outline.
struct TextLine: Hashable, Sendable {
    let text: String
    let face: FontFace
    let features: TextFeatures
    /// A language tag of letters, digits and hyphens.
    let language: String

    /// Longer text is cut: far more than any screen shows, and well inside Pango's 32-bit units.
    static let longest = 4096

    init(_ text: String, like line: TextLine) {
        self.text = text
        face = line.face
        features = line.features
        language = line.language
    }

    init(_ text: String, style: TextStyle) {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(TextLine.longest) {
            // One line: breaks, tabs and other controls become spaces. U+2028 and U+2029 are no controls but break too.
            let isControl = scalar.properties.generalCategory == .control
            line.append(isControl || scalar.value == 0x2028 || scalar.value == 0x2029 ? " " : scalar)
        }
        self.text = String(line)
        face = style.face
        features = style.features
        // Keywords after @ are the locale's, not the language's.
        let tag = style.language.prefix { $0 != "@" && $0 != "." }.replacing("_", with: "-")
        let isTag = tag.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || "0"..."9" ~= $0)
        }
        language = isTag && !tag.isEmpty ? String(tag.prefix(64)) : "en"
    }
}

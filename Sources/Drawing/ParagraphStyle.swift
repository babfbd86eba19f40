/// How a text of several lines is set.
public struct ParagraphStyle: Hashable, Sendable {
    /// Where lines shorter than the width stand.
    public enum Alignment: Hashable, Sendable {
        /// Left, or right in a text that reads from the right.
        case leading
        case centre
        /// The other side.
        case trailing
    }

    public var text: TextStyle
    /// The width in pixels at which lines break, between words where that is possible.
    public var width: Double
    /// The last of more lines ends with an ellipsis; at least 1.
    public var largestLineCount: Int
    public var alignment: Alignment
    /// From base line to base line, in ems.
    public var lineHeight: Double

    public init(
        text: TextStyle, width: Double, largestLineCount: Int = 1, alignment: Alignment = .leading,
        lineHeight: Double = 1.25
    ) {
        self.text = text
        self.width = width
        self.largestLineCount = largestLineCount
        self.alignment = alignment
        self.lineHeight = lineHeight
    }

    /// Ems below which a column would be a letter or two wide: the text is then set as one line.
    public static let narrowestColumn = 4.0
}

/// Everything that decides the outline of a paragraph.
struct ParagraphShape: Hashable, Sendable {
    let line: TextLine
    /// In ems.
    let width: Double
    let lineCount: Int
    let alignment: ParagraphStyle.Alignment
    /// In ems.
    let lineHeight: Double

    /// Pixels per em to shape at: lines of many ems fit Pango's 32-bit units, and it is the emoji font's neighbourhood.
    static let referenceSize = 128.0
    /// The widest column in ems: within 32 bits of 1/1024 pixel at the reference size.
    private static let widest = 8192.0
    private static let mostLines = 200
    /// Letters an em of width, at most: those beyond are cut off before they are shaped, since they cannot show.
    private static let lettersPerEm = 8.0

    init(_ text: String, style: ParagraphStyle) {
        let size = min(style.text.pixelSize, TextRenderer.largestPixelSize)
        let ems = style.width.isFinite ? style.width / size : ParagraphShape.widest
        // Steps of 1/64 em, so that the last bits of a width do not decide about a break.
        width = max(1, (min(max(ems, 1), ParagraphShape.widest) * 64).rounded(.down) / 64)
        let isColumn = ems >= ParagraphStyle.narrowestColumn
        lineCount = isColumn ? min(max(1, style.largestLineCount), ParagraphShape.mostLines) : 1
        alignment = style.alignment
        lineHeight = style.lineHeight.isFinite ? min(max(style.lineHeight, 0.5), 8) : 1.25
        let most = min(width * Double(lineCount) * ParagraphShape.lettersPerEm + 64, Double(TextLine.longest))
        var start = String.UnicodeScalarView()
        start.append(contentsOf: text.unicodeScalars.prefix(Int(most)))
        line = TextLine(String(start), style: style.text)
    }
}

/// A set paragraph as geometry in ems, from the top left of its column.
struct ParagraphOutline: Sendable {
    var glyphs = TextOutline()
    var lineCount = 0
    /// The part of the column that its lines take.
    var left = 0.0
    var right = 0.0
    var isTruncated = false
}

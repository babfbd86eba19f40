/// A text's lines in a column, in points.
package struct TextMeasures: Sendable {
    /// The left edge of the longest line, from that of the column: not 0 where a text reads from the right.
    package var left: Double
    package var width: Double
    package var height: Double
    package var lines: Int
    package var isTruncated: Bool

    package init(left: Double, width: Double, height: Double, lines: Int, isTruncated: Bool) {
        self.left = left
        self.width = width
        self.height = height
        self.lines = lines
        self.isTruncated = isTruncated
    }
}

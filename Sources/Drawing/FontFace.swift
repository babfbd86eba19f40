/// A face of the one text family, Inter: a weight, upright or italic.
public struct FontFace: Hashable, Sendable, CustomStringConvertible {
    /// The `wght` axis, 100 (Thin) to 900 (Black).
    public let weight: Int
    public let isItalic: Bool

    /// Creates a face; a weight outside 100…900 becomes the nearest of them.
    public init(weight: Int, isItalic: Bool = false) {
        self.weight = min(max(weight, FontFace.weights.lowerBound), FontFace.weights.upperBound)
        self.isItalic = isItalic
    }

    /// The range of the `wght` axis of Inter.
    public static let weights = 100...900

    /// What an unknown font name falls back to: the system font, thin.
    public static let thin = FontFace(weight: 100)
    public static let regular = FontFace(weight: 400)

    /// For people: `Inter 100`, `Inter 700 Italic`.
    public var description: String { "Inter \(weight)\(isItalic ? " Italic" : "")" }
}

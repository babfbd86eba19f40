public import FrameCore

/// What is left out of a golden: pixels that are blackened before hashing, or a layer that is not drawn.
public enum GoldenMask: Sendable, Hashable {
    /// What lies outside the frame does not matter.
    case rectangle(PixelRectangle)
    /// A PNG of the frame's size in the case's folder; white is left out.
    case picture(String)
    /// A layer, by name.
    case layer(String)

    /// Reads `x,y,w,h`, a file name that ends in `.png`, or a layer's name; nil for anything else.
    public init?(text: String) {
        if text.contains(",") {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            let limits = 0...PixelSize.largestSide
            guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2], let height = parts[3],
                limits.contains(x), limits.contains(y), limits.contains(width), limits.contains(height), width > 0,
                height > 0
            else { return nil }
            self = .rectangle(PixelRectangle(x: x, y: y, width: width, height: height))
        } else if text.lowercased().hasSuffix(".png") {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard !text.hasPrefix("/"), !parts.contains(".."), !text.utf8.contains(0) else { return nil }
            self = .picture(text)
        } else {
            guard !text.isEmpty, !text.contains("/"), !text.contains(where: \.isWhitespace) else { return nil }
            self = .layer(text)
        }
    }
}

/// Where the parts of the shelf are: drawing and touching look here.
public struct ShelfLayout: Sendable, Hashable {
    /// What lies under a finger.
    public enum Target: Sendable, Hashable {
        /// A card or a button.
        case item(FocusTarget)
        /// The shelf, but nothing on it that does something.
        case panel
        /// The video above the shelf.
        case video
    }

    public let screen: ScreenGeometry
    public let filmCount: Int

    public init(screen: ScreenGeometry, filmCount: Int) {
        self.screen = screen
        self.filmCount = max(0, filmCount)
    }

    /// The largest scroll of the row of films, in points; 0 where all fit.
    public var largestScroll: Double { 0 }

    /// The scroll nearest to `scroll` at which the card of a film is wholly seen.
    public func scroll(showing film: Int, from scroll: Double) -> Double { min(max(scroll, 0), largestScroll) }

    /// What lies at a point.
    public func target(x: Double, y: Double, scroll: Double) -> Target { .video }
}

/// Sizes of the player's chrome on one screen, in points.
///
/// Three steps: a television across the room, a tablet, a phone in the hand. Screens too small for any of them get the
/// phone's, shrunk.
public struct ChromeMetrics: Sendable, Hashable {
    /// From which distance a screen is looked at.
    public enum Class: Sendable, Hashable {
        case phone, tablet, television
    }

    public let screenClass: Class
    /// What all sizes are multiplied by: 1, less on a screen smaller than any phone.
    public let shrink: Double

    /// Distance of content from the sides, the top and the bottom where no safe area asks for more.
    public let margin: Double
    public let bottomMargin: Double
    /// Text sizes.
    public let headline: Double
    public let caption: Double
    public let chip: Double
    public let cardTitle: Double
    public let controlLabel: Double
    public let controlValue: Double
    public let fact: Double
    public let sleepLine: Double
    /// Poster frames are 16:9.
    public let posterWidth: Double
    public let cardGap: Double
    /// Between a poster and its title.
    public let titleGap: Double
    public let cardRadius: Double
    public let controlHeight: Double
    public let controlGap: Double
    public let controlRadius: Double
    public let icon: Double
    /// Between the header, the films and the controls.
    public let sectionGap: Double
    public let chipHeight: Double
    /// How much a focused card grows.
    public let focusGrowth: Double

    /// Lines of text to their size.
    public static let lineHeight = 1.25
    /// Titles end after so many lines, in the header and under cards.
    public static let titleLines = 2

    public var posterHeight: Double { posterWidth * 9 / 16 }
    public var cardHeight: Double {
        posterHeight + titleGap + cardTitle * ChromeMetrics.lineHeight * Double(ChromeMetrics.titleLines)
    }

    /// Chooses the sizes for a screen.
    public init(_ screen: ScreenGeometry) {
        let (width, height) = (screen.width, screen.height)
        let short = min(width, height)
        if short >= 900, width >= 1400 {
            self.init(television: ())
        } else if short >= 700 {
            self.init(tablet: ())
        } else {
            // The smallest phone is 320 points wide, and 320 high in landscape: three buttons stand beside each other
            // there only with smaller letters, while a finger needs the same room.
            self.init(phone: min(max(height * 0.3, 92), 136), shrink: min(1, short / 300), letters: min(1, short / 340))
        }
    }

    private init(television: Void) {
        screenClass = .television
        shrink = 1
        (margin, bottomMargin) = (80, 60)
        (headline, caption, chip, cardTitle) = (57, 25, 27, 25)
        (controlLabel, controlValue, fact, sleepLine) = (22, 29, 31, 29)
        (posterWidth, cardGap, titleGap, cardRadius) = (276, 40, 14, 14)
        (controlHeight, controlGap, controlRadius, icon) = (84, 20, 18, 36)
        (sectionGap, chipHeight, focusGrowth) = (34, 52, 1.12)
    }

    private init(tablet: Void) {
        screenClass = .tablet
        shrink = 1
        (margin, bottomMargin) = (36, 28)
        (headline, caption, chip, cardTitle) = (34, 15, 16, 15)
        (controlLabel, controlValue, fact, sleepLine) = (13, 16, 19, 17)
        (posterWidth, cardGap, titleGap, cardRadius) = (192, 20, 9, 10)
        (controlHeight, controlGap, controlRadius, icon) = (56, 12, 14, 22)
        (sectionGap, chipHeight, focusGrowth) = (22, 34, 1.08)
    }

    private init(phone poster: Double, shrink: Double, letters: Double) {
        screenClass = .phone
        self.shrink = shrink
        (margin, bottomMargin) = (20 * shrink, 14 * shrink)
        (headline, caption, chip, cardTitle) = (22 * shrink, 12 * shrink, 13 * shrink, 12 * shrink)
        (controlLabel, controlValue, fact, sleepLine) = (11 * letters, 13 * letters, 14.5 * letters, 15 * shrink)
        (posterWidth, cardGap, titleGap, cardRadius) = (poster * shrink, 12 * shrink, 6 * shrink, 7 * shrink)
        (controlHeight, controlGap, controlRadius, icon) = (44 * shrink, 8 * shrink, 11 * shrink, 17 * letters)
        (sectionGap, chipHeight, focusGrowth) = (12 * shrink, 26 * shrink, 1.08)
    }
}

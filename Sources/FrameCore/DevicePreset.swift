/// Landscape or portrait.
public enum Orientation: String, Sendable, CaseIterable {
    case landscape
    case portrait
}

/// Distances from the edges of the screen, in points, that content should keep.
public struct SafeInsets: Sendable, Hashable {
    public var top: Int
    public var left: Int
    public var bottom: Int
    public var right: Int

    public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

/// A screen: points, pixels a point, and safe areas.
public struct DevicePreset: Sendable, Hashable {
    public let name: String
    /// Size in points, held upright (`landscapeOnly` presets: as they stand).
    public let points: PixelSize
    /// Pixels per point.
    public let scale: Int
    public let isLandscapeOnly: Bool
    private let safePortrait: (top: Int, bottom: Int)
    private let safeLandscape: (sides: Int, bottom: Int)

    private init(
        _ name: String, _ width: Int, _ height: Int, scale: Int, portrait: (Int, Int) = (0, 0),
        landscape: (Int, Int) = (0, 0), landscapeOnly: Bool = false
    ) {
        self.name = name
        points = PixelSize(width, height)
        self.scale = scale
        isLandscapeOnly = landscapeOnly
        safePortrait = portrait
        safeLandscape = landscape
    }

    public static func == (left: DevicePreset, right: DevicePreset) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The preset used when none is asked for.
    public static let standard = DevicePreset("iphone-6", 375, 667, scale: 2)

    /// Every preset, in the order shown to people.
    public static let all: [DevicePreset] = [
        DevicePreset("iphone-5s", 320, 568, scale: 2),
        standard,
        DevicePreset("iphone-6-plus", 414, 736, scale: 3),
        DevicePreset("iphone-x", 375, 812, scale: 3, portrait: (44, 34), landscape: (44, 21)),
        DevicePreset("iphone-17", 402, 874, scale: 3, portrait: (62, 34), landscape: (62, 21)),
        DevicePreset("ipad", 768, 1024, scale: 2),
        DevicePreset("apple-tv-hd", 1920, 1080, scale: 1, landscape: (80, 60), landscapeOnly: true),
        DevicePreset("apple-tv-4k", 1920, 1080, scale: 2, landscape: (80, 60), landscapeOnly: true),
    ]

    /// The preset of that name; nil if there is none.
    public static func named(_ name: String) -> DevicePreset? { all.first { $0.name == name } }

    /// The screen in pixels; nil for portrait on a screen that cannot be turned.
    public func pixels(_ orientation: Orientation) -> PixelSize? {
        if isLandscapeOnly {
            return orientation == .landscape ? PixelSize(points.width * scale, points.height * scale) : nil
        }
        let (short, long) = (points.width * scale, points.height * scale)
        return orientation == .portrait ? PixelSize(short, long) : PixelSize(long, short)
    }

    /// The safe insets in points.
    public func safeInsets(_ orientation: Orientation) -> SafeInsets {
        switch orientation {
        case .portrait: SafeInsets(top: safePortrait.top, left: 0, bottom: safePortrait.bottom, right: 0)
        case .landscape:
            SafeInsets(
                top: 0, left: safeLandscape.sides, bottom: safeLandscape.bottom, right: safeLandscape.sides)
        }
    }
}

public import FrameCore

/// A screen in points, from the top left.
public struct ScreenGeometry: Sendable, Hashable {
    public var width: Double
    public var height: Double
    public var safe: SafeInsets
    public var profile: InputProfile

    /// Clamps the sides to at least one point.
    public init(width: Double, height: Double, safe: SafeInsets, profile: InputProfile) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.safe = safe
        self.profile = profile
    }
}

extension ScreenGeometry {
    /// That of the standard preset, held sideways.
    public static let standard = ScreenGeometry(
        width: 667, height: 375, safe: DevicePreset.standard.safeInsets(.landscape), profile: .touch)
}

/// A rectangle in points, from the top left.
public struct PointRectangle: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether a point lies in it; its right and lower edges are outside.
    public func contains(x: Double, y: Double) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }
}

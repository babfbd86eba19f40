import FrameCore
import Interaction

/// A screen that layouts are tested on.
struct LayoutScreen: Sendable, CustomStringConvertible {
    let name: String
    let geometry: ScreenGeometry
    var description: String { name }

    /// Every preset in every orientation it has.
    static let all: [LayoutScreen] = DevicePreset.all.flatMap { preset in
        Orientation.allCases.compactMap { orientation in
            guard let pixels = preset.pixels(orientation) else { return nil }
            return LayoutScreen(
                name: "\(preset.name) \(orientation)",
                geometry: ScreenGeometry(
                    width: Double(pixels.width / preset.scale), height: Double(pixels.height / preset.scale),
                    safe: preset.safeInsets(orientation), profile: preset.isLandscapeOnly ? .remote : .touch))
        }
    }

    /// Screens that no device has.
    static let odd: [ScreenGeometry] = [
        (1, 1), (1, 4000), (4000, 1), (8192, 8192), (300, 20), (1e300, 5), (5, .infinity), (.nan, .nan), (-4, 0),
    ].flatMap { (width: Double, height: Double) in
        var absurd = DevicePreset.standard.safeInsets(.portrait)
        (absurd.top, absurd.left, absurd.bottom, absurd.right) = (900, -5, Int.max, 80)
        return [DevicePreset.standard.safeInsets(.portrait), absurd].map {
            ScreenGeometry(width: width, height: height, safe: $0, profile: .remote)
        }
    }
}

extension PointRectangle {
    /// Whether another lies wholly in it, but for a rounding error.
    func holds(_ other: PointRectangle) -> Bool {
        let slack = 1e-6
        return other.x >= x - slack && other.y >= y - slack && other.maxX <= maxX + slack && other.maxY <= maxY + slack
    }

    /// Whether it and another have more than an edge in common.
    func meets(_ other: PointRectangle) -> Bool { insetBy(dx: 1e-6, dy: 1e-6).overlaps(other) }
}

extension ScreenGeometry {
    /// The largest side that is laid out, in points: more than any screen has.
    static let largestSide = 1e5

    /// The part of the screen that content keeps to: inside the safe area and at least a margin from the edges.
    ///
    /// Never empty, whatever the insets say.
    public func content(margin: Double, bottomMargin: Double) -> PointRectangle {
        let (width, height) = (min(width, ScreenGeometry.largestSide), min(height, ScreenGeometry.largestSide))
        // At least half of each side is left for content.
        func inset(_ safe: Int, _ margin: Double, of side: Double) -> Double {
            min(max(Double(safe), margin), side / 4)
        }
        let left = inset(safe.left, margin, of: width)
        let right = inset(safe.right, margin, of: width)
        let top = inset(safe.top, bottomMargin, of: height)
        let bottom = inset(safe.bottom, bottomMargin, of: height)
        return PointRectangle(x: left, y: top, width: width - left - right, height: height - top - bottom)
    }
}

extension PointRectangle {
    /// The right edge.
    public var maxX: Double { x + width }
    /// The lower edge.
    public var maxY: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }

    /// The rectangle with its sides moved inwards; negative moves them outwards.
    public func insetBy(dx: Double, dy: Double) -> PointRectangle {
        PointRectangle(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
    }

    /// Whether any part of another rectangle lies in it.
    public func overlaps(_ other: PointRectangle) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}

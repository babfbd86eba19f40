/// The signs on buttons and chips, on a square of side 1.
public enum ChromeIcon: Sendable, Hashable, CaseIterable {
    case play, pause, info, next, moon, shuffle, checkMark, chevron, bars

    /// The sign as a shape; half of its side is the centre.
    public var shape: VectorShape {
        var shape = VectorShape()
        switch self {
        case .play:
            // The corners are round: the triangle and a line around it.
            let corners: [SIMD2<Double>] = [SIMD2(0.27, 0.17), SIMD2(0.85, 0.5), SIMD2(0.27, 0.83)]
            shape.addPolygon(corners)
            shape.addStroke(corners + [corners[0]], width: 0.1)
        case .pause:
            shape.addRectangle(x: 0.22, y: 0.13, width: 0.2, height: 0.74, radius: 0.06)
            shape.addRectangle(x: 0.58, y: 0.13, width: 0.2, height: 0.74, radius: 0.06)
        case .info:
            shape.addCircle(x: 0.5, y: 0.5, radius: 0.46)
            shape.addCircle(x: 0.5, y: 0.5, radius: 0.37, isHole: true)
            shape.addCircle(x: 0.5, y: 0.29, radius: 0.065)
            shape.addRectangle(x: 0.45, y: 0.42, width: 0.1, height: 0.33, radius: 0.05)
        case .next:
            let corners: [SIMD2<Double>] = [SIMD2(0.16, 0.21), SIMD2(0.66, 0.5), SIMD2(0.16, 0.79)]
            shape.addPolygon(corners)
            shape.addStroke(corners + [corners[0]], width: 0.1)
            shape.addRectangle(x: 0.78, y: 0.16, width: 0.11, height: 0.68, radius: 0.05)
        case .moon:
            shape.addPolygon(ChromeIcon.crescent)
        case .shuffle:
            let stroke = 0.1
            shape.addStroke(
                [SIMD2(0.07, 0.3)] + ChromeIcon.sweep(fromY: 0.3, toY: 0.7) + [SIMD2(0.9, 0.7)], width: stroke)
            shape.addStroke(
                [SIMD2(0.07, 0.7)] + ChromeIcon.sweep(fromY: 0.7, toY: 0.3) + [SIMD2(0.9, 0.3)], width: stroke)
            for y in [0.3, 0.7] {
                shape.addStroke([SIMD2(0.77, y - 0.15), SIMD2(0.92, y), SIMD2(0.77, y + 0.15)], width: stroke)
            }
        case .checkMark:
            shape.addStroke([SIMD2(0.14, 0.54), SIMD2(0.4, 0.8), SIMD2(0.88, 0.22)], width: 0.1)
        case .chevron:
            shape.addStroke([SIMD2(0.36, 0.18), SIMD2(0.66, 0.5), SIMD2(0.36, 0.82)], width: 0.11)
        case .bars:
            for (index, height) in [0.5, 0.86, 0.64].enumerated() {
                shape.addRectangle(
                    x: 0.14 + 0.27 * Double(index), y: 0.93 - height, width: 0.18, height: height, radius: 0.05)
            }
        }
        return shape
    }

    /// The moon: the outer arc of one circle and the inner one of another, as a polygon.
    private static let crescent: [SIMD2<Double>] = {
        let (centre, radius) = (SIMD2(0.47, 0.53), 0.4)
        let (hole, holeRadius) = (SIMD2(0.64, 0.36), 0.33)
        func outside(_ point: SIMD2<Double>) -> Bool {
            let distance = point - hole
            return (distance * distance).sum() >= holeRadius * holeRadius
        }
        // Points of the outer circle, clockwise, that the hole leaves, starting where it ends.
        let outer = circle(centre, radius)
        guard let gap = outer.indices.first(where: { !outside(outer[$0]) && outside(outer[($0 + 1) % outer.count]) })
        else { return [] }
        let arc = (1...outer.count).map { outer[(gap + $0) % outer.count] }.prefix(while: outside)
        // And those of the hole inside of the outer circle, the other way round.
        func inside(_ point: SIMD2<Double>) -> Bool {
            let distance = point - centre
            return (distance * distance).sum() <= radius * radius
        }
        let inner = Array(circle(hole, holeRadius).reversed())
        guard let start = inner.indices.first(where: { !inside(inner[$0]) && inside(inner[($0 + 1) % inner.count]) })
        else { return [] }
        return arc + (1...inner.count).map { inner[(start + $0) % inner.count] }.prefix(while: inside)
    }()

    /// Points on a circle, clockwise on the screen, made with + − × ÷ √ only: the same on every machine.
    private static func circle(_ centre: SIMD2<Double>, _ radius: Double) -> [SIMD2<Double>] {
        let steps = 24
        var points: [SIMD2<Double>] = []
        // Each quadrant by the rational parametrisation ((1 − t²), 2t) / (1 + t²).
        for quadrant in 0..<4 {
            for step in 0..<steps {
                let t = Double(step) / Double(steps)
                let unit = SIMD2(1 - t * t, 2 * t) / (1 + t * t)
                let turned =
                    switch quadrant {
                    case 0: unit
                    case 1: SIMD2(-unit.y, unit.x)
                    case 2: -unit
                    default: SIMD2(unit.y, -unit.x)
                    }
                points.append(centre + turned * radius)
            }
        }
        return points
    }

    /// A smooth step from one height to another, as points.
    private static func sweep(fromY: Double, toY: Double) -> [SIMD2<Double>] {
        (0...16).map { step in
            let t = Double(step) / 16
            let eased = t * t * (3 - 2 * t)
            return SIMD2(0.22 + 0.46 * t, fromY + (toY - fromY) * eased)
        }
    }
}

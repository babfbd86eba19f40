/// Cuts a path down to a rectangle without changing what is filled inside it.
///
/// For text far larger than the screen, whose coordinates cairo's 24.8 fixed-point numbers cannot hold. Curves that
/// touch the rectangle are split until flat, others become a line; then every contour is cut at the four sides
/// (Sutherland and Hodgman 1974), which keeps winding numbers inside.
struct OutlineClipper {
    typealias Point = TextOutline.Point

    let low: Point
    let high: Point

    /// The contours of a path inside the rectangle.
    func clip(_ steps: [TextOutline.Step]) -> [TextOutline.Step] {
        var clipped: [TextOutline.Step] = []
        var contour: [Point] = []
        func finish() {
            let inside = cut(contour)
            contour.removeAll(keepingCapacity: true)
            guard inside.count > 2 else { return }
            clipped.append(.move(inside[0]))
            for point in inside.dropFirst() { clipped.append(.line(point)) }
            clipped.append(.close)
        }
        for step in steps {
            switch step {
            case .move(let point):
                finish()
                contour.append(point)
            case .line(let point): contour.append(point)
            case .curve(let first, let second, let end):
                if let start = contour.last { flatten(start, first, second, end, depth: 0, into: &contour) }
            case .close: finish()
            }
        }
        finish()
        return clipped
    }

    /// The largest distance of a line from its curve, in pixels.
    private static let tolerance = 0.05
    /// Each split quarters the error: enough for 10⁹ pixels.
    private static let deepest = 24

    private func flatten(_ a: Point, _ b: Point, _ c: Point, _ d: Point, depth: Int, into contour: inout [Point]) {
        let least = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
        let most = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
        let isOutside = most.x < low.x || most.y < low.y || least.x > high.x || least.y > high.y
        // Bound on the distance of a cubic from its chord: its second differences (Wang's formula).
        let bend = pointwiseMax(abs(a - 2 * b + c), abs(b - 2 * c + d))
        if isOutside || depth >= OutlineClipper.deepest || max(bend.x, bend.y) * 0.75 <= OutlineClipper.tolerance {
            contour.append(d)
            return
        }
        let (ab, bc, cd) = ((a + b) / 2, (b + c) / 2, (c + d) / 2)
        let (abc, bcd) = ((ab + bc) / 2, (bc + cd) / 2)
        let middle = (abc + bcd) / 2
        flatten(a, ab, abc, middle, depth: depth + 1, into: &contour)
        flatten(middle, bcd, cd, d, depth: depth + 1, into: &contour)
    }

    private func abs(_ point: Point) -> Point { pointwiseMax(point, -point) }

    private func cut(_ contour: [Point]) -> [Point] {
        var points = contour
        for axis in 0...1 {
            points = cut(points) { $0[axis] - low[axis] }
            points = cut(points) { high[axis] - $0[axis] }
        }
        return points
    }

    /// Keeps the part of a contour where `distance` is not negative.
    private func cut(_ contour: [Point], _ distance: (Point) -> Double) -> [Point] {
        guard var last = contour.last else { return [] }
        var kept: [Point] = []
        var lastDistance = distance(last)
        for point in contour {
            let here = distance(point)
            if (here < 0) != (lastDistance < 0) {
                kept.append(last + (point - last) * (lastDistance / (lastDistance - here)))
            }
            if here >= 0 { kept.append(point) }
            (last, lastDistance) = (point, here)
        }
        return kept
    }
}

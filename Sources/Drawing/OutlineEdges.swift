/// The straight edges of a path that matter to a rectangle of pixels with its corner at (0, 0).
struct OutlineEdges {
    typealias Point = TextOutline.Point

    /// A piece of a contour from its upper to its lower end.
    struct Edge {
        let top: Double
        let bottom: Double
        /// x at `top`.
        let x: Double
        /// Change of x per pixel downwards.
        let slope: Double
        /// +1 if the contour runs downwards here, −1 if upwards.
        let winding: Int
    }

    /// By their upper ends.
    private(set) var edges: [Edge] = []
    private let limit: Point

    /// Flattens the curves of a path, and closes every contour.
    init(of steps: [TextOutline.Step], width: Int, height: Int) {
        limit = Point(Double(width), Double(height))
        var (start, last) = (Point.zero, Point.zero)
        for step in steps {
            switch step {
            case .move(let point):
                add(last, start)
                (start, last) = (point, point)
            case .line(let point):
                add(last, point)
                last = point
            case .curve(let first, let second, let end):
                flatten(last, first, second, end, depth: 0)
                last = end
            case .close:
                add(last, start)
                last = start
            }
        }
        add(last, start)
        edges.sort { $0.top < $1.top }
    }

    /// The largest distance of a line from its curve, in pixels.
    private static let tolerance = 0.02
    /// Each split quarters the error: enough for letters of 10⁹ pixels.
    private static let deepest = 24

    /// A curve that does not touch the rectangle becomes its chord: what is filled inside stays the same, and a letter
    /// thousands of screens wide costs no more than one that fits.
    private mutating func flatten(_ a: Point, _ b: Point, _ c: Point, _ d: Point, depth: Int) {
        let least = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
        let most = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
        let isOutside = most.x < 0 || most.y < 0 || least.x > limit.x || least.y > limit.y
        // A cubic's distance from its chord is at most 3/4 of its largest second difference (Wang 1984).
        let (first, second) = (a - 2 * b + c, b - 2 * c + d)
        let bend = pointwiseMax(pointwiseMax(first, -first), pointwiseMax(second, -second))
        if isOutside || depth >= OutlineEdges.deepest || bend.max() * 0.75 <= OutlineEdges.tolerance {
            add(a, d)
            return
        }
        let (ab, bc, cd) = ((a + b) / 2, (b + c) / 2, (c + d) / 2)
        let (abc, bcd) = ((ab + bc) / 2, (bc + cd) / 2)
        let middle = (abc + bcd) / 2
        flatten(a, ab, abc, middle, depth: depth + 1)
        flatten(middle, bcd, cd, d, depth: depth + 1)
    }

    private mutating func add(_ a: Point, _ b: Point) {
        let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
        // What lies to the right of the rectangle winds around nothing in it; what lies to the left does.
        guard upper.y < lower.y, lower.y > 0, upper.y < limit.y, min(a.x, b.x) < limit.x else { return }
        edges.append(
            Edge(
                top: upper.y, bottom: lower.y, x: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y),
                winding: a.y < b.y ? 1 : -1))
    }
}

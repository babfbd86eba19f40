public import FrameCore

/// A filled shape: contours, filled by the nonzero winding rule with antialiased edges.
///
/// Made of lines and curves of our own rasteriser, so that it has the same pixels on every machine. Overlapping contours
/// of one direction are one area; contours of the other direction are holes.
public struct VectorShape: Sendable {
    private var steps: [TextOutline.Step] = []

    public init() {}

    /// A control point's distance for a quarter of a circle, in radii.
    private static let quarter = 0.552_284_749_830_793_4

    // MARK: - Building

    /// Adds a rectangle with round corners; `isHole` cuts it out of what it lies on.
    public mutating func addRectangle(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0, isHole: Bool = false
    ) {
        guard width > 0, height > 0, [x, y, width, height].allSatisfy(\.isFinite) else { return }
        let radius = min(max(radius.isFinite ? radius : 0, 0), min(width, height) / 2)
        let arm = radius * (1 - VectorShape.quarter)
        let (right, bottom) = (x + width, y + height)
        var path: [TextOutline.Step] = [
            .move(SIMD2(x + radius, y)), .line(SIMD2(right - radius, y)),
            .curve(SIMD2(right - arm, y), SIMD2(right, y + arm), SIMD2(right, y + radius)),
            .line(SIMD2(right, bottom - radius)),
            .curve(SIMD2(right, bottom - arm), SIMD2(right - arm, bottom), SIMD2(right - radius, bottom)),
            .line(SIMD2(x + radius, bottom)),
            .curve(SIMD2(x + arm, bottom), SIMD2(x, bottom - arm), SIMD2(x, bottom - radius)),
            .line(SIMD2(x, y + radius)),
            .curve(SIMD2(x, y + arm), SIMD2(x + arm, y), SIMD2(x + radius, y)), .close,
        ]
        if isHole { path = VectorShape.mirrored(path, aroundX: x + width / 2) }
        steps += path
    }

    public mutating func addCircle(x: Double, y: Double, radius: Double, isHole: Bool = false) {
        addRectangle(
            x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, radius: radius, isHole: isHole)
    }

    /// Adds a polygon; clockwise on the screen fills, the other way cuts out.
    public mutating func addPolygon(_ points: [SIMD2<Double>]) {
        guard let first = points.first, points.count > 2 else { return }
        steps.append(.move(first))
        steps += points.dropFirst().map { .line($0) }
        steps.append(.close)
    }

    /// Adds a line through points with round ends and corners.
    public mutating func addStroke(_ points: [SIMD2<Double>], width: Double) {
        guard width > 0, width.isFinite else { return }
        for point in points { addCircle(x: point.x, y: point.y, radius: width / 2) }
        for (a, b) in zip(points, points.dropFirst()) {
            let along = b - a
            let length = (along * along).sum().squareRoot()
            guard length > 0, length.isFinite else { continue }
            let side = SIMD2(-along.y, along.x) * (width / 2 / length)
            addPolygon([a - side, b - side, b + side, a + side])
        }
    }

    /// Adds another shape, scaled and then moved.
    public mutating func add(_ shape: VectorShape, scale: Double = 1, x: Double = 0, y: Double = 0) {
        func place(_ point: SIMD2<Double>) -> SIMD2<Double> { point * scale + SIMD2(x, y) }
        steps += shape.steps.map { $0.mapped(place) }
    }

    /// The same contours the other way round: mirrored left to right.
    private static func mirrored(_ steps: [TextOutline.Step], aroundX centre: Double) -> [TextOutline.Step] {
        steps.map { $0.mapped { SIMD2(2 * centre - $0.x, $0.y) } }
    }

    // MARK: - Drawing

    /// Draws the shape after scaling by `scale`, cropped to whole pixels; the place is from the shape's origin.
    ///
    /// What lies outside `limit` is not drawn.
    public func draw(_ colour: RGBAColour, scale: Double, within limit: PixelRectangle) -> (
        image: PixelBuffer, x: Int, y: Int
    ) {
        var outline = TextOutline()
        outline.steps = steps
        let side = 1 << 28
        let (left, top) = (min(max(limit.x, -side), side), min(max(limit.y, -side), side))
        let (width, height) = (
            min(max(limit.width, 0), PixelSize.largestSide), min(max(limit.height, 0), PixelSize.largestSide)
        )
        let low = SIMD2(Double(left), Double(top))
        let limits = (low: low, high: low + SIMD2(Double(width), Double(height)))
        guard scale.isFinite, let bounds = outline.bounds,
            case let area = TextRenderer.cover(low: bounds.low * scale, high: bounds.high * scale, within: limits),
            area.width > 0, area.height > 0
        else { return (PixelBuffer(width: 0, height: 0), 0, 0) }
        let offset = SIMD2(Double(-area.x), Double(-area.y))
        let coverage = OutlineRasteriser.coverage(
            of: outline.placed(scale: scale, offset: offset), width: area.width, height: area.height)
        let ink = TextInk(coverage: coverage, pictures: nil, width: area.width, height: area.height)
        guard let crop = ink.bounds else { return (PixelBuffer(width: 0, height: 0), 0, 0) }
        return (ink.coloured(colour, crop: crop), area.x + crop.x, area.y + crop.y)
    }

    /// How much of each pixel of a picture of some size the shape covers, 0…255, rows without padding.
    public func coverage(scale: Double, size: PixelSize) -> [UInt8] {
        let (width, height) = (
            min(max(size.width, 0), PixelSize.largestSide), min(max(size.height, 0), PixelSize.largestSide)
        )
        var outline = TextOutline()
        outline.steps = scale.isFinite ? steps : []
        return OutlineRasteriser.coverage(
            of: outline.placed(scale: scale, offset: .zero), width: width, height: height)
    }
}

extension TextOutline.Step {
    func mapped(_ move: (TextOutline.Point) -> TextOutline.Point) -> TextOutline.Step {
        switch self {
        case .move(let point): .move(move(point))
        case .line(let point): .line(move(point))
        case .curve(let a, let b, let c): .curve(move(a), move(b), move(c))
        case .close: .close
        }
    }
}

/// A set line of text as geometry in ems: x to the right from the pen's start, y downwards from the base line.
///
/// Free of size, colour and place; unhinted letters only scale, so one outline serves every size.
struct TextOutline: Sendable {
    typealias Point = SIMD2<Double>

    /// One step of a path.
    enum Step: Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    /// A colour picture among the letters, such as an emoji: premultiplied BGRA.
    struct Picture: Sendable {
        let width: Int
        let height: Int
        let bytes: [UInt8]
        /// Where the picture's top left comes, in ems.
        let origin: Point
        /// Ems per pixel of the picture.
        let scale: Double
    }

    var steps: [Step] = []
    var pictures: [Picture] = []
    /// The advance width in ems.
    var advance = 0.0
    /// Ascent and descent of the primary font in ems, both positive.
    var ascent = 0.0
    var descent = 0.0
    /// Characters no font has.
    var missingGlyphs = 0

    /// The corners of a box around all points and pictures; nil if there is nothing to draw.
    var bounds: (low: Point, high: Point)? {
        var low = Point(repeating: .infinity)
        var high = Point(repeating: -.infinity)
        func include(_ point: Point) {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        for step in steps {
            switch step {
            case .move(let point), .line(let point): include(point)
            case .curve(let first, let second, let end):
                include(first)
                include(second)
                include(end)
            case .close: break
            }
        }
        for picture in pictures {
            include(picture.origin)
            include(picture.origin + Point(Double(picture.width), Double(picture.height)) * picture.scale)
        }
        return low.x <= high.x ? (low, high) : nil
    }

    /// The path scaled by `scale`, then moved by `offset`, its points rounded to 1/1024 pixel.
    ///
    /// Rounded so that the last bits of a sum do not decide about a level: a line moved by whole pixels is the same.
    func placed(scale: Double, offset: Point) -> [Step] {
        func place(_ point: Point) -> Point { ((point * scale + offset) * 1024).rounded(.toNearestOrEven) / 1024 }
        return steps.map { step in
            switch step {
            case .move(let point): .move(place(point))
            case .line(let point): .line(place(point))
            case .curve(let a, let b, let c): .curve(place(a), place(b), place(c))
            case .close: .close
            }
        }
    }
}

import Glibc

/// The colour spaces of FLIP; a colour is three numbers in a SIMD vector.
enum PerceptualColour {
    typealias Triple = SIMD3<Float>

    /// sRGB code values to linear light.
    static let linear: [Float] = (0...255).map { code in
        let value = Double(code) / 255
        return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }

    /// Linear R, G, B (columns) to X, Y, Z over those of the white D65.
    private static let relative: (Triple, Triple, Triple) = {
        let red = Triple(0.4124564, 0.2126729, 0.0193339)
        let green = Triple(0.3575761, 0.7151522, 0.1191920)
        let blue = Triple(0.1804375, 0.0721750, 0.9503041)
        let white = red + green + blue
        return (red / white, green / white, blue / white)
    }()

    /// The inverse of `relative`, as rows.
    private static let back: (Triple, Triple, Triple) = {
        func cross(_ a: Triple, _ b: Triple) -> Triple {
            Triple(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let (red, green, blue) = relative
        let volume = (red * cross(green, blue)).sum()
        return (cross(green, blue) / volume, cross(blue, red) / volume, cross(red, green) / volume)
    }()

    /// Luminance, red against green and blue against yellow (YCxCz) of linear light.
    static func opponents(linear light: Triple) -> Triple {
        let white = relative.0 * light.x + relative.1 * light.y + relative.2 * light.z
        return Triple(116 * white.y - 16, 500 * (white.x - white.y), 200 * (white.y - white.z))
    }

    /// CIE L*a*b* of a colour in YCxCz, held to what a display shows, less colourful where it is dark (Hunt).
    static func lab(opponents: Triple) -> Triple {
        let level = (opponents.x + 16) / 116
        let white = Triple(opponents.y / 500 + level, level, level - opponents.z / 200)
        let light = Triple((back.0 * white).sum(), (back.1 * white).sum(), (back.2 * white).sum())
        return lab(linear: light.clamped(lowerBound: .zero, upperBound: .one))
    }

    static func lab(linear light: Triple) -> Triple {
        let white = relative.0 * light.x + relative.1 * light.y + relative.2 * light.z
        let (x, y, z) = (response(white.x), response(white.y), response(white.z))
        let lightness = 116 * y - 16
        return Triple(lightness, 0.01 * lightness * 500 * (x - y), 0.01 * lightness * 200 * (y - z))
    }

    private static func response(_ value: Float) -> Float {
        let knee: Float = 6.0 / 29
        return value > knee * knee * knee ? cbrtf(value) : value / (3 * knee * knee) + 4.0 / 29
    }

    /// How far colours in L*a*b* are apart, for large distances too (HyAB).
    private static func distance(_ one: Triple, _ other: Triple) -> Float {
        let delta = one - other
        return abs(delta.x) + (delta.y * delta.y + delta.z * delta.z).squareRoot()
    }

    /// The largest distance a display shows: green to blue.
    private static let largest = powf(
        distance(lab(linear: Triple(0, 1, 0)), lab(linear: Triple(0, 0, 1))), 0.7)

    /// The error of a colour, 0 to 1; differences beyond 0.4 of the largest share the last 5 %.
    static func error(_ one: Triple, _ other: Triple) -> Float {
        let value = powf(distance(one, other), 0.7)
        let knee = 0.4 * largest
        return value < knee ? value * 0.95 / knee : min(0.95 + (value - knee) / (largest - knee) * 0.05, 1)
    }

    /// False colours for errors in 255ths, as B, G, R, A: from near black through violet and orange to pale yellow.
    static let map: [SIMD4<UInt8>] = (0...255).map { code in
        let anchors: [SIMD3<Float>] = [
            [8, 6, 20], [45, 20, 95], [120, 30, 120], [205, 60, 85], [245, 145, 50], [255, 248, 190],
        ]
        let place = Float(code) / 255 * Float(anchors.count - 1)
        let first = min(Int(place), anchors.count - 2)
        let colour = anchors[first] + (anchors[first + 1] - anchors[first]) * (place - Float(first))
        let bytes = SIMD3<UInt8>(colour.rounded(.toNearestOrEven))
        return [bytes.z, bytes.y, bytes.x, 255]
    }
}

import Glibc

/// The filters of FLIP (Andersson et al., "ꟻLIP: A Difference Evaluator for Alternating Images", 2020) for a viewing
/// distance, each the product of a row and a column.
struct PerceptualKernels {
    /// Weights for the samples at `-radius ... radius`.
    struct Line {
        var weights: [Float]
        var radius: Int { weights.count / 2 }
    }

    /// What the eye passes of luminance, of red against green, and of blue against yellow (a sum of two).
    let luminance: Line
    let redGreen: Line
    let blueYellow: [Line]
    /// A Gaussian of the width of an edge, and its first and second derivative.
    let smooth: Line
    let slope: Line
    let curvature: Line

    /// The largest radius of all.
    var radius: Int { ([luminance, redGreen, smooth] + blueYellow).map(\.radius).max() ?? 0 }

    /// `pixelsPerDegree` is held to 4 to 512; what is no number counts as 67.
    init(pixelsPerDegree: Double) {
        let density = pixelsPerDegree.isNaN ? 67 : min(max(pixelsPerDegree, 4), 512)

        // The paper's fits of contrast sensitivity: amplitude and spread of Gaussians, in degrees squared.
        let spreads = (luminance: 0.0047, redGreen: 0.0053, blueYellow: [(34.1, 0.04), (13.5, 0.025)])
        let reach = Int((3 * (0.04 / (2 * .pi * .pi)).squareRoot() * density).rounded(.up))
        func gaussian(_ spread: Double) -> (line: [Double], sum: Double) {
            let line = (-reach...reach).map { offset in
                let degrees = Double(offset) / density
                return exp(-.pi * .pi * degrees * degrees / spread)
            }
            return (line, line.reduce(0, +))
        }
        func unit(_ spread: Double) -> Line {
            let (line, sum) = gaussian(spread)
            return Self.trimmed(line.map { $0 / sum })
        }
        luminance = unit(spreads.luminance)
        redGreen = unit(spreads.redGreen)
        let shares = spreads.blueYellow.map { amplitude, spread in
            let sum = gaussian(spread).sum
            return amplitude * (.pi / spread).squareRoot() * sum * sum
        }
        let whole = shares.reduce(0, +)
        blueYellow = zip(spreads.blueYellow, shares).map { part, share in
            let (line, sum) = gaussian(part.1)
            // Half of the factor on the row and half on the column.
            return Self.trimmed(line.map { $0 / sum * (share / whole).squareRoot() })
        }

        // Features: an edge is 0.082 degrees wide.
        let deviation = 0.5 * 0.082 * density
        let offsets = { (extent: Int) in (-extent...extent).map { Double($0) } }(Int((3 * deviation).rounded(.up)))
        let bell = offsets.map { exp(-$0 * $0 / (2 * deviation * deviation)) }
        smooth = Line(weights: bell.map { Float($0 / bell.reduce(0, +)) })
        slope = Self.balanced(zip(offsets, bell).map { -$0 * $1 })
        curvature = Self.balanced(zip(offsets, bell).map { ($0 * $0 / (deviation * deviation) - 1) * $1 })
    }

    /// Without the ends that are too small to matter.
    private static func trimmed(_ line: [Double]) -> Line {
        let least = (line.max() ?? 0) * 1e-7
        let spare = line.prefix { $0 < least }.count
        return Line(weights: line.dropFirst(spare).dropLast(spare).map { Float($0) })
    }

    /// Scaled so that positive weights sum to 1 and negative to -1.
    private static func balanced(_ line: [Double]) -> Line {
        let positive = line.filter { $0 > 0 }.reduce(0, +)
        let negative = -line.filter { $0 < 0 }.reduce(0, +)
        return Line(weights: line.map { Float($0 > 0 ? $0 / positive : $0 / negative) })
    }
}

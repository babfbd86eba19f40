public import FrameCore
import Glibc

extension FrameComparator {
    /// A perceptual error map after the manner of NVIDIA's FLIP for low dynamic range, in false colours, and its mean,
    /// 0 (alike) to 1.
    ///
    /// `pixelsPerDegree` is the viewing distance; 67 is a 0.7 m wide 4K screen at 0.7 m. Pixels are seen over black.
    /// Masked pixels are hatched, and their error is none and not in the mean. Nil unless both frames, and the mask, are
    /// of `size`. For reports: it takes a second for a frame of 1920×1080 that differs everywhere.
    public func perceptualMap(
        _ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask? = nil, pixelsPerDegree: Double = 67
    ) -> (picture: PixelBuffer, mean: Double)? {
        guard fits(expected, actual, mask) else { return nil }
        guard size.width > 0, size.height > 0 else { return (PixelBuffer(size), 0) }
        let kernels = PerceptualKernels(pixelsPerDegree: pixelsPerDegree)
        let most = min(size.height, 128)
        var one = PerceptualBand(width: size.width, height: most, kernels: kernels, plain: forcesPlainKernels)
        var other = one
        var errors = [Float](repeating: 0, count: size.width * most)
        var picture = PixelBuffer(size)
        var sum = 0.0
        for start in stride(from: 0, to: size.height, by: most) {
            let rows = start..<min(start + most, size.height)
            let reach = max(0, start - kernels.radius)..<min(rows.upperBound + kernels.radius, size.height)
            let count = rows.count * size.width
            if areEqual(expected, actual, rows: reach) {
                for index in 0..<count { errors[index] = 0 }
            } else {
                one.load(expected, rows: rows, mask: nil, replacement: expected)
                other.load(actual, rows: rows, mask: mask, replacement: expected)
                measure(one, other, count: count, into: &errors)
            }
            picture.withMutableBytes { out in
                for index in 0..<count {
                    let pixel = start * size.width + index
                    if let mask, mask.bytes[pixel] != 0 { continue }
                    let error = errors[index]
                    sum += Double(error)
                    let colour = PerceptualColour.map[Int(min(max(error, 0), 1) * 255 + 0.5)]
                    for channel in 0..<4 { out[4 * pixel + channel] = colour[channel] }
                }
            }
        }
        if let mask { hatch(mask, on: &picture) }
        let compared = size.area - (mask?.ignoredCount ?? 0)
        return (picture, compared > 0 ? sum / Double(compared) : 0)
    }

    private func areEqual(_ expected: PixelBuffer, _ actual: PixelBuffer, rows: Range<Int>) -> Bool {
        let bytes = rows.lowerBound * expected.bytesPerRow..<rows.upperBound * expected.bytesPerRow
        return expected.withBytes { expected in
            actual.withBytes { actual in expected[bytes].elementsEqual(actual[bytes]) }
        }
    }

    /// The errors of a band: those of colour, raised where edges or points came or went.
    private func measure(_ one: PerceptualBand, _ other: PerceptualBand, count: Int, into errors: inout [Float]) {
        for index in 0..<count {
            let first = PerceptualColour.Triple(
                one.colours[0][index], one.colours[1][index], one.colours[2][index])
            let second = PerceptualColour.Triple(
                other.colours[0][index], other.colours[1][index], other.colours[2][index])
            guard first != second else {
                errors[index] = 0
                continue
            }
            let colour = PerceptualColour.error(
                PerceptualColour.lab(opponents: first), PerceptualColour.lab(opponents: second))
            let feature = max(
                abs(one.edges[index] - other.edges[index]), abs(one.points[index] - other.points[index]))
            let raised = min((feature / Float(2).squareRoot()).squareRoot(), 1)
            errors[index] = colour > 0 ? powf(colour, 1 - raised) : 0
        }
    }
}

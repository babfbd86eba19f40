extension FrameDifference {
    /// The difference in words, without full stops: what differs and where, then how like the frames are.
    public var sentences: [String] {
        guard differingPixels > 0 else { return ["all pixels are equal"] }
        var first =
            "\(Self.pixels(differingPixels)) \(differingPixels == 1 ? "differs" : "differ"), by up to \(maxDelta)"
        if let box = boundingBox { first += ", within \(box.width)x\(box.height) at (\(box.x), \(box.y))" }
        var sentences = [first]
        if pixelsBeyond != differingPixels {
            sentences.append("\(Self.pixels(pixelsBeyond)) by more than the tolerance")
        }
        if let psnr, psnr.isFinite { sentences.append("PSNR \(Self.rounded(psnr, 100)) dB") }
        if let ssim { sentences.append("SSIM \(Self.rounded(ssim, 10_000))") }
        return sentences
    }

    /// The rule that a small region broke, in words; nil when it broke none.
    public func densityExcess(_ tolerance: FrameTolerance) -> String? {
        guard tolerance.maxDensity < 1, let densest, densest.share > tolerance.maxDensity else { return nil }
        let place = densest.place
        return "of the \(place.width)x\(place.height) pixels at (\(place.x), \(place.y)) "
            + "\(Self.rounded(densest.share * 100, 10)) % differ, more than \(Self.rounded(tolerance.maxDensity * 100, 10)) %"
    }

    private static func pixels(_ count: Int) -> String { "\(count) pixel\(count == 1 ? "" : "s")" }

    private static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}

extension DifferenceReport.FramePair {
    /// Adds what only both pictures together show: their difference, the error map, and what was measured.
    ///
    /// Nothing is added unless both are there and of the comparator's size.
    public mutating func measure(with comparator: FrameComparator, mask: PixelMask?, hasMap: Bool = true) {
        guard let expected, let actual, let found = comparator.difference(expected, actual, mask: mask) else { return }
        facts += found.sentences
        difference = comparator.picture(expected, actual, mask: mask, gain: 1)
        amplified = comparator.picture(expected, actual, mask: mask, gain: 8)
        guard hasMap, let map = comparator.perceptualMap(expected, actual, mask: mask) else { return }
        (perceptual, perceptualMean) = (map.picture, map.mean)
    }
}

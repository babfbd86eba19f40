import FrameCore
import Imaging

/// Compares pairs of frames and collects what it finds.
struct PairComparison {
    private let hasPixels: Bool
    private let settings: ClipComparisonSettings
    private var comparator: FrameComparator?
    private var lossy: LossyComparator?
    var collector = PairCollector()

    init(hasPixels: Bool, settings: ClipComparisonSettings) {
        self.hasPixels = hasPixels
        self.settings = settings
    }

    /// Compares two frames; whether they are the same to the last bit.
    mutating func compare(_ one: ClipFrame, _ other: ClipFrame) throws -> Bool {
        let numbers = FramePairNumbers(expected: one.index, actual: other.index)
        guard case .picture(let expected) = one.content, case .picture(let actual) = other.content else {
            let isSame = try hash(one) == hash(other)
            collector.add(numbers, isBeyond: !isSame, difference: nil)
            return isSame
        }
        let comparator = comparator(for: expected.size)
        let mask = try settings.mask?(one.index)
        guard let difference = comparator.difference(expected, actual, mask: mask) else {
            throw ClipComparisonError(
                description:
                    "frame \(one.index) is \(expected.size), and frame \(other.index) of the other clip \(actual.size)")
        }
        if settings.isLossy {
            var lossy = self.lossy ?? LossyComparator(size: expected.size)
            let box = lossy.changedRegion(expected, actual, mask: mask)
            self.lossy = lossy
            collector.add(numbers, isBeyond: box != nil, difference: difference, box: box)
        } else {
            collector.add(numbers, isBeyond: !difference.isWithin(settings.tolerance), difference: difference)
        }
        return mask == nil && difference.isEqual
    }

    private mutating func comparator(for size: PixelSize) -> FrameComparator {
        if let comparator, comparator.size == size { return comparator }
        let made = FrameComparator(
            size: size, tolerance: settings.tolerance,
            measuresSSIM: settings.measuresSSIM || settings.tolerance.minSSIM != nil)
        comparator = made
        return made
    }

    private func hash(_ frame: ClipFrame) throws -> [UInt8] {
        switch frame.content {
        case .picture(let picture): try FrameHash(of: picture).bytes
        case .hash(let hash): hash
        }
    }
}

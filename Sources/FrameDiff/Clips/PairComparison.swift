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

    /// What two frames are to each other.
    private struct Verdict {
        var numbers: FramePairNumbers
        var isBeyond: Bool
        var isSame: Bool
        var difference: FrameDifference?
        var box: PixelRectangle?
    }

    /// Compares two frames; whether they are the same to the last bit.
    mutating func compare(_ one: ClipFrame, _ other: ClipFrame) throws -> Bool {
        let verdict = try verdict(one, other)
        add(verdict)
        return verdict.isSame
    }

    /// Compares a frame with whichever of some is most like it; `isExpected` says on which side the one is.
    mutating func compare(_ frame: ClipFrame, toMostAlike others: [ClipFrame], isExpected: Bool) throws {
        var best: Verdict?
        for other in others {
            let next = try isExpected ? verdict(frame, other) : verdict(other, frame)
            guard let known = best else {
                best = next
                continue
            }
            let isCloser = next.difference?.squaredError ?? 0 < known.difference?.squaredError ?? 0
            if known.isBeyond, !next.isBeyond || isCloser { best = next }
        }
        if let best { add(best) }
    }

    private mutating func add(_ verdict: Verdict) {
        collector.add(
            verdict.numbers, isBeyond: verdict.isBeyond, difference: verdict.difference, box: verdict.box)
    }

    private mutating func verdict(_ one: ClipFrame, _ other: ClipFrame) throws -> Verdict {
        let numbers = FramePairNumbers(expected: one.index, actual: other.index)
        guard case .picture(let expected) = one.content, case .picture(let actual) = other.content else {
            let isSame = try hash(one) == hash(other)
            return Verdict(numbers: numbers, isBeyond: !isSame, isSame: isSame)
        }
        let comparator = comparator(for: expected.size)
        let mask = try settings.mask?(one.index)
        guard let difference = comparator.difference(expected, actual, mask: mask) else {
            throw ClipComparisonError(
                description:
                    "frame \(one.index) is \(expected.size), and frame \(other.index) of the other clip \(actual.size)")
        }
        var verdict = Verdict(
            numbers: numbers, isBeyond: !difference.isWithin(settings.tolerance),
            isSame: mask == nil && difference.isEqual, difference: difference)
        if settings.isLossy {
            var lossy = self.lossy ?? LossyComparator(size: expected.size)
            verdict.box = lossy.changedRegion(expected, actual, mask: mask)
            verdict.isBeyond = verdict.box != nil
            self.lossy = lossy
        }
        return verdict
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

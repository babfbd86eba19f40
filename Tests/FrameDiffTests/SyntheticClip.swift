import FrameDiff

/// Numbers that are the same on every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// The signature of a frame that shows picture `number`, by its hash alone or with a bar that moves.
func synthetic(_ number: Int, hasCells: Bool = false) -> FrameSignature {
    var numbers = SeededNumbers(state: UInt64(bitPattern: Int64(number)))
    let word = numbers.next()
    var cells: [UInt16] = []
    if hasCells {
        let (width, height) = (FrameSignature.grid.width, FrameSignature.grid.height)
        cells = (0..<width * height).map { index in
            let (x, y) = (index % width, index / width)
            return UInt16((x * 7 + y * 3 + number * 2) % 64 * 900)
        }
    }
    return FrameSignature(hash: (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }, cells: cells)
}

/// A log of the pictures with these numbers.
func log(_ numbers: some Sequence<Int>, hasCells: Bool = false) throws -> SignatureLog {
    let log = try SignatureLog()
    for number in numbers { try log.append(synthetic(number, hasCells: hasCells)) }
    return log
}

/// The alignment of clips of pictures with these numbers.
func align(_ expected: some Sequence<Int>, _ actual: some Sequence<Int>) throws -> SequenceAlignment {
    try SequenceAligner(isLossy: false).align(expected: log(expected), actual: log(actual))
}

extension SequenceEvent {
    /// Such as `dropped 30-32 x3`.
    var brief: String { "\(kind.rawValue) \(first)-\(last) x\(count)" }
}

extension SequenceAlignment {
    var brief: [String] { events.map(\.brief) }

    /// Each run as expected, actual, count.
    var places: [[Int]] { runs.map { [$0.expected, $0.actual, $0.count] } }

    /// What is wrong with the runs for clips of these lengths; nil when nothing is.
    func fault(expected: Int, actual: Int) -> String? {
        var (frame, other) = (0, 0)
        for run in runs {
            guard run.count > 0, run.expected >= frame, run.actual >= other else { return "not ascending: \(run)" }
            (frame, other) = (run.expected + run.count, run.actual + run.count)
        }
        return frame <= expected && other <= actual ? nil : "beyond the end: \(runs)"
    }
}

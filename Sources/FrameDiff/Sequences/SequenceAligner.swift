/// Finds which frames of two clips belong together.
public struct SequenceAligner: Sendable {
    /// Whether both are encodings with loss, so that like frames are never equal.
    public var isLossy: Bool

    public init(isLossy: Bool) {
        self.isLossy = isLossy
    }

    public func align(expected: SignatureLog, actual: SignatureLog) throws -> SequenceAlignment {
        SequenceAlignment(runs: [], events: [])
    }
}

/// Finds which frames of two clips belong together, and names what happened in time.
///
/// Both clips are laid beside each other by an alignment with affine gaps, stretch after stretch, within a band of 64
/// frames to either side of where the stretch before ended; of clips without loss, frames from further away are found
/// by their hashes. Without loss only equal hashes speak for another offset, so a clip that changed everywhere is
/// paired frame by frame; with loss, distances well beyond the noise of the encoder do, which is measured around each
/// frame. Pictures that stand still say nothing of their place. Time grows with the length of the clips; memory is
/// about 40 bytes a frame besides a fixed amount.
public struct SequenceAligner: Sendable {
    /// Whether both are encodings with loss, so that like frames are never equal.
    public var isLossy: Bool

    public init(isLossy: Bool) {
        self.isLossy = isLossy
    }

    /// Aligns two complete clips.
    ///
    /// Where a frame of either has no cells, hashes decide, whatever `isLossy` says. Throws `SignatureLogError` if a
    /// log cannot be read.
    public func align(expected: SignatureLog, actual: SignatureLog) throws -> SequenceAlignment {
        let isExact = !isLossy || expected.cellsPerFrame == 0 || actual.cellsPerFrame == 0
        var pairing = FramePairing(
            expected: try ClipTraits(expected, measuresMotion: !isExact),
            actual: try ClipTraits(actual, measuresMotion: !isExact), isExact: isExact)
        try pairing.search()
        var finder = EventFinder(pairing)
        return try finder.alignment()
    }
}

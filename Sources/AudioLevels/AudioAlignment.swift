public import FrameCore

/// Which 4096 samples of a track belong to a tick.
public enum AudioAlignment: String, Sendable, CaseIterable {
    /// Centred on the tick's time, so that a bar moves with the sound that is heard.
    case centred
    /// The last complete block of 4096 samples, as the phone has it: late by 46 to 139 ms at 44.1 kHz.
    case device

    /// The index in the track of the block's first sample, negative where a centred block begins before the track.
    ///
    /// `position` is in seconds from the track's start. nil while the device has no complete block.
    public func firstSample(at position: Rational, sampleRate: Int) -> Int? {
        let length = LevelTimeline.blockLength
        let samples = position * Rational(sampleRate)
        switch self {
        case .centred:
            return max((samples + Rational(1, 2)).floor, -(1 << 53)) - length / 2
        case .device:
            let blocks = (samples / Rational(length)).floor
            return blocks > 0 ? (blocks - 1) * length : nil
        }
    }
}

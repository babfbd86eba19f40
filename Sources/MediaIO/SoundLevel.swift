public import FrameCore

/// How loud the sound track is, and whether it fades at the end; a pure function of the sample's place.
public struct SoundLevel: Sendable, Hashable {
    /// The length of the fade in samples: half a second.
    public static let fadeLength = Resampler48.sampleRate / 2

    /// The accepted gain in dB.
    public static let gains = -120.0...60.0

    /// The factor for all samples.
    public let factor: Float
    /// One past the sample at which the fade has reached silence; nil without a fade.
    public let fadeEnd: Int?

    /// Creates a level.
    ///
    /// - Parameters:
    ///   - gain: in dB, within `gains`; others are brought into that range, and no number is 0.
    ///   - fadeEnd: the length of the sound track in samples, if it is to fade out in its last half second.
    public init(gain: Double = 0, fadeEnd: Int? = nil) {
        let gain = gain.isNaN ? 0 : min(max(gain, Self.gains.lowerBound), Self.gains.upperBound)
        // ln 10 / 20
        factor = gain == 0 ? 1 : Float(Elementary.exponential(gain * 0.115_129_254_649_702_29))
        self.fadeEnd = fadeEnd
    }

    /// The samples of a run of the sound track, made as loud as they shall be and limited to −1 to 1.
    ///
    /// - Parameters:
    ///   - block: 48 kHz samples.
    ///   - first: where in the sound track its first sample stands.
    public func apply(to block: PCMBlock, at first: Int) -> PCMBlock {
        var block = block
        for channel in block.channels.indices {
            block.channels[channel].withUnsafeMutableBufferPointer { samples in
                for index in samples.indices { samples[index] = (samples[index] * factor).limited }
                fade(samples, at: first)
            }
        }
        return block
    }

    private func fade(_ samples: UnsafeMutableBufferPointer<Float>, at first: Int) {
        guard let fadeEnd, fadeEnd - first - samples.count < Self.fadeLength else { return }
        for index in samples.indices {
            let left = fadeEnd - (first + index)
            if left < Self.fadeLength { samples[index] *= Float(max(0, left)) / Float(Self.fadeLength) }
        }
    }
}

extension Float {
    /// The sample within full scale; silence for what is no number.
    var limited: Float { self >= -1 ? (self <= 1 ? self : 1) : self < -1 ? -1 : 0 }
}

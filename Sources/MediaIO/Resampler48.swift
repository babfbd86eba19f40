public import FrameCore

/// Makes 48 kHz stereo, for the sound track, of sound of any rate and any channels.
///
/// Output sample n stands at n / 48000 s of the input exactly, and depends on the input alone, not on what was asked
/// before; the bits are the same on every CPU.
public final class Resampler48: Sendable {
    /// Samples a second of what comes out.
    public static let sampleRate = 48_000

    /// Samples a second of what goes in.
    public let inputRate: Int
    private let mix: StereoMix
    private let resampling: Resampling

    /// Creates a resampler.
    ///
    /// - Parameters:
    ///   - inputRate: samples a second, 1000 to 768 000; others are brought into that range.
    ///   - mix: how the channels become two.
    public init(inputRate: Int, mix: StereoMix) {
        self.inputRate = min(max(inputRate, SoundFormat.rates.lowerBound), SoundFormat.rates.upperBound)
        self.mix = mix
        resampling = Resampling(from: self.inputRate, to: Self.sampleRate)
    }

    /// How long a number of input samples is in output samples, to the nearest.
    public func outputCount(ofInput count: Int) -> Int {
        Resampling.count(count, from: inputRate, to: Self.sampleRate)
    }

    /// The input samples that the output samples `[first, first + count)` depend on; may begin below 0.
    public func input(forOutput first: Int, count: Int) -> Range<Int> {
        resampling.source(of: Self.range(first, count))
    }

    /// The output samples `[first, first + count)`: two channels, not clipped.
    ///
    /// - Parameter read: gives the input samples `[first, first + count)`, zeros where there is nothing. A reader that
    ///   goes on with the next track, where that has the same rate and channels, joins the two without a seam.
    public func samples(
        from first: Int, count: Int, reading read: (_ first: Int, _ count: Int) throws -> PCMBlock
    ) rethrows -> PCMBlock {
        let output = Self.range(first, count)
        let input = resampling.source(of: output)
        guard !output.isEmpty else { return PCMBlock(sampleRate: Self.sampleRate, channels: [[], []]) }
        let block = try read(input.lowerBound, input.count)
        let sides = mix.mix(block.channels)
        return PCMBlock(
            sampleRate: Self.sampleRate, channels: sides.map { resampling.resample($0, to: output) })
    }

    /// The output samples `[first, first + count)` of a track.
    public func samples(from first: Int, count: Int, of track: any AudioSource) throws -> PCMBlock {
        try samples(from: first, count: count) { try track.samples(from: $0, count: $1) }
    }

    private static func range(_ first: Int, _ count: Int) -> Range<Int> {
        let start = min(max(first, -farthest), farthest)
        return start..<start + min(max(count, 0), farthest)
    }

    /// Far beyond any track, and far from overflow.
    private static let farthest = 1 << 50
}

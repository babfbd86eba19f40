/// A run of decoded sound: planar float samples, nominally −1 to 1.
public struct PCMBlock: Sendable, Hashable {
    /// Samples a second.
    public let sampleRate: Int
    /// One array per channel, all of one length; channel 0 is the first (left).
    public var channels: [[Float]]

    public init(sampleRate: Int, channels: [[Float]]) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// Samples in each channel.
    public var count: Int { channels.first?.count ?? 0 }
}

/// One track of sound that can be read at any place, in any order, from any thread.
///
/// Sample 0 is the first that is heard: encoder delay and padding are not part of the track.
public protocol AudioSource: AnyObject, Sendable {
    /// Samples a second of the track itself.
    var sampleRate: Int { get }
    var channelCount: Int { get }
    /// The decoded length in samples; found by decoding, never the header's claim.
    var sampleCount: Int { get }

    /// The samples `[first, first + count)`; those outside the track are zeros.
    func samples(from first: Int, count: Int) throws -> PCMBlock
}

public import FrameCore
import Synchronization

/// The sound of a file, of any form that FFmpeg decodes: any samples of it, in any order, from any thread.
///
/// Opening goes through the whole file once to learn its real length. The encoder's delay and padding are no part of
/// the track, so that tracks can follow one another without a gap. Where the rate or the channels change within the
/// file, the later part is brought to those of the first frame. The samples are the same on every CPU: decoders work
/// in whole numbers, or without vector units. Memory does not depend on the length.
public final class AudioTrack: AudioSource {
    /// What the file is and says of itself.
    public let info: AudioInfo
    /// How the channels become left and right.
    public let stereoMix: StereoMix
    private let decoder: Mutex<TrackDecoder>

    /// Samples a second: those of the file's first frame, 1000 to 768 000.
    public var sampleRate: Int { info.sampleRate }
    /// Channels, in FFmpeg's order: front left, front right, centre, low-frequency effects and so on.
    public var channelCount: Int { info.channelCount }
    /// The decoded length in samples; positive.
    public var sampleCount: Int { info.sampleCount }

    /// Opens a file.
    ///
    /// - Throws: `MediaError` when it is missing, no regular file, no media, without sound, or longer than a day.
    public init(path: String) throws {
        let decoder = try Self.open(path)
        info = decoder.info
        stereoMix = StereoMix(decoder.timeline.format.channels)
        self.decoder = Mutex(decoder)
    }

    /// Describes a file.
    ///
    /// - Throws: as `init(path:)`.
    public static func probe(path: String) throws -> AudioInfo { try open(path).info }

    /// The samples `[first, first + count)`, one array a channel; those outside the track are zeros.
    ///
    /// - Throws: `MediaError` when the file can no longer be read.
    public func samples(from first: Int, count: Int) throws -> PCMBlock {
        let count = max(0, count)
        let (end, overflow) = first.addingReportingOverflow(count)
        guard !overflow, first < sampleCount, end > 0 else {
            let silence = [Float](repeating: 0, count: count)
            return PCMBlock(sampleRate: sampleRate, channels: [[Float]](repeating: silence, count: channelCount))
        }
        let planes = try decoder.withLock { (decoder: inout sending TrackDecoder) throws(MediaError) in
            try decoder.samples(first..<end)
        }
        return PCMBlock(sampleRate: sampleRate, channels: planes)
    }

    private static func open(_ path: String) throws(MediaError) -> TrackDecoder {
        let input = try InputFile(path: path, content: .sound)
        let parameters = try CodecParametersOwner(
            copying: input.stream.pointee.codecpar, "open audio", path: path)
        let reader = PacketReader(input)
        let timeline = try SoundIndexer.timeline(reader, parameters)
        return TrackDecoder(reader, parameters, timeline)
    }
}

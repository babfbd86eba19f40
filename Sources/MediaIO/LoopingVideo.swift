public import FrameCore
import Synchronization

/// A video file, looped without a gap: any time gives its picture, in any order, from any thread.
///
/// Opening reads the file once, without decoding, to learn when each picture is shown; edit lists apply, and streams
/// other than the best video stream do not count. A picture that is damaged is replaced by the last good one before.
public final class LoopingVideo: VideoSource {
    /// The length of one pass in seconds.
    public let duration: Rational
    /// What the file says of itself.
    public let info: VideoInfo
    private let decoder: Mutex<LoopDecoder>

    /// Opens a file.
    ///
    /// - Throws: `MediaError` when it is missing, no media, without video, or larger than what is accepted.
    public init(path: String) throws {
        let (input, timeline) = try Self.open(path)
        duration = timeline.duration
        info = VideoInfo(input, timeline)
        decoder = Mutex(LoopDecoder(input: input, timeline: timeline))
    }

    /// Describes a file without decoding it.
    ///
    /// - Throws: as `init(path:)`.
    public static func probe(path: String) throws -> VideoInfo {
        let (input, timeline) = try open(path)
        return VideoInfo(input, timeline)
    }

    /// The picture at a time: see `VideoSource`.
    ///
    /// - Throws: `MediaError` when nothing in the file can be decoded.
    public func image(at time: Rational) throws -> VideoImage {
        try decoder.withLock { (decoder: inout sending LoopDecoder) throws(MediaError) in
            try decoder.image(at: decoder.timeline.index(at: time))
        }
    }

    /// How many pictures, of those asked for so far, could not be decoded and were replaced by the one before.
    public var damagedPictureCount: Int { decoder.withLock { $0.damaged.count } }

    /// Decodes the whole loop, or its first `limit` pictures, and counts those that cannot be decoded.
    ///
    /// - Throws: `MediaError` when nothing in the file can be decoded.
    public func countDamagedPictures(limit: Int = 20_000) throws -> Int {
        for index in 0..<min(limit, info.frameCount) {
            _ = try image(atIndex: index)
        }
        return damagedPictureCount
    }

    /// The picture of an index of the timeline.
    func image(atIndex index: Int) throws -> VideoImage {
        try decoder.withLock { (decoder: inout sending LoopDecoder) throws(MediaError) in
            try decoder.image(at: index)
        }
    }

    /// Indices of about `count` pictures spread over the clip, ascending.
    ///
    /// Key pictures where they lie close enough to be different each time: they need no other to be decoded.
    func sampleIndices(_ count: Int) -> [Int] {
        decoder.withLock { (decoder: inout sending LoopDecoder) in
            let timeline = decoder.timeline
            var indices: [Int] = []
            for sample in 0..<count {
                let time = timeline.duration * Rational(Int64(2 * sample + 1), Int64(2 * count))
                let index = timeline.index(at: time)
                let key = timeline.lastKey(atOrBefore: timeline.starts[index])
                    .map { timeline.lastIndex(atOrBefore: timeline.keys[$0].presentation) }
                let last = indices.last ?? -1
                if let key, key > last { indices.append(key) } else if index > last { indices.append(index) }
            }
            return indices
        }
    }

    static func open(_ path: String) throws(MediaError) -> (InputFile, StreamTimeline) {
        let input = try InputFile(path: path)
        return (input, try input.readTimeline())
    }
}

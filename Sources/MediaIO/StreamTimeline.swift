import FrameCore

/// What the demuxer says of one packet; time stamps in units of the stream's time base, nil when absent.
struct PacketRecord: Hashable {
    var presentation: Int64?
    var decoding: Int64?
    /// Not positive when unknown.
    var duration: Int64
    var isKey: Bool
    /// Outside the edit list: decoded, never shown.
    var isDiscarded: Bool
}

/// When each picture of a stream is shown, from the packets alone.
struct StreamTimeline: Sendable {
    /// How decoded pictures find their place.
    enum Order: Sendable {
        /// By the presentation time stamp of their packet.
        case timestamps
        /// The n-th picture out of the decoder is the n-th of the list (AVI and raw streams have no such stamps).
        case counted
    }

    /// A packet where decoding can start.
    struct Key: Sendable {
        var presentation: Int64
        var decoding: Int64?
    }

    let order: Order
    /// Time stamps of the pictures, ascending, each once; never empty.
    let starts: [Int64]
    /// Presentation time stamps that packets lack, by their decoding time stamps.
    let filled: [Int64: Int64]
    /// Packets where decoding can start, by presentation time; empty when only the start of the file will do.
    let keys: [Key]
    /// The first packet of the stream.
    let firstPacket: PacketRecord
    /// The number of pictures that are shown.
    let frameCount: Int
    let timeBase: Rational
    /// The length of one pass in seconds; positive.
    let duration: Rational

    /// The presentation time stamp of a packet; nil if it has none.
    func presentation(of packet: PacketRecord) -> Int64? {
        packet.presentation ?? packet.decoding.flatMap { filled[$0] }
    }

    /// The index of the picture shown at a time: the last that starts at or before `time` modulo the duration.
    func index(at time: Rational) -> Int {
        let ticks = (time.modulo(duration) / timeBase).floor
        let limit = starts[0].addingReportingOverflow(Int64(ticks))
        return lastIndex(atOrBefore: limit.overflow ? .max : limit.partialValue)
    }

    /// The index of the last picture that starts at or before a time stamp; 0 if there is none.
    func lastIndex(atOrBefore timestamp: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= timestamp { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The index into `keys` of the last key at or before a time stamp; nil if there is none.
    func lastKey(atOrBefore timestamp: Int64) -> Int? {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].presentation <= timestamp { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}

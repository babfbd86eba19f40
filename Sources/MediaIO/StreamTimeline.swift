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
    /// Packets where decoding can start, by presentation time; empty when only the start of the file will do.
    let keys: [Key]
    /// The first packet of the stream.
    let firstPacket: PacketRecord
    /// The number of packets that are shown.
    let frameCount: Int
    let timeBase: Rational
    /// The length of one pass in seconds; positive.
    let duration: Rational

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

/// Collects packets into a `StreamTimeline`.
struct TimelineBuilder {
    /// More packets than this are refused: a day at 100 a second is under nine million.
    static let mostPackets = 10_000_000

    private let timeBase: Rational
    private let fallbackInterval: Int64
    private let hasKeys: Bool
    private var order: StreamTimeline.Order?
    private var starts: [Int64] = []
    private var keys: [StreamTimeline.Key] = []
    private var firstPacket: PacketRecord?
    private var last: (start: Int64, duration: Int64)?
    private var nextCounted: Int64 = 0
    private(set) var packetCount = 0

    /// Creates an empty builder.
    ///
    /// - Parameters:
    ///   - frameRate: used for what has no time stamps or durations; nil if unknown.
    ///   - hasKeys: false when the key flags of the format mean nothing.
    init(timeBase: Rational, frameRate: Rational?, hasKeys: Bool = true) {
        self.timeBase = timeBase
        self.hasKeys = hasKeys
        let interval = frameRate.map { Rational.one / $0 } ?? .one
        fallbackInterval = max(1, Int64((interval / timeBase).floor))
    }

    /// Takes the next packet in the order of the file; false when there are too many.
    mutating func add(_ packet: PacketRecord) -> Bool {
        guard packetCount < Self.mostPackets else { return false }
        packetCount += 1
        if firstPacket == nil { firstPacket = packet }
        if packet.isKey, hasKeys, let presentation = packet.presentation {
            keys.append(StreamTimeline.Key(presentation: presentation, decoding: packet.decoding))
        }
        guard !packet.isDiscarded else { return true }
        let order = self.order ?? (packet.presentation == nil ? .counted : .timestamps)
        self.order = order
        switch order {
        case .timestamps:
            // A packet without a stamp among those with one is the second field of a picture, or never shown.
            if let presentation = packet.presentation { append(presentation, packet.duration) }
        case .counted:
            let start = packet.decoding ?? nextCounted
            append(start, packet.duration)
            nextCounted = start.addingReportingOverflow(max(1, interval(packet.duration))).partialValue
        }
        return true
    }

    private func interval(_ duration: Int64) -> Int64 { duration > 0 ? duration : fallbackInterval }

    private mutating func append(_ start: Int64, _ duration: Int64) {
        starts.append(start)
        guard let last, start <= last.start else {
            last = (start, duration)
            return
        }
        if start == last.start { self.last = (start, max(duration, last.duration)) }
    }

    /// The timeline of what was added; nil when no picture is shown, or the stamps are beyond reason.
    consuming func build() -> StreamTimeline? {
        guard let firstPacket, let order, let last else { return nil }
        let frameCount = starts.count
        starts.sort()
        var unique = 0
        for index in starts.indices where index == 0 || starts[index] != starts[unique - 1] {
            starts[unique] = starts[index]
            unique += 1
        }
        starts.removeLast(starts.count - unique)
        let (span, overflow) = last.start.subtractingReportingOverflow(starts[0])
        var tail = last.duration
        if tail <= 0 {
            tail = unique > 1 ? last.start &- starts[unique - 2] : fallbackInterval
        }
        let (total, totalOverflow) = span.addingReportingOverflow(tail)
        guard !overflow, !totalOverflow, total > 0 else { return nil }
        let duration = Rational(total, 1) * timeBase
        guard duration > .zero else { return nil }
        return StreamTimeline(
            order: order, starts: starts,
            keys: order == .counted ? [] : keys.sorted { $0.presentation < $1.presentation },
            firstPacket: firstPacket, frameCount: frameCount, timeBase: timeBase, duration: duration)
    }
}

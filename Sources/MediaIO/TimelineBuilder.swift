import FrameCore

/// Collects the packets of a stream into a `StreamTimeline`.
struct TimelineBuilder {
    /// More packets than this are refused: a day at 100 a second is under nine million.
    static let mostPackets = 10_000_000

    /// A packet that is shown, without the room that optionals take.
    private struct Shown {
        /// `absent` where there is none.
        var presentation: Int64
        var decoding: Int64
        var duration: Int64
    }

    private static let absent = Int64.min

    private let timeBase: Rational
    private let fallbackInterval: Int64
    private let hasKeys: Bool
    private var shown: [Shown] = []
    private var keys: [StreamTimeline.Key] = []
    private var firstPacket: PacketRecord?
    private var packetCount = 0

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
        shown.append(
            Shown(
                presentation: packet.presentation ?? Self.absent, decoding: packet.decoding ?? Self.absent,
                duration: packet.duration))
        return true
    }

    /// The timeline of what was added; nil when no picture is shown, or the stamps are beyond reason.
    consuming func build() -> StreamTimeline? {
        guard let firstPacket else { return nil }
        let isCounted = !shown.contains { $0.presentation != Self.absent }
        let filled = isCounted ? [:] : fillPresentations()
        if isCounted { countPresentations() }
        // A packet still without a stamp among those with one is the second field of a picture, or never shown.
        shown.removeAll { $0.presentation == Self.absent }
        shown.sort { $0.presentation < $1.presentation }
        guard let first = shown.first, let last = shown.last else { return nil }

        var starts: [Int64] = []
        starts.reserveCapacity(shown.count)
        for packet in shown where packet.presentation != starts.last { starts.append(packet.presentation) }
        let (span, overflow) = last.presentation.subtractingReportingOverflow(first.presentation)
        var tail = shown.suffix(2).filter { $0.presentation == last.presentation }.map(\.duration).max() ?? 0
        if tail <= 0 {
            tail = starts.count > 1 ? last.presentation &- starts[starts.count - 2] : fallbackInterval
        }
        let (total, totalOverflow) = span.addingReportingOverflow(tail)
        guard !overflow, !totalOverflow, total > 0 else { return nil }
        let duration = Rational(total, 1) * timeBase
        guard duration > .zero else { return nil }
        // Where stamps had to be made up, decoding starts at the file's first packet only.
        let keys = isCounted || !filled.isEmpty ? [] : keys.sorted { $0.presentation < $1.presentation }
        return StreamTimeline(
            order: isCounted ? .counted : .timestamps, starts: starts, filled: filled, keys: keys,
            firstPacket: firstPacket, frameCount: shown.count, timeBase: timeBase, duration: duration)
    }

    /// Gives packets without a presentation time stamp one, and returns those by decoding time stamp.
    ///
    /// MPEG program streams and AVI leave them out. What libav cannot fill in are the pictures that others refer to,
    /// and such a picture is shown when the next one is decoded: at the first later decoding time at which nothing
    /// else is shown.
    private mutating func fillPresentations() -> [Int64: Int64] {
        guard shown.contains(where: { $0.presentation == Self.absent && $0.decoding != Self.absent }) else {
            return [:]
        }
        let taken = Set(shown.map(\.presentation))
        var free = shown.map(\.decoding).filter { $0 != Self.absent && !taken.contains($0) }
        if let last = shown.last(where: { $0.decoding != Self.absent }) {
            free.append(last.decoding.addingReportingOverflow(max(1, interval(last.duration))).partialValue)
        }
        free.sort()
        var next = 0
        var filled: [Int64: Int64] = [:]
        for index in shown.indices where shown[index].presentation == Self.absent {
            let decoding = shown[index].decoding
            guard decoding != Self.absent else { continue }
            while next < free.count, free[next] <= decoding { next += 1 }
            guard next < free.count else { break }
            shown[index].presentation = free[next]
            filled[decoding] = free[next]
            next += 1
        }
        return filled
    }

    /// Lays the pictures out by their decoding time stamps, or one after the other.
    private mutating func countPresentations() {
        var following: Int64 = 0
        for index in shown.indices {
            let start = shown[index].decoding == Self.absent ? following : shown[index].decoding
            shown[index].presentation = start
            following = start.addingReportingOverflow(interval(shown[index].duration)).partialValue
        }
    }

    private func interval(_ duration: Int64) -> Int64 { duration > 0 ? duration : fallbackInterval }
}

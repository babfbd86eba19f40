import CFFmpeg
import FrameCore

/// Goes through a file once, to learn how long its sound really is and where decoding can begin.
///
/// MPEG audio is counted by the heads of its frames, as long as each fills its packet; then a frame that cannot be
/// decoded is silence of its length. Everything else is decoded.
struct SoundIndexer {
    /// The longest accepted track in seconds.
    static let mostSeconds = 24 * 60 * 60
    private static let mostRuns = 1000
    /// Samples of a segment, all channels together, and in each at most.
    private static let segmentSize = 1 << 20
    private static let largestSegment = 1 << 19
    /// Two frames of HE-AAC.
    private static let mostPadding = 4096
    private static let operation = "open audio"

    private let reader: PacketReader
    private let parameters: CodecParametersOwner
    private let path: String
    private let codec: AVCodecID
    private let priming: Int?

    private var segments: [SoundSegment] = []
    private var runs: [SoundRun] = []
    private var lastPacket = -1
    private var pendingSkip = 0
    /// A frame of a form that is not accepted.
    private var hasRefused = false
    private var seconds = 0.0

    private init(_ reader: PacketReader, _ parameters: CodecParametersOwner) {
        self.reader = reader
        self.parameters = parameters
        path = reader.input.path
        codec = reader.input.decoder.pointee.id
        priming = SoundDecoder.primingPackets(codec)
    }

    /// Goes through the file.
    ///
    /// - Throws: `MediaError` when there is nothing to hear, or more than a day.
    static func timeline(
        _ reader: PacketReader, _ parameters: CodecParametersOwner
    ) throws(MediaError) -> SoundTimeline {
        if SoundDecoder.isMPEGAudio(reader.input.decoder.pointee.id) {
            var counting = SoundIndexer(reader, parameters)
            if try counting.countHeads() { return try counting.finish() }
            guard try reader.restart() else { throw counting.nothing }
        }
        var decoding = SoundIndexer(reader, parameters)
        try decoding.decodeAll()
        return try decoding.finish()
    }

    private var nothing: MediaError {
        MediaError(.damaged, Self.operation, path: path, reason: "no sound could be decoded from it")
    }

    private mutating func finish() throws(MediaError) -> SoundTimeline {
        trimEnd()
        if let timeline = SoundTimeline(segments: segments, runs: runs) { return timeline }
        guard hasRefused else { throw nothing }
        throw MediaError(
            .unsupported, Self.operation, path: path,
            reason:
                "only 1000 to 768000 samples a second and at most \(SoundFormat.mostChannels) channels are supported")
    }

    /// Takes the encoder's padding off the end of MP4: the edit list tells it, and libav leaves it in.
    private mutating func trimEnd() {
        let (format, stream) = (reader.input.format.pointee, reader.input.stream.pointee)
        guard String(cString: format.iformat.pointee.name).contains("mp4"), runs.count == 1, stream.duration > 0,
            let base = Rational(positive: stream.time_base)
        else { return }
        let rate = Rational(runs[0].format.sampleRate)
        let padding = runs[0].count - (Rational(stream.duration, 1) * base * rate + Rational(1, 2)).floor
        // More than that would be a lie about the length, which does not count.
        guard (1...Self.mostPadding).contains(padding), let last = segments.indices.last else { return }
        runs[0].count -= segments[last].trim(padding)
    }

    // MARK: - Counting

    /// Counts the frames of MPEG audio by their heads; false when a packet is not exactly one frame.
    private mutating func countHeads() throws(MediaError) -> Bool {
        var isBehindEnd = false
        while let entry = try reader.next() {
            let packet = entry.packet.pointer
            guard let head = MPEGAudioHead(packet) else {
                // Tags at the end are no sound; elsewhere, or with the mark of a frame, it takes a decoder to tell.
                guard packet.pointee.size > 0, let first = packet.pointee.data?.pointee, first != 0, first != 0xff
                else { return false }
                isBehindEnd = true
                continue
            }
            guard !isBehindEnd, head.frameSize == entry.size else { return false }
            try add(
                SoundPass.Frame(
                    packet: entry.number, count: head.sampleCount, format: head.format, cuts: SoundCuts(packet),
                    isDiscarded: packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0),
                samplesPerPacket: head.sampleCount)
        }
        return true
    }

    private mutating func decodeAll() throws(MediaError) {
        let pass = try SoundPass(reader, first: 0, parameters: parameters, isCounting: true)
        while let frame = try pass.next() { try add(frame, samplesPerPacket: nil) }
    }

    /// Takes the next frame of the stream.
    private mutating func add(_ frame: SoundPass.Frame, samplesPerPacket: Int?) throws(MediaError) {
        reader.input.renewAllowance()
        guard let format = frame.format else {
            hasRefused = true
            return
        }
        let isNewPacket = frame.packet != lastPacket
        // The frames of one packet stay together, and have one form: others are not heard.
        guard isNewPacket || format == runs.last?.format else { return }
        lastPacket = frame.packet
        seconds += Double(frame.count) / Double(format.sampleRate)
        guard seconds <= Double(Self.mostSeconds) else {
            throw MediaError(.limit, Self.operation, path: path, reason: "it is longer than 24 hours")
        }
        if isNewPacket { try begin(frame, format, samplesPerPacket) }

        // As in libav, whatever comes with a packet replaces what is left.
        if frame.cuts.skipped > 0 || frame.cuts.padding > 0 { pendingSkip = frame.cuts.skipped }
        let skipped = min(pendingSkip, frame.count)
        pendingSkip -= skipped
        let rest = frame.isDiscarded ? 0 : frame.count - skipped
        // libav ignores a padding longer than the frame.
        let padding = frame.cuts.padding <= rest ? frame.cuts.padding : 0
        let place = segments.count - 1
        segments[place].append(
            frame.count, skipping: frame.isDiscarded ? frame.count : skipped, padding: padding)
        runs[runs.count - 1].count += rest - padding
    }

    /// Begins a run where the form changes, and a segment where that or the length asks for it.
    private mutating func begin(
        _ frame: SoundPass.Frame, _ format: SoundFormat, _ samplesPerPacket: Int?
    ) throws(MediaError) {
        let isNewRun = runs.last.map { $0.format != format } ?? true
        if isNewRun {
            guard runs.count < Self.mostRuns else {
                throw MediaError(
                    .limit, Self.operation, path: path,
                    reason: "its rate or channels change more than \(Self.mostRuns) times")
            }
            runs.append(SoundRun(format: format, firstSegment: segments.count))
        } else {
            let size = min(Self.largestSegment, Self.segmentSize / format.channels.count)
            if let last = segments.last, last.samplesPerPacket == samplesPerPacket,
                last.decodedCount < size
            {
                return
            }
        }
        guard let start = startMark(for: frame.packet) else { throw nothing }
        segments.append(
            SoundSegment(
                start: start, firstPacket: frame.packet, run: runs.count - 1,
                firstSample: runs[runs.count - 1].count, samplesPerPacket: samplesPerPacket))
    }

    /// Where decoding has to begin for a packet to come out right.
    private func startMark(for packet: Int) -> PacketMark? {
        guard let priming, packet > priming else { return reader.firstMark }
        var first = packet - priming
        if SoundDecoder.isMPEGAudio(codec) {
            // Layer III reaches back 511 bytes into the frames before, each without its head and side information.
            var bytes = 0
            var place = packet - 4
            while place > reader.oldest, bytes < 512 {
                place -= 1
                bytes += max(0, (reader.entry(place)?.size ?? 0) - 38)
            }
            first = min(first, place - 2)
        }
        first = max(first, reader.oldest)
        return first > 0 ? reader.mark(first) : reader.firstMark
    }
}

import CFFmpeg

/// One run of a fresh decoder from some packet onwards; packets are numbered, as in `PacketReader`.
///
/// Nothing is cut off here: what is not to be heard is told with each frame.
final class SoundPass {
    /// What is known of the frame that was decoded last.
    struct Frame {
        /// The number of the packet it was made of.
        let packet: Int
        /// Samples in each channel; positive.
        let count: Int
        /// nil when it is beyond what is accepted.
        let format: SoundFormat?
        let cuts: SoundCuts
        /// Whether none of it is heard: it lies outside the edit list.
        let isDiscarded: Bool
    }

    private static let operation = "decode audio"
    /// Packets in a row that may give nothing.
    private static let mostSilentPackets = 10_000

    private let reader: PacketReader
    private let codec: CodecOwner
    private let frameOwner: FrameOwner
    private let isPlain: Bool
    private var lastSent: Int
    private var lastPacket: Int
    private var silentPackets = 0
    private var isDraining = false
    private var isEnded = false

    /// The samples of the frame that `next` returned.
    var samples: UnsafeMutablePointer<AVFrame> { frameOwner.pointer }

    /// Opens a decoder for the packets that come next.
    ///
    /// - Parameters:
    ///   - first: the number of the first of them.
    ///   - isCounting: whether only lengths matter, so that any vector unit will do.
    init(
        _ reader: PacketReader, first: Int, parameters: CodecParametersOwner, isCounting: Bool = false
    ) throws(MediaError) {
        self.reader = reader
        lastSent = first
        lastPacket = first
        let decoder = reader.input.decoder
        let path = reader.input.path
        isPlain = !isCounting && !SoundDecoder.isExact(decoder)
        frameOwner = try FrameOwner(Self.operation, path: path)
        let codec = try CodecOwner(decoder, Self.operation, path: path)
        self.codec = codec
        let context = codec.pointer
        try Libav.check(
            avcodec_parameters_to_context(context, parameters.pointer), .unsupported, Self.operation, path: path)
        let configuration = reader.configuration(at: first)
        if !configuration.isEmpty { try Self.configure(context, configuration, path) }
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
        context.pointee.thread_count = 1
        LibavLog.clear()
        let status =
            isPlain
            ? VectorUnits.without { avcodec_open2(context, decoder, nil) } : avcodec_open2(context, decoder, nil)
        try Libav.check(status, .unsupported, Self.operation, path: path)
    }

    private static func configure(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ configuration: [UInt8], _ path: String
    ) throws(MediaError) {
        let size = configuration.count
        let copy = try Libav.allocated(
            av_mallocz(size + Int(AV_INPUT_BUFFER_PADDING_SIZE)), operation, path: path)
        copy.copyMemory(from: configuration, byteCount: size)
        av_freep(&context.pointee.extradata)
        context.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
        context.pointee.extradata_size = Int32(size)
    }

    /// Decodes the next frame; nil at the end of the stream.
    func next() throws(MediaError) -> Frame? {
        guard isPlain else { return try decode() }
        return try VectorUnits.without { () throws(MediaError) in try decode() }
    }

    private func decode() throws(MediaError) -> Frame? {
        while !isEnded {
            let status = avcodec_receive_frame(codec.pointer, samples)
            if status >= 0 {
                guard samples.pointee.nb_samples > 0 else { continue }
                silentPackets = 0
                return describe()
            }
            if status == cffmpeg_end_of_file || isDraining {
                isEnded = true
            } else {
                // Either a packet is wanted, or the last one was damaged and is gone.
                try sendPacket()
            }
        }
        return nil
    }

    private func sendPacket() throws(MediaError) {
        guard silentPackets < Self.mostSilentPackets, let entry = try reader.next() else {
            isDraining = true
            _ = avcodec_send_packet(codec.pointer, nil)
            return
        }
        silentPackets += 1
        lastSent = entry.number
        // A failure means that the packet is damaged, and concerns no other.
        _ = avcodec_send_packet(codec.pointer, entry.packet.pointer)
    }

    private func describe() -> Frame {
        let frame = samples.pointee
        // Only the first of several frames of one packet bears its number.
        if frame.pts >= 0, frame.pts <= Int64(lastSent) { lastPacket = Int(frame.pts) }
        return Frame(
            packet: lastPacket, count: Int(frame.nb_samples), format: SoundFormat(samples), cuts: cuts(),
            isDiscarded: frame.flags & AV_FRAME_FLAG_DISCARD != 0)
    }

    private func cuts() -> SoundCuts {
        guard let side = av_frame_get_side_data(samples, AV_FRAME_DATA_SKIP_SAMPLES) else { return SoundCuts() }
        return SoundCuts(side.pointee.data, size: side.pointee.size)
    }
}

/// Samples at the ends of a frame that are not heard.
struct SoundCuts {
    /// Counted from the start of the frame, maybe beyond its end: the encoder's delay.
    var skipped = 0
    /// Counted from its end: the encoder's padding.
    var padding = 0

    init() {}

    /// Reads libav's side data: two little-endian numbers of 32 bits and more.
    init(_ data: UnsafePointer<UInt8>?, size: Int) {
        guard let data, size >= 8 else { return }
        let raw = UnsafeRawPointer(data)
        skipped = Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        padding = Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    }

    /// What comes with a packet.
    init(_ packet: UnsafePointer<AVPacket>) {
        var size = 0
        let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size)
        self.init(data.map { UnsafePointer($0) }, size: size)
    }
}

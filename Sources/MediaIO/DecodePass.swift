import CFFmpeg
import FrameCore

/// One run of a fresh decoder from some packet onwards.
///
/// Packets are numbered as they are sent and the number travels as their time stamp, so that a picture is told apart
/// whatever stamps the file has. One decoding thread: libav hands out the damage flags of a picture too early with
/// frame threads, and what is shown must not depend on luck. The cores are busy with other frames anyway.
final class DecodePass {
    /// A picture as it left the decoder.
    struct Picture {
        let frame: FrameOwner
        /// What the demuxer said of its packet.
        let packet: PacketRecord
        /// The number of pictures that left the decoder before it.
        let ordinal: Int
        /// Wholly or partly made up by the decoder, or of an impossible size.
        let isDamaged: Bool
    }

    private static let operation = "decode video"
    /// How many packets a decoder may hold back; reordering needs 16 at most.
    private static let tagCapacity = 1024

    private let input: InputFile
    private let codec: CodecOwner
    private let packet: PacketOwner
    private var hasPacket: Bool
    private var tags: [PacketRecord]
    private var sent: Int64 = 0
    private var received = 0
    private var isDraining = false
    private var isEnded = false
    /// Whether a picture is damaged if the decoder complains on the way to it.
    private let heedsComplaints: Bool

    /// Opens a decoder.
    ///
    /// - Parameters:
    ///   - packet: the first packet to send if `hasPacket`; otherwise reading goes on from where `input` is.
    ///   - isStrict: whether to look for damage that decoders tell their log only.
    init(input: InputFile, packet: PacketOwner, hasPacket: Bool, isStrict: Bool = false) throws(MediaError) {
        self.input = input
        // FFV1, Motion JPEG and GIF mark no picture as damaged. Codecs that refer to other pictures do, but complain
        // of whole ones as well.
        let codec = input.decoder.pointee.id
        let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
        let isUnmarked =
            properties & AV_CODEC_PROP_INTRA_ONLY != 0 || [AV_CODEC_ID_FFV1, AV_CODEC_ID_GIF].contains(codec)
        heedsComplaints = isStrict && isUnmarked
        self.packet = packet
        self.hasPacket = hasPacket
        let none = PacketRecord(presentation: nil, decoding: nil, duration: 0, isKey: false, isDiscarded: true)
        tags = [PacketRecord](repeating: none, count: Self.tagCapacity)
        self.codec = try Self.openDecoder(input)
    }

    private static func openDecoder(_ input: InputFile) throws(MediaError) -> CodecOwner {
        let codec = try CodecOwner(input.decoder, operation, path: input.path)
        let context = codec.pointer
        try Libav.check(
            avcodec_parameters_to_context(context, input.stream.pointee.codecpar), .unsupported, operation,
            path: input.path)
        context.pointee.pkt_timebase = input.stream.pointee.time_base
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        context.pointee.idct_algo = FF_IDCT_SIMPLE
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(InputFile.largestSide) * Int64(InputFile.largestSide)
        LibavLog.clear()
        let status = VectorUnits.withAll { avcodec_open2(context, input.decoder, nil) }
        try Libav.check(status, .unsupported, operation, path: input.path)
        return codec
    }

    /// The next picture in the order of showing; nil at the end of the stream.
    func next() throws(MediaError) -> Picture? {
        guard received == 0 else { return try decode() }
        // Decoders choose some of their routines at the first packet.
        return try VectorUnits.withAll { () throws(MediaError) in try decode() }
    }

    private func decode() throws(MediaError) -> Picture? {
        if heedsComplaints { LibavLog.clear() }
        while !isEnded {
            let frame = try FrameOwner(Self.operation, path: input.path)
            let status = avcodec_receive_frame(codec.pointer, frame.pointer)
            if status >= 0 { return describe(frame) }
            if status == cffmpeg_end_of_file || isDraining {
                // A damaged tail makes draining fail: that is the end as well.
                isEnded = true
            } else {
                // Either a packet is wanted, or the last one was damaged and is gone.
                sendPacket()
            }
        }
        return nil
    }

    private func sendPacket() {
        guard hasPacket || input.read(into: packet) else {
            isDraining = true
            _ = avcodec_send_packet(codec.pointer, nil)
            return
        }
        hasPacket = false
        tags[Int(sent) % Self.tagCapacity] = packet.pointer.pointee.record
        packet.pointer.pointee.pts = sent
        packet.pointer.pointee.dts = sent
        // Decoders would swallow those; they are wanted to tell whether decoding started well.
        packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
        sent += 1
        // A failure means that the packet is damaged, and concerns no other.
        _ = avcodec_send_packet(codec.pointer, packet.pointer)
        packet.clear()
    }

    private func describe(_ frame: FrameOwner) -> Picture {
        let picture = frame.pointer.pointee
        // A decoder that loses the number shows the picture with the packet just sent.
        let number = picture.pts >= 0 && picture.pts < sent ? picture.pts : max(0, sent - 1)
        let sides = 1...Int32(InputFile.largestSide)
        let isDamaged =
            picture.flags & AV_FRAME_FLAG_CORRUPT != 0 || picture.decode_error_flags != 0
            || !sides.contains(picture.width) || !sides.contains(picture.height)
            || (heedsComplaints && LibavLog.takeLine() != nil)
        defer { received += 1 }
        return Picture(
            frame: frame, packet: tags[Int(number) % Self.tagCapacity], ordinal: received, isDamaged: isDamaged)
    }
}

extension AVPacket {
    /// The presentation time stamp; nil when absent.
    var presentation: Int64? { pts == cffmpeg_no_timestamp ? nil : pts }

    /// The decoding time stamp; nil when absent.
    var decoding: Int64? { dts == cffmpeg_no_timestamp ? nil : dts }

    /// What the timeline needs to know of the packet.
    var record: PacketRecord {
        PacketRecord(
            presentation: presentation, decoding: decoding, duration: duration,
            isKey: flags & AV_PKT_FLAG_KEY != 0, isDiscarded: flags & AV_PKT_FLAG_DISCARD != 0)
    }
}

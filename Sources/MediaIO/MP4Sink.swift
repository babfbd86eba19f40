import CFFmpeg
import FrameCore
import Imaging

/// Encodes H.264 by x264, and AAC where there is sound, and muxes them into MP4.
///
/// The bytes depend on the frames, the settings and the library versions alone: x264 works with a fixed number of
/// threads and without what differs by CPU. Its threads run beside the caller, so that drawing goes on meanwhile.
final class MP4Sink: FrameSink {
    /// x264's result depends on the number of threads, so it is part of the format and not of the machine.
    private static let encoderThreads: Int32 = 2
    private static let operation = "encode video"

    private let size: PixelSize
    private let path: String?
    private let codec: CodecOwner
    private let frame: FrameOwner
    private let packet: PacketOwner
    private let sound: AACEncoder?
    private let rate: FrameRate
    private let muxer: MP4Muxer
    private var count: Int64 = 0

    init(
        _ place: OutputPlace, size: PixelSize, rate: FrameRate, encoding: EncodingSettings,
        sound: SoundTrackSettings? = nil
    ) throws(MediaError) {
        LibavLog.install()
        LibavLog.clear()
        let path: String?
        switch place {
        case .regular(let name): path = name
        case .stream(let name): path = name
        }
        self.path = path
        self.size = size
        codec = try Self.openEncoder(size: size, rate: rate, encoding: encoding, path: path)
        frame = try Self.makeFrame(size, path: path)
        packet = try PacketOwner(Self.operation, path: path)
        var streams = [codec]
        if let sound {
            let encoder = try AACEncoder(sound, path: path)
            streams.append(encoder.codec)
            self.sound = encoder
        } else {
            self.sound = nil
        }
        self.rate = rate
        muxer = try MP4Muxer(place, path: path, streams: streams, rate: rate)
    }

    deinit { abandon() }

    private static func openEncoder(
        size: PixelSize, rate: FrameRate, encoding: EncodingSettings, path: String?
    ) throws(MediaError) -> CodecOwner {
        func refuse(_ reason: String) -> MediaError { MediaError(.badSetting, operation, path: path, reason: reason) }
        guard EncodingSettings.presets.contains(encoding.preset) else {
            throw refuse(
                "there is no preset \(encoding.preset); there are "
                    + EncodingSettings.presets.joined(separator: ", "))
        }
        guard (0...51).contains(encoding.crf) else { throw refuse("the crf \(encoding.crf) is not within 0 to 51") }
        guard let numerator = Int32(exactly: rate.rate.numerator),
            let denominator = Int32(exactly: rate.rate.denominator)
        else { throw refuse("the frame rate \(rate.rate) has too many digits for MP4") }
        guard let encoder = avcodec_find_encoder_by_name("libx264") else {
            throw MediaError(.encoder, operation, path: path, reason: "this libavcodec has no libx264")
        }
        let codec = try CodecOwner(encoder, operation, path: path)
        let context = codec.pointer
        context.pointee.width = Int32(size.width)
        context.pointee.height = Int32(size.height)
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.time_base = AVRational(num: denominator, den: numerator)
        context.pointee.framerate = AVRational(num: numerator, den: denominator)
        context.pointee.colorspace = AVCOL_SPC_BT709
        context.pointee.color_primaries = AVCOL_PRI_BT709
        context.pointee.color_trc = AVCOL_TRC_BT709
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
        // Bit 31: libav's constant does not fit the signed field.
        context.pointee.flags |= Int32(truncatingIfNeeded: AV_CODEC_FLAG_CLOSED_GOP)
        context.pointee.thread_count = encoderThreads
        let options = [
            ("preset", encoding.preset), ("crf", String(encoding.crf)), ("x264-params", "cpu-independent=1"),
        ]
        for (name, value) in options {
            try Libav.check(av_opt_set(context.pointee.priv_data, name, value, 0), .encoder, operation, path: path)
        }
        try Libav.check(avcodec_open2(context, encoder, nil), .encoder, operation, path: path)
        return codec
    }

    private static func makeFrame(_ size: PixelSize, path: String?) throws(MediaError) -> FrameOwner {
        let frame = try FrameOwner(operation, path: path)
        frame.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        frame.pointer.pointee.width = Int32(size.width)
        frame.pointer.pointee.height = Int32(size.height)
        try Libav.check(av_frame_get_buffer(frame.pointer, 0), .encoder, operation, path: path)
        return frame
    }

    func write(_ picture: PixelBuffer) throws {
        try checkSize(picture, size, path)
        let target = frame.pointer
        try Libav.check(av_frame_make_writable(target), .encoder, Self.operation, path: path)
        func plane(_ data: UnsafeMutablePointer<UInt8>?, _ stride: Int32, rows: Int) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: data, count: Int(stride) * rows)
        }
        let (data, strides) = (target.pointee.data, target.pointee.linesize)
        try convertToYUV420(
            picture, luma: plane(data.0, strides.0, rows: size.height), lumaStride: Int(strides.0),
            cb: plane(data.1, strides.1, rows: size.height / 2), cbStride: Int(strides.1),
            cr: plane(data.2, strides.2, rows: size.height / 2), crStride: Int(strides.2))
        target.pointee.pts = count
        target.pointee.color_range = AVCOL_RANGE_MPEG
        count += 1
        try send(target)
        try sound?.encode(upTo: soundLength, into: muxer)
    }

    /// Samples of sound that go with the pictures so far.
    private var soundLength: Int { SoundTrackSettings.sampleCount(frames: Int(count), rate: rate) }

    /// Hands a frame, or nil for the end, to the encoder and what comes out of it to the muxer.
    private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(MediaError) {
        LibavLog.clear()
        try Libav.check(avcodec_send_frame(codec.pointer, frame), .encoder, Self.operation, path: path)
        while true {
            let status = avcodec_receive_packet(codec.pointer, packet.pointer)
            if status == cffmpeg_try_again || status == cffmpeg_end_of_file { return }
            try Libav.check(status, .encoder, Self.operation, path: path)
            packet.pointer.pointee.duration = 1
            try muxer.write(packet, stream: 0)
        }
    }

    func finish() throws {
        guard count > 0 else {
            abandon()
            throw MediaError(.encoder, Self.operation, path: path, reason: "no frame was written")
        }
        do {
            try send(nil)
            try sound?.finish(at: soundLength, into: muxer)
            try muxer.finish()
        } catch {
            abandon()
            throw error
        }
    }

    func abandon() { muxer.abandon() }
}

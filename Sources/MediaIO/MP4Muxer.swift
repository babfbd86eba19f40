import CFFmpeg
import FrameCore
import Glibc

/// Writes the packets of a video stream, and of one of sound, as MP4: with the index first to a file, in fragments to a pipe.
final class MP4Muxer {
    private enum Target {
        /// libav writes the hidden file by its name, as it has to read it again to move the index to the front.
        case file(PartialFile)
        case stream(ByteOutput)
    }

    private static let operation = "write"
    /// Ticks a second of the track's and the movie's clock are a multiple of the frame rate of about this size, so
    /// that every time and length is whole.
    private static let wantedTicks: Int64 = 30000
    private static let pipeBufferSize = 1 << 16

    private let path: String?
    private let target: Target
    /// The time base of each encoder.
    private let sourceTimeBases: [AVRational]
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var bytes: UnsafeMutablePointer<AVIOContext>?
    private var isFinished = false

    /// Opens the output and writes the head of the file.
    ///
    /// - Parameter streams: the open encoder of the video, and that of the sound if there is any.
    init(_ place: OutputPlace, path: String?, streams: [CodecOwner], rate: FrameRate) throws(MediaError) {
        self.path = path
        sourceTimeBases = streams.map(\.pointer.pointee.time_base)
        switch place {
        case .regular(let path): target = .file(try PartialFile(path: path))
        case .stream: target = .stream(try ByteOutput(place))
        }
        do throws(MediaError) {
            try open(streams, rate)
        } catch {
            abandon()
            throw error
        }
    }

    deinit { abandon() }

    private func open(_ streams: [CodecOwner], _ rate: FrameRate) throws(MediaError) {
        try Libav.check(
            avformat_alloc_output_context2(&format, nil, "mp4", nil), .encoder, Self.operation, path: path)
        let format = try Libav.allocated(format, Self.operation, path: path)
        let flags: String
        switch target {
        case .file(let file):
            let name = "file:" + file.temporary
            format.pointee.url = av_strdup(name)
            try Libav.check(avio_open(&bytes, name, AVIO_FLAG_WRITE), .cannotWrite, Self.operation, path: path)
            flags = "+faststart"
        case .stream(let output):
            bytes = try Self.pipe(to: output, path: path)
            // The header waits for the first fragment, which is when the delay of reordering is known.
            flags = "+frag_keyframe+empty_moov+default_base_moof+delay_moov"
        }
        format.pointee.pb = bytes
        format.pointee.flags |= AVFMT_FLAG_BITEXACT
        // The sound is ready long before the pictures that go with it leave x264; it waits for them, however long.
        format.pointee.max_interleave_delta = 0
        for codec in streams {
            let stream = try Libav.allocated(avformat_new_stream(format, nil), Self.operation, path: path)
            try Libav.check(
                avcodec_parameters_from_context(stream.pointee.codecpar, codec.pointer), .encoder, Self.operation,
                path: path)
            stream.pointee.time_base = codec.pointer.pointee.time_base
            stream.pointee.avg_frame_rate = codec.pointer.pointee.framerate
            stream.pointee.r_frame_rate = codec.pointer.pointee.framerate
        }

        let ticks = rate.rate.numerator * max(1, Self.wantedTicks / rate.rate.numerator)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "movflags", flags, 0)
        av_dict_set_int(&options, "video_track_timescale", ticks, 0)
        av_dict_set_int(&options, "movie_timescale", ticks, 0)
        try check(avformat_write_header(format, &options))
        guard av_dict_count(options) == 0 else {
            throw MediaError(.encoder, Self.operation, path: path, reason: "this libavformat lacks an option for MP4")
        }
    }

    private static func pipe(
        to output: ByteOutput, path: String?
    ) throws(MediaError) -> UnsafeMutablePointer<AVIOContext> {
        let buffer = try Libav.allocated(av_malloc(pipeBufferSize), operation, path: path)
        // The muxer holds the output for as long as the context lives.
        let opaque = Unmanaged.passUnretained(output).toOpaque()
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(pipeBufferSize), 1, opaque, nil, writeToPipe, nil)
        guard let context else {
            av_free(buffer)
            throw MediaError(.outOfMemory, operation, path: path, reason: "out of memory")
        }
        context.pointee.seekable = 0
        return context
    }

    /// Throws for a negative status, or when bytes could not be written, which muxers do not always tell.
    private func check(_ status: Int32) throws(MediaError) {
        let written = bytes?.pointee.error ?? 0
        try Libav.check(written < 0 ? written : status, .cannotWrite, Self.operation, path: path)
    }

    /// Writes a packet whose times are in the time base of its encoder, and takes its payload.
    func write(_ packet: PacketOwner, stream index: Int) throws(MediaError) {
        guard let format, let stream = format.pointee.streams[index] else {
            throw MediaError(.cannotWrite, Self.operation, path: path, reason: "the output is closed")
        }
        av_packet_rescale_ts(packet.pointer, sourceTimeBases[index], stream.pointee.time_base)
        packet.pointer.pointee.stream_index = Int32(index)
        // A single stream has nothing to wait for.
        let isAlone = sourceTimeBases.count == 1
        try check(
            isAlone ? av_write_frame(format, packet.pointer) : av_interleaved_write_frame(format, packet.pointer))
        packet.clear()
    }

    /// Writes the rest of the file and puts it in place.
    func finish() throws(MediaError) {
        guard !isFinished, let format else { return }
        try check(av_write_trailer(format))
        avio_flush(bytes)
        try check(0)
        try check(close())
        isFinished = true
        switch target {
        case .file(let file): try file.commit()
        case .stream(let output): try output.finish()
        }
    }

    /// Frees the contexts; the status of closing the file.
    private func close() -> Int32 {
        avformat_free_context(format)
        format = nil
        guard bytes != nil else { return 0 }
        if case .file = target { return avio_closep(&bytes) }
        // The buffer may have been replaced since, and is not freed with the context.
        av_free(bytes?.pointee.buffer)
        avio_context_free(&bytes)
        return 0
    }

    /// Drops the output unless it is finished.
    func abandon() {
        guard !isFinished else { return }
        isFinished = true
        // Without a trailer there is something left in the buffer of a file; it goes with the file.
        _ = close()
        switch target {
        case .file(let file): file.discard()
        case .stream(let output): output.abandon()
        }
    }
}

/// A free function for libav, which calls it from the thread that muxes.
private func writeToPipe(_ opaque: UnsafeMutableRawPointer?, _ data: UnsafeMutablePointer<UInt8>?, _ count: Int32)
    -> Int32
{
    guard let opaque, let data, count >= 0 else { return cffmpeg_status(EINVAL) }
    let output = Unmanaged<ByteOutput>.fromOpaque(opaque).takeUnretainedValue()
    let number = output.status(writing: UnsafeRawBufferPointer(start: data, count: Int(count)))
    return number == 0 ? count : cffmpeg_status(number)
}

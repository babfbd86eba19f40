import CFFmpeg
import FrameCore
import Glibc

/// An open media file and one stream of it.
///
/// Only the file itself is ever opened: a format that refers to other files or to the network (playlists, `concat`
/// lists) finds nothing.
final class InputFile {
    /// What the stream holds.
    enum Content {
        case video, sound
    }

    /// The largest accepted side of a picture.
    static let largestSide = 16384

    let path: String
    let format: UnsafeMutablePointer<AVFormatContext>
    let stream: UnsafeMutablePointer<AVStream>
    let decoder: UnsafePointer<AVCodec>
    /// Seconds a time stamp unit; positive.
    let timeBase: Rational
    private var bytes: UnsafeMutablePointer<AVIOContext>?
    private let allowance: ReadingAllowance
    /// What libav said when reading stopped; the end of the file, if all is well.
    private(set) var endStatus = cffmpeg_end_of_file
    private let content: Content
    /// Formats that hold no media themselves, but say where to find them.
    private static let listFormats: Set = ["hls", "concat", "dash", "imf", "rtsp", "sdp"]
    /// Formats that hold a score, which a synthesiser plays, maybe forever.
    private static let scoreFormats: Set = ["libgme", "libopenmpt", "libmodplug"]

    /// Opens the best stream of a kind.
    ///
    /// - Throws: `MediaError` for what is not a regular file, is empty, is not media, or has nothing to decode.
    init(path: String, content: Content = .video) throws(MediaError) {
        LibavLog.install()
        LibavLog.clear()
        let operation = content == .video ? "open video" : "open audio"
        try Self.checkIsFile(path, operation)

        let allowance = ReadingAllowance()
        var bytes: UnsafeMutablePointer<AVIOContext>?
        var interruption = AVIOInterruptCB(
            callback: isReadingExhausted, opaque: Unmanaged.passUnretained(allowance).toOpaque())
        try Libav.check(
            avio_open2(&bytes, "file:" + path, AVIO_FLAG_READ, &interruption, nil), .unreadable, operation, path: path)
        var format: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
        do throws(MediaError) {
            let context = try Libav.allocated(format, operation, path: path)
            context.pointee.pb = bytes
            // The bytes are ours to close, even before the context is open.
            context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
            context.pointee.io_open = refuseNestedFile
            // Without a name: what a file is, its bytes say.
            var kind: UnsafePointer<AVInputFormat>?
            try Libav.check(
                av_probe_input_buffer2(bytes, &kind, nil, nil, 0, 0), .notMedia, operation, path: path)
            let name = kind.map { String(cString: $0.pointee.name) } ?? ""
            guard !Self.listFormats.contains(name) else {
                throw MediaError(
                    .notMedia, operation, path: path, reason: "it only lists other files (\(name))")
            }
            guard !Self.scoreFormats.contains(name) else {
                throw MediaError(
                    .unsupported, operation, path: path, reason: "it is a score to be played, not a recording (\(name))"
                )
            }
            // On failure libav frees the context and clears `format`.
            let status = avformat_open_input(&format, nil, kind, nil)
            guard status >= 0, let format else {
                throw Libav.error(status, .notMedia, operation, path: path)
            }
            try Libav.check(avformat_find_stream_info(format, nil), .notMedia, operation, path: path)
            let stream = try Self.stream(of: format, content, operation, path: path)
            let (decoder, timeBase) = try Self.examine(stream, content, operation, path: path)
            for index in 0..<Int(format.pointee.nb_streams) {
                let other = format.pointee.streams[index]
                if other != stream { other?.pointee.discard = AVDISCARD_ALL }
            }
            self.path = path
            self.bytes = bytes
            self.allowance = allowance
            self.content = content
            self.format = format
            self.stream = stream
            self.decoder = decoder
            self.timeBase = timeBase
        } catch {
            avformat_close_input(&format)
            avio_closep(&bytes)
            throw error
        }
    }

    deinit {
        var format: UnsafeMutablePointer<AVFormatContext>? = format
        avformat_close_input(&format)
        avio_closep(&bytes)
    }

    private static func checkIsFile(_ path: String, _ operation: String) throws(MediaError) {
        func refuse(_ reason: String) -> MediaError {
            MediaError(.unreadable, operation, path: path, reason: reason)
        }
        var status = stat()
        guard !path.utf8.contains(0) else { throw refuse("the name holds a NUL byte") }
        guard stat(path, &status) == 0 else { throw refuse(String(cString: strerror(errno))) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw refuse("it is a folder")
        case S_IFREG: break
        default: throw refuse("it is not a regular file")
        }
        guard status.st_size > 0 else { throw refuse("the file is empty") }
    }

    /// The stream that libav rates best, or else the one of the largest pictures or most channels, cover pictures
    /// not counted.
    private static func stream(
        of format: UnsafeMutablePointer<AVFormatContext>, _ content: Content, _ operation: String, path: String
    ) throws(MediaError) -> UnsafeMutablePointer<AVStream> {
        let type = content == .video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO
        let best = av_find_best_stream(format, type, -1, -1, nil, 0)
        var chosen: UnsafeMutablePointer<AVStream>?
        var chosenSize: Int64 = -1
        for index in 0..<Int(format.pointee.nb_streams) {
            guard let stream = format.pointee.streams[index], let parameters = stream.pointee.codecpar,
                parameters.pointee.codec_type == type,
                stream.pointee.disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) == 0
            else { continue }
            let size =
                content == .video
                ? Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
                : Int64(parameters.pointee.ch_layout.nb_channels)
            if index == Int(best) { return stream }
            if size > chosenSize { (chosen, chosenSize) = (stream, size) }
        }
        if let chosen { return chosen }
        switch content {
        case .video: throw MediaError(.noVideo, operation, path: path, reason: "it holds no video stream")
        case .sound: throw MediaError(.noAudio, operation, path: path, reason: "it holds no audio stream")
        }
    }

    private static func examine(
        _ stream: UnsafeMutablePointer<AVStream>, _ content: Content, _ operation: String, path: String
    ) throws(MediaError) -> (UnsafePointer<AVCodec>, Rational) {
        let parameters = stream.pointee.codecpar?.pointee ?? AVCodecParameters()
        let (width, height) = (Int(parameters.width), Int(parameters.height))
        let decoder =
            content == .video
            ? avcodec_find_decoder(parameters.codec_id) : SoundDecoder.preferred(for: parameters)
        guard let decoder else {
            let name = String(cString: avcodec_get_name(parameters.codec_id))
            throw MediaError(.unsupported, operation, path: path, reason: "there is no decoder for \(name)")
        }
        guard let timeBase = Rational(positive: stream.pointee.time_base) else {
            throw MediaError(.damaged, operation, path: path, reason: "its time base is not positive")
        }
        guard content == .video else { return (decoder, timeBase) }
        guard width > 0, height > 0 else {
            throw MediaError(.damaged, operation, path: path, reason: "no picture was found in it")
        }
        guard max(width, height) <= largestSide else {
            throw MediaError(
                .limit, operation, path: path,
                reason: "its pictures are \(width)x\(height); a side may be at most \(largestSide)")
        }
        return (decoder, timeBase)
    }

    /// Reads the next packet of the stream; false at the end, which is also where damage makes reading stop.
    func read(into packet: PacketOwner) -> Bool {
        // Sound is owed samples for what is read; who decodes it renews the allowance.
        if content == .video { allowance.renew() }
        var retries = 0
        while true {
            packet.clear()
            let status = av_read_frame(format, packet.pointer)
            if status == cffmpeg_try_again, retries < 1000 {
                retries += 1
                continue
            }
            guard status >= 0 else {
                endStatus = status
                return false
            }
            if packet.pointer.pointee.stream_index == stream.pointee.index { return true }
        }
    }

    /// Lets as much be read again as when the file was opened, since something came of it.
    func renewAllowance() { allowance.renew() }

    /// Moves to the packet that begins at or after a byte; false where the format cannot.
    func seek(toByte position: Int64) -> Bool {
        guard format.pointee.iformat.pointee.flags & AVFMT_NO_BYTE_SEEK == 0 else { return false }
        return av_seek_frame(format, stream.pointee.index, position, Int32(AVSEEK_FLAG_BYTE)) >= 0
    }

    /// Moves to a packet at or before a time stamp; false where the format cannot.
    func seek(atOrBefore timestamp: Int64) -> Bool {
        avformat_seek_file(
            format, stream.pointee.index, .min, timestamp, timestamp, Int32(AVSEEK_FLAG_BACKWARD)) >= 0
    }
}

/// A free function for libav: the input file is open already, so whatever is asked for is another file.
private func refuseNestedFile(
    _ format: UnsafeMutablePointer<AVFormatContext>?,
    _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, _ url: UnsafePointer<CChar>?, _ flags: Int32,
    _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    cffmpeg_status(EPERM)
}

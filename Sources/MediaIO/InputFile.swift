import CFFmpeg
import FrameCore
import Glibc

/// An open media file and its video stream.
///
/// Only the file itself is ever opened: a format that refers to other files or to the network (playlists, `concat`
/// lists) finds nothing.
final class InputFile {
    /// The largest accepted side of a picture.
    static let largestSide = 16384

    let path: String
    let format: UnsafeMutablePointer<AVFormatContext>
    let stream: UnsafeMutablePointer<AVStream>
    let decoder: UnsafePointer<AVCodec>
    /// Seconds a time stamp unit; positive.
    let timeBase: Rational
    private var bytes: UnsafeMutablePointer<AVIOContext>?
    private static let operation = "open video"
    /// Formats that hold no pictures themselves, but say where to find them.
    private static let listFormats: Set = ["hls", "concat", "dash", "imf", "rtsp", "sdp"]

    /// Opens the best video stream of a file.
    ///
    /// - Throws: `MediaError` for what is not a regular file, is empty, is not media, or has no video to decode.
    init(path: String) throws(MediaError) {
        LibavLog.install()
        LibavLog.clear()
        try Self.checkIsFile(path)

        var bytes: UnsafeMutablePointer<AVIOContext>?
        try Libav.check(
            avio_open(&bytes, "file:" + path, AVIO_FLAG_READ), .unreadable, Self.operation, path: path)
        var format: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
        do throws(MediaError) {
            let context = try Libav.allocated(format, Self.operation, path: path)
            context.pointee.pb = bytes
            // The bytes are ours to close, even before the context is open.
            context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
            context.pointee.io_open = refuseNestedFile
            // Without a name: what a file is, its bytes say.
            var kind: UnsafePointer<AVInputFormat>?
            try Libav.check(
                av_probe_input_buffer2(bytes, &kind, nil, nil, 0, 0), .notMedia, Self.operation, path: path)
            let name = kind.map { String(cString: $0.pointee.name) } ?? ""
            guard !Self.listFormats.contains(name) else {
                throw MediaError(
                    .notMedia, Self.operation, path: path, reason: "it only lists other files (\(name))")
            }
            // On failure libav frees the context and clears `format`.
            let status = avformat_open_input(&format, nil, kind, nil)
            guard status >= 0, let format else {
                throw Libav.error(status, .notMedia, Self.operation, path: path)
            }
            try Libav.check(avformat_find_stream_info(format, nil), .notMedia, Self.operation, path: path)
            let stream = try Self.videoStream(of: format, path: path)
            let (decoder, timeBase) = try Self.examine(stream, path: path)
            for index in 0..<Int(format.pointee.nb_streams) {
                let other = format.pointee.streams[index]
                if other != stream { other?.pointee.discard = AVDISCARD_ALL }
            }
            self.path = path
            self.bytes = bytes
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

    private static func checkIsFile(_ path: String) throws(MediaError) {
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

    /// The stream that libav rates best, or else the largest, among those that are not cover pictures.
    private static func videoStream(
        of format: UnsafeMutablePointer<AVFormatContext>, path: String
    ) throws(MediaError) -> UnsafeMutablePointer<AVStream> {
        let best = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        var chosen: UnsafeMutablePointer<AVStream>?
        var chosenArea: Int64 = -1
        for index in 0..<Int(format.pointee.nb_streams) {
            guard let stream = format.pointee.streams[index], let parameters = stream.pointee.codecpar,
                parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
                stream.pointee.disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) == 0
            else { continue }
            let area = Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
            if index == Int(best) { return stream }
            if area > chosenArea { (chosen, chosenArea) = (stream, area) }
        }
        guard let chosen else {
            throw MediaError(.noVideo, operation, path: path, reason: "it holds no video stream")
        }
        return chosen
    }

    private static func examine(
        _ stream: UnsafeMutablePointer<AVStream>, path: String
    ) throws(MediaError) -> (UnsafePointer<AVCodec>, Rational) {
        guard let parameters = stream.pointee.codecpar else {
            throw MediaError(.noVideo, operation, path: path, reason: "it holds no video stream")
        }
        let (width, height) = (Int(parameters.pointee.width), Int(parameters.pointee.height))
        guard let decoder = avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
            throw MediaError(.unsupported, operation, path: path, reason: "there is no decoder for \(name)")
        }
        guard width > 0, height > 0 else {
            throw MediaError(.damaged, operation, path: path, reason: "no picture was found in it")
        }
        guard max(width, height) <= largestSide else {
            throw MediaError(
                .limit, operation, path: path,
                reason: "its pictures are \(width)x\(height); a side may be at most \(largestSide)")
        }
        guard let timeBase = Rational(positive: stream.pointee.time_base) else {
            throw MediaError(.damaged, operation, path: path, reason: "its time base is not positive")
        }
        return (decoder, timeBase)
    }

    /// Reads the next packet of the video stream; false at the end, which is also where damage makes reading stop.
    func read(into packet: PacketOwner) -> Bool {
        var retries = 0
        while true {
            packet.clear()
            let status = av_read_frame(format, packet.pointer)
            if status == cffmpeg_try_again, retries < 1000 {
                retries += 1
                continue
            }
            guard status >= 0 else { return false }
            if packet.pointer.pointee.stream_index == stream.pointee.index { return true }
        }
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

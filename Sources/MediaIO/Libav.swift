import CFFmpeg
import FrameCore
import Glibc

/// The one place where libav's status codes become errors.
enum Libav {
    /// The text for a libav status.
    static func text(_ status: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            buffer.initialize(repeating: 0)
            av_strerror(status, start, buffer.count)
            return String(cString: start)
        }
    }

    /// An error for a status, with the last line libav logged on this thread.
    static func error(
        _ status: Int32, _ code: MediaError.Code, _ operation: String, path: String?
    ) -> MediaError {
        let said = LibavLog.takeLine()
        if status == cffmpeg_status(ENOMEM) {
            return MediaError(.outOfMemory, operation, path: path, reason: "out of memory")
        }
        if status == cffmpeg_status(EPIPE) {
            return MediaError(.readerClosed, operation, path: path, reason: "the reader has closed the pipe")
        }
        let text = text(status)
        let reason = said.map { "\(text) (\($0))" } ?? text
        return MediaError(code, operation, path: path, reason: reason)
    }

    /// Passes a status on; throws when it is negative.
    @discardableResult
    static func check(
        _ status: Int32, _ code: MediaError.Code, _ operation: String, path: String?
    ) throws(MediaError) -> Int32 {
        guard status >= 0 else { throw error(status, code, operation, path: path) }
        return status
    }

    /// Passes a result of an allocator on; throws when it is nil.
    static func allocated<T>(_ pointer: T?, _ operation: String, path: String?) throws(MediaError) -> T {
        guard let pointer else {
            throw MediaError(.outOfMemory, operation, path: path, reason: "out of memory")
        }
        return pointer
    }
}

extension Rational {
    /// The fraction; nil when the denominator is zero (libav's "unknown") or the value is not positive.
    init?(positive value: AVRational) {
        guard value.den != 0 else { return nil }
        let fraction = Rational(Int64(value.num), Int64(value.den))
        guard fraction > .zero else { return nil }
        self = fraction
    }
}

/// Owns a packet.
final class PacketOwner {
    let pointer: UnsafeMutablePointer<AVPacket>

    init(_ operation: String, path: String?) throws(MediaError) {
        pointer = try Libav.allocated(av_packet_alloc(), operation, path: path)
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    /// Releases the payload.
    func clear() { av_packet_unref(pointer) }
}

/// Owns a frame.
final class FrameOwner {
    let pointer: UnsafeMutablePointer<AVFrame>

    init(_ operation: String, path: String?) throws(MediaError) {
        pointer = try Libav.allocated(av_frame_alloc(), operation, path: path)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }
}

/// Owns a codec context.
final class CodecOwner {
    let pointer: UnsafeMutablePointer<AVCodecContext>

    init(_ codec: UnsafePointer<AVCodec>, _ operation: String, path: String?) throws(MediaError) {
        pointer = try Libav.allocated(avcodec_alloc_context3(codec), operation, path: path)
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&context)
    }
}

/// Owns a copy of a stream's codec parameters, which reading on may change in the stream itself.
final class CodecParametersOwner {
    let pointer: UnsafeMutablePointer<AVCodecParameters>

    init(copying parameters: UnsafePointer<AVCodecParameters>?, _ operation: String, path: String) throws(MediaError) {
        pointer = try Libav.allocated(avcodec_parameters_alloc(), operation, path: path)
        guard let parameters else { return }
        try Libav.check(avcodec_parameters_copy(pointer, parameters), .outOfMemory, operation, path: path)
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecParameters>? = pointer
        avcodec_parameters_free(&pointer)
    }
}

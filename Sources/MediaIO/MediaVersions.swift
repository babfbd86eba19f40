import CFFmpeg

/// What is installed, for `doctor`.
public enum MediaVersions {
    /// Whether libav uses any of the processor's vector units.
    public static var usesVectorUnits: Bool { av_get_cpu_flags() != 0 }

    /// The FFmpeg release and its libraries, with their versions as loaded.
    public static func summary() -> [(library: String, version: String)] {
        func text(_ version: UInt32) -> String {
            "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
        }
        return [
            ("FFmpeg", String(cString: av_version_info())),
            ("libavformat", text(avformat_version())),
            ("libavcodec", text(avcodec_version())),
            ("libavutil", text(avutil_version())),
            ("libswscale", text(swscale_version())),
        ]
    }

    /// Whether an encoder of that name, such as `libx264`, can be used.
    public static func hasEncoder(_ name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

    /// Whether a decoder of that name, such as `h264`, can be used.
    public static func hasDecoder(_ name: String) -> Bool { avcodec_find_decoder_by_name(name) != nil }
}

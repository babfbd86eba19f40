import CFFmpeg
public import FrameCore

/// What a video file says of itself, for people.
public struct VideoInfo: Sendable, Hashable {
    /// FFmpeg's name of the codec, such as `h264`.
    public let codec: String
    /// FFmpeg's name of the pixel format, such as `yuv420p`.
    public let pixelFormat: String
    /// The stored size in pixels.
    public let size: PixelSize
    /// The size as shown, after pixel aspect and rotation.
    public let displaySize: PixelSize
    /// Width of a stored pixel over its height.
    public let pixelAspect: Rational
    /// Degrees clockwise, a multiple of 90, after `isMirrored`.
    public let rotation: Int
    /// Whether it is shown mirrored left to right.
    public let isMirrored: Bool
    /// The average frame rate in pictures a second, such as `25` or `30000/1001`; `unknown` if the file does not say.
    public let frameRate: String
    /// The length of one pass in seconds.
    public let duration: Rational
    /// The number of pictures in one pass.
    public let frameCount: Int
    /// FFmpeg's names of the colour tags; `unknown` where the file has none.
    public let colourMatrix: String
    public let colourPrimaries: String
    public let colourTransfer: String
    public let colourRange: String
    public let chromaLocation: String

    init(_ input: InputFile, _ timeline: StreamTimeline) {
        func name(_ text: UnsafePointer<CChar>?) -> String {
            let name = text.map { String(cString: $0) } ?? "unknown"
            return name == "unspecified" ? "unknown" : name
        }
        let parameters = input.stream.pointee.codecpar?.pointee ?? AVCodecParameters()
        let reader = PictureReader(input)
        codec = name(avcodec_get_name(parameters.codec_id))
        pixelFormat = name(av_get_pix_fmt_name(AVPixelFormat(rawValue: parameters.format)))
        let size = PixelSize(Int(parameters.width), Int(parameters.height))
        let aspect = reader.pixelAspect(codec: parameters.sample_aspect_ratio)
        let upright = PixelSize(max(1, (Rational(size.width) * aspect + Rational(1, 2)).floor), size.height)
        self.size = size
        pixelAspect = aspect
        displaySize =
            reader.transform.quarterTurns % 2 == 0 ? upright : PixelSize(upright.height, upright.width)
        rotation = reader.transform.quarterTurns * 90
        isMirrored = reader.transform.isMirrored
        frameRate = Rational(positive: input.stream.pointee.avg_frame_rate)?.description ?? "unknown"
        duration = timeline.duration
        frameCount = timeline.frameCount
        colourMatrix = name(av_color_space_name(parameters.color_space))
        colourPrimaries = name(av_color_primaries_name(parameters.color_primaries))
        colourTransfer = name(av_color_transfer_name(parameters.color_trc))
        colourRange = name(av_color_range_name(parameters.color_range))
        chromaLocation = name(av_chroma_location_name(parameters.chroma_location))
    }
}

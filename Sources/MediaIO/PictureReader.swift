import CFFmpeg
import FrameCore

/// Turns decoded frames into plain values.
///
/// What it knows of the stream is copied, so that it outlives the file.
struct PictureReader {
    private static let operation = "decode video"
    /// A pixel more oblong than this is a mistake of the file.
    private static let mostOblong = Rational(256)

    private let path: String
    let transform: DisplayTransform
    private let streamAspect: Rational?
    /// Grey video of the codecs that code Y'CbCr is limited unless it says otherwise; grey stills are full range.
    private let isGreyLimited: Bool

    init(_ input: InputFile) {
        path = input.path
        streamAspect = Rational(positive: input.stream.pointee.sample_aspect_ratio)
        let codec = input.decoder.pointee.id
        isGreyLimited = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1, AV_CODEC_ID_VP9].contains(codec)
        transform = cffmpeg_display_matrix(input.stream).map(Self.transform) ?? .identity
    }

    /// The turn and flip of a display matrix {a b u, c d v, x y w}, which takes (p, q) to (ap + cq, bp + dq);
    /// identity unless it is a multiple of 90°.
    static func transform(_ matrix: UnsafePointer<Int32>) -> DisplayTransform {
        let (a, b, c, d) = (matrix[0].signum(), matrix[1].signum(), matrix[3].signum(), matrix[4].signum())
        switch (a, b, c, d) {
        case (1, 0, 0, 1): return .identity
        case (0, 1, -1, 0): return DisplayTransform(quarterTurns: 1)
        case (-1, 0, 0, -1): return DisplayTransform(quarterTurns: 2)
        case (0, -1, 1, 0): return DisplayTransform(quarterTurns: 3)
        case (-1, 0, 0, 1): return DisplayTransform(isMirrored: true)
        case (0, -1, -1, 0): return DisplayTransform(isMirrored: true, quarterTurns: 1)
        case (1, 0, 0, -1): return DisplayTransform(isMirrored: true, quarterTurns: 2)
        case (0, 1, 1, 0): return DisplayTransform(isMirrored: true, quarterTurns: 3)
        default: return .identity
        }
    }

    /// The width of a stored pixel over its height: as the container says, else as the codec says, else 1.
    func pixelAspect(codec: AVRational) -> Rational {
        let aspect = streamAspect ?? Rational(positive: codec) ?? .one
        return aspect > Self.mostOblong || aspect < .one / Self.mostOblong ? .one : aspect
    }

    /// The matrix as tagged; untagged, BT.709 from 720 lines up, else BT.601.
    static func matrix(_ tag: AVColorSpace, height: Int) -> ColourMatrix {
        switch tag {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
        case AVCOL_SPC_FCC: .fcc
        case AVCOL_SPC_SMPTE240M: .smpte240m
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        default: height >= 720 ? .bt709 : .bt601
        }
    }

    /// The siting as tagged; untagged, left.
    static func siting(_ tag: AVChromaLocation) -> ChromaSiting {
        switch tag {
        case AVCHROMA_LOC_CENTER: .centre
        case AVCHROMA_LOC_TOPLEFT: .topLeft
        case AVCHROMA_LOC_TOP: .top
        case AVCHROMA_LOC_BOTTOMLEFT: .bottomLeft
        case AVCHROMA_LOC_BOTTOM: .bottom
        default: .left
        }
    }

    /// The frame as a value; rows are copied by their stride.
    func image(_ owner: FrameOwner) throws(MediaError) -> VideoImage {
        let frame = owner.pointer
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        guard let layout = av_pix_fmt_desc_get(format) else {
            throw MediaError(.unsupported, Self.operation, path: path, reason: "its pixel format is unknown")
        }
        let size = PixelSize(Int(frame.pointee.width), Int(frame.pointee.height))
        let isGrey = layout.pointee.nb_components < 3
        var image = VideoImage(size: size, samples: .bgra([]))
        image.transform = transform
        image.pixelAspect = pixelAspect(codec: frame.pointee.sample_aspect_ratio)
        image.matrix = Self.matrix(frame.pointee.colorspace, height: size.height)
        image.siting = Self.siting(frame.pointee.chroma_location)
        image.isFullRange = isFullRange(frame.pointee.color_range, format, isGrey: isGrey)
        image.chromaShift =
            isGrey ? (0, 0) : (Int(layout.pointee.log2_chroma_w), Int(layout.pointee.log2_chroma_h))
        if Self.isPlanar(format, layout.pointee) {
            image.samples = PlaneCopy(frame: frame, layout: layout, size: size).samples()
        } else {
            image.samples = .bgra(try converted(frame, format, image))
            image.chromaShift = (0, 0)
        }
        return image
    }

    private func isFullRange(_ tag: AVColorRange, _ format: AVPixelFormat, isGrey: Bool) -> Bool {
        switch format {
        case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
            AV_PIX_FMT_YUVJ411P:
            true
        default:
            tag == AVCOL_RANGE_JPEG || (tag == AVCOL_RANGE_UNSPECIFIED && isGrey && !isGreyLimited)
        }
    }

    /// Whether the samples can be taken as they are: Y'CbCr or grey integers of 8 to 16 bits.
    private static func isPlanar(_ format: AVPixelFormat, _ layout: AVPixFmtDescriptor) -> Bool {
        let others = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM
        let odd = UInt64(others) | UInt64(AV_PIX_FMT_FLAG_FLOAT) | UInt64(AV_PIX_FMT_FLAG_BAYER)
        // XYZ and the packed 4:1:1 format are described like Y'CbCr, but cannot be read sample by sample as such.
        let misdescribed = [AV_PIX_FMT_UYYVYY411, AV_PIX_FMT_XYZ12LE, AV_PIX_FMT_XYZ12BE]
        return layout.flags & odd == 0 && (8...16).contains(layout.comp.0.depth) && !misdescribed.contains(format)
    }

    /// B, G, R, A bytes with straight alpha, by libswscale in its exact mode.
    private func converted(
        _ frame: UnsafeMutablePointer<AVFrame>, _ format: AVPixelFormat, _ image: VideoImage
    ) throws(MediaError) -> [UInt8] {
        let size = image.size
        if format == AV_PIX_FMT_BGRA {
            return PlaneCopy.rows(
                frame.pointee.data.0, stride: Int(frame.pointee.linesize.0), bytesPerRow: size.width * 4,
                rows: size.height)
        }
        let scaler = try ScalerOwner(from: format, image: image, path: path)
        // libswscale may write beyond a row up to its alignment.
        let stride = (size.width * 4 + 127) / 64 * 64
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height + 64, alignment: 64)
        defer { bytes.deallocate() }
        let target = bytes.assumingMemoryBound(to: UInt8.self)
        target.initialize(repeating: 0, count: stride * size.height + 64)
        let status = scaler.convert(frame, to: target, stride: stride)
        try Libav.check(status, .unsupported, Self.operation, path: path)
        return PlaneCopy.rows(target, stride: stride, bytesPerRow: size.width * 4, rows: size.height)
    }
}

import CFFmpeg
import FrameCore

/// Owns a libswscale context that turns one picture format into BGRA, with the same bytes on every CPU.
final class ScalerOwner {
    private static let operation = "convert video"
    private let context: OpaquePointer

    init(from format: AVPixelFormat, image: VideoImage, path: String) throws(MediaError) {
        LibavLog.clear()
        let context = try Libav.allocated(sws_alloc_context(), Self.operation, path: path)
        let settings: [(String, Int64)] = [
            ("srcw", Int64(image.size.width)), ("srch", Int64(image.size.height)),
            ("src_format", Int64(format.rawValue)), ("dstw", Int64(image.size.width)),
            ("dsth", Int64(image.size.height)), ("dst_format", Int64(AV_PIX_FMT_BGRA.rawValue)),
            (
                "sws_flags",
                Int64(SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT)
            ),
            // No dithering: 0 is SWS_DITHER_NONE, which the header does not declare.
            ("sws_dither", 0),
        ]
        for (name, value) in settings {
            av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0)
        }
        let coefficients = sws_getCoefficients(Self.coefficients(image.matrix))
        sws_setColorspaceDetails(
            context, coefficients, image.isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16,
            1 << 16)
        let status = VectorUnits.withAll { sws_init_context(context, nil, nil) }
        guard status >= 0 else {
            sws_freeContext(context)
            throw Libav.error(status, .unsupported, Self.operation, path: path)
        }
        self.context = context
    }

    deinit { sws_freeContext(context) }

    private static func coefficients(_ matrix: ColourMatrix) -> Int32 {
        switch matrix {
        case .bt601: SWS_CS_ITU601
        case .bt709: SWS_CS_ITU709
        case .bt2020: SWS_CS_BT2020
        case .smpte240m: SWS_CS_SMPTE240M
        case .fcc: SWS_CS_FCC
        }
    }

    /// Converts a whole frame; the status of libswscale.
    func convert(_ frame: UnsafeMutablePointer<AVFrame>, to target: UnsafeMutablePointer<UInt8>, stride: Int) -> Int32 {
        var source = (
            UnsafePointer(frame.pointee.data.0), UnsafePointer(frame.pointee.data.1),
            UnsafePointer(frame.pointee.data.2), UnsafePointer(frame.pointee.data.3)
        )
        var sourceStrides = (
            frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2, frame.pointee.linesize.3
        )
        var planes: [UnsafeMutablePointer<UInt8>?] = [target, nil, nil, nil]
        let strides: [Int32] = [Int32(stride), 0, 0, 0]
        return withUnsafeMutablePointer(to: &source) { source in
            source.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) { source in
                withUnsafeMutablePointer(to: &sourceStrides) { sourceStrides in
                    sourceStrides.withMemoryRebound(to: Int32.self, capacity: 4) { sourceStrides in
                        sws_scale(context, source, sourceStrides, 0, frame.pointee.height, &planes, strides)
                    }
                }
            }
        }
    }
}

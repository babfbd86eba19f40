import CFFmpeg

/// Samples of any of libav's formats as floats: full scale is −1 to 1, and a number is never NaN or infinite.
enum SampleConversion {
    /// What a float file may hold at most: beyond this, squares and sums in later stages would overflow.
    private static let loudest: Float = 256

    /// Writes a run of samples of a frame's channels into planes.
    ///
    /// - Parameters:
    ///   - source: the samples of the frame, within its length.
    ///   - planes: one array a channel of the frame.
    ///   - bias: what the decoder adds to samples of 32 bits.
    ///   - place: where in the planes the first one goes; what does not fit is dropped.
    static func write(
        _ source: Range<Int>, of frame: UnsafeMutablePointer<AVFrame>, bias: Int32, to planes: inout [[Float]],
        at place: Int
    ) {
        let format = AVSampleFormat(rawValue: frame.pointee.format)
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        guard let data = frame.pointee.extended_data, channels == planes.count else { return }
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        let stride = isPlanar ? 1 : channels
        for channel in 0..<channels {
            guard let bytes = data[isPlanar ? channel : 0] else { return }
            planes[channel].withUnsafeMutableBufferPointer { target in
                guard place >= 0, place < target.count else { return }
                let count = min(source.count, target.count - place)
                let run = Run(
                    bytes: UnsafeRawPointer(bytes), start: source.lowerBound * stride + (isPlanar ? 0 : channel),
                    stride: stride, target: UnsafeMutableBufferPointer(rebasing: target[place..<place + count]))
                convert(run, format, bias)
            }
        }
    }

    /// Samples of one channel and where they go.
    private struct Run {
        let bytes: UnsafeRawPointer
        let start: Int
        let stride: Int
        let target: UnsafeMutableBufferPointer<Float>

        @inline(__always)
        func map<Sample>(_ type: Sample.Type, _ convert: (Sample) -> Float) {
            let samples = bytes.assumingMemoryBound(to: type)
            if stride == 1 {
                for index in 0..<target.count { target[index] = convert(samples[start + index]) }
            } else {
                for index in 0..<target.count { target[index] = convert(samples[start + index * stride]) }
            }
        }
    }

    private static func convert(_ run: Run, _ format: AVSampleFormat, _ bias: Int32) {
        switch format {
        case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P: run.map(UInt8.self) { Float(Int($0) - 128) / 128 }
        case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P: run.map(Int16.self) { Float($0) / 32768 }
        case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P:
            let offset = Int64(bias)
            run.map(Int32.self) { Float(Int64($0) - offset) / 2_147_483_648 }
        case AV_SAMPLE_FMT_S64, AV_SAMPLE_FMT_S64P: run.map(Int64.self) { Float($0) / 9_223_372_036_854_775_808 }
        case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: run.map(Float.self) { bounded($0) }
        case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP: run.map(Double.self) { bounded(Float($0)) }
        default: break
        }
    }

    @inline(__always)
    private static func bounded(_ sample: Float) -> Float {
        // A NaN fails the comparison.
        sample.magnitude <= loudest ? sample : sample > loudest ? loudest : sample < -loudest ? -loudest : 0
    }
}

import FrameCore
import Imaging

/// Writes YUV4MPEG2: 4:2:0, BT.709 limited range, chroma left-sited.
final class Y4MSink: FrameSink {
    private let output: ByteOutput
    private let size: PixelSize
    private var planes: [UInt8]

    init(_ output: ByteOutput, size: PixelSize, rate: FrameRate) throws(MediaError) {
        self.output = output
        self.size = size
        planes = [UInt8](repeating: 0, count: size.area * 3 / 2)
        try output.write(
            "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.rate.numerator):\(rate.rate.denominator) Ip A1:1"
                + " C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n")
    }

    func write(_ frame: PixelBuffer) throws {
        try checkSize(frame, size, output.path)
        let (luma, chroma) = (size.area, size.area / 4)
        let output = output
        let stride = size.width
        try planes.withUnsafeMutableBytes { bytes in
            try convertToYUV420(
                frame,
                luma: UnsafeMutableRawBufferPointer(rebasing: bytes[..<luma]), lumaStride: stride,
                cb: UnsafeMutableRawBufferPointer(rebasing: bytes[luma..<luma + chroma]), cbStride: stride / 2,
                cr: UnsafeMutableRawBufferPointer(rebasing: bytes[(luma + chroma)...]), crStride: stride / 2)
            try output.write("FRAME\n")
            try output.write(UnsafeRawBufferPointer(bytes))
        }
    }

    func finish() throws { try output.finish() }

    func abandon() { output.abandon() }
}

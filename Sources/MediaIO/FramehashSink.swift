import FrameCore
import Imaging

/// Writes one line with the SHA-256 of each frame's raw bytes, as FFmpeg's `framehash` muxer does.
final class FramehashSink: FrameSink {
    private let output: ByteOutput
    private let size: PixelSize
    private let keepsAlpha: Bool
    private var writer: FramehashWriter

    init(_ output: ByteOutput, size: PixelSize, rate: FrameRate, keepsAlpha: Bool) throws(MediaError) {
        self.output = output
        self.size = size
        self.keepsAlpha = keepsAlpha
        writer = FramehashWriter(size: size, rate: rate)
        try output.write(writer.header)
    }

    func write(_ frame: PixelBuffer) throws {
        try checkSize(frame, size, output.path)
        try output.write(try writer.line(for: keepsAlpha ? frame : frame.opaque))
    }

    func finish() throws { try output.finish() }

    func abandon() { output.abandon() }
}

import FrameCore

/// Writes B, G, R, A bytes, alpha 255, frame after frame.
final class RawSink: FrameSink {
    private let output: ByteOutput
    private let size: PixelSize

    init(_ output: ByteOutput, size: PixelSize) {
        self.output = output
        self.size = size
    }

    func write(_ frame: PixelBuffer) throws {
        try checkSize(frame, size, output.path)
        try frame.opaque.withBytes { bytes throws(MediaError) in try output.write(bytes) }
    }

    func finish() throws { try output.finish() }

    func abandon() { output.abandon() }
}

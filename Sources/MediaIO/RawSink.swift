import FrameCore

/// Writes B, G, R, A bytes, alpha 255 unless it is kept, frame after frame.
final class RawSink: FrameSink {
    private let output: ByteOutput
    private let size: PixelSize
    private let keepsAlpha: Bool

    init(_ output: ByteOutput, size: PixelSize, keepsAlpha: Bool) {
        self.output = output
        self.size = size
        self.keepsAlpha = keepsAlpha
    }

    func write(_ frame: PixelBuffer) throws {
        try checkSize(frame, size, output.path)
        let frame = keepsAlpha ? frame : frame.opaque
        try frame.withBytes { bytes throws(MediaError) in try output.write(bytes) }
    }

    func finish() throws { try output.finish() }

    func abandon() { output.abandon() }
}

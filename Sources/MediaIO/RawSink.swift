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

/// Refuses a frame of another size than the output was opened for.
func checkSize(_ frame: PixelBuffer, _ size: PixelSize, _ path: String?) throws(MediaError) {
    guard frame.size == size else {
        throw MediaError(
            .badSetting, OutputPlace.operation, path: path,
            reason: "a frame of \(frame.size) does not fit an output of \(size)")
    }
}

extension PixelBuffer {
    /// The same colours with alpha 255.
    var opaque: PixelBuffer {
        var copy = self
        copy.withMutableBytes { bytes in
            bytes.withMemoryRebound(to: UInt32.self) { pixels in
                let alpha = UInt32(littleEndian: 0xff00_0000)
                for index in pixels.indices { pixels[index] |= alpha }
            }
        }
        return copy
    }
}

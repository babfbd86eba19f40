import FrameCore

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

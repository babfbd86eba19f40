import CPixel
public import FrameCore

extension PixelBuffer {
    /// Multiplies the colours of an image with straight alpha, such as a decoded one, by alpha / 255, each rounded to nearest.
    public mutating func premultiply() {
        let area = Int32(size.area)
        withMutableBytes { bytes in
            guard let pixels = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            pixel_premultiply(pixels, area, pixels, false)
        }
    }
}

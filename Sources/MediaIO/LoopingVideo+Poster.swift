public import FrameCore
import Imaging

extension LoopingVideo {
    /// One picture of a file, upright, covering `size` from the centre (what sticks out is cut off).
    ///
    /// The file is open only meanwhile. `time` is in seconds from the first picture and is clamped to the clip: at or after
    /// its end it is the last picture.
    ///
    /// - Throws: as `init(path:)`, and `MediaError` when nothing in the file can be decoded.
    public static func poster(path: String, at time: Rational, size: PixelSize) throws -> PixelBuffer {
        let (input, timeline) = try open(path)
        let index =
            time < .zero ? 0 : time < timeline.duration ? timeline.index(at: time) : timeline.starts.count - 1
        let decoder = LoopDecoder(input: input, timeline: timeline, mostHeld: 1)
        return VideoConverter(target: size, mode: .fill).bgra(try decoder.image(at: index))
    }
}

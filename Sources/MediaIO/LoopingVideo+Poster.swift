public import FrameCore
import Imaging

extension LoopingVideo {
    /// One picture of a file, upright, covering `size` from the centre (what sticks out is cut off).
    ///
    /// The file is open only meanwhile. `time` is in seconds from the first picture and is clamped to the clip: at or after
    /// its end it is the last picture. With `bars`, as `blackBars()` found them, what lies within them covers `size`.
    ///
    /// - Throws: as `init(path:)`, and `MediaError` when nothing in the file can be decoded.
    public static func poster(path: String, at time: Rational, size: PixelSize, without bars: BlackBars? = nil) throws
        -> PixelBuffer
    {
        let (input, timeline) = try open(path)
        let index =
            time < .zero ? 0 : time < timeline.duration ? timeline.index(at: time) : timeline.starts.count - 1
        let decoder = LoopDecoder(input: input, timeline: timeline, mostHeld: 1)
        let image = try decoder.image(at: index)
        return VideoConverter(target: size, mode: .fill).bgra(bars.flatMap { cropped(image, to: $0) } ?? image)
    }

    /// The picture within the bars, upright, its pixels as they were; nil when there are none, or they are of another picture.
    private static func cropped(_ image: VideoImage, to bars: BlackBars) -> VideoImage? {
        let size = PixelSize(bars.size.width - bars.left - bars.right, bars.size.height - bars.top - bars.bottom)
        let isTurned = image.transform.quarterTurns % 2 == 1
        let upright = isTurned ? PixelSize(image.size.height, image.size.width) : image.size
        guard !bars.isEmpty, upright == bars.size, size.width > 0, size.height > 0,
            min(bars.top, bars.bottom, bars.left, bars.right) >= 0
        else { return nil }
        var square = image
        square.pixelAspect = .one
        let whole = VideoConverter(target: upright).bgra(square).bytes
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.area * 4)
        for row in bars.top..<(bars.top + size.height) {
            let start = (row * upright.width + bars.left) * 4
            bytes += whole[start..<(start + size.width * 4)]
        }
        return VideoImage(size: size, samples: .bgra(bytes), pixelAspect: bars.pixelAspect)
    }
}

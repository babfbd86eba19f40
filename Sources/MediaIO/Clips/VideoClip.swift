import CFFmpeg
import FrameCore
import Imaging

/// Every picture of a video file, once, in the order of showing.
///
/// Unlike `LoopingVideo` it does not make up for damage: a file that is cut off is refused when it is opened, and a
/// picture that cannot be decoded ends the reading.
final class VideoClip: ClipSource {
    private static let operation = "decode video"

    let format: ClipFormat
    private let path: String
    private let decoder: LoopDecoder
    private let size: PixelSize
    /// For pictures that are turned, or whose pixels are not square; scales what is stored to what is shown.
    private let converter: VideoConverter
    private var index = 0

    init(path: String) throws(MediaError) {
        let input = try InputFile(path: path)
        let timeline = try Self.readWholeFile(input)
        decoder = LoopDecoder(input: input, timeline: timeline, mostHeld: 1, isStrict: true)
        self.path = path

        let first = try decoder.image(at: 0)
        size = first.displaySize
        converter = VideoConverter(target: size)
        guard max(size.width, size.height) <= PixelSize.largestSide else {
            throw MediaError(
                .limit, Self.operation, path: path,
                reason: "it is shown as \(size); a side may be at most \(PixelSize.largestSide)")
        }
        let claims = [input.stream.pointee.avg_frame_rate, input.stream.pointee.r_frame_rate]
        var spacing = FrameSpacing(timeBase: timeline.timeBase, claims: claims.compactMap { Rational(positive: $0) })
        for start in timeline.starts { spacing.add(start) }
        format = ClipFormat(
            kind: "video", size: size, rate: spacing.rate, frameCount: timeline.starts.count, hasPixels: true,
            bitDepth: first.bitDepth)
    }

    func next() throws -> ClipFrame? {
        let timeline = decoder.timeline
        guard index < timeline.starts.count else { return nil }
        let image = try decoder.image(at: index)
        let time = Rational(timeline.starts[index] &- timeline.starts[0], 1) * timeline.timeBase
        guard !decoder.damaged.contains(index) else {
            throw MediaError(
                .damaged, Self.operation, path: path,
                reason: "frame \(index) is damaged or missing")
        }
        guard image.displaySize == size else {
            throw MediaError(
                .unsupported, Self.operation, path: path,
                reason: "frame \(index) is \(image.displaySize), while the first is \(size)")
        }
        let isAsShown = image.transform == .identity && image.pixelAspect == .one
        let picture = isAsShown ? VideoConverter.storedBGRA(image) : converter.bgra(image)
        defer { index += 1 }
        return ClipFrame(index: index, time: time, content: .picture(picture))
    }

    func rewind() { index = 0 }

    // MARK: - Whole or cut off

    private static func readWholeFile(_ input: InputFile) throws(MediaError) -> StreamTimeline {
        LibavLog.clear()
        var count: Int64 = 0
        var cutPacket: Int64?
        var end: Int64 = 0
        let timeline = try input.readTimeline { packet in
            if packet.flags & AV_PKT_FLAG_CORRUPT != 0, cutPacket == nil { cutPacket = count }
            count += 1
            end = packet.pos &+ Int64(packet.size)
        }
        func cut(_ reason: String) -> MediaError { MediaError(.damaged, operation, path: input.path, reason: reason) }
        if let cutPacket { throw cut("it is cut off or damaged at packet \(cutPacket)") }
        guard input.endStatus == cffmpeg_end_of_file else {
            throw Libav.error(input.endStatus, .damaged, operation, path: input.path)
        }
        if let said = LibavLog.takeLine() { throw cut("it is cut off or damaged: \(said)") }
        let promised = input.stream.pointee.nb_frames
        guard count >= promised else { throw cut("it is cut off: it has \(count) of \(promised) pictures") }
        // libav drops a picture that is cut off without a word.
        guard !input.isY4M || end == input.byteCount else {
            throw cut("it is cut off: behind picture \(count - 1) stand \(input.byteCount - end) bytes")
        }
        return timeline
    }
}

extension InputFile {
    fileprivate var isY4M: Bool { String(cString: format.pointee.iformat.pointee.name) == "yuv4mpegpipe" }

    fileprivate var byteCount: Int64 { avio_size(format.pointee.pb) }
}

extension VideoImage {
    /// Bits of a sample as stored.
    fileprivate var bitDepth: Int {
        if case .planar16(_, let depth) = samples { depth } else { 8 }
    }

    /// The size as shown, after pixel aspect and rotation.
    fileprivate var displaySize: PixelSize {
        let upright = PixelSize(max(1, (Rational(size.width) * pixelAspect + Rational(1, 2)).floor), size.height)
        return transform.quarterTurns % 2 == 0 ? upright : PixelSize(upright.height, upright.width)
    }
}

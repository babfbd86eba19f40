import FrameCore

/// One picture, as a clip of one frame.
final class PictureClip: ClipSource {
    let format: ClipFormat
    private let picture: PixelBuffer
    private var isShown = false

    init(_ file: ClipFile) throws(MediaError) {
        picture = try PictureFile.read(file)
        format = ClipFormat(kind: "picture", size: picture.size, rate: nil, frameCount: 1, hasPixels: true)
    }

    func next() -> ClipFrame? {
        guard !isShown else { return nil }
        isShown = true
        return ClipFrame(index: 0, time: .zero, content: .picture(picture))
    }

    func rewind() { isShown = false }
}

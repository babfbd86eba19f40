import FrameCore
import Imaging

/// Reads PNG and JPEG files as frames.
///
/// The stored numbers count, whatever profile or gamma stands beside them. 16 bits are refused: rounded to the 8 of a frame,
/// pictures that differ would be equal. Colours are multiplied by alpha, as in every frame and in the hashes of frames with
/// alpha: what is hidden cannot differ.
enum PictureFile {
    /// More than the largest picture takes.
    private static let mostBytes = PixelSize.largestSide * PixelSize.largestSide * 4

    /// What the first bytes of a file say of it.
    enum Kind {
        case picture
        /// A PNG that moves, or several in one file.
        case severalPNGs
        /// Something else.
        case other
    }

    static func read(_ path: String) throws(MediaError) -> PixelBuffer {
        try decode(try ClipFile(path).readAll(limit: mostBytes), path)
    }

    static func read(_ file: ClipFile) throws(MediaError) -> PixelBuffer {
        try decode(try file.readAll(limit: mostBytes), file.path)
    }

    private static func decode(_ bytes: [UInt8], _ path: String) throws(MediaError) -> PixelBuffer {
        guard !hasSixteenBits(bytes) else {
            throw MediaError(
                .unsupported, ClipFile.operation, path: path,
                reason: "it has 16 bits a channel, and frames have 8; make an 8-bit PNG of it")
        }
        do {
            var picture = try decodeImage(bytes, limits: ImageLimits(bytes: mostBytes, side: PixelSize.largestSide))
            picture.premultiply()
            return picture
        } catch {
            let code: MediaError.Code =
                switch error.code {
                case .tooManyBytes, .side, .bomb: .limit
                case .format: .notMedia
                case .broken: .damaged
                case .memory: .outOfMemory
                }
            throw MediaError(code, ClipFile.operation, path: path, reason: "\(error)")
        }
    }

    /// Whether it is a PNG of 16 bits a channel: the depth is a byte of the first chunk, behind the sides.
    private static func hasSixteenBits(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: pngSignature) && bytes.count > 24 && bytes[24] == 16
    }

    // MARK: - Kinds

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let jpegStart: [UInt8] = [0xff, 0xd8, 0xff]
    /// A PNG of more chunks is taken for one picture, without looking further.
    private static let mostChunks = 1 << 16

    static func kind(of file: ClipFile) throws(MediaError) -> Kind {
        file.seek(to: 0)
        let start = try file.read(pngSignature.count)
        if start == pngSignature { return try holdsSeveral(file) ? .severalPNGs : .picture }
        // A stream of JPEGs begins like one of them; only its name tells.
        let name = file.path.lowercased()
        let isStream = name.hasSuffix(".mjpeg") || name.hasSuffix(".mjpg")
        return start.starts(with: jpegStart) && !isStream ? .picture : .other
    }

    /// Whether a PNG moves, or is followed by another one; goes through its chunks without reading them.
    private static func holdsSeveral(_ file: ClipFile) throws(MediaError) -> Bool {
        var position = pngSignature.count
        var moves = false
        for _ in 0..<mostChunks {
            file.seek(to: position)
            let head = try file.read(8)
            guard head.count == 8 else {
                // One picture is told to be broken by who decodes it; libav would make do with fewer.
                guard moves else { return false }
                throw MediaError(.damaged, ClipFile.operation, path: file.path, reason: "it is cut off")
            }
            let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: head.suffix(4), as: UTF8.self)
            position += length + 12
            if name == "acTL" {
                moves = try file.read(4).reduce(0) { $0 << 8 | Int($1) } > 1
            }
            if name == "IEND" {
                file.seek(to: position)
                let next = try file.read(pngSignature.count)
                return moves || next == pngSignature
            }
        }
        return false
    }
}

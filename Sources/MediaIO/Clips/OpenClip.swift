public import FrameCore
import Glibc
import Imaging

/// Opens a recorded clip of any kind: what it is, its bytes say, and not its name.
///
/// - A video file that FFmpeg decodes, y4m included, as it is shown: turned upright, with square pixels. It is read once
///   as a whole before; one that is cut off is refused.
/// - A folder of PNGs named by numbers, or a pattern such as `folder/name-%05d.png`. Any number may be first, and none
///   may be missing. Such pictures have no times: `ClipFrame.time` is zero.
/// - One PNG or JPEG. Colours are taken as stored, and multiplied by alpha; 16 bits a channel are refused. A PNG that moves is
///   a video.
/// - A list of SHA-256 hashes of raw BGRA frames, as `--format framehash` and FFmpeg's `framehash` muxer write it.
///
/// Frames are BGRA with premultiplied alpha, all of one size.
/// - Throws: `MediaError` for what is missing, empty, no regular file, no media, incomplete or too large. Later,
///   `next()` throws it for a picture that is damaged or of another size.
public func openClip(_ path: String) throws -> any ClipSource {
    switch try ClipKind(of: path) {
    case .folder: return try PictureSequenceClip(folder: path)
    case .pattern(let pattern, let folder):
        return try PictureSequenceClip(folder: folder, pattern: pattern, path: path)
    case .picture(let file): return try PictureClip(file)
    case .hashes(let file): return try HashListClip(file)
    case .media: return try VideoClip(path: path)
    }
}

/// Opens the sound of what `openClip` reads; nil when there is none: a silent video, pictures, a list of hashes.
///
/// - Throws: `MediaError` when the file cannot be read, or its sound cannot be decoded.
public func openClipSound(_ path: String) throws -> AudioTrack? {
    guard case .media = try ClipKind(of: path) else { return nil }
    do {
        return try AudioTrack(path: path)
    } catch let error as MediaError where error.code == .noAudio {
        return nil
    }
}

/// What a path leads to.
private enum ClipKind {
    case folder
    case pattern(NumberPattern, folder: String)
    case picture(ClipFile)
    case hashes(ClipFile)
    /// Anything else, for FFmpeg to tell.
    case media

    private static let startLength = 64

    init(of path: String) throws(MediaError) {
        var status = stat()
        if !path.utf8.contains(0), stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR {
                self = .folder
                return
            }
        } else {
            let (folder, name) = FilePlace.split(path)
            if let pattern = NumberPattern(name) {
                self = .pattern(pattern, folder: folder)
                return
            }
        }
        let file = try ClipFile(path)
        switch try PictureFile.kind(of: file) {
        case .picture: self = .picture(file)
        case .severalPNGs: self = .media
        case .other:
            file.seek(to: 0)
            let isList = FramehashReader.recognises(try file.read(Self.startLength))
            self = isList || path.lowercased().hasSuffix(".framehash") ? .hashes(file) : .media
        }
    }
}

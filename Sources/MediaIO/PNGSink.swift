import FrameCore
import Glibc
import Imaging

/// Writes PNG files: a folder of `%05d.png`, a numbered sequence, one picture, or one after the other to a pipe.
final class PNGSink: FrameSink {
    private enum Target {
        case sequence(PartialSequence)
        /// `isSingle`: a file, which holds one picture; a pipe may take more.
        case bytes(ByteOutput, isSingle: Bool)
    }

    private let size: PixelSize
    private let path: String?
    private let target: Target
    private var count = 0

    init(
        _ destination: OutputDestination, size: PixelSize, frames: Int?, overwrite: Bool
    ) throws(MediaError) {
        self.size = size
        guard case .file(let path) = destination else {
            self.path = nil
            target = .bytes(try ByteOutput(OutputPlace(destination, overwrite: overwrite)), isSingle: false)
            return
        }
        self.path = path
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let (folder, name) = FilePlace.split(path)
        let isSingle = frames == 1 || OutputFormat(path: path) == .png
        if isFolder || path.hasSuffix("/") {
            target = .sequence(try PartialSequence(folder: path, pattern: .standard, overwrite: overwrite))
        } else if let pattern = NumberPattern(name) {
            target = .sequence(
                try PartialSequence(folder: folder, pattern: pattern, overwrite: overwrite, mustExist: true))
        } else if isSingle || access(path, F_OK) == 0 {
            let place = try OutputPlace(destination, overwrite: overwrite)
            var isFile = true
            if case .stream = place { isFile = false }
            if isFile, let frames, frames > 1 { throw Self.tooMany(path) }
            target = .bytes(try ByteOutput(place), isSingle: isFile)
        } else {
            target = .sequence(try PartialSequence(folder: path, pattern: .standard, overwrite: overwrite))
        }
    }

    private static func tooMany(_ path: String?) -> MediaError {
        MediaError(
            .badSetting, OutputPlace.operation, path: path,
            reason: "one PNG holds one picture; a name with %05d, or one that ends in /, takes more")
    }

    func write(_ frame: PixelBuffer) throws {
        try checkSize(frame, size, path)
        if case .bytes(_, isSingle: true) = target, count > 0 {
            throw Self.tooMany(path)
        }
        let bytes = try PNG.encode(frame)
        switch target {
        case .sequence(let sequence): try sequence.write(bytes, number: count)
        case .bytes(let output, _): try output.write(bytes)
        }
        count += 1
    }

    func finish() throws {
        switch target {
        case .sequence(let sequence): try sequence.commit()
        case .bytes(let output, _): try output.finish()
        }
    }

    func abandon() {
        switch target {
        case .sequence(let sequence): sequence.discard()
        case .bytes(let output, _): output.abandon()
        }
    }
}

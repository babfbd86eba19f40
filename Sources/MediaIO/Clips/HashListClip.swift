import FrameCore
import Imaging

/// A list of the hashes of frames, as FFmpeg's `framehash` muxer writes it.
///
/// Opening goes through the whole list, so that a mistake in it is told before anything is compared.
final class HashListClip: ClipSource {
    let format: ClipFormat
    private let file: ClipFile
    private let firstTimestamp: Int64
    private let timeBase: Rational
    private var pass: HashListPass
    private var index = 0

    init(_ file: ClipFile) throws(MediaError) {
        self.file = file
        let survey = HashListPass(file)
        guard let first = try survey.next(), let timeBase = survey.reader.timeBase else {
            throw MediaError(.damaged, ClipFile.operation, path: file.path, reason: "it lists no frame")
        }
        var spacing = FrameSpacing(timeBase: timeBase)
        spacing.add(first.timestamp, duration: first.duration)
        while let frame = try survey.next() { spacing.add(frame.timestamp, duration: frame.duration) }
        firstTimestamp = first.timestamp
        self.timeBase = timeBase
        format = ClipFormat(
            kind: "list of hashes", size: survey.reader.size, rate: spacing.rate,
            frameCount: spacing.count, hasPixels: false)
        pass = HashListPass(file)
    }

    func next() throws -> ClipFrame? {
        guard let frame = try pass.next() else { return nil }
        defer { index += 1 }
        let time = Rational(frame.timestamp &- firstTimestamp, 1) * timeBase
        return ClipFrame(index: index, time: time, content: .hash(frame.hash))
    }

    func rewind() {
        pass = HashListPass(file)
        index = 0
    }
}

/// One reading of a list of hashes from its start; only one at a time can read a file.
private final class HashListPass {
    /// Longer lines are no lines of such a list.
    private static let longestLine = 4096
    private static let blockSize = 1 << 16
    private static let lineFeed = UInt8(ascii: "\n")

    private(set) var reader = FramehashReader()
    private let file: ClipFile
    private var block: ArraySlice<UInt8> = []
    private var isAtEnd = false

    init(_ file: ClipFile) {
        self.file = file
        file.seek(to: 0)
    }

    /// The next frame; nil after the last of a list that has one at least.
    func next() throws(MediaError) -> FramehashReader.Frame? {
        do {
            while let line = try nextLine() {
                if let frame = try reader.read(line) { return frame }
            }
            try reader.finish()
            return nil
        } catch let error as FramehashError {
            throw MediaError(.damaged, ClipFile.operation, path: file.path, reason: error.description)
        } catch let error as MediaError {
            throw error
        } catch {
            throw MediaError(.damaged, ClipFile.operation, path: file.path, reason: "\(error)")
        }
    }

    private func nextLine() throws(MediaError) -> ArraySlice<UInt8>? {
        while true {
            if let end = block.firstIndex(of: Self.lineFeed) {
                defer { block = block[(end + 1)...] }
                return block[..<end]
            }
            if isAtEnd {
                defer { block = [] }
                return block.isEmpty ? nil : block
            }
            guard block.count <= Self.longestLine else {
                throw MediaError(
                    .damaged, ClipFile.operation, path: file.path,
                    reason: "it is no list of hashes: a line has more than \(Self.longestLine) bytes")
            }
            let more = try file.read(Self.blockSize)
            isAtEnd = more.isEmpty
            block = ArraySlice(Array(block) + more)
        }
    }
}

import Glibc

/// The signatures of a clip, kept in a file without a name, so that memory does not grow with the clip.
///
/// Not for use by two threads at once.
public final class SignatureLog {
    /// How many were added.
    public private(set) var count = 0

    /// Cells of every frame; 0 when some frame has none.
    private(set) var cellsPerFrame = FrameSignature.grid.width * FrameSignature.grid.height

    /// A record is the number of bytes of the hash, 64 bytes for it, a mark for cells, and the cells.
    private static let (hashSpace, cellSpace) = (64, FrameSignature.grid.width * FrameSignature.grid.height)
    private static let recordSize = 2 + hashSpace + cellSpace * 2
    /// Records written and read at a time, and how many such blocks are kept.
    private static let (blockCount, cachedBlocks) = (64, 6)

    private let file: Int32
    private let folder: String
    private var written = 0
    private var pending: [UInt8] = []
    private var cache: [(block: Int, bytes: [UInt8])] = []

    /// Opens an empty log in the folder for temporary files.
    ///
    /// Throws `SignatureLogError` if no file can be made there.
    public init() throws {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        folder = named.isEmpty ? "/tmp" : named
        var path = Array((folder + "/ambient-signatures-XXXXXX").utf8CString)
        file = mkstemp(&path)
        guard file >= 0 else { throw SignatureLogError(action: "make", folder: folder, number: errno) }
        unlink(path)
    }

    deinit { if file >= 0 { close(file) } }

    /// Adds the signature of the next frame.
    ///
    /// Of a hash at most 64 bytes are kept; cells of another number than the grid's count as none. Throws
    /// `SignatureLogError` if the disk is full or fails.
    public func append(_ signature: FrameSignature) throws {
        let hash = signature.hash.prefix(Self.hashSpace)
        let hasCells = signature.cells.count == Self.cellSpace
        if !hasCells { cellsPerFrame = 0 }
        var record = [UInt8](repeating: 0, count: Self.recordSize)
        record[0] = UInt8(hash.count)
        record[1] = hasCells ? 1 : 0
        record.replaceSubrange(2..<2 + hash.count, with: hash)
        if hasCells {
            record.withUnsafeMutableBytes { bytes in
                let cells = UnsafeMutableRawBufferPointer(rebasing: bytes[(2 + Self.hashSpace)...])
                signature.cells.withUnsafeBytes { cells.copyMemory(from: $0) }
            }
        }
        pending += record
        count += 1
        if count % Self.blockCount == 0 { try flush() }
    }

    /// The signature of a frame; nil outside the clip.
    ///
    /// Throws `SignatureLogError` if the file cannot be read.
    public func signature(_ index: Int) throws -> FrameSignature? {
        guard index >= 0, index < count else { return nil }
        return try withRecord(index) { record in
            let hash = Array(record[2..<2 + min(Self.hashSpace, Int(record[0]))])
            var cells: [UInt16] = []
            if record[1] == 1 {
                cells = [UInt16](repeating: 0, count: Self.cellSpace)
                cells.withUnsafeMutableBytes {
                    $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: record[(2 + Self.hashSpace)...]))
                }
            }
            return FrameSignature(hash: hash, cells: cells)
        }
    }

    /// The hash of a frame of the clip in 64 bits.
    func key(_ index: Int) throws -> UInt64 {
        try withRecord(index) { record in
            FrameSignature.key(UnsafeRawBufferPointer(rebasing: record[2..<2 + min(Self.hashSpace, Int(record[0]))]))
        }
    }

    /// Copies the cells of frames, one after the other; frames outside the clip are left as they are.
    func copyCells(_ frames: Range<Int>, to cells: UnsafeMutableBufferPointer<UInt16>) throws {
        let size = Self.cellSpace
        for frame in frames where frame >= 0 && frame < count {
            let place = (frame - frames.lowerBound) * size
            guard place + size <= cells.count else { return }
            try withRecord(frame) { record in
                UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: cells[place..<place + size]))
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: record[(2 + Self.hashSpace)...]))
            }
        }
    }

    /// Calls `body` with the record of a frame of the clip.
    private func withRecord<R>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> R) throws -> R {
        let block = index / Self.blockCount
        func record(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes[place * Self.recordSize..<(place + 1) * Self.recordSize])
        }
        let place = index - block * Self.blockCount
        if index >= written { return pending.withUnsafeBytes { body(record($0, index - written)) } }
        if cache.last?.block != block {
            if let found = cache.firstIndex(where: { $0.block == block }) {
                cache.append(cache.remove(at: found))
            } else {
                let bytes = try read(block)
                if cache.count == Self.cachedBlocks { cache.removeFirst() }
                cache.append((block, bytes))
            }
        }
        return cache[cache.count - 1].bytes.withUnsafeBytes { body(record($0, place)) }
    }

    private func read(_ block: Int) throws -> [UInt8] {
        let size = Self.blockCount * Self.recordSize
        var (bytes, done) = ([UInt8](repeating: 0, count: size), 0)
        while done < size {
            let place = off_t(block * size + done)
            let got = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress.map { $0 + done }, size - done, place) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else {
                throw SignatureLogError(action: "read", folder: folder, number: got < 0 ? errno : 0)
            }
            done += got
        }
        return bytes
    }

    private func flush() throws {
        var done = 0
        while done < pending.count {
            let place = off_t(written * Self.recordSize + done)
            let put = pending.withUnsafeBytes {
                pwrite(file, $0.baseAddress.map { $0 + done }, pending.count - done, place)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw SignatureLogError(action: "write to", folder: folder, number: errno) }
            done += put
        }
        pending.removeAll(keepingCapacity: true)
        written = count
    }
}

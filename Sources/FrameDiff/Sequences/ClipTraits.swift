import CFrameDiff

/// What the aligner keeps of a clip in memory: 12 bytes a frame.
struct ClipTraits {
    let log: SignatureLog
    /// The hash of each frame.
    private(set) var keys: [UInt64] = []
    /// How far each frame is from the one before, in levels of luma; 0 of the first, empty without cells.
    private(set) var motion: [Float] = []

    var count: Int { keys.count }

    init(_ log: SignatureLog, measuresMotion: Bool) throws {
        self.log = log
        keys.reserveCapacity(log.count)
        for index in 0..<log.count { keys.append(try log.key(index)) }
        guard measuresMotion else { return }
        motion.reserveCapacity(log.count)
        let window = CellWindow(capacity: 65)
        for start in stride(from: 0, to: log.count, by: 64) {
            // One frame of the stretch before is read again.
            let frames = max(0, start - 1)..<min(log.count, start + 64)
            try window.load(frames, of: log)
            for frame in start..<frames.upperBound {
                motion.append(frame == 0 ? 0 : window.levels(from: frame - 1, to: frame, of: window))
            }
        }
    }

    /// Whether a frame has the hash of the one before.
    func isRepeat(_ index: Int) -> Bool {
        index > 0 && index < keys.count && keys[index] == keys[index - 1]
    }
}

/// The cells of a stretch of frames, side by side for the kernel.
final class CellWindow {
    static let cells = FrameSignature.grid.width * FrameSignature.grid.height
    /// The kernel's sums of one level of luma in every cell.
    static let level = Float(cells * 128)

    private let storage: UnsafeMutableBufferPointer<UInt16>
    private(set) var frames = 0..<0

    /// Room for a number of frames.
    init(capacity: Int) {
        storage = .allocate(capacity: max(1, capacity) * Self.cells)
        storage.initialize(repeating: 0)
    }

    deinit { storage.deallocate() }

    /// Reads the cells of frames; of more than fit, the first ones.
    func load(_ frames: Range<Int>, of log: SignatureLog) throws {
        let fitting = min(frames.count, storage.count / Self.cells)
        self.frames = frames.lowerBound..<frames.lowerBound + fitting
        try log.copyCells(self.frames, to: storage)
    }

    /// The distances of one frame of this window from consecutive ones of another, as the kernel sums them.
    ///
    /// Frames that are not in the windows have the greatest distance.
    func distances(from frame: Int, to others: Range<Int>, of window: CellWindow, into sums: inout [UInt32]) {
        let wanted = others.clamped(to: window.frames)
        guard frames.contains(frame), !wanted.isEmpty, others.count <= sums.count,
            let one = storage.baseAddress, let rows = window.storage.baseAddress
        else { return }
        sums.withUnsafeMutableBufferPointer { sums in
            guard let out = sums.baseAddress else { return }
            frame_cell_distances(
                one + (frame - frames.lowerBound) * Self.cells,
                rows + (wanted.lowerBound - window.frames.lowerBound) * Self.cells,
                Int32(wanted.count), Int32(Self.cells), out + (wanted.lowerBound - others.lowerBound))
        }
    }

    /// The distance of two frames in levels of luma.
    func levels(from frame: Int, to other: Int, of window: CellWindow) -> Float {
        var sums: [UInt32] = [.max]
        distances(from: frame, to: other..<other + 1, of: window, into: &sums)
        return Float(sums[0]) / Self.level
    }
}

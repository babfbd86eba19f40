/// Which frame of the actual clip belongs to each expected one, before anything is named.
struct FramePairing {
    let expected: ClipTraits
    let actual: ClipTraits
    /// Whether hashes decide; otherwise distances do.
    let isExact: Bool
    /// The actual frame of each expected one; -1 where there is none.
    var partner: [Int32]
    /// How unlike each pair is, 0 to 255: 0 is equal, or as near as the encoding allows.
    var cost: [UInt8]
    /// The encoder's noise of each expected frame, in levels of luma; empty when hashes decide.
    var noise: [Float]
    /// The same of the frames around each.
    var typicalNoise: [Float]

    private let windows = (CellWindow(capacity: 1), CellWindow(capacity: 1))

    init(expected: ClipTraits, actual: ClipTraits, isExact: Bool) {
        self.expected = expected
        self.actual = actual
        self.isExact = isExact
        partner = [Int32](repeating: -1, count: expected.count)
        cost = [UInt8](repeating: 0, count: expected.count)
        noise = [Float](repeating: Noise.least, count: isExact ? 0 : expected.count)
        typicalNoise = noise
    }

    /// How unlike two frames are: 0 or 1 of hashes, levels of luma otherwise; nil outside the clips.
    func distance(_ frame: Int, _ other: Int) throws -> Float? {
        guard frame >= 0, other >= 0, frame < expected.count, other < actual.count else { return nil }
        if isExact { return expected.keys[frame] == actual.keys[other] ? 0 : 1 }
        try windows.0.load(frame..<frame + 1, of: expected.log)
        try windows.1.load(other..<other + 1, of: actual.log)
        return windows.0.levels(from: frame, to: other, of: windows.1)
    }

    /// The same within the actual clip.
    func distanceInActual(_ frame: Int, _ other: Int) throws -> Float? {
        guard frame >= 0, other >= 0, frame < actual.count, other < actual.count else { return nil }
        if isExact { return actual.keys[frame] == actual.keys[other] ? 0 : 1 }
        try windows.0.load(frame..<frame + 1, of: actual.log)
        try windows.1.load(other..<other + 1, of: actual.log)
        return windows.0.levels(from: frame, to: other, of: windows.1)
    }

    /// Whether two frames show the same.
    func isAlike(_ frame: Int, _ other: Int) throws -> Bool {
        guard let distance = try distance(frame, other) else { return false }
        return isExact ? distance == 0 : share(distance, frame) < 0.35
    }

    /// Whether an expected frame and its partner differ.
    func isUnlike(_ frame: Int) -> Bool { partner[frame] < 0 || cost[frame] >= (isExact ? 128 : 90) }

    /// Whether the actual frame stands still where the expected one moves.
    func standsStill(_ frame: Int, _ other: Int) -> Bool {
        guard frame > 0, other > 0, frame < expected.count, other < actual.count else { return false }
        if isExact { return actual.isRepeat(other) && !expected.isRepeat(frame) }
        let (still, moving) = (actual.motion[other], expected.motion[frame])
        return still <= 1.2 * typicalNoise[frame] && still <= 0.4 * moving
    }

    /// Whether a frame differs from its partner by more than the frames around do.
    func isMissed(_ frame: Int) throws -> Bool {
        guard !isExact else { return isUnlike(frame) }
        let distance = try distance(frame, Int(partner[frame])) ?? .infinity
        return Noise.share(distance, typicalNoise[frame], motion: expected.motion[frame]) >= 0.35
    }

    /// Pairs frames, and measures how unlike they are.
    mutating func set(_ frame: Int, _ other: Int) throws {
        guard partner.indices.contains(frame) else { return }
        partner[frame] = Int32(clamping: other)
        let distance = try distance(frame, other) ?? .infinity
        cost[frame] = isExact ? (distance == 0 ? 0 : 255) : UInt8(share(distance, frame) * 255)
    }

    /// How unlike an expected frame is to one at a distance, 0 to 1.
    func share(_ distance: Float, _ frame: Int) -> Float {
        Noise.share(distance, noise[frame], motion: expected.motion[frame])
    }
}

/// What the distances of frames mean beside the noise of the encoder.
enum Noise {
    /// The least that is assumed, in levels of luma: what is smaller tells nothing.
    ///
    /// x264 holds blocks of pictures that move by less from frame to frame, and lets them catch up later.
    static let least: Float = 0.2
    /// What is more is no noise of an encoder: frames have other content, and little can be said of their place.
    static let most: Float = 4

    /// From 0, as alike as noise allows, to 1, as unlike as frames that are neighbours, or more.
    ///
    /// Noise and motion are independent, so their squares add up: what a distance has beyond the noise is compared to
    /// the motion from frame to frame. Both are measured with errors, so that at first nothing counts.
    static func share(_ distance: Float, _ noise: Float, motion: Float) -> Float {
        if noise > most { return min(1, max(0, (distance / noise - 1.6) / 1.4)) }
        let excess = (distance * distance - noise * noise) / max(motion * motion, noise * noise)
        return min(1, max(0, (excess - 0.4) / 0.6))
    }
}

import CFFmpeg
import FrameCore

/// Finds and decodes the picture for a place in the timeline.
///
/// Which picture that is depends on the file alone, never on what was asked before: it is the last undamaged one, at
/// or before the place, of a decoding that began at an undamaged key packet (at worst the file's first). Going on
/// past the next key packet gives the same pictures as starting there, so decoding goes on wherever it can.
final class LoopDecoder {
    /// A decoded picture and the time stamps for which it is the answer.
    private final class Held {
        /// The time stamp of the picture.
        let start: Int64
        /// The first time stamp for which it is shown: `start`, or less where nothing before it could be decoded.
        let first: Int64
        /// One past the last time stamp for which it is shown.
        var end: Int64
        /// What the decoder made; given up once `image` is there.
        private var frame: FrameOwner?
        private var image: VideoImage?

        init(_ frame: FrameOwner, start: Int64, first: Int64) {
            self.frame = frame
            self.start = start
            self.first = first
            end = start == .max ? .max : start + 1
        }

        func image(by reader: PictureReader) throws(MediaError) -> VideoImage? {
            if let image { return image }
            guard let frame else { return nil }
            let image = try reader.image(frame)
            self.image = image
            self.frame = nil
            return image
        }
    }

    private static let operation = "decode video"
    /// Pictures kept for those who ask a little out of order, or for the same one again.
    private let mostHeld: Int
    /// Whether damage counts that decoders tell their log only.
    private let isStrict: Bool
    /// From so many pictures ahead on, jumping to a key packet beats decoding everything between.
    private static let jumpDistance = 64
    /// Key packets that are tried as a start before the file's first.
    private static let mostStarts = 4

    let timeline: StreamTimeline
    private var input: InputFile
    private let reader: PictureReader

    private var pass: DecodePass?
    private var current: Held?
    private var pending: (picture: DecodePass.Picture, start: Int64)?
    /// The key packet at which the pass began; nil for the file's first packet.
    private var passStart: Int64?
    private var isVerified = false
    /// The furthest time stamp asked of this pass.
    private var reached: Int64 = .min
    /// The most recently used last.
    private var held: [Held] = []
    /// Places in the timeline, of those asked for, whose own picture could not be decoded.
    private(set) var damaged: Set<Int> = []

    init(input: InputFile, timeline: StreamTimeline, mostHeld: Int = 8, isStrict: Bool = false) {
        self.mostHeld = mostHeld
        self.isStrict = isStrict
        self.input = input
        self.timeline = timeline
        reader = PictureReader(input)
    }

    /// The picture at an index of the timeline.
    func image(at index: Int) throws(MediaError) -> VideoImage {
        let index = min(max(0, index), timeline.starts.count - 1)
        let target = timeline.starts[index]
        var found = keptPicture(at: target)
        if found == nil {
            do throws(MediaError) {
                found = try decode(target)
            } catch {
                reset(from: nil)
                throw error
            }
        }
        if found?.start != target { damaged.insert(index) }
        guard let image = try found?.image(by: reader) else {
            throw MediaError(
                .damaged, Self.operation, path: input.path, reason: "no undamaged picture could be decoded from it")
        }
        return image
    }

    private func keptPicture(at target: Int64) -> Held? {
        guard let place = held.lastIndex(where: { $0.first <= target && target < $0.end }) else { return nil }
        let found = held.remove(at: place)
        held.append(found)
        return found
    }

    private func keep(_ picture: Held) {
        held.append(picture)
        if held.count > mostHeld { held.removeFirst() }
    }

    private func decode(_ target: Int64) throws(MediaError) -> Held? {
        if pass != nil, target >= reached, !isJumpBetter(to: target) {
            return try advance(to: target)
        }
        var key = timeline.lastKey(atOrBefore: target)
        var tries = 0
        while let start = key, tries < Self.mostStarts {
            if try begin(at: timeline.keys[start]), let found = try advance(to: target) { return found }
            key = start > 0 ? start - 1 : nil
            tries += 1
        }
        try beginAtFirstPacket()
        return try advance(to: target)
    }

    private func isJumpBetter(to target: Int64) -> Bool {
        guard let key = timeline.lastKey(atOrBefore: target) else { return false }
        let here = timeline.lastIndex(atOrBefore: reached)
        return timeline.lastIndex(atOrBefore: timeline.keys[key].presentation) - here > Self.jumpDistance
    }

    // MARK: - Going on

    /// Decodes up to a time stamp; nil when the pass has nothing to show for it.
    private func advance(to target: Int64) throws(MediaError) -> Held? {
        reached = target
        while true {
            if pending == nil { pending = try nextGood() }
            guard let next = pending else { break }
            if next.start > target {
                if current == nil, passStart == nil {
                    // Everything before the first good picture of the file is damaged: it stands in for that.
                    return take(next, from: .min)
                }
                break
            }
            _ = take(next, from: next.start)
        }
        current?.end = pending?.start ?? .max
        return current
    }

    private func take(_ next: (picture: DecodePass.Picture, start: Int64), from first: Int64) -> Held {
        current?.end = next.start
        let taken = Held(next.picture.frame, start: next.start, first: first)
        current = taken
        pending = nil
        keep(taken)
        return taken
    }

    /// The next undamaged picture that is shown, not before the ones already seen.
    private func nextGood() throws(MediaError) -> (picture: DecodePass.Picture, start: Int64)? {
        while let picture = try pass?.next() {
            guard let start = place(of: picture) else { continue }
            if let passStart {
                // Pictures that lead the first key packet refer to others before it.
                if start < passStart { continue }
                if !isVerified {
                    guard start == passStart, !picture.isDamaged else { return nil }
                    isVerified = true
                }
            }
            if picture.isDamaged || picture.packet.isDiscarded { continue }
            if let current, start < current.start { continue }
            return (picture, start)
        }
        return nil
    }

    private func place(of picture: DecodePass.Picture) -> Int64? {
        switch timeline.order {
        case .timestamps: timeline.presentation(of: picture.packet)
        case .counted: picture.ordinal < timeline.starts.count ? timeline.starts[picture.ordinal] : nil
        }
    }

    // MARK: - Starting

    private func reset(from start: Int64?) {
        pass = nil
        current = nil
        pending = nil
        passStart = start
        isVerified = false
        reached = .min
    }

    /// Begins a pass at a key packet; false when the packet is not found again.
    private func begin(at key: StreamTimeline.Key) throws(MediaError) -> Bool {
        reset(from: key.presentation)
        let packet = try PacketOwner(Self.operation, path: input.path)
        let goal = min(key.presentation, key.decoding ?? key.presentation)
        var isFound = input.seek(atOrBefore: goal) && find(key, with: packet, givingUpAfter: true)
        if !isFound {
            try reopen()
            isFound = find(key, with: packet, givingUpAfter: false)
        }
        guard isFound else { return false }
        pass = try DecodePass(input: input, packet: packet, hasPacket: true, isStrict: isStrict)
        return true
    }

    /// Reads on to a key packet; `givingUpAfter`: until a later key packet tells that the seek went too far.
    private func find(_ key: StreamTimeline.Key, with packet: PacketOwner, givingUpAfter: Bool) -> Bool {
        while input.read(into: packet) {
            let record = packet.pointer.pointee.record
            guard record.isKey, let presentation = record.presentation else { continue }
            if presentation == key.presentation { return true }
            if givingUpAfter, presentation > key.presentation { return false }
        }
        return false
    }

    private func beginAtFirstPacket() throws(MediaError) {
        reset(from: nil)
        let packet = try PacketOwner(Self.operation, path: input.path)
        let first = timeline.firstPacket
        let goal = min(first.presentation ?? .max, first.decoding ?? .max)
        // Made-up stamps hold for reading from the start of the file only.
        var isFound =
            timeline.filled.isEmpty && goal != .max && input.seek(atOrBefore: goal) && input.read(into: packet)
            && packet.pointer.pointee.record == first
        if !isFound {
            try reopen()
            isFound = input.read(into: packet)
        }
        guard isFound else {
            throw MediaError(.damaged, Self.operation, path: input.path, reason: "it cannot be read a second time")
        }
        pass = try DecodePass(input: input, packet: packet, hasPacket: true, isStrict: isStrict)
    }

    private func reopen() throws(MediaError) {
        input = try InputFile(path: input.path)
    }
}

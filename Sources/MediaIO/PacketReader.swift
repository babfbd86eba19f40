import CFFmpeg

/// What tells a packet from all others of its stream.
struct PacketMark: Hashable, Sendable {
    /// Its place in the stream, from 0.
    var number: Int
    /// The byte of the file it begins at; negative when the format does not tell.
    var position: Int64
    /// Whether the packet before it begins elsewhere.
    var isFirstAtPosition: Bool
    /// Its presentation or decoding time stamp; nil when absent.
    var timestamp: Int64?
    var size: Int
    /// A hash of its payload.
    var hash: UInt64
}

/// The packets of a stream by number, read on in order or from a mark.
///
/// The latest ones are kept, as decoders have to see some again.
final class PacketReader {
    /// A packet and its number.
    final class Entry {
        let number: Int
        let packet: PacketOwner
        /// The time stamp before the packet was numbered.
        let timestamp: Int64?

        init(number: Int, packet: PacketOwner, timestamp: Int64?) {
            self.number = number
            self.packet = packet
            self.timestamp = timestamp
        }

        var size: Int { Int(packet.pointer.pointee.size) }

        var position: Int64 { packet.pointer.pointee.pos }

        /// A hash of the payload.
        var hash: UInt64 {
            let packet = packet.pointer.pointee
            let bytes = UnsafeBufferPointer(start: packet.data, count: max(0, Int(packet.size)))
            return bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
    }

    private static let operation = "decode audio"
    private static let mostKept = 512
    /// From so many bytes on only as many packets are kept as a decoder must see again in the worst case.
    private static let mostBytes = 1 << 20
    private static let leastKept = 64
    /// Reading so many packets beats moving in the file.
    private static let nearby = 1024
    /// So many packets are looked at after moving, before that is given up.
    private static let searchLength = 4096

    private static let mostConfigurationBytes = 1 << 22

    private(set) var input: InputFile
    /// Headers of the codec that came with packets, by the first packet they are for.
    private var configurations: [(packet: Int, header: [UInt8])] = []
    private var configurationBytes = 0
    /// How to find the first packet again; nil before it was read.
    private(set) var firstMark: PacketMark?
    /// The packet after the last one that was read of the file.
    private var nextUnread = 0
    /// The packet that comes next.
    private var cursor = 0
    /// The latest packets, by number modulo the length.
    private var kept = [Entry?](repeating: nil, count: mostKept)
    private(set) var oldest = 0
    private var keptBytes = 0

    init(_ input: InputFile) { self.input = input }

    /// The next packet; nil at the end of the stream.
    func next() throws(MediaError) -> Entry? {
        if cursor < nextUnread, let entry = entry(cursor) {
            cursor += 1
            return entry
        }
        guard let entry = try readEntry(number: nextUnread) else { return nil }
        keep(entry)
        cursor = nextUnread
        return entry
    }

    /// A packet that is kept; nil when it is gone or still to come.
    func entry(_ number: Int) -> Entry? {
        guard number >= oldest, number < nextUnread, let entry = kept[number % Self.mostKept], entry.number == number
        else { return nil }
        return entry
    }

    /// How to find a packet again that is kept; nil when it is gone.
    func mark(_ number: Int) -> PacketMark? {
        guard let entry = entry(number) else { return nil }
        let before = self.entry(number - 1)
        return PacketMark(
            number: number, position: entry.position,
            isFirstAtPosition: before.map { $0.position != entry.position } ?? (number == 0),
            timestamp: entry.timestamp, size: entry.size, hash: entry.hash)
    }

    /// The codec's header in force at a packet; empty: that of the stream.
    func configuration(at packet: Int) -> [UInt8] {
        configurations.last { $0.packet <= packet }?.header ?? []
    }

    /// Makes the first packet the next one; false when it is not found again.
    func restart() throws(MediaError) -> Bool {
        input.renewAllowance()
        if entry(0) != nil {
            cursor = 0
            return true
        }
        input = try InputFile(path: input.path, content: .sound)
        forget(from: 0)
        guard try next() != nil else { return false }
        cursor = 0
        return true
    }

    /// Makes a packet that was read once the next one; false when it is not found again.
    func move(to mark: PacketMark) throws(MediaError) -> Bool {
        input.renewAllowance()
        if entry(mark.number) != nil {
            cursor = mark.number
            return true
        }
        if mark.number >= nextUnread, mark.number - nextUnread <= Self.nearby { return try readOn(to: mark) }
        if mark.number > 0, try seek(to: mark) { return true }
        guard try restart() else { return false }
        return try readOn(to: mark)
    }

    private func readOn(to mark: PacketMark) throws(MediaError) -> Bool {
        cursor = nextUnread
        while nextUnread <= mark.number {
            guard try next() != nil else { return false }
            input.renewAllowance()
        }
        cursor = mark.number
        return entry(mark.number) != nil
    }

    /// Moves in the file, and makes sure that it is to where it should be: headers lie about times.
    private func seek(to mark: PacketMark) throws(MediaError) -> Bool {
        if let timestamp = mark.timestamp, input.seek(atOrBefore: timestamp), try find(mark, isTimed: true) {
            return true
        }
        guard mark.position >= 0, mark.isFirstAtPosition, input.seek(toByte: mark.position) else { return false }
        return try find(mark, isTimed: false)
    }

    private func find(_ mark: PacketMark, isTimed: Bool) throws(MediaError) -> Bool {
        for _ in 0..<Self.searchLength {
            guard let entry = try readEntry(number: mark.number), entry.position <= mark.position else { return false }
            guard entry.position == mark.position, entry.size == mark.size,
                !isTimed || entry.timestamp == mark.timestamp, entry.hash == mark.hash
            else { continue }
            forget(from: mark.number)
            keep(entry)
            cursor = mark.number
            return true
        }
        return false
    }

    private func readEntry(number: Int) throws(MediaError) -> Entry? {
        let packet = try PacketOwner(Self.operation, path: input.path)
        guard input.read(into: packet) else { return nil }
        note(packet.configuration, number)
        let timestamp = packet.pointer.pointee.presentation ?? packet.pointer.pointee.decoding
        return Entry(number: number, packet: packet, timestamp: timestamp)
    }

    private func note(_ configuration: [UInt8], _ number: Int) {
        guard !configuration.isEmpty, number > configurations.last?.packet ?? -1,
            configurationBytes + configuration.count <= Self.mostConfigurationBytes
        else { return }
        configurationBytes += configuration.count
        configurations.append((number, configuration))
    }

    private func keep(_ entry: Entry) {
        entry.packet.number(Int64(entry.number))
        nextUnread = entry.number + 1
        while nextUnread - oldest > Self.mostKept { dropOldest() }
        kept[entry.number % Self.mostKept] = entry
        keptBytes += entry.size
        if entry.number == 0, firstMark == nil { firstMark = mark(0) }
        while keptBytes > Self.mostBytes, nextUnread - oldest > Self.leastKept { dropOldest() }
    }

    private func dropOldest() {
        keptBytes -= kept[oldest % Self.mostKept]?.size ?? 0
        kept[oldest % Self.mostKept] = nil
        oldest += 1
    }

    private func forget(from number: Int) {
        kept = [Entry?](repeating: nil, count: Self.mostKept)
        (oldest, nextUnread, cursor, keptBytes) = (number, number, number, 0)
    }
}

extension PacketOwner {
    /// Makes the number of a packet its time stamp, so that what is decoded of it can be told.
    fileprivate func number(_ number: Int64) {
        pointer.pointee.pts = number
        pointer.pointee.dts = number
    }

    /// The header of the codec that is in force from here on; empty when none comes with the packet.
    fileprivate var configuration: [UInt8] {
        var size = 0
        guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, &size), size > 0 else {
            return []
        }
        return [UInt8](UnsafeBufferPointer(start: data, count: size))
    }
}

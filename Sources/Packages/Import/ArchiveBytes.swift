import Glibc

/// The bytes of an archive, read where they are wanted.
enum ArchiveBytes {
    /// A regular file, by its open descriptor.
    case file(descriptor: Int32, count: Int)
    case memory([UInt8])

    var count: Int {
        switch self {
        case .file(_, let count): count
        case .memory(let bytes): bytes.count
        }
    }

    /// `length` bytes from `offset`; nil when the archive is not that long, or cannot be read.
    func read(_ offset: Int, _ length: Int) -> [UInt8]? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        switch self {
        case .memory(let bytes): return Array(bytes[offset..<offset + length])
        case .file(let descriptor, _):
            var bytes = [UInt8](repeating: 0, count: length)
            var done = 0
            while done < length {
                let place = off_t(offset + done)
                let got = bytes[done...].withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, place) }
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return nil }
                done += got
            }
            return bytes
        }
    }
}

/// Little-endian numbers of a header; only ever asked inside the bytes.
struct HeaderFields {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { self.bytes = ArraySlice(bytes) }

    /// The number of `width` bytes at an offset from the start; 0 outside.
    private func number(_ offset: Int, _ width: Int) -> UInt64 {
        guard offset >= 0, offset + width <= bytes.count else { return 0 }
        var value: UInt64 = 0
        for index in 0..<width { value |= UInt64(bytes[bytes.startIndex + offset + index]) << UInt64(8 * index) }
        return value
    }

    func short(_ offset: Int) -> Int { Int(number(offset, 2)) }
    func word(_ offset: Int) -> Int { Int(number(offset, 4)) }
    /// Nil when it is more than an `Int` holds.
    func long(_ offset: Int) -> Int? { Int(exactly: number(offset, 8)) }

    /// The content of the first extra field of that id.
    static func extraField(_ id: Int, in extra: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = extra
        while rest.count >= 4 {
            let fields = HeaderFields(rest)
            let length = fields.short(2)
            guard length <= rest.count - 4 else { return nil }
            let content = rest.dropFirst(4).prefix(length)
            if fields.short(0) == id { return content }
            rest = rest.dropFirst(4 + length)
        }
        return nil
    }
}

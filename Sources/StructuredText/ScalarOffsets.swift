/// Turns offsets in scalars, which libyaml counts, into offsets in bytes.
struct ScalarOffsets {
    private let bytes: [UInt8]
    /// The byte offset of each `stride`-th scalar; empty when every scalar is one byte.
    private let marks: [Int]
    private let start: Int

    /// A mark for each scalar would take more memory than the text.
    private static let stride = 64

    /// Counts from `start`, the byte after a byte-order mark; the bytes are valid UTF-8.
    init(_ bytes: [UInt8], start: Int) {
        self.bytes = bytes
        self.start = start
        var marks: [Int] = []
        if !bytes.allSatisfy({ $0 < 0x80 }) {
            var scalars = 0
            for index in start..<max(start, bytes.count) where bytes[index] & 0xC0 != 0x80 {
                if scalars % ScalarOffsets.stride == 0 { marks.append(index) }
                scalars += 1
            }
        }
        self.marks = marks
    }

    /// The offset of the first byte of a scalar; the end of the text for offsets outside.
    func byte(_ scalar: Int) -> Int {
        guard scalar >= 0 else { return bytes.count }
        guard !marks.isEmpty else { return min(bytes.count, start.addingReportingOverflow(scalar).partialValue) }
        guard scalar / ScalarOffsets.stride < marks.count else { return bytes.count }
        var index = marks[scalar / ScalarOffsets.stride]
        for _ in 0..<(scalar % ScalarOffsets.stride) {
            index += 1
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
            guard index < bytes.count else { return bytes.count }
        }
        return index
    }
}

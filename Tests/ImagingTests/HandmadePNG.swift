/// PNG files written by the book (W3C PNG, RFC 1950 and 1951) with stored, uncompressed data, of kinds that no encoder at
/// hand writes.
struct HandmadePNG {
    var width: Int
    var height: Int
    var bitDepth: UInt8 = 8
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
    var colourType: UInt8
    var isInterlaced = false
    /// The rows as stored, without filter bytes, or those of the seven passes one after the other.
    var rows: [[UInt8]]
    /// Chunks to stand before the data.
    var chunks: [(name: String, body: [UInt8])] = []

    static func bigEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let covered = Array(name.utf8) + body
        let crc = ~covered.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        }
        return bigEndian(body.count) + covered + bigEndian(Int(crc))
    }

    /// A zlib stream of stored blocks.
    static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let count = min(65_535, data.count - start)
            let isLast = start + count == data.count
            stream += [isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), ~UInt8(count & 255), ~UInt8(count >> 8)]
            stream += data[start..<(start + count)]
            start += count
        } while start < data.count
        var (a, b) = (1, 0)
        for byte in data {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }

    /// The file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        let header = [bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0]
        file += Self.chunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + header)
        for chunk in chunks { file += Self.chunk(chunk.name, chunk.body) }
        file += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
        return file + Self.chunk("IEND", [])
    }
}

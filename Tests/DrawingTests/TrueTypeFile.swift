import Foundation

/// Reads just enough of a TrueType file to check our figures against it: written from the OpenType specification,
/// with no code shared with what is tested.
struct TrueTypeFile {
    private let bytes: [UInt8]
    private var tables: [String: Int] = [:]

    init(path: String) throws {
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for index in 0..<unsigned(4) {
            let record = 12 + 16 * index
            let tag = String(decoding: bytes[record..<record + 4], as: UTF8.self)
            tables[tag] = unsigned(record + 8) << 16 | unsigned(record + 10)
        }
    }

    var unitsPerEm: Int { unsigned(table("head") + 18) }
    var ascender: Int { signed(table("hhea") + 4) }
    var descender: Int { signed(table("hhea") + 6) }

    /// The advance width of a character in font units, at the file's default weight.
    func advance(of scalar: Unicode.Scalar) -> Int? {
        guard let glyph = glyph(for: scalar) else { return nil }
        let count = unsigned(table("hhea") + 34)
        return unsigned(table("hmtx") + 4 * min(glyph, count - 1))
    }

    private func glyph(for scalar: Unicode.Scalar) -> Int? {
        let cmap = table("cmap")
        for index in 0..<unsigned(cmap + 2) {
            let record = cmap + 4 + 8 * index
            let subtable = cmap + (unsigned(record + 4) << 16 | unsigned(record + 6))
            if unsigned(subtable) == 4 { return glyph(for: Int(scalar.value), format4: subtable) }
        }
        return nil
    }

    private func glyph(for code: Int, format4 start: Int) -> Int? {
        let doubled = unsigned(start + 6)
        let (ends, starts) = (start + 14, start + 16 + doubled)
        let (deltas, offsets) = (starts + doubled, starts + 2 * doubled)
        for segment in stride(from: 0, to: doubled, by: 2) where code <= unsigned(ends + segment) {
            guard code >= unsigned(starts + segment) else { return nil }
            let offset = unsigned(offsets + segment)
            if offset == 0 { return (code + unsigned(deltas + segment)) & 0xffff }
            return unsigned(offsets + segment + offset + 2 * (code - unsigned(starts + segment)))
        }
        return nil
    }

    private func table(_ tag: String) -> Int { tables[tag] ?? 0 }
    private func unsigned(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    private func signed(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: unsigned(offset))) }
}

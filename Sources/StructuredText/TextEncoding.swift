import Diagnostics

/// Checks of the bytes of a text before it is read.
public enum TextEncoding {
    /// The offset of the first byte that is not part of well-formed UTF-8; nil when all is well.
    ///
    /// Follows table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
    public static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            let (length, low, high): (Int, UInt8, UInt8)
            switch lead {
            case 0x00...0x7F:
                index += 1
                continue
            case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
            case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
            case 0xED: (length, low, high) = (3, 0x80, 0x9F)
            case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
            case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
            case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
            case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
            default: return index
            }
            guard index + length <= bytes.count, bytes[index + 1] >= low, bytes[index + 1] <= high else { return index }
            for next in bytes[(index + 2)..<(index + length)] where next & 0xC0 != 0x80 { return index }
            index += length
        }
        return nil
    }

    /// Checks size and encoding; `format` is the prefix of the codes and the name of the format in lower case.
    ///
    /// Returns the offset of the first byte after a byte-order mark (0 without one) and the note about it.
    static func check(
        _ source: SourceText, format: String, limits: ReadLimits
    ) throws(Fault) -> (start: Int, notes: [Diagnostic]) {
        let bytes = source.bytes
        func fault(_ code: String, _ message: String, at offset: Int = 0, hint: String) -> Fault {
            Fault(
                diagnostic: Diagnostic(
                    .error, format + "." + code, message, source: source, span: SourceSpan(offset, offset + 1),
                    hint: hint))
        }
        if bytes.count > limits.bytes {
            throw fault(
                "too-large", "the text is \(bytes.count) bytes long; at most \(limits.bytes) are read",
                hint: "make the file smaller")
        }
        if let wide = wideEncoding(bytes) {
            throw fault("utf-16", "the text is in \(wide), not UTF-8", hint: "save it as UTF-8")
        }
        if let offset = bytes.firstIndex(of: 0) {
            throw fault(
                "nul-byte", "a NUL byte stands at offset \(offset): the file is damaged or no text", at: offset,
                hint: "write the file again as UTF-8 text")
        }
        if let offset = firstInvalidOffset(in: bytes) {
            let byte = String(bytes[offset], radix: 16, uppercase: true)
            throw fault(
                "invalid-utf8", "the byte 0x\(byte.count < 2 ? "0" : "")\(byte) is not valid UTF-8", at: offset,
                hint: "save the file as UTF-8")
        }
        guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return (0, []) }
        let note = Diagnostic(
            .note, format + ".byte-order-mark", "the text starts with a byte-order mark, which is skipped",
            source: source, span: SourceSpan(0, 3), hint: "save it as UTF-8 without a byte-order mark")
        return (3, [note])
    }

    /// The name of the UTF-16 or UTF-32 form that the bytes show by their mark or their zeros.
    private static func wideEncoding(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        // The first character of a document is ASCII, so without a mark every other byte is zero.
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0] != 0, bytes[1] != 0, bytes[2] != 0, bytes[3] != 0) {
        case (true, false, true, false), (false, true, false, true): return "UTF-16"
        case (true, false, false, false), (false, false, false, true): return "UTF-32"
        default: return nil
        }
    }
}

import Diagnostics

/// The name of an entry: its bytes, what they mean, and the path in it.
struct ArchiveName {
    /// As in the archive.
    let raw: [UInt8]
    /// As people read it.
    let text: String
    /// The parts that mean something; empty for the archive's own folder.
    let parts: [String]
    let isFolder: Bool

    /// Decodes a name and refuses those that could lead out of the folder they are extracted in.
    ///
    /// UTF-8 where the bytes are, whatever the archive says of them; else the archive format's own character set, unless
    /// the archive says that they are UTF-8.
    init(_ raw: ArraySlice<UInt8>, flags: Int, extra: ArraySlice<UInt8>) throws(ImportError) {
        self.raw = Array(raw)
        let unicode = Self.unicodeField(extra, for: raw) ?? String(validating: raw, as: UTF8.self)
        let text = unicode ?? CodePage437.text(raw)
        self.text = text
        let shown = Wording.quoted(text, limit: 120)
        guard unicode != nil || flags & 0x800 == 0 else {
            throw ArchiveDirectory.damaged("the name \(shown) is said to be UTF-8 and is not")
        }
        func refused(_ why: String, hint: String) -> ImportError {
            ImportError(.unsafeName, "the entry \(shown) \(why)", hint: hint)
        }
        let again = "make the archive again with names relative to the package's folder"
        guard !text.utf8.contains(0) else { throw refused("has a NUL byte in its name", hint: again) }
        guard !text.utf8.contains(UInt8(ascii: "\\")) else {
            throw refused("has a backslash in its name", hint: "make the archive again with / between folders")
        }
        guard text.utf8.first != UInt8(ascii: "/") else { throw refused("has an absolute path", hint: again) }
        let all = text.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        guard !all.contains(where: { $0.utf8.elementsEqual("..".utf8) }) else {
            throw refused("has a .. part", hint: again)
        }
        parts = all.filter { !$0.utf8.elementsEqual(".".utf8) }
        isFolder = text.utf8.last == UInt8(ascii: "/")
        guard isFolder || !parts.isEmpty else { throw refused("has no name", hint: again) }
        let isLong =
            text.utf8.count > ArchiveLimits.pathLength || parts.count > ArchiveLimits.depth
            || parts.contains { $0.utf8.count > ArchiveLimits.partLength }
        guard !isLong else {
            throw ImportError(
                .longName, "the name of the entry \(shown) is too long or too deep",
                hint: "a name has at most \(ArchiveLimits.partLength) bytes, a path \(ArchiveLimits.pathLength) bytes "
                    + "and \(ArchiveLimits.depth) folders")
        }
    }

    /// What a Mac leaves in archives and folders beside people's files.
    var isLeftover: Bool { Self.isLeftover(parts) }

    static func isLeftover(_ parts: [String]) -> Bool {
        parts.contains { $0 == "__MACOSX" || $0 == ".DS_Store" || $0.utf8.starts(with: "._".utf8) }
    }

    /// The name in the Unicode path field (APPNOTE §4.6.9), where it belongs to the plain name.
    private static func unicodeField(_ extra: ArraySlice<UInt8>, for raw: ArraySlice<UInt8>) -> String? {
        guard let field = HeaderFields.extraField(0x7075, in: extra), field.count > 5, field.first == 1,
            UInt32(truncatingIfNeeded: HeaderFields(field).word(1)) == checksum(raw)
        else { return nil }
        return String(validating: field.dropFirst(5), as: UTF8.self)
    }

    /// CRC-32, as in the format.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~value
    }
}

/// The character set of names that are not UTF-8: that of the first PCs, the archive format's own rule.
enum CodePage437 {
    /// What the bytes from 0x80 on mean.
    private static let upper: [Unicode.Scalar] = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            let index = Int(byte) - 0x80
            text.unicodeScalars.append(upper.indices.contains(index) ? upper[index] : Unicode.Scalar(byte))
        }
        return text
    }
}

/// Names as file systems that do not tell case apart compare them.
struct FoldedName: Hashable {
    private let text: String

    /// Canonically equivalent names are equal strings; this folds case beside that.
    init(_ name: String) { text = name.uppercased().lowercased() }
}

import Diagnostics

/// One entry as the archive's directory describes it.
struct ArchiveEntry {
    /// Its place in the directory, from 0.
    let index: Int
    let name: ArchiveName
    /// The system that wrote it: 3 is Unix, 19 macOS.
    let host: Int
    let externalAttributes: Int
    let flags: Int
    let method: Int
    let checksum: Int
    let compressedSize: Int
    let size: Int
    let localOffset: Int

    var isFolder: Bool { name.isFolder }
    /// The type bits of the file's mode; 0 where the writer knew none.
    var modeType: Int { host == 3 || host == 19 ? externalAttributes >> 16 & 0o170000 : 0 }
    var isEncrypted: Bool { flags & 0x2041 != 0 }

    /// The name in quotes, for messages.
    var shown: String { Wording.quoted(name.text, limit: 120) }
}

/// The archive's directory, read by ourselves: what libzip does not tell is in it, and what it does not check.
///
/// Signatures and places: the archive format's own description (APPNOTE 6.3.9), §4.3.7, 4.3.12, 4.3.14 and 4.3.16.
struct ArchiveDirectory {
    private(set) var entries: [ArchiveEntry] = []
    private let bytes: ArchiveBytes
    /// Where the directory begins: no file may reach into it.
    private var start = 0

    private static let endLength = 22
    /// It is read as a whole; names, extra fields and comments could make it 800 MB.
    private static let longest = 64 << 20
    private static let longestComment = 0xFFFF

    init(_ bytes: ArchiveBytes, limits: ArchiveLimits) throws(ImportError) {
        self.bytes = bytes
        let (place, end) = try Self.findEnd(bytes)
        let count = end.short(10)
        let (length, offset) = (end.word(12), end.word(16))
        if count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
            guard let locator = bytes.read(place - 20, 20), HeaderFields(locator).word(0) == 0x0706_4B50 else {
                throw Self.damaged("its directory says sizes that are reserved for zip64, and is not zip64")
            }
            throw ImportError(
                .zip64, "zip64 archives are not supported",
                hint: "make an ordinary zip: at most \(limits.entries) entries and \(limits.bytes) bytes are imported")
        }
        guard end.short(4) == 0, end.short(6) == 0, end.short(8) == count else {
            throw Self.damaged("it is one part of a split archive")
        }
        guard count <= limits.entries else { throw Self.tooMany(count, limits) }
        guard length <= Self.longest else { throw Self.damaged("its directory is longer than any we know") }
        guard length <= place, offset <= place - length, let directory = bytes.read(offset, length) else {
            throw Self.damaged("its directory lies outside the file")
        }
        start = offset
        var rest = directory[...]
        for index in 0..<count { entries.append(try Self.readEntry(index, &rest)) }
        guard rest.isEmpty else { throw Self.damaged("its directory is longer than its entries") }
        try checkLocalHeaders()
    }

    static func damaged(_ why: String) -> ImportError {
        ImportError(.damaged, "the archive is damaged: \(why)", hint: "make the archive again, or fetch it again")
    }

    private static func tooMany(_ count: Int, _ limits: ArchiveLimits) -> ImportError {
        ImportError(
            .tooManyEntries,
            "the archive has \(count) entries, more than \(limits.entries); entries that would be skipped count too",
            hint: "leave out what the package does not need")
    }

    /// The record at the end: the last signature whose comment reaches exactly to the end of the file.
    private static func findEnd(_ bytes: ArchiveBytes) throws(ImportError) -> (place: Int, fields: HeaderFields) {
        let length = min(bytes.count, endLength + longestComment)
        guard let tail = bytes.read(bytes.count - length, length) else {
            throw ImportError(.unreadable, "the archive cannot be read", hint: "check the disk it is on")
        }
        var index = length - endLength
        while index >= 0 {
            if tail[index] == 0x50, tail[index + 1] == 0x4B, tail[index + 2] == 0x05, tail[index + 3] == 0x06 {
                let fields = HeaderFields(tail[index..<index + endLength])
                if index + endLength + fields.short(20) == length { return (bytes.count - length + index, fields) }
            }
            index -= 1
        }
        if let head = bytes.read(0, 4), HeaderFields(head).word(0) == 0x0403_4B50 {
            throw damaged("it is cut off, or something follows its end")
        }
        throw ImportError(.notAnArchive, "the file is no zip archive", hint: "name a .zip file with a package in it")
    }

    private static func readEntry(_ index: Int, _ rest: inout ArraySlice<UInt8>) throws(ImportError) -> ArchiveEntry {
        let fields = HeaderFields(rest.prefix(46))
        guard rest.count >= 46, fields.word(0) == 0x0201_4B50 else {
            throw damaged("entry \(index + 1) of its directory is none")
        }
        let (nameLength, extraLength, commentLength) = (fields.short(28), fields.short(30), fields.short(32))
        guard nameLength + extraLength + commentLength <= rest.count - 46 else {
            throw damaged("entry \(index + 1) of its directory is cut off")
        }
        let raw = rest.dropFirst(46).prefix(nameLength)
        let extra = rest.dropFirst(46 + nameLength).prefix(extraLength)
        rest = rest.dropFirst(46 + nameLength + extraLength + commentLength)
        var (size, compressed, offset) = (fields.word(24), fields.word(20), fields.word(42))
        if [size, compressed, offset].contains(0xFFFF_FFFF) {
            // The long ones follow in this order, each only where its place is full.
            let long = HeaderFields.extraField(1, in: extra) ?? []
            var place = 0
            func next(_ value: inout Int) throws(ImportError) {
                guard value == 0xFFFF_FFFF else { return }
                guard long.count >= place + 8, let number = HeaderFields(long).long(place) else {
                    throw damaged("entry \(index + 1) has a zip64 size without a number")
                }
                value = number
                place += 8
            }
            try next(&size)
            try next(&compressed)
            try next(&offset)
        }
        return ArchiveEntry(
            index: index, name: try ArchiveName(raw, flags: fields.short(8), extra: extra), host: fields.short(4) >> 8,
            externalAttributes: fields.word(38), flags: fields.short(8), method: fields.short(10),
            checksum: fields.word(16), compressedSize: compressed, size: size, localOffset: offset)
    }

    /// Holds every entry to the header before its bytes, and to having its bytes for itself.
    private func checkLocalHeaders() throws(ImportError) {
        var end = 0
        for entry in entries.sorted(by: { $0.localOffset < $1.localOffset }) {
            let shown = entry.shown
            guard let head = bytes.read(entry.localOffset, 30), HeaderFields(head).word(0) == 0x0403_4B50 else {
                throw Self.damaged("there is no file where the directory says \(shown) is")
            }
            guard entry.localOffset >= end else { throw Self.damaged("\(shown) shares bytes with another entry") }
            let fields = HeaderFields(head)
            let (nameLength, extraLength) = (fields.short(26), fields.short(28))
            guard let names = bytes.read(entry.localOffset + 30, nameLength + extraLength) else {
                throw Self.damaged("\(shown) is cut off")
            }
            guard names.prefix(nameLength).elementsEqual(entry.name.raw) else {
                throw Self.damaged("\(shown) has another name in front of its bytes")
            }
            let first = entry.localOffset + 30 + nameLength + extraLength
            guard first <= start, entry.compressedSize <= start - first else {
                throw Self.damaged("\(shown) is cut off")
            }
            end = first + entry.compressedSize
            guard fields.short(8) == entry.method, (fields.short(6) ^ entry.flags) & 0x2041 == 0,
                Self.agree(fields, entry, names[nameLength...])
            else { throw Self.damaged("\(shown) is described in two ways") }
        }
    }

    /// Whether sizes and checksum before the bytes are those of the directory, or left open by a writer to a stream.
    private static func agree(_ local: HeaderFields, _ entry: ArchiveEntry, _ extra: ArraySlice<UInt8>) -> Bool {
        var (size, compressed) = (local.word(22), local.word(18))
        var isOpen = local.short(6) & 8 != 0
        if size == 0xFFFF_FFFF || compressed == 0xFFFF_FFFF {
            if let long = HeaderFields.extraField(1, in: extra), long.count >= 16 {
                // Before the bytes both are there, or neither.
                size = HeaderFields(long).long(0) ?? -1
                compressed = HeaderFields(long).long(8) ?? -1
            } else if isOpen {
                (size, compressed) = (0, 0)
            }
        }
        let isEqual = size == entry.size && compressed == entry.compressedSize && local.word(14) == entry.checksum
        isOpen =
            isOpen && [0, entry.size].contains(size) && [0, entry.compressedSize].contains(compressed)
            && [0, entry.checksum].contains(local.word(14))
        return isEqual || isOpen
    }
}

/// The parts of an ELF relocatable object for x86-64 that matter to us, read with checks everywhere.
struct ObjectFile {
    struct Section {
        var type: UInt32
        var flags: UInt64
        var offset: Int
        var size: Int
        var link: Int
        var info: Int
        var alignment: Int
        var nameOffset: Int

        /// SHF_ALLOC, and not the tables for stack unwinding, which nobody reads.
        var isLoaded: Bool
        /// SHF_EXECINSTR.
        var isCode: Bool { flags & 4 != 0 }
        /// SHT_NOBITS has none.
        var hasContents: Bool { type != 8 }
    }

    struct Relocation {
        /// The section that is patched, and where in it.
        var section: Int
        var offset: Int
        var symbolSection: Int
        var symbolValue: Int
        var addend: Int
    }

    private struct Symbol {
        var nameOffset: Int
        var section: Int
        var value: Int
    }

    private(set) var sections: [Section] = []
    private let data: [UInt8]
    private var symbols: [Symbol] = []
    private var names = (offset: 0, size: 0)

    init(_ data: [UInt8]) throws(ObjectFailure) {
        self.data = data
        // 64 bits, little endian; relocatable; x86-64.
        guard data.count >= 64, data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]), try number(16, 2) == 1,
            try number(18, 2) == 62
        else { throw ObjectFailure(description: "not a relocatable object for x86-64") }
        let (table, entry, count) = (try number(40, 8), try number(58, 2), try number(60, 2))
        guard entry == 64, count > 0 else { throw ObjectFailure(description: "no section headers") }
        _ = try bytes(table, count * 64)
        let nameSection = try number(62, 2)
        guard nameSection < count else { throw ObjectFailure(description: "no section names") }
        let namesAt = try number(table + nameSection * 64 + 24, 8)
        for index in 0..<count {
            let header = table + index * 64
            var section = Section(
                type: UInt32(truncatingIfNeeded: try number(header + 4, 4)),
                flags: UInt64(try number(header + 8, 8)), offset: try number(header + 24, 8),
                size: try number(header + 32, 8), link: try number(header + 40, 4), info: try number(header + 44, 4),
                alignment: try number(header + 48, 8), nameOffset: try number(header, 4), isLoaded: false)
            let isUnwinding = try isNamed(".eh_frame", at: namesAt + section.nameOffset)
            section.isLoaded = section.flags & 2 != 0 && !isUnwinding && section.size > 0
            // SHF_WRITE, SHF_TLS: generated code keeps nothing between calls.
            if section.isLoaded, section.flags & 0x401 != 0 {
                throw ObjectFailure(description: "a section that can be written to")
            }
            guard section.alignment <= 4096, section.alignment == 0 || section.alignment.nonzeroBitCount == 1 else {
                throw ObjectFailure(description: "a strange alignment")
            }
            if section.hasContents { _ = try bytes(section.offset, section.size) }
            sections.append(section)
        }
        try readSymbols()
    }

    /// Bytes of the file.
    func bytes(_ offset: Int, _ count: Int) throws(ObjectFailure) -> ArraySlice<UInt8> {
        let end = offset.addingReportingOverflow(count)
        guard offset >= 0, count >= 0, !end.overflow, end.partialValue <= data.count else {
            throw ObjectFailure(description: "the object is cut off")
        }
        return data[offset..<end.partialValue]
    }

    /// A little-endian number that fits an `Int` and is not negative.
    private func number(_ offset: Int, _ count: Int) throws(ObjectFailure) -> Int {
        let value = try bytes(offset, count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let result = Int(exactly: value), result <= Int.max / 4 else {
            throw ObjectFailure(description: "a number out of range")
        }
        return result
    }

    private func isNamed(_ name: String, at offset: Int) throws(ObjectFailure) -> Bool {
        let wanted = Array(name.utf8) + [0]
        guard let found = try? bytes(offset, wanted.count) else { return false }
        return found.elementsEqual(wanted)
    }

    private mutating func readSymbols() throws(ObjectFailure) {
        // SHT_SYMTAB.
        let tables = sections.filter { $0.type == 2 }
        guard tables.count == 1, sections.indices.contains(tables[0].link) else {
            throw ObjectFailure(description: "no symbols")
        }
        let strings = sections[tables[0].link]
        names = (strings.offset, strings.size)
        for index in 0..<tables[0].size / 24 {
            let entry = tables[0].offset + index * 24
            let symbol = Symbol(
                nameOffset: try number(entry, 4), section: try number(entry + 6, 2), value: try number(entry + 8, 8))
            // Section 0: defined elsewhere. The first symbol is always empty.
            if index > 0, symbol.section == 0 {
                throw ObjectFailure(description: "the object calls something outside itself")
            }
            symbols.append(symbol)
        }
    }

    /// The relocations of all loaded sections.
    func relocations() throws(ObjectFailure) -> [Relocation] {
        var result: [Relocation] = []
        for section in sections {
            // SHT_REL is not used on x86-64, SHT_RELA is.
            if section.type == 9 { throw ObjectFailure(description: "relocations without addends") }
            guard section.type == 4 else { continue }
            guard sections.indices.contains(section.info) else {
                throw ObjectFailure(description: "relocations of a missing section")
            }
            if !sections[section.info].isLoaded { continue }
            for index in 0..<section.size / 24 {
                let entry = section.offset + index * 24
                // R_X86_64_PC32 and R_X86_64_PLT32: a distance of 32 bits.
                let type = try number(entry + 8, 4)
                guard type == 2 || type == 4 else { throw ObjectFailure(description: "relocation type \(type)") }
                let symbol = try number(entry + 12, 4)
                guard symbols.indices.contains(symbol), sections.indices.contains(symbols[symbol].section) else {
                    throw ObjectFailure(description: "a relocation of a missing symbol")
                }
                let addend = try bytes(entry + 16, 8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                result.append(
                    Relocation(
                        section: section.info, offset: try number(entry, 8), symbolSection: symbols[symbol].section,
                        symbolValue: symbols[symbol].value, addend: Int(Int64(bitPattern: addend))))
            }
        }
        return result
    }

    /// Where a function is.
    func function(named name: String) throws(ObjectFailure) -> (section: Int, value: Int) {
        for symbol in symbols where sections.indices.contains(symbol.section) && symbol.nameOffset < names.size {
            if try isNamed(name, at: names.offset + symbol.nameOffset) { return (symbol.section, symbol.value) }
        }
        throw ObjectFailure(description: "the object has no function \(name)")
    }
}

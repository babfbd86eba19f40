import Glibc

/// Why an object was not loaded.
struct ObjectFailure: Error, CustomStringConvertible {
    let description: String
}

/// Machine code in memory that can be run and not written.
///
/// A loader of our own rather than LLVM's: it takes only what generated shaders can contain. An object that refers to
/// anything outside itself, wants memory it can write to, or needs a relocation that shaders do not, is refused, and no
/// field of the file is believed without a check, since an object may come from a cache.
final class CodeObject: @unchecked Sendable {
    /// `i32 shader(out, below, uniforms, textures, scratch, frame, x0, x1, y0, y1)`.
    typealias Function =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer,
            UnsafeRawPointer, Int32, Int32, Int32, Int32
        ) -> Int32

    let function: Function
    private let memory: UnsafeMutableRawPointer
    private let size: Int

    /// The page size of x86-64.
    private static let page = 4096
    /// More than any shader within the limits comes to.
    private static let sizeLimit = 64 << 20

    /// Loads an ELF relocatable object.
    init(_ bytes: [UInt8]) throws(ObjectFailure) {
        let file = try ObjectFile(bytes)
        var place: [Int: Int] = [:]
        var next = 0
        // Code first, then constants, which must not be executable.
        for isCode in [true, false] {
            for (index, section) in file.sections.enumerated()
            where section.isLoaded && section.isCode == isCode {
                let alignment = max(1, section.alignment)
                next = (next + alignment - 1) / alignment * alignment
                place[index] = next
                next += section.size
                if next > Self.sizeLimit { throw ObjectFailure(description: "the object is too large") }
            }
            next = (next + Self.page - 1) / Self.page * Self.page
            if isCode, next == 0 { throw ObjectFailure(description: "the object has no code") }
        }
        let codeSize = file.sections.enumerated().reduce(0) { end, section in
            guard section.element.isLoaded, section.element.isCode, let start = place[section.offset] else {
                return end
            }
            return max(end, (start + section.element.size + Self.page - 1) / Self.page * Self.page)
        }
        let mapped = mmap(nil, next, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != MAP_FAILED else { throw ObjectFailure(description: "no memory for code") }
        memory = mapped
        size = next
        do throws(ObjectFailure) {
            for (index, start) in place {
                let section = file.sections[index]
                guard section.hasContents else { continue }
                let contents = try file.bytes(section.offset, section.size)
                contents.withUnsafeBytes { source in
                    guard let base = source.baseAddress, source.count > 0 else { return }
                    (mapped + start).copyMemory(from: base, byteCount: source.count)
                }
            }
            for relocation in try file.relocations() {
                guard let target = place[relocation.section], let value = place[relocation.symbolSection] else {
                    throw ObjectFailure(description: "a relocation of something that is not loaded")
                }
                try Self.apply(
                    relocation, in: file.sections[relocation.section], at: mapped + target,
                    symbol: value + relocation.symbolValue, position: target)
            }
            let entry = try file.function(named: "shader")
            guard let start = place[entry.section], file.sections[entry.section].isCode,
                entry.value < file.sections[entry.section].size
            else { throw ObjectFailure(description: "the object has no function") }
            guard mprotect(mapped, codeSize, PROT_READ | PROT_EXEC) == 0,
                next == codeSize || mprotect(mapped + codeSize, next - codeSize, PROT_READ) == 0
            else { throw ObjectFailure(description: "code cannot be made executable here") }
            function = unsafeBitCast(mapped + start + entry.value, to: Function.self)
        } catch {
            munmap(mapped, next)
            throw error
        }
    }

    deinit { munmap(memory, size) }

    /// Patches a 32-bit distance from the place to the symbol.
    private static func apply(
        _ relocation: ObjectFile.Relocation, in section: ObjectFile.Section, at start: UnsafeMutableRawPointer,
        symbol: Int, position: Int
    ) throws(ObjectFailure) {
        guard relocation.offset <= section.size - 4, section.size >= 4 else {
            throw ObjectFailure(description: "a relocation outside its section")
        }
        let sum = symbol.addingReportingOverflow(relocation.addend)
        let distance = sum.partialValue.subtractingReportingOverflow(position + relocation.offset)
        guard !sum.overflow, !distance.overflow, let value = Int32(exactly: distance.partialValue) else {
            throw ObjectFailure(description: "a relocation that does not fit")
        }
        start.storeBytes(of: value, toByteOffset: relocation.offset, as: Int32.self)
    }
}

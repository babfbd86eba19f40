import Foundation
import ShaderIR
import Testing

@testable import ShaderExecution

/// The loader: what it takes, and everything that it must not.
@Suite(.enabled(if: CompilerUnderTest.isPresent)) struct CodeObjectTests {
    /// An object that a module becomes.
    private static func object(_ text: String) throws -> [UInt8] {
        let host = try #require(CompilerUnderTest.host)
        guard case .object(let bytes) = Compiler.compile(text, for: host) else {
            throw ObjectFailure(description: "the module does not compile")
        }
        return bytes
    }

    /// A function of the right name with a body, and what it needs.
    private static func module(_ body: String, _ more: String = "", name: String = "shader") -> String {
        """
        target triple = "x86_64-unknown-linux-gnu"
        \(more)
        define i32 @\(name)(ptr %out, ptr %below, ptr %u, ptr %t, ptr %s, ptr %f, i32 %x, i32 %x1, i32 %y0, i32 %y1) \
        nounwind {
        \(body)
        }

        """
    }

    /// A shader with constants, tables and code.
    private static func shader() throws -> [UInt8] {
        let host = try #require(CompilerUnderTest.host)
        let program = RandomProgram.make(seed: 3, isRich: true)
        let formats = program.textures.map { _ in TexelView.Format.bgra8 }
        let draft = Drafting.cleanDraft(of: program, unrolls: true)
        return try object(CompiledShader.module(draft, program, formats, host).text)
    }

    private static func failure(_ bytes: [UInt8]) -> String? {
        do throws(ObjectFailure) {
            _ = try CodeObject(bytes)
            return nil
        } catch {
            return error.description
        }
    }

    /// Whether loading ends, with an object or an error.
    private static func endsWell(_ bytes: [UInt8]) -> Bool {
        _ = try? CodeObject(bytes)
        return true
    }

    private static func call(_ object: CodeObject, _ x: Int32) -> Int32 {
        var word: UInt64 = 0
        return withUnsafeMutableBytes(of: &word) { bytes in
            guard let memory = bytes.baseAddress else { return .min }
            return object.function(memory, nil, memory, memory, memory, memory, x, 0, 0, 0)
        }
    }

    // MARK: - What it takes

    @Test func code() throws {
        let object = try CodeObject(Self.object(Self.module("  %r = add i32 %x, 41\n  ret i32 %r")))
        #expect(Self.call(object, 1) == 42)
    }

    @Test func constantsAndCallsInside() throws {
        let object = try CodeObject(
            Self.object(
                Self.module(
                    """
                      %i = and i32 %x, 3
                      %p = getelementptr i32, ptr @t, i32 %i
                      %v = load i32, ptr %p
                      %r = call i32 @twice(i32 %v)
                      ret i32 %r
                    """,
                    """
                    @t = private unnamed_addr constant [4 x i32] [i32 5, i32 7, i32 11, i32 13], align 64
                    define internal i32 @twice(i32 %a) noinline nounwind {
                      %b = mul i32 %a, %a
                      ret i32 %b
                    }
                    """)))
        #expect((0..<4).map { Self.call(object, $0) } == [25, 49, 121, 169])
    }

    // MARK: - What it refuses

    @Test func callsOutside() throws {
        let bytes = try Self.object(
            Self.module(
                "  %a = sitofp i32 %x to float\n  %b = call float @sinf(float %a)\n  %r = fptosi float %b to i32\n  ret i32 %r",
                "declare float @sinf(float)"))
        #expect(Self.failure(bytes)?.contains("outside") == true)
    }

    @Test func memoryToWriteTo() throws {
        for kind in ["global i32 5", "global i32 0", "thread_local global i32 5"] {
            let bytes = try Self.object(
                Self.module(
                    "  %v = load i32, ptr @g\n  store i32 %x, ptr @g\n  ret i32 %v", "@g = internal \(kind)"))
            #expect(Self.failure(bytes)?.contains("written to") == true)
        }
    }

    @Test func addressesInData() throws {
        // A table of addresses needs relocations of 64 bits, and memory that the loader writes to.
        let bytes = try Self.object(
            Self.module(
                "  %p = getelementptr ptr, ptr @t, i32 %x\n  %q = load ptr, ptr %p\n  %v = load i32, ptr %q\n  ret i32 %v",
                """
                @a = internal constant i32 7
                @b = internal constant i32 8
                @t = internal constant [2 x ptr] [ptr @a, ptr @b]
                """))
        #expect(Self.failure(bytes) != nil)
    }

    @Test func otherRelocations() throws {
        var bytes = try Self.shader()
        let places = ElfPlaces(bytes)
        let type = try #require(places.relocations.first) + 8
        for unknown in [0, 1, 3, 9, 10, 24, 41, 42, 255] as [UInt8] {
            bytes[type] = unknown
            #expect(Self.failure(bytes) == "relocation type \(unknown)")
        }
    }

    @Test func missingFunction() throws {
        let bytes = try Self.object(Self.module("  ret i32 %x", name: "other"))
        #expect(Self.failure(bytes)?.contains("no function") == true)
    }

    @Test func otherFiles() throws {
        #expect(Self.failure([]) != nil)
        #expect(Self.failure(Array("#!/bin/sh\n".utf8)) != nil)
        let program = try Data(contentsOf: URL(fileURLWithPath: "/bin/true"))
        #expect(Self.failure(Array(program)) != nil)
    }

    // MARK: - Broken files

    @Test func cutOffAnywhere() throws {
        let bytes = try Self.shader()
        // The last bytes are the section headers or what the headers point to: every cut is noticed.
        for length in bytes.indices { #expect(Self.failure(Array(bytes[..<length])) != nil) }
    }

    /// No bit of a header, a symbol or a relocation can bring the loader down.
    @Test func everyBitFlipped() throws {
        let bytes = try Self.shader()
        let places = ElfPlaces(bytes)
        #expect(places.structure.count > 500 && !places.relocations.isEmpty)
        for place in places.structure {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                #expect(Self.endsWell(changed))
            }
        }
    }

    @Test func hugeNumbers() throws {
        let bytes = try Self.shader()
        let numbers: [UInt64] = [.max, .max - 7, 1 << 63, 1 << 62, UInt64(Int64.max), 1 << 40, 1 << 32, 0xFFFF_FFFF, 0]
        for place in ElfPlaces(bytes).structure where place % 4 == 0 && place + 8 <= bytes.count {
            for number in numbers {
                var changed = bytes
                for byte in 0..<8 { changed[place + byte] = UInt8(truncatingIfNeeded: number >> UInt64(byte * 8)) }
                #expect(Self.endsWell(changed))
            }
        }
    }

    @Test func anythingAtAll() throws {
        let bytes = try Self.shader()
        let structure = ElfPlaces(bytes).structure
        var numbers = TestNumbers(seed: 5)
        for _ in 0..<CompilerUnderTest.count("SHADER_BROKEN_OBJECTS", otherwise: 4_000) {
            var changed = bytes
            for _ in 0..<(1 + numbers.next() % 6) {
                changed[structure[Int(numbers.next() % UInt64(structure.count))]] = UInt8(numbers.next() >> 56)
            }
            #expect(Self.endsWell(changed))
        }
    }

    // MARK: - Memory

    private struct Mapping: Hashable {
        let range: Substring
        let rights: Substring
        let isAnonymous: Bool
    }

    private static func mappings() throws -> Set<Mapping> {
        // A file of no size, as the system says, that must be read to its end.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        var bytes: [UInt8] = []
        while let part = try file.read(upToCount: 65_536), !part.isEmpty { bytes += part }
        let text = String(decoding: bytes, as: UTF8.self)
        return Set(
            text.split(separator: "\n").map { line in
                let words = line.split(separator: " ", omittingEmptySubsequences: true)
                return Mapping(range: words[0], rights: words[1], isAnonymous: words.count < 6)
            })
    }

    /// Code is not writable, and nothing in the process is both.
    @Test func nothingIsWritableAndExecutable() throws {
        let host = try #require(CompilerUnderTest.host)
        let program = RandomProgram.make(seed: 3, isRich: true)
        let outcome = Compiler.compile(
            CompiledShader.module(
                Drafting.cleanDraft(of: program), program, program.textures.map { _ in .bgra8 }, host
            ).text, for: host)
        guard case .object(let bytes) = outcome else {
            Issue.record("no object")
            return
        }
        let object = try CodeObject(bytes)
        let address = unsafeBitCast(object.function, to: UInt.self)
        // While others load and drop code, the list can come with holes: it is read until ours is there.
        var mappings: Set<Mapping> = []
        var own: Mapping?
        for _ in 0..<1000 where own == nil {
            mappings = try Self.mappings()
            own = mappings.first { mapping in
                let ends = mapping.range.split(separator: "-").compactMap { UInt($0, radix: 16) }
                return ends.count == 2 && (ends[0]..<ends[1]).contains(address)
            }
        }
        #expect(own?.rights.hasPrefix("r-x") == true)
        #expect(!mappings.contains { $0.rights.contains("w") && $0.rights.contains("x") })
        withExtendedLifetime(object) {}
    }

    /// Loading and dropping many leaves no memory behind.
    @Test func memoryIsGivenBack() throws {
        let bytes = try Self.shader()
        for _ in 0..<100 { _ = try CodeObject(bytes) }
        let before = try Self.mappings().count
        for _ in 0..<2_000 { _ = try CodeObject(bytes) }
        #expect(try Self.mappings().count < before + 200)
    }
}

/// Where the parts of an ELF object are that a loader believes or not.
private struct ElfPlaces {
    /// Every byte of the header, the section headers, the symbols and the relocations.
    var structure: [Int] = []
    /// Where relocations begin.
    var relocations: [Int] = []

    init(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> Int {
            bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        structure = Array(0..<64)
        let (table, count) = (number(40, 8), number(60, 2))
        structure += table..<table + count * 64
        for index in 0..<count {
            let header = table + index * 64
            let (type, start, size) = (number(header + 4, 4), number(header + 24, 8), number(header + 32, 8))
            // Symbols, strings and relocations with addends.
            if [2, 3, 4].contains(type) { structure += start..<start + size }
            if type == 4 { relocations += Swift.stride(from: start, to: start + size, by: 24) }
        }
    }
}

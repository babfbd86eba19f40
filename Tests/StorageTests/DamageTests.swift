import Glibc
import Storage
import Testing

@Suite struct DamageTests {
    @Test("each damaged file is kept once, and no copy is written over")
    func copies() throws {
        let scratch = try ScratchFolder()
        let lock = try scratch.folder.lock()
        #expect(try scratch.folder.keepDamaged("state.json", holding: lock) == nil)
        try scratch.write("state.json", [1])
        #expect(try scratch.folder.keepDamaged("state.json", holding: lock) == "state.damaged.json")
        #expect(try scratch.folder.keepDamaged("state.json", holding: lock) == "state.damaged.json")
        try scratch.write("state.json", [2])
        #expect(try scratch.folder.keepDamaged("state.json", holding: lock) == "state.damaged-2.json")
        try scratch.write("state.json", [1])
        #expect(try scratch.folder.keepDamaged("state.json", holding: lock) == "state.damaged.json")
        #expect(try scratch.folder.read("state.json") == [1])
        #expect(try scratch.folder.read("state.damaged.json") == [1])
        #expect(try scratch.folder.read("state.damaged-2.json") == [2])
        #expect(scratch.names == [".lock", "state.damaged-2.json", "state.damaged.json", "state.json"])
    }

    @Test("ten copies are kept, the newest, and numbers go on")
    func ten() throws {
        let scratch = try ScratchFolder()
        let lock = try scratch.folder.lock()
        try scratch.write("state.damaged-old.json", [99])
        try scratch.write("state.damaged-03.json", [98])
        for number in 1...13 as ClosedRange<UInt8> {
            try scratch.write("state.json", [number])
            let name = try scratch.folder.keepDamaged("state.json", holding: lock)
            #expect(name == (number == 1 ? "state.damaged.json" : "state.damaged-\(number).json"))
        }
        let kept = (4...13).map { "state.damaged-\($0).json" } + ["state.damaged-old.json", "state.damaged-03.json"]
        #expect(scratch.names == (kept + [".lock", "state.json"]).sorted())
    }

    @Test("a name without a suffix, and a folder in the place of the file")
    func names() throws {
        let scratch = try ScratchFolder()
        let lock = try scratch.folder.lock()
        try scratch.write("notes", [1])
        #expect(try scratch.folder.keepDamaged("notes", holding: lock) == "notes.damaged")
        mkdir(scratch.path + "/state.json", 0o755)
        #expect(throws: StorageError(.notAFile, "read", path: scratch.path + "/state.json")) {
            try scratch.folder.keepDamaged("state.json", holding: lock)
        }
    }
}

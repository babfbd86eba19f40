import Glibc
import Storage
import Testing

@Suite struct DeviceFolderTests {
    @Test func aMissingFileIsNoFailure() throws {
        #expect(try DeviceFolder(path: "/nowhere-at-all/").read("state.json") == nil)
    }

    @Test func whatIsWrittenIsRead() throws {
        let scratch = try ScratchFolder()
        let folder = DeviceFolder(path: scratch.path + "/a/b/")
        let lock = try folder.lock()
        for bytes in [[1, 2, 3], [], [UInt8](repeating: 7, count: 300_000)] as [[UInt8]] {
            try folder.replace("state.json", with: bytes, holding: lock)
            #expect(try folder.read("state.json") == bytes)
        }
        #expect(throws: StorageError(.tooLarge, "read", path: folder.path + "/state.json")) {
            try folder.read("state.json", limit: 299_999)
        }
        #expect(try folder.read("state.json", limit: 300_000)?.count == 300_000)
    }

    @Test("only the file and the lock are in the folder afterwards, whatever a killed process left there")
    func leftovers() throws {
        let scratch = try ScratchFolder()
        try scratch.write(".state.json.new", [9, 9, 9, 9])
        try scratch.folder.replace("state.json", with: [1], holding: scratch.folder.lock())
        #expect(scratch.names == [".lock", "state.json"])
        #expect(try scratch.folder.read("state.json") == [1])
    }

    @Test("a link put where the temporary file goes is not followed")
    func plantedLink() throws {
        let scratch = try ScratchFolder()
        try scratch.write("victim", [5])
        symlink("victim", scratch.path + "/.state.json.new")
        try scratch.folder.replace("state.json", with: [1], holding: scratch.folder.lock())
        #expect(try scratch.folder.read("victim") == [5])
        #expect(try scratch.folder.read("state.json") == [1])
    }

    @Test func permissionsAreKept() throws {
        let scratch = try ScratchFolder()
        try scratch.write("state.json", [1])
        chmod(scratch.path + "/state.json", 0o640)
        try scratch.folder.replace("state.json", with: [2], holding: scratch.folder.lock())
        #expect(scratch.mode("state.json") == 0o640)
    }

    @Test("a name that is a link stays one, also to a file in another folder or to none")
    func links() throws {
        let scratch = try ScratchFolder()
        mkdir(scratch.path + "/mine", 0o755)
        mkdir(scratch.path + "/root", 0o755)
        try scratch.write("mine/kept.json", [1])
        symlink("../mine/kept.json", scratch.path + "/root/state.json")
        symlink("middle.json", scratch.path + "/root/player.json")
        symlink(scratch.path + "/mine/new.json", scratch.path + "/root/middle.json")
        let folder = DeviceFolder(path: scratch.path + "/root")
        let lock = try folder.lock()
        try folder.replace("state.json", with: [2], holding: lock)
        try folder.replace("player.json", with: [3], holding: lock)
        #expect(try scratch.folder.read("mine/kept.json") == [2])
        #expect(try scratch.folder.read("mine/new.json") == [3])
        var status = stat()
        for name in ["state.json", "player.json", "middle.json"] {
            #expect(lstat(folder.path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        }
        symlink("circle", scratch.path + "/root/circle")
        #expect(throws: StorageError(.system(ELOOP), "write", path: folder.path + "/circle")) {
            try folder.replace("circle", with: [], holding: lock)
        }
    }

    @Test("what is no regular file is neither read nor replaced")
    func strange() throws {
        let scratch = try ScratchFolder()
        mkdir(scratch.path + "/folder", 0o755)
        mkfifo(scratch.path + "/pipe", 0o644)
        let lock = try scratch.folder.lock()
        for name in ["folder", "pipe"] {
            #expect(throws: StorageError(.notAFile, "read", path: scratch.path + "/" + name)) {
                try scratch.folder.read(name)
            }
            #expect(throws: StorageError(.notAFile, "write", path: scratch.path + "/" + name)) {
                try scratch.folder.replace(name, with: [], holding: lock)
            }
        }
        #expect(scratch.names == [".lock", "folder", "pipe"])
    }

    @Test("a NUL byte does not cut a name short")
    func nul() throws {
        let scratch = try ScratchFolder()
        let lock = try scratch.folder.lock()
        try scratch.write("state", [1])
        for name in ["state\0.json", "", "\0"] {
            #expect(throws: StorageError.self) { try scratch.folder.read(name) }
            #expect(throws: StorageError.self) { try scratch.folder.replace(name, with: [2], holding: lock) }
        }
        #expect(throws: StorageError.self) { try DeviceFolder.makeFolder(scratch.path + "/a\0b") }
        #expect(throws: StorageError.self) { try DeviceFolder(path: scratch.path + "\0").lock() }
        #expect(try scratch.folder.read("state") == [1])
        #expect(scratch.names == [".lock", "state"])
    }

    @Test("a file stands where a folder should be")
    func fileInTheWay() throws {
        let scratch = try ScratchFolder()
        try scratch.write("file", [1])
        let folder = DeviceFolder(path: scratch.path + "/file")
        #expect(try folder.read("state.json") == nil)
        #expect(throws: StorageError(.system(ENOTDIR), "make the folder", path: folder.path)) { try folder.lock() }
        #expect(try scratch.folder.read("file") == [1])
    }
}

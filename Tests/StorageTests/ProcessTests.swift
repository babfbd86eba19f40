import ChildProcess
import Glibc
import Storage
import Testing

/// The folder that this process, started by a test beside it, has to write in.
private let childFolder: String? = getenv("AMBIENT_STORAGE_CHILD").flatMap { String(validatingCString: $0) }

/// 200 000 equal bytes.
private func pattern(_ value: UInt8) -> [UInt8] { [UInt8](repeating: value, count: 200_000) }

/// Starts this test program again, to write until it is killed.
private func startWriter(_ scratch: ScratchFolder) throws -> ChildProcess {
    try ChildProcess(
        CommandLine.arguments[0], ["--testing-library", "swift-testing", "--filter", "StorageTests.Writer"],
        environment: ["AMBIENT_STORAGE_CHILD": scratch.path])
}

@Suite(.enabled(if: childFolder != nil)) struct Writer {
    @Test func writeUntilKilled() throws {
        let folder = DeviceFolder(path: try #require(childFolder))
        for round in 1... {
            try folder.replace("state.json", with: pattern(UInt8(round % 250)), holding: folder.lock())
        }
    }
}

@Suite(.enabled(if: childFolder == nil)) struct ProcessTests {
    @Test("a process killed at any moment leaves the old bytes or the new ones, and the lock free")
    func kills() throws {
        let scratch = try ScratchFolder()
        var random: UInt64 = 1
        var torn = 0
        // Ten kills, and more while none of them has come between the first byte and the new name.
        for round in 0..<60 where round < 10 || torn == 0 {
            let child = try startWriter(scratch)
            // Until it writes: starting takes the longest.
            let deadline = ContinuousClock.now + .seconds(20)
            try scratch.write("state.json", [])
            while try scratch.folder.read("state.json")?.isEmpty != false, ContinuousClock.now < deadline {
                usleep(500)
            }
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            usleep(UInt32(random >> 33) % 20_000)
            child.send(SIGKILL)
            #expect(child.wait() == -SIGKILL)
            let bytes = try #require(try scratch.folder.read("state.json"))
            #expect(bytes == pattern(bytes.first ?? 0), "round \(round)")
            if scratch.names.contains(".state.json.new") { torn += 1 }
            // The lock died with its process.
            _ = try scratch.folder.lock(patience: 5)
        }
        #expect(torn > 0, "no kill came in the middle, so that nothing was tested")
        try scratch.folder.replace("state.json", with: [1], holding: scratch.folder.lock())
        #expect(scratch.names == [".lock", "state.json"])
    }

    @Test("who reads while two processes write never sees a torn file")
    func readers() throws {
        let scratch = try ScratchFolder()
        let writers = try [startWriter(scratch), startWriter(scratch)]
        defer {
            for writer in writers {
                writer.send(SIGKILL)
                writer.wait()
            }
        }
        var seen: Set<UInt8> = []
        let deadline = ContinuousClock.now + .seconds(20)
        var reads = 0
        while seen.count < 20 || reads < 500, ContinuousClock.now < deadline {
            guard let bytes = try scratch.folder.read("state.json") else { continue }
            let first = try #require(bytes.first)
            try #require(bytes == pattern(first))
            seen.insert(first)
            reads += 1
        }
        #expect(seen.count >= 20)
    }

    @Test("a lock that another process holds is waited for, then refused with a reason")
    func busy() throws {
        let scratch = try ScratchFolder()
        let holder = try ChildProcess(
            "flock", ["-F", scratch.path + "/.lock", "sh", "-c", "touch \"$0\"/held; exec sleep 30", scratch.path])
        let deadline = ContinuousClock.now + .seconds(10)
        while !scratch.names.contains("held"), ContinuousClock.now < deadline { usleep(1000) }
        let start = ContinuousClock.now
        let error = #expect(throws: StorageError.self) { try scratch.folder.lock(patience: 1.2) }
        #expect(ContinuousClock.now - start >= .seconds(1.2))
        #expect(
            error?.description
                == "cannot lock '\(scratch.path)': another ambient is writing there; waited 1 s for it")
        holder.send(SIGKILL)
        holder.wait()
    }

    @Test("a lock is free when its owner lets it go, and its file may be removed meanwhile")
    func release() throws {
        let scratch = try ScratchFolder()
        var lock: FolderLock? = try scratch.folder.lock()
        #expect(throws: StorageError(.busy, "lock", path: scratch.path)) { try scratch.folder.lock(patience: 0) }
        #expect(lock?.folder == scratch.path)
        lock = nil
        // Not at once: a child that another test starts at this instant has the descriptor too, until its exec.
        _ = try scratch.folder.lock(patience: 5)
        unlink(scratch.path + "/.lock")
        _ = try scratch.folder.lock(patience: 5)
        symlink("elsewhere", scratch.path + "/link")
        unlink(scratch.path + "/.lock")
        symlink("elsewhere", scratch.path + "/.lock")
        #expect(throws: StorageError(.system(ELOOP), "lock", path: scratch.path)) { try scratch.folder.lock() }
        #expect(!scratch.names.contains("elsewhere"))
    }
}

import Dispatch
import Foundation
import Glibc
import Testing

@testable import ShaderExecution

/// A folder that goes away with the value that made it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("cache-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// The names in a folder inside, sorted.
    func names(in folder: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
    }
}

/// The files of compiled shaders: what is found is what was stored, or nothing.
@Suite struct ObjectCacheTests {
    private let folder: TemporaryFolder
    private let cache: ObjectCache

    init() throws {
        folder = try TemporaryFolder()
        cache = try ObjectCache(folder.file("shaders"))
    }

    private func key(_ parts: String...) throws -> ObjectCache.Key { try #require(ObjectCache.Key(parts)) }

    private func path(_ key: ObjectCache.Key) -> String { folder.file("shaders/" + key.fileName) }

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
    }

    // MARK: - Values

    @Test func whatIsStoredIsFound() throws {
        let (first, second) = (try key("a", "bc"), try key("ab", "c"))
        #expect(cache.value(for: first) == nil)
        cache.store([1, 2, 3], for: first)
        cache.store([], for: second)
        #expect(cache.value(for: first) == [1, 2, 3] && cache.value(for: second) == [])
        cache.store([9], for: first)
        #expect(cache.value(for: first) == [9])
        // Another process, another day.
        #expect(try ObjectCache(folder.file("shaders")).value(for: first) == [9])
        #expect(folder.names(in: "shaders") == [first.fileName, second.fileName].sorted())
    }

    /// The key is the published SHA-256 of lengths and parts.
    @Test func keysAreHashes() throws {
        // printf '\x03\0\0\0\0\0\0\0abc' | sha256sum
        let published = "ce91dc5eec0139adf091900d225971d6ad246a845bad791b5693a9d0d55dd391"
        #expect(try key("abc").fileName == published + ".shader")
        #expect(try key("a", "b") != key("ab") && key("a", "b") != key("b", "a") && key("") != key())
    }

    @Test func filesBelongToTheUserAlone() throws {
        cache.store([1], for: try key("x"))
        var information = stat()
        #expect(try stat(path(key("x")), &information) == 0 && information.st_mode & 0o777 == 0o600)
        #expect(stat(folder.file("shaders"), &information) == 0 && information.st_mode & 0o777 == 0o700)
    }

    @Test func whatIsTooLargeIsNotKept() throws {
        var limits = ObjectCache.Limits()
        limits.valueSize = 100
        let small = try ObjectCache(folder.file("shaders"), limits: limits)
        small.store([UInt8](repeating: 7, count: 101), for: try key("x"))
        #expect(folder.names(in: "shaders").isEmpty)
        // Nor read, when another version of the program has kept it.
        cache.store([UInt8](repeating: 7, count: 101), for: try key("x"))
        #expect(try small.value(for: key("x")) == nil)
    }

    // MARK: - Broken files

    @Test func everyChangedBitIsNoticed() throws {
        let key = try key("x")
        cache.store(Array("some machine code".utf8), for: key)
        let whole = try Self.bytes(path(key))
        #expect(whole.count == ObjectCache.headerSize + 17)
        for place in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[place] ^= 1 << UInt8(bit)
                try Self.write(changed, path(key))
                #expect(cache.value(for: key) == nil, "byte \(place)")
            }
        }
        for length in whole.indices {
            try Self.write(Array(whole[..<length]), path(key))
            #expect(cache.value(for: key) == nil, "cut off at \(length)")
        }
        try Self.write(whole + [0], path(key))
        #expect(cache.value(for: key) == nil)
        cache.store([5], for: key)
        #expect(cache.value(for: key) == [5])
    }

    @Test func oneKeysFileIsNotAnothers() throws {
        cache.store([1], for: try key("x"))
        try Self.write(try Self.bytes(path(try key("x"))), path(try key("y")))
        #expect(try cache.value(for: key("y")) == nil)
    }

    // MARK: - Other people

    @Test func filesThatOthersMayWriteToAreIgnored() throws {
        let key = try key("x")
        cache.store([1], for: key)
        for mode in [0o620, 0o602, 0o666] as [mode_t] {
            chmod(path(key), mode)
            #expect(cache.value(for: key) == nil)
        }
        chmod(path(key), 0o644)
        #expect(cache.value(for: key) == [1])
    }

    @Test func linksPipesAndFoldersAreIgnored() throws {
        let (real, link, pipe, inner) = (try key("real"), try key("link"), try key("pipe"), try key("folder"))
        cache.store([1], for: real)
        // The right bytes for the key, but by way of a link.
        cache.store([1], for: link)
        rename(path(link), folder.file("elsewhere"))
        symlink(folder.file("elsewhere"), path(link))
        #expect(cache.value(for: link) == nil)
        mkfifo(path(pipe), 0o600)
        #expect(cache.value(for: pipe) == nil)
        mkdir(path(inner), 0o700)
        #expect(cache.value(for: inner) == nil)
        // A link or a pipe is replaced, what it leads to is not touched; a folder stays.
        for key in [link, pipe, inner] { cache.store([2], for: key) }
        #expect(cache.value(for: link) == [2] && cache.value(for: pipe) == [2] && cache.value(for: inner) == nil)
        #expect(try Self.bytes(folder.file("elsewhere")).last == 1)
    }

    @Test func foldersThatAreNotSafeAreRefused() throws {
        func problem(_ name: String) -> String? { ObjectCache.problem(folder.file(name)) }
        #expect(problem("shaders") == nil && problem("not/there") == nil)
        for mode in [0o770, 0o702, 0o777] as [mode_t] {
            chmod(folder.file("shaders"), mode)
            #expect(problem("shaders") == "others may write to it")
            #expect(throws: CacheDirectory.Problem.self) { try ObjectCache(folder.file("shaders")) }
        }
        chmod(folder.file("shaders"), 0o755)
        #expect(problem("shaders") == nil)
        symlink(folder.file("shaders"), folder.file("link"))
        #expect(problem("link") == "it is not a directory")
        try Self.write([1], folder.file("file"))
        #expect(problem("file") == "it is not a directory")
        #expect(throws: CacheDirectory.Problem.self) { try ObjectCache(folder.file("file/inside")) }
        if geteuid() == 0 {
            chown(folder.file("shaders"), 12_345, 12_345)
            #expect(problem("shaders") == "it belongs to another user")
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func filesOfAnotherUserAreIgnored() throws {
        cache.store([1], for: try key("x"))
        chown(path(try key("x")), 12_345, 12_345)
        #expect(try cache.value(for: key("x")) == nil)
        cache.store([2], for: try key("x"))
        #expect(try cache.value(for: key("x")) == [2])
    }

    @Test func nothingHappensWhenNothingCanBeWritten() throws {
        cache.store([1], for: try key("x"))
        try FileManager.default.removeItem(atPath: folder.file("shaders"))
        cache.store([2], for: try key("y"))
        #expect(try cache.value(for: key("x")) == nil && cache.value(for: key("y")) == nil)
        #expect(!folder.names().contains("shaders"))
    }

    // MARK: - At once

    /// Readers see a whole value of some writer, and nothing is left behind.
    @Test func manyAtOnce() throws {
        let keys = try (0..<3).map { try key("\($0)") }
        let path = folder.file("shaders")
        let broken = DispatchQueue(label: "broken")
        nonisolated(unsafe) var faults = 0
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            guard let cache = try? ObjectCache(path) else { return broken.sync { faults += 1 } }
            for round in 0..<60 {
                let key = keys[(worker + round) % keys.count]
                cache.store([UInt8](repeating: UInt8(worker), count: 1 + worker * 3000), for: key)
                guard let value = cache.value(for: key), let first = value.first,
                    value == [UInt8](repeating: first, count: 1 + Int(first) * 3000)
                else {
                    broken.sync { faults += 1 }
                    continue
                }
            }
        }
        #expect(broken.sync { faults } == 0)
        #expect(folder.names(in: "shaders") == keys.map(\.fileName).sorted())
    }

    // MARK: - Size

    private func age(_ path: String, seconds: Int) {
        var times = [
            timespec(tv_sec: time(nil) - seconds, tv_nsec: 0), timespec(tv_sec: time(nil) - seconds, tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, path, &times, 0)
    }

    @Test func theOldestFilesGo() throws {
        var limits = ObjectCache.Limits()
        limits.fileCount = 10
        let small = try ObjectCache(folder.file("shaders"), limits: limits)
        for index in 0..<14 {
            cache.store([UInt8(index)], for: try key("\(index)"))
            age(path(try key("\(index)")), seconds: 1_000 - index)
        }
        // Not ours, and so left alone.
        try Self.write([1], folder.file("shaders/README"))
        small.prune()
        let left = try (0..<14).filter { small.value(for: try key("\($0)")) != nil }
        #expect(left == Array(5..<14))
        #expect(folder.names(in: "shaders").contains("README"))
        limits.fileCount = 100
        limits.byteCount = 3 * (ObjectCache.headerSize + 1)
        try ObjectCache(folder.file("shaders"), limits: limits).prune()
        #expect(try (0..<14).filter { small.value(for: try key("\($0)")) != nil } == [12, 13])
    }

    @Test func whatIsUsedStaysYoung() throws {
        let (used, other) = (try key("used"), try key("other"))
        for key in [used, other] {
            cache.store([1], for: key)
            age(path(key), seconds: 500_000)
        }
        _ = cache.value(for: used)
        var information = stat()
        #expect(stat(path(used), &information) == 0 && information.st_mtim.tv_sec > time(nil) - 1_000)
        #expect(stat(path(other), &information) == 0 && information.st_mtim.tv_sec < time(nil) - 1_000)
    }

    @Test func whatBrokenRunsLeftGoes() throws {
        let (old, new) = (".writing-1-1", ".writing-2-2")
        for name in [old, new] { try Self.write([1, 2], folder.file("shaders/" + name)) }
        age(folder.file("shaders/" + old), seconds: 4_000)
        cache.prune()
        #expect(folder.names(in: "shaders") == [new])
    }
}

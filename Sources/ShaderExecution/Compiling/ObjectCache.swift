import Glibc
import Imaging
import Synchronization

/// Compiled shaders on disk, so that most runs need no compiler.
///
/// Values are found by the SHA-256 of everything that they depend on, and carry a checksum of their own. Whatever is
/// wrong with a file, or with the folder, is as if it were not there: nothing here can fail, and a file that is not right
/// is replaced. The folder may be used by many processes at once.
final class ObjectCache: Sendable {
    /// What a value depends on.
    struct Key: Hashable {
        let digest: [UInt8]

        /// The key of parts whose boundaries count; nil if there is no SHA-256.
        init?(_ parts: [String]) {
            var bytes: [UInt8] = []
            for part in parts {
                bytes += Array(part.utf8.count.littleEndianBytes)
                bytes += Array(part.utf8)
            }
            guard let hash = try? FrameHash(of: bytes) else { return nil }
            digest = hash.bytes
        }

        /// The name of the file.
        var fileName: String {
            digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ".shader"
        }
    }

    /// How much there may be.
    struct Limits {
        var fileCount = 2000
        var byteCount = 64 << 20
        /// The most bytes of one value.
        var valueSize = 8 << 20
        /// After how many seconds a file that is being written counts as left behind.
        var writingTime = 3600
    }

    /// `AMBIENT_SHADER_CACHE`, `$XDG_CACHE_HOME/ambient/shaders` or `~/.cache/ambient/shaders`; nil for none.
    static let standardPath: String? = {
        if let path = Environment.shaderCache { return path == "off" ? nil : path }
        if let folder = Environment.cacheHome { return folder + "/ambient/shaders" }
        return Environment.home.map { $0 + "/.cache/ambient/shaders" }
    }()

    /// The cache of this user; nil where there is none, or it is not safe.
    static let standard: ObjectCache? = standardPath.flatMap { try? ObjectCache($0) }

    private let directory: CacheDirectory
    private let limits: Limits
    /// How many values were stored.
    private let storeCount = Atomic(0)

    /// Opens the cache in a folder, and makes that if it is not there.
    // Never inlined: a caller that can fail later would have the cache on its stack, over whose atomic count the
    // optimiser of Swift 6.3.1 aborts.
    @inline(never) init(_ path: String, limits: Limits = Limits()) throws(CacheDirectory.Problem) {
        directory = try CacheDirectory(path, isMade: true)
        self.limits = limits
    }

    /// What is wrong with a folder; nil if it could be used, or made.
    static func problem(_ path: String) -> String? {
        do throws(CacheDirectory.Problem) {
            _ = try CacheDirectory(path, isMade: false)
            return nil
        } catch {
            return error == .isMissing ? nil : error.description
        }
    }

    // MARK: - Values

    /// The value of a key, exactly as it was stored.
    func value(for key: Key) -> [UInt8]? {
        guard let file = directory.read(key.fileName, limit: Self.headerSize + limits.valueSize),
            file.count >= Self.headerSize
        else { return nil }
        let value = Array(file[Self.headerSize...])
        return file.prefix(Self.headerSize).elementsEqual(Self.header(key, value) ?? []) ? value : nil
    }

    /// Keeps a value; what cannot be kept is forgotten.
    func store(_ value: [UInt8], for key: Key) {
        guard value.count <= limits.valueSize, let header = Self.header(key, value) else { return }
        guard directory.write(header + value, to: key.fileName) else { return }
        // A list of the folder each time would cost more than the file.
        if storeCount.wrappingAdd(1, ordering: .relaxed).oldValue % 16 == 0 { prune() }
    }

    /// Eight bytes that tell what a file is, and the version of its form.
    private static let magic = Array("ambshdr1".utf8)
    /// The magic, the key, the length and the checksum.
    static let headerSize = 8 + 32 + 8 + 32

    private static func header(_ key: Key, _ value: [UInt8]) -> [UInt8]? {
        let start = magic + key.digest + Array(value.count.littleEndianBytes)
        guard let checksum = try? FrameHash(of: start + value) else { return nil }
        return start + checksum.bytes
    }

    // MARK: - Size

    /// Removes the files that were not used for longest until there is room, and what broken runs left behind.
    func prune() {
        var items: [CacheDirectory.Item] = []
        for item in directory.list() {
            if item.name.hasPrefix(CacheDirectory.temporaryPrefix) {
                if item.modified < time(nil) - limits.writingTime { directory.remove(item.name) }
            } else if item.name.hasSuffix(".shader") {
                items.append(item)
            }
        }
        var (count, size) = (items.count, items.reduce(0) { $0 + $1.size })
        guard count > limits.fileCount || size > limits.byteCount else { return }
        for item in items.sorted(by: { ($0.modified, $0.name) < ($1.modified, $1.name) }) {
            // Some room at once, so that the next file does not ask for it again.
            if count <= limits.fileCount * 9 / 10, size <= limits.byteCount / 10 * 9 { return }
            directory.remove(item.name)
            count -= 1
            size -= item.size
        }
    }
}

extension Int {
    /// Eight bytes, the lowest first.
    fileprivate var littleEndianBytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}

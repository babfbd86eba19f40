import Glibc

/// The device's base directory: files that are replaced as a whole or not at all.
public struct DeviceFolder: Sendable, Hashable {
    /// Without a slash at the end.
    public let path: String

    public init(path: String) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path.isEmpty ? "." : path
    }

    /// The right to write, kept from other processes; waits up to `patience` seconds for it.
    public func lock(patience: Double = 10) throws(StorageError) -> FolderLock {
        try FolderLock(folder: path, patience: patience)
    }

    /// The bytes of a regular file; nil when there is none, `tooLarge` when there are more than `limit`.
    public func read(_ name: String, limit: Int = 1 << 20) throws(StorageError) -> [UInt8]? {
        let file = path + "/" + name
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let error = StorageError.last("read", file)
            if error.code == .missing { return nil }
            throw error
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .last("read", file)
            }
            guard bytes.count + count <= limit else { throw StorageError(.tooLarge, "read", path: file) }
            bytes += block[..<count]
        }
    }

    /// Replaces a file, or makes it: whoever reads it sees the old bytes or the new ones, also after a power cut.
    ///
    /// Written beside it, flushed, and renamed over it, while the lock is held.
    public func replace(_ name: String, with bytes: [UInt8], holding lock: FolderLock) throws(StorageError) {
        let file = path + "/" + name
        // One name is enough under the lock; what a killed process left there is overwritten.
        let temporary = path + "/." + name + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw .last("write", file) }
        var isOpen = true
        defer {
            if isOpen { close(descriptor) }
        }
        do throws(StorageError) {
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw .last("write", file)
                }
                done += count
            }
            guard fsync(descriptor) == 0 else { throw .last("write", file) }
            isOpen = false
            guard close(descriptor) == 0 else { throw .last("write", file) }
            guard rename(temporary, file) == 0 else { throw .last("write", file) }
        } catch {
            unlink(temporary)
            throw error
        }
        try DeviceFolder.flushFolder(path)
    }

    /// Makes a folder and those above it; one that exists is fine.
    public static func makeFolder(_ path: String) throws(StorageError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw StorageError(.system(ENOTDIR), "make the folder", path: path)
            }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeFolder(String(path[..<slash]))
        }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .last("make the folder", path) }
    }

    /// Flushes a folder's entries to the disk, so that a rename in it outlives a power cut.
    public static func flushFolder(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("flush", path) }
        defer { close(descriptor) }
        // Some file systems cannot flush a folder and say EINVAL; there is nothing more to do there.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last("flush", path) }
    }
}

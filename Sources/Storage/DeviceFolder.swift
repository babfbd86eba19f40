import Glibc

/// The device's base directory: files that are replaced as a whole or not at all.
///
/// Names are relative to it. A name that is a symbolic link stays one: what it points to is read and replaced, so that
/// people can keep `state.json` among their own files.
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
        let file = try checked(name, "read")
        // Without O_NONBLOCK a pipe in its place would hold the program for ever.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let error = StorageError.last("read", file)
            if error.code == .missing { return nil }
            throw error
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("read", file) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(.notAFile, "read", path: file) }
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
    /// Written beside it, flushed, and renamed over it, while the lock is held. Permissions are kept; a file that may
    /// not be written is refused, although renaming could.
    public func replace(_ name: String, with bytes: [UInt8], holding lock: FolderLock) throws(StorageError) {
        let shown = try checked(name, "write")
        let file = try DeviceFolder.target(of: shown)
        let (folder, base) = DeviceFolder.parts(of: file)
        var status = stat()
        let exists = stat(file, &status) == 0
        if exists {
            guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(.notAFile, "write", path: shown) }
            guard faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) == 0 else { throw .last("write", shown) }
        }
        // One name is enough under the lock; what a killed process left there is removed first.
        let temporary = folder + "/." + base + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw .last("write", shown) }
        var isOpen = true
        defer {
            if isOpen { close(descriptor) }
        }
        do throws(StorageError) {
            if exists {
                // Only root can give a file away; for all others the file becomes theirs.
                _ = fchown(descriptor, status.st_uid, status.st_gid)
                guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw .last("write", shown) }
            }
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw .last("write", shown)
                }
                done += count
            }
            guard fsync(descriptor) == 0 else { throw .last("write", shown) }
            isOpen = false
            guard close(descriptor) == 0 else { throw .last("write", shown) }
            guard rename(temporary, file) == 0 else { throw .last("write", shown) }
        } catch {
            unlink(temporary)
            throw error
        }
        try DeviceFolder.flushFolder(folder)
    }

    /// Makes a folder and those above it; one that exists is fine.
    public static func makeFolder(_ path: String) throws(StorageError) {
        guard !path.utf8.contains(0) else { throw StorageError(.system(EINVAL), "make the folder", path: path) }
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
        guard !path.utf8.contains(0) else { throw StorageError(.system(EINVAL), "flush", path: path) }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("flush", path) }
        defer { close(descriptor) }
        // Some file systems cannot flush a folder and say EINVAL; there is nothing more to do there.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last("flush", path) }
    }

    /// The path of a name; a NUL byte would cut it short and name another file.
    func checked(_ name: String, _ operation: String) throws(StorageError) -> String {
        let file = path + "/" + name
        guard !name.isEmpty, !file.utf8.contains(0) else {
            throw StorageError(.system(EINVAL), operation, path: file)
        }
        return file
    }

    /// The file that a path means after its last part's links, which need not exist.
    private static func target(of path: String) throws(StorageError) -> String {
        var file = path
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // As many links as the kernel follows.
        for _ in 0..<40 {
            let count = readlink(file, &buffer, buffer.count)
            guard count >= 0 else { return file }
            guard let link = String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self),
                count < buffer.count
            else {
                throw StorageError(.system(ENAMETOOLONG), "write", path: path)
            }
            file = link.hasPrefix("/") ? link : parts(of: file).folder + "/" + link
        }
        throw StorageError(.system(ELOOP), "write", path: path)
    }

    private static func parts(of path: String) -> (folder: String, base: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}

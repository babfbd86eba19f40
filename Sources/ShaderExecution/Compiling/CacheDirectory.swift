import Glibc

/// A folder that belongs to this user alone, in which files are opened by name and nothing else.
///
/// Everything happens relative to the folder that was checked, so that nobody can put another in its place afterwards.
final class CacheDirectory: Sendable {
    /// Why a folder is not used.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        /// What the system said last.
        static var ofSystem: Problem { errno == ENOENT ? .isMissing : Problem(String(cString: strerror(errno))) }
        static var isMissing: Problem { Problem("there is none") }
    }

    /// A file as the folder lists it.
    struct Item {
        let name: String
        let size: Int
        /// Seconds since 1970.
        let modified: Int
    }

    private let descriptor: Int32

    /// Opens a folder; `isMade` makes it, and the ones around it, if it is not there.
    init(_ path: String, isMade: Bool) throws(Problem) {
        if isMade { Self.make(path) }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ELOOP || errno == ENOTDIR ? Problem("it is not a directory") : .ofSystem
        }
        self.descriptor = descriptor
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .ofSystem }
        guard information.st_uid == geteuid() else { throw Problem("it belongs to another user") }
        guard information.st_mode & 0o022 == 0 else { throw Problem("others may write to it") }
    }

    deinit { close(descriptor) }

    /// Makes a folder and those around it, for this user alone; what cannot be made shows when it is opened.
    private static func make(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno != ENOENT { return }
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        make(String(path[..<slash]))
        mkdir(path, 0o700)
    }

    // MARK: - Files

    /// The bytes of a file of ours that nobody else may write to and that has at most `limit` of them.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        // Not blocking: a pipe of that name must not hold us up.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_uid == geteuid(), information.st_mode & 0o022 == 0, information.st_size >= 0,
            let size = Int(exactly: information.st_size), size <= limit
        else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                count += got
            }
        }
        guard bytes.count == size else { return nil }
        // What is used stays, when the oldest are removed; a day is near enough.
        if time(nil) - information.st_mtim.tv_sec > 86_400 { futimens(file, nil) }
        return bytes
    }

    /// Puts a file in place of the one of that name, at once and whole; false if that did not work.
    func write(_ bytes: [UInt8], to name: String) -> Bool {
        let temporary = Self.temporaryPrefix + "\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let isWhole = bytes.withUnsafeBytes { buffer in
            var count = 0
            while count < buffer.count {
                let put = Glibc.write(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                if put < 0, errno == EINTR { continue }
                if put <= 0 { return false }
                count += put
            }
            return fsync(file) == 0
        }
        guard close(file) == 0, isWhole, renameat(descriptor, temporary, descriptor, name) == 0 else {
            unlinkat(descriptor, temporary, 0)
            return false
        }
        return true
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// The regular files.
    func list() -> [Item] {
        // A descriptor of its own: the place in the list belongs to it.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var items: [Item] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            var information = stat()
            guard fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0,
                information.st_mode & S_IFMT == S_IFREG
            else { continue }
            items.append(
                Item(name: name, size: Int(information.st_size), modified: Int(information.st_mtim.tv_sec)))
        }
        return items
    }

    /// What the names of files that are being written begin with.
    static let temporaryPrefix = ".writing-"
}

import CZip
import Glibc
import Storage

/// Changes to folders that packages are made in; links are never followed.
enum FileTree {
    /// Makes a folder that must not exist yet.
    static func make(_ path: String) throws(ImportError) {
        guard mkdir(path, 0o755) == 0 else { throw .disk("cannot make the folder '\(path)'", errno) }
    }

    /// Writes a new file and flushes it to the disk; `fill` hands its bytes to the function it is given.
    static func write(
        _ path: String, fill: ((UnsafeRawBufferPointer) throws(ImportError) -> Void) throws(ImportError) -> Void
    ) throws(ImportError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .disk("cannot write '\(path)'", errno) }
        defer { close(descriptor) }
        try fill { piece throws(ImportError) in
            var rest = piece
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw .disk("cannot write '\(path)'", errno)
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
        guard fsync(descriptor) == 0 else { throw .disk("cannot write '\(path)'", errno) }
    }

    /// Writes a new file of these bytes.
    static func write(_ path: String, _ bytes: [UInt8]) throws(ImportError) {
        try write(path) { emit throws(ImportError) in
            var failure: ImportError?
            bytes.withUnsafeBytes { buffer in
                do throws(ImportError) { try emit(buffer) } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    static func flush(_ folder: String) throws(ImportError) {
        do { try DeviceFolder.flushFolder(folder) } catch { throw ImportError(error) }
    }

    /// Gives a path another name that nothing has.
    static func move(_ path: String, to target: String) throws(ImportError) {
        guard ambient_rename(path, target, UInt32(AMBIENT_RENAME_NOREPLACE)) == 0 else {
            let number = errno
            // File systems that know no flags.
            guard number == EINVAL || number == ENOSYS, !exists(target), rename(path, target) == 0 else {
                throw .disk("cannot put '\(target)' in place", number)
            }
            return
        }
    }

    /// Exchanges two paths at one instant; false where the file system cannot.
    static func exchange(_ first: String, _ second: String) throws(ImportError) -> Bool {
        if ambient_rename(first, second, UInt32(AMBIENT_RENAME_EXCHANGE)) == 0 { return true }
        let number = errno
        guard number == EINVAL || number == ENOSYS else { throw .disk("cannot replace '\(second)'", number) }
        return false
    }

    /// Whether anything has that name, be it a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Removes a file, a link, or a folder with all that is in it; whether it is gone.
    @discardableResult
    static func remove(_ path: String) -> Bool { remove(path, in: AT_FDCWD) }

    private static func remove(_ name: UnsafePointer<CChar>, in parent: Int32) -> Bool {
        if unlinkat(parent, name, 0) == 0 || errno == ENOENT { return true }
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        fchmod(descriptor, 0o700)
        guard let folder = fdopendir(descriptor) else {
            close(descriptor)
            return false
        }
        defer { closedir(folder) }
        // Names as the system has them: not all are UTF-8.
        let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19
        var isEmpty = true
        while let entry = readdir(folder) {
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
            if !remove(name, in: descriptor) { isEmpty = false }
        }
        return isEmpty && unlinkat(parent, name, AT_REMOVEDIR) == 0
    }
}

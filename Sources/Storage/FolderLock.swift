import Glibc

/// The right to write in a folder, kept from all other processes until it is released or the process ends.
///
/// An advisory lock on the file `.lock` in it: it dies with its process, so nothing is ever left locked. A second lock
/// on the same folder waits for the first, also within one process.
public final class FolderLock: Sendable {
    /// The locked folder.
    public let folder: String
    private let descriptor: Int32

    /// Takes the lock, making the folder where it is missing, and waits up to `patience` seconds for who holds it.
    ///
    /// Throws `busy` after that.
    public init(folder: String, patience: Double = 10) throws(StorageError) {
        try DeviceFolder.makeFolder(folder)
        let seconds = max(0, min(patience, 3600))
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let descriptor = try FolderLock.take(folder, until: deadline, patience: seconds)
            // Whoever tidied the folder meanwhile has taken the name from under the lock: others lock the new file.
            guard FolderLock.isNamed(folder + "/.lock", descriptor) else {
                close(descriptor)
                continue
            }
            self.folder = folder
            self.descriptor = descriptor
            return
        }
    }

    /// Opens and locks the file; the descriptor is the caller's.
    private static func take(
        _ folder: String, until deadline: ContinuousClock.Instant, patience: Double
    ) throws(StorageError) -> Int32 {
        let path = folder + "/.lock"
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        // Another user's lock file, or one on a read-only disk, still says who writes; writing itself tells the rest.
        if descriptor < 0, errno == EACCES || errno == EROFS {
            let first = errno
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 { errno = first }
        }
        guard descriptor >= 0 else { throw .last("lock", folder) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else {
                let error = StorageError.last("lock", folder)
                close(descriptor)
                throw error
            }
            guard ContinuousClock.now < deadline else {
                close(descriptor)
                throw StorageError(.busy, "lock", path: folder, waited: patience)
            }
            usleep(20_000)
        }
        return descriptor
    }

    private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
        var named = stat()
        var opened = stat()
        return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0 && named.st_ino == opened.st_ino
            && named.st_dev == opened.st_dev
    }

    deinit { close(descriptor) }
}

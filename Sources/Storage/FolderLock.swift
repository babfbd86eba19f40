import Glibc

/// The right to write in a folder, kept from all other processes until it is released or the process ends.
///
/// An advisory lock on the file `.lock` in it: it dies with its process, so nothing is ever left locked.
public final class FolderLock: Sendable {
    /// The locked folder.
    public let folder: String
    private let descriptor: Int32

    /// Takes the lock, making the folder where it is missing, and waits up to `patience` seconds for who holds it.
    ///
    /// Throws `busy` after that.
    public init(folder: String, patience: Double = 10) throws(StorageError) {
        try DeviceFolder.makeFolder(folder)
        let path = folder + "/.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .last("lock", folder) }
        self.folder = folder
        self.descriptor = descriptor
        let deadline = ContinuousClock.now + .seconds(max(0, min(patience, 3600)))
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw .last("lock", folder) }
            guard ContinuousClock.now < deadline else { throw StorageError(.busy, "lock", path: folder) }
            usleep(20_000)
        }
    }

    deinit { close(descriptor) }
}

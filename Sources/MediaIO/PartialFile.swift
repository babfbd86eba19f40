import Glibc

/// A file that grows under a hidden name beside its final one, and takes that at the end or vanishes.
final class PartialFile {
    /// Where it will stand.
    let path: String
    /// Where it grows.
    let temporary: String
    /// Open for writing; -1 when closed.
    private(set) var descriptor: Int32

    /// Creates the hidden file.
    ///
    /// - Throws: `MediaError` with the system's reason.
    init(path: String) throws(MediaError) {
        var attempt = 0
        while true {
            let temporary = FilePlace.partial(of: path, attempt: attempt)
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                self.path = path
                self.temporary = temporary
                self.descriptor = descriptor
                PartialOutputs.add(temporary)
                return
            }
            guard errno == EEXIST, attempt < 1000 else { throw FilePlace.failure(path) }
            attempt += 1
        }
    }

    deinit { discard() }

    /// Makes the bytes durable and moves the file to its final name.
    func commit() throws(MediaError) {
        guard descriptor >= 0 else { return }
        // Not every file system can synchronise (EINVAL); those that can report a full disk here at the latest.
        if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
            let number = errno
            discard()
            throw FilePlace.failure(path, number: number)
        }
        close(descriptor)
        descriptor = -1
        defer { PartialOutputs.remove(temporary) }
        guard rename(temporary, path) == 0 else {
            let number = errno
            unlink(temporary)
            throw FilePlace.failure(path, number: number)
        }
        FilePlace.synchronise(folder: FilePlace.split(path).folder)
    }

    /// Removes the file, unless it was committed.
    func discard() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(temporary)
        PartialOutputs.remove(temporary)
    }
}

import Glibc

/// An open regular file that is read from its start.
///
/// Opening never waits: a named pipe is refused instead of read.
final class ClipFile {
    static let operation = "read"

    let path: String
    /// Bytes when it was opened.
    let size: Int
    private let descriptor: Int32

    init(_ path: String) throws(MediaError) {
        func refuse(_ reason: String) -> MediaError {
            MediaError(.unreadable, Self.operation, path: path, reason: reason)
        }
        // A NUL byte would cut the name short and name another file.
        guard !path.utf8.contains(0) else { throw refuse("the name holds a NUL byte") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw refuse(String(cString: strerror(errno))) }
        var status = stat()
        let number = fstat(descriptor, &status)
        guard number == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw refuse(status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file")
        }
        guard status.st_size > 0 else {
            close(descriptor)
            throw refuse("the file is empty")
        }
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The next bytes, at most `count`; none at the end.
    func read(_ count: Int) throws(MediaError) -> [UInt8] {
        var failed: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialised in
            while initialised < count {
                let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + initialised }, count - initialised)
                if got > 0 {
                    initialised += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    failed = errno
                    return
                }
            }
        }
        guard failed == 0 else {
            throw MediaError(.unreadable, Self.operation, path: path, reason: String(cString: strerror(failed)))
        }
        return bytes
    }

    /// Goes to a byte, counted from the start.
    func seek(to position: Int) { lseek(descriptor, position, SEEK_SET) }

    /// The whole file; refused beyond `limit` bytes.
    func readAll(limit: Int) throws(MediaError) -> [UInt8] {
        guard size <= limit else {
            throw MediaError(
                .limit, Self.operation, path: path, reason: "it has \(size) bytes, more than the \(limit) accepted")
        }
        seek(to: 0)
        return try read(size)
    }
}

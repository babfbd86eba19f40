import Glibc

/// Reads files that the command line names.
enum InputBytes {
    /// The bytes of a file or pipe; exit 3 when it cannot be read or holds more than `limit`.
    ///
    /// `isFile`: what is no regular file, such as a pipe that nobody writes to, is refused.
    static func read(_ path: String, limit: Int, isFile: Bool = false) throws(CommandFailure) -> [UInt8] {
        func failure(_ reason: String) -> CommandFailure {
            CommandFailure(.badInput, "cannot read '\(path)': \(reason)", stage: "input")
        }
        // A NUL byte would cut the name short and name another file.
        guard !path.utf8.contains(0) else { throw failure("it is no file name") }
        // Without waiting for a writer; for files it makes no difference.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isFile ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        if isFile {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw failure("it is not a regular file")
            }
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(errno == EISDIR ? "it is a folder" : String(cString: strerror(errno)))
            }
            guard bytes.count + count <= limit else { throw failure("it has more than \(limit) bytes") }
            bytes += block[..<count]
        }
    }

    /// The first bytes of a regular file.
    static func start(of path: String, count: Int) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .badInput, "cannot read '\(path)': " + String(cString: strerror(errno)), stage: "input")
        }
        defer { close(descriptor) }
        var block = [UInt8](repeating: 0, count: max(0, count))
        let found = Glibc.read(descriptor, &block, block.count)
        return Array(block.prefix(max(0, found)))
    }
}

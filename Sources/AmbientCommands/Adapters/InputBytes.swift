import Glibc

/// Reads files that the command line names.
enum InputBytes {
    /// The bytes of a file or pipe; exit 3 when it cannot be read or holds more than `limit`.
    static func read(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
        func failure(_ reason: String) -> CommandFailure {
            CommandFailure(.badInput, "cannot read '\(path)': \(reason)", stage: "input")
        }
        // A NUL byte would cut the name short and name another file.
        guard !path.utf8.contains(0) else { throw failure("it is no file name") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
        defer { close(descriptor) }
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
}

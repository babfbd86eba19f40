import Glibc

/// What an output destination turns out to be.
enum OutputPlace {
    /// A file to be put in place at the end; symbolic links are followed.
    case regular(path: String)
    /// Something that takes bytes as they come: a pipe, a device, standard output.
    case stream(path: String?)

    static let operation = "write"

    /// Looks at a destination.
    ///
    /// - Throws: `MediaError` when it is a folder, or exists and may not be replaced.
    init(_ destination: OutputDestination, overwrite: Bool) throws(MediaError) {
        guard case .file(let path) = destination else {
            self = .stream(path: nil)
            return
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw MediaError(.badSetting, Self.operation, path: path, reason: "it is no file name")
        }
        // `/dev/stdout` and `/dev/fd/63` may lead to a regular file that a shell has opened: it is written, not replaced.
        guard !path.hasPrefix("/dev/") else {
            self = .stream(path: path)
            return
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            var link = stat()
            if lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK {
                throw MediaError(
                    .cannotWrite, Self.operation, path: path, reason: "it is a symbolic link that leads nowhere")
            }
            // Missing is what is hoped for; whatever else is wrong shows when the file is made.
            self = .regular(path: path)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw MediaError(.cannotWrite, Self.operation, path: path, reason: "it is a folder")
        case S_IFREG:
            guard overwrite else {
                throw MediaError(.exists, Self.operation, path: path, reason: "it exists already")
            }
            self = .regular(path: FilePlace.resolved(path))
        default:
            self = .stream(path: path)
        }
    }
}

/// Names of files and folders, and errors of the system about them.
enum FilePlace {
    /// The path with symbolic links followed; as it is if that fails.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder a path lies in, and its last part; slashes at the end do not count.
    static func split(_ path: String) -> (folder: String, name: String) {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return (".", String(trimmed)) }
        let folder = trimmed[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(trimmed[trimmed.index(after: slash)...]))
    }

    /// The hidden name beside `path` under which it grows: `.NAME.partial-PID`, `attempt` 0 first.
    static func partial(of path: String, attempt: Int) -> String {
        let (folder, name) = split(path)
        // File systems allow 255 bytes; the rest of the name takes at most 40.
        var short = name[...]
        while short.utf8.count > 200 { short.removeLast() }
        return "\(folder)/.\(short).partial-\(getpid())" + (attempt == 0 ? "" : "-\(attempt)")
    }

    /// The names in a folder; nil if it cannot be read.
    static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The error for the current `errno`.
    static func failure(_ path: String?, number: Int32 = errno) -> MediaError {
        if number == EPIPE {
            return MediaError(
                .readerClosed, OutputPlace.operation, path: path, reason: "the reader has closed the pipe")
        }
        return MediaError(.cannotWrite, OutputPlace.operation, path: path, reason: String(cString: strerror(number)))
    }

    /// The error for the current `errno` of reading.
    static func unreadable(_ path: String) -> MediaError {
        MediaError(.unreadable, ClipFile.operation, path: path, reason: String(cString: strerror(errno)))
    }

    /// Makes the names in a folder durable; best effort, as not every file system can.
    static func synchronise(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Writes all bytes to a descriptor; the `errno` of a failure, else 0.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&waiting, 1, -1) < 0, errno != EINTR { return errno }
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

import Glibc

/// What the system says about a path.
enum FileKind: Equatable {
    case regular(size: Int)
    case folder
    /// A pipe, socket or device.
    case other
}

/// A system call that failed.
struct FileFault: Error {
    let code: Int32

    var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// In words, for messages.
    var reason: String {
        switch code {
        case ENOENT, ENOTDIR: "it does not exist"
        case EACCES, EPERM: "it may not be read (permission denied)"
        case ELOOP: "its links lead in a circle"
        case ENAMETOOLONG: "its name is too long"
        case EISDIR: "it is a folder"
        case EFBIG: "it is too large"
        default: String(cString: strerror(code))
        }
    }
}

/// The few things this room asks of the file system, all read-only.
enum FileSystem {
    /// The kind of what stands at a path, links followed.
    static func kind(_ path: String) throws(FileFault) -> FileKind {
        // A NUL byte would cut the name short and name another file.
        guard !path.utf8.contains(0) else { throw FileFault(code: ENOENT) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileFault(code: errno) }
        return kind(status)
    }

    private static func kind(_ status: stat) -> FileKind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular(size: Int(status.st_size))
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// The bytes of a regular file; `EFBIG` when there are more than `limit`.
    static func read(_ path: String, limit: Int) throws(FileFault) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw FileFault(code: ENOENT) }
        // Without O_NONBLOCK a pipe in a package would hold the program for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFault(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFault(code: errno) }
        guard case .regular(let size) = kind(status) else {
            throw FileFault(code: kind(status) == .folder ? EISDIR : EINVAL)
        }
        guard size <= limit else { throw FileFault(code: EFBIG) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 1)
        var block = [UInt8](repeating: 0, count: 65_536)
        // By what is read, not by the size: some files of the system say zero, others grow.
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileFault(code: errno)
            }
            guard bytes.count + count <= limit else { throw FileFault(code: EFBIG) }
            bytes += block[..<count]
        }
    }

    /// The names in a folder, sorted by their bytes, without `.` and `..`; names that are not UTF-8 apart, made readable.
    static func entries(_ path: String) throws(FileFault) -> (names: [String], undecodable: [String]) {
        guard let folder = opendir(path) else { throw FileFault(code: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        var undecodable: [String] = []
        let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19
        while let entry = readdir(folder) {
            let pointer = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: pointer) {
                if name != ".", name != ".." { names.append(name) }
            } else {
                undecodable.append(String(cString: pointer))
            }
        }
        return (names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, undecodable.sorted())
    }

    /// The absolute path without links; nil when it does not exist.
    static func resolved(_ path: String) -> String? {
        guard !path.utf8.contains(0), let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(validatingCString: pointer)
    }

    /// The path of `relative` in `folder`, whose last parts may not exist.
    ///
    /// Where a name is missing, one that is canonically equivalent is taken: the device's file system finds `é` however
    /// it is composed.
    static func locate(_ relative: String, in folder: String) -> String {
        var path = folder
        for part in parts(of: relative) {
            var next = path + "/" + part
            if !part.utf8.allSatisfy({ $0 < 0x80 }), let fault = fault(of: next), fault.isMissing,
                let names = try? entries(path).names, let equivalent = names.first(where: { $0 == part })
            {
                next = path + "/" + equivalent
            }
            path = next
        }
        return path
    }

    private static func fault(of path: String) -> FileFault? {
        do {
            _ = try kind(path)
            return nil
        } catch {
            return error
        }
    }

    /// The parts of a path that mean something: no empty ones, no `.`.
    static func parts(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
    }

    /// Whether the names alone lead out of the folder they start in.
    static func leavesFolder(_ relative: String) -> Bool {
        var depth = 0
        for part in parts(of: relative) {
            depth += part == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// Whether `path`, links followed, lies in `folder`, links followed.
    static func contains(_ folder: String, _ path: String) -> Bool {
        guard let outer = resolved(folder), let inner = resolved(path) else { return false }
        return inner.utf8.starts(with: (outer == "/" ? outer : outer + "/").utf8)
    }
}

extension FileFault {
    /// More bytes than may be read.
    var isTooLarge: Bool { code == EFBIG }
}

import Glibc
import Storage

/// A folder that goes away with the value that made it.
final class ScratchFolder {
    let path: String
    var folder: DeviceFolder { DeviceFolder(path: path) }

    init() throws {
        var template = Array("/tmp/storage-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let path = String(validatingCString: made) else {
            throw StorageError(.system(errno), "make", path: "/tmp")
        }
        self.path = path
    }

    deinit { remove(path) }

    /// The names in the folder, sorted.
    var names: [String] { entries(path).sorted() }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let file = fopen(path + "/" + name, "w") else {
            throw StorageError(.system(errno), "write", path: name)
        }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    func mode(_ name: String) -> UInt32 {
        var status = stat()
        return stat(path + "/" + name, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func entries(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19
        while let entry = readdir(folder) {
            let name = String(
                cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private func remove(_ path: String) {
        for name in entries(path) where unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        rmdir(path)
    }
}

import Glibc

extension DeviceFolder {
    /// The most copies that are kept of one damaged file.
    public static let mostDamagedCopies = 10
    /// The largest file that is kept aside, in bytes.
    static let largestDamagedFile = 64 << 20

    /// Copies a damaged file beside itself, as `state.damaged.json`, then `state.damaged-2.json`, and returns that name.
    ///
    /// Bytes that are kept already are not kept twice, no copy is ever written over, and beyond ten the oldest go. Nil
    /// when there is no file.
    public func keepDamaged(_ name: String, holding lock: FolderLock) throws(StorageError) -> String? {
        guard let bytes = try read(name, limit: DeviceFolder.largestDamagedFile) else { return nil }
        let copies = try damagedCopies(of: name)
        for copy in copies {
            // A copy that cannot be read is another one.
            if let known = try? read(copy.name, limit: DeviceFolder.largestDamagedFile), known == bytes {
                return copy.name
            }
        }
        let number = (copies.last?.number ?? 0) + 1
        let copy = DeviceFolder.damagedName(of: name, number)
        try replace(copy, with: bytes, holding: lock)
        for old in copies.dropLast(DeviceFolder.mostDamagedCopies - 1) { unlink(path + "/" + old.name) }
        return copy
    }

    /// The copies of a damaged file in the order they were made.
    private func damagedCopies(of name: String) throws(StorageError) -> [(number: Int, name: String)] {
        guard let folder = opendir(path) else { throw .last("read", path) }
        defer { closedir(folder) }
        let (stem, suffix) = DeviceFolder.halves(of: name)
        var copies: [(number: Int, name: String)] = []
        let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19
        while let entry = readdir(folder) {
            let pointer = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            guard let found = String(validatingCString: pointer), found.hasPrefix(stem + ".damaged") else { continue }
            let digits = found.dropFirst((stem + ".damaged-").count).prefix { $0.isASCII && $0.isNumber }
            let number = found == stem + ".damaged" + suffix ? 1 : Int(digits) ?? 0
            // What is spelled differently is not ours.
            guard number > 0, number < 1 << 31, found == DeviceFolder.damagedName(of: name, number) else { continue }
            copies.append((number, found))
        }
        return copies.sorted { $0.number < $1.number }
    }

    private static func damagedName(of name: String, _ number: Int) -> String {
        let (stem, suffix) = halves(of: name)
        return stem + ".damaged" + (number == 1 ? "" : "-\(number)") + suffix
    }

    /// `state` and `.json`.
    private static func halves(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}

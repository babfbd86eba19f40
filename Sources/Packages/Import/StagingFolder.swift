import Glibc
import Storage

/// A folder of our own in the base directory where a package is made ready: on the same file system as `Packages/`, and
/// outside it, so that half a package is never listed.
///
/// Only made and cleaned under the lock of the base directory.
struct StagingFolder {
    private static let prefix = ".staging-"

    let path: String
    /// Where a package is made, or an installed one is put that is to go.
    var package: String { path + "/package" }
    /// Where a replaced package waits for its successor, in a folder of its own name.
    var replaced: String { path + "/replaced" }

    init(in root: String, holding lock: FolderLock) throws(ImportError) {
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        path = root + "/" + Self.prefix + name
        try FileTree.make(path)
    }

    func remove() { FileTree.remove(path) }

    /// Removes what killed processes left, and puts a package back that one of them had taken away to replace it.
    static func clean(_ root: String, holding lock: FolderLock) {
        guard let names = try? FileSystem.entries(root).names else { return }
        for name in names where isOurs(name) {
            let path = root + "/" + name
            for package in (try? FileSystem.entries(path + "/replaced").names) ?? [] {
                try? FileTree.move(path + "/replaced/" + package, to: root + "/Packages/" + package)
            }
            FileTree.remove(path)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        return (1...16).contains(rest.count)
            && rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

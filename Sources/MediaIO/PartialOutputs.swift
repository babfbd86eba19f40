import Glibc
import Synchronization

/// Everything that grows under a hidden name just now, so that a process that must stop at once leaves nothing.
public enum PartialOutputs {
    private static let paths = Mutex<Set<String>>([])

    static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
    static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes all of it; from any thread, as the last thing before the process ends.
    public static func removeAll() {
        for path in paths.withLock({ $0 }) {
            if unlink(path) == 0 { continue }
            for name in FilePlace.names(in: path) ?? [] { unlink(path + "/" + name) }
            rmdir(path)
        }
    }
}

import Foundation
import Packages
import Storage
import Synchronization

/// Packages in archives that a command names, extracted into private folders under `TMPDIR` until it ends.
///
/// What a killed process left is removed by the next that extracts something: each folder is locked by its process.
enum ExtractedPackages {
    private struct Extracted: Sendable {
        var folder: String
        /// The package's folder in it, once it is there.
        var package = ""
        var lock: FolderLock
    }

    private struct State {
        /// By the archive's path, so that one that is named twice is extracted once.
        var known: [String: Extracted] = [:]
    }

    private static let prefix = "ambient-zip-"
    private static let state = Mutex(State())

    /// Whether a word names an archive rather than a folder or an id.
    static func isArchive(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return path.lowercased().hasSuffix(".zip")
            && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue
    }

    /// Loads the package in a folder or archive; messages name files as `FILE.zip/manifest.json`.
    static func load(_ path: String) throws(CommandFailure) -> LoadResult {
        guard isArchive(path) else { return loadPackage(at: path) }
        do {
            return loadPackage(at: try folder(of: path), shownAs: path)
        } catch {
            throw CommandFailure(error, archive: path)
        }
    }

    /// The package of an archive after an import by all its rules, into a base directory of its own.
    static func importing(_ path: String) throws(ImportError) -> LoadResult {
        let folder = try folder("import " + path) { folder throws(ImportError) in
            // A folder in it, since it is locked itself.
            let root = folder + "/root"
            let report = try importPackage(archive: path, intoRoot: root)
            return root + "/Packages/" + report.folder
        }
        return loadPackage(at: folder, shownAs: path)
    }

    private static func folder(of path: String) throws(ImportError) -> String {
        try folder(path) { folder throws(ImportError) in
            _ = try ExtractedArchive(path, to: folder + "/package")
            return folder + "/package"
        }
    }

    /// The folder that `fill` made of a private one, once for each key.
    private static func folder(
        _ key: String, fill: (String) throws(ImportError) -> String
    ) throws(ImportError) -> String {
        if let known = state.withLock({ $0.known[key] }) { return known.package }
        let base = FileManager.default.temporaryDirectory.path
        sweep(base)
        let folder = base + "/" + prefix + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        guard mkdir(folder, 0o700) == 0 else {
            throw ImportError(
                .disk, "cannot make the folder '\(folder)': \(String(cString: strerror(errno)))",
                hint: "set TMPDIR to a folder with space")
        }
        let lock: FolderLock
        do { lock = try FolderLock(folder: folder, patience: 0) } catch {
            throw ImportError(.disk, "\(error)", hint: "set TMPDIR to a folder with space")
        }
        ProcessSignals.listen()
        state.withLock { $0.known[key] = Extracted(folder: folder, lock: lock) }
        do {
            let package = try fill(folder)
            state.withLock { $0.known[key]?.package = package }
            return package
        } catch {
            let gone = state.withLock { $0.known.removeValue(forKey: key) }
            remove(gone)
            throw error
        }
    }

    /// Removes them all; from any thread, as the last thing before the process ends.
    static func removeAll() {
        let all = state.withLock { state in
            defer { state.known = [:] }
            return Array(state.known.values)
        }
        all.forEach(remove)
    }

    private static func remove(_ extracted: Extracted?) {
        guard let extracted else { return }
        try? FileManager.default.removeItem(atPath: extracted.folder)
        withExtendedLifetime(extracted.lock) {}
    }

    /// Removes what killed processes of this user left.
    private static func sweep(_ base: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = base + "/" + name
            var status = stat()
            // A younger one may be about to be locked.
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
                time(nil) - status.st_mtim.tv_sec > 60, let lock = try? FolderLock(folder: path, patience: 0)
            else { continue }
            remove(Extracted(folder: path, lock: lock))
        }
    }
}

extension CommandFailure {
    /// Why an archive cannot be used.
    init(_ error: ImportError, archive: String) {
        self.init(
            error.status, "\(archive): \(error.message) [\(error.code.rawValue)]", hint: error.hint, stage: "package")
    }
}

extension ImportError {
    /// What a command ends with.
    var status: ExitStatus {
        switch code {
        case .disk, .busy: .failedWork
        case .cancelled: .interrupted
        case .isActive, .ambiguous, .exists: .usage
        default: .badInput
        }
    }
}

import CZip
public import Diagnostics
import Glibc

/// What a packing did.
public struct PackReport: Sendable {
    public let packageId: String
    /// `theme` or `playlist`.
    public let kind: String
    /// The archive.
    public let output: String
    /// Its entries.
    public let entries: Int
    /// What of the folder is not in it.
    public let skipped: [SkippedEntry]
    /// What the package's author should know.
    public let diagnostics: [Diagnostic]
}

/// Makes an archive of a package's folder that imports as the same tree.
///
/// The same folder gives the same bytes: names in the order of their bytes, one time stamp for all, no permissions.
public struct PackagePacker {
    /// One entry to write.
    struct Item {
        /// The name in the archive; a folder's ends in a slash.
        let name: String
        /// Where its bytes are; nil for a folder.
        let file: String?
    }

    public init() {}

    /// Packs `folder` into `output`, or into `PACKAGEID.zip` in the current folder.
    ///
    /// Throws with `doesNotLoad` when the package would not import, and `exists` when the output is there and may not be
    /// replaced.
    public func pack(
        _ folder: String, to output: String? = nil, overwrite: Bool = false,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(ImportError) -> PackReport {
        let result = loadPackage(at: folder)
        guard let package = result.package else {
            throw ImportError(
                .doesNotLoad, "the package '\(folder)' does not load", hint: "mend what is named above",
                diagnostics: result.diagnostics)
        }
        guard ManifestReader.isSafeId(package.packageId) else {
            throw ImportError(
                .unsafeId, "a package called \(Wording.quoted(package.packageId)) cannot be imported",
                hint: "use 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first")
        }
        let target = output ?? package.packageId + ".zip"
        guard target.lowercased().hasSuffix(".zip") else {
            throw ImportError(.notZipName, "the output '\(target)' does not end in .zip", hint: "name it NAME.zip")
        }
        guard overwrite || !FileTree.exists(target) else {
            throw ImportError(.exists, "'\(target)' exists", hint: "use -y to replace it, or another name")
        }
        guard let root = FileSystem.resolved(folder) else {
            throw ImportError(.notPackable, "'\(folder)' cannot be opened", hint: "check the path")
        }
        var walk = PackageWalk(root: root, without: FileSystem.resolved(target))
        try walk.collect()
        let name = FileSystem.parts(of: target).last ?? target
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { String(target[..<$0]) + "/" } ?? ""
        let temporary = parent + "." + name + ".\(getpid()).zip"
        defer { FileTree.remove(temporary) }
        try ArchiveWriter.write(walk.items, to: temporary, isCancelled: isCancelled)
        // What cannot be imported is not worth keeping: limits and colliding names are found here.
        let archive = try Archive(path: temporary, limits: .standard)
        guard archive.plan.items.count == walk.items.count else {
            throw ImportError(.notPackable, "the archive would not hold the package", hint: "rename odd files")
        }
        try Self.putInPlace(temporary, target, overwrite: overwrite, folder: parent.isEmpty ? "." : parent)
        return PackReport(
            packageId: package.packageId, kind: package.kind, output: target, entries: walk.items.count,
            skipped: walk.skipped, diagnostics: result.diagnostics)
    }

    private static func putInPlace(
        _ temporary: String, _ target: String, overwrite: Bool, folder: String
    ) throws(ImportError) {
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk("cannot write '\(target)'", errno) }
        let isFlushed = fsync(descriptor) == 0
        let number = errno
        close(descriptor)
        guard isFlushed else { throw .disk("cannot write '\(target)'", number) }
        if overwrite {
            guard rename(temporary, target) == 0 else { throw .disk("cannot write '\(target)'", errno) }
        } else {
            try FileTree.move(temporary, to: target)
        }
        try FileTree.flush(folder)
    }
}

/// Collects what of a folder goes into an archive.
private struct PackageWalk {
    private(set) var items: [PackagePacker.Item] = []
    private(set) var skipped: [SkippedEntry] = []
    private let root: String
    /// The archive of last time, which may lie in the folder.
    private let without: String?

    init(root: String, without: String?) {
        self.root = root
        self.without = without
    }

    mutating func collect() throws(ImportError) {
        try collect([])
        items.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private mutating func collect(_ parts: [String]) throws(ImportError) {
        let path = ([root] + parts).joined(separator: "/")
        guard parts.count <= ArchiveLimits.depth else {
            throw Self.refused("'\(path)' is too deep", hint: "use fewer folders in each other")
        }
        let entries: (names: [String], undecodable: [String])
        do { entries = try FileSystem.entries(path) } catch { throw .disk("cannot read '\(path)'", error.code) }
        if let name = entries.undecodable.first {
            throw Self.refused("the name \(Wording.quoted(name)) in '\(path)' is not UTF-8", hint: "rename it")
        }
        if entries.names.isEmpty, !parts.isEmpty {
            items.append(PackagePacker.Item(name: parts.joined(separator: "/") + "/", file: nil))
        }
        for name in entries.names { try collect(parts + [name], at: path + "/" + name) }
    }

    private mutating func collect(_ parts: [String], at path: String) throws(ImportError) {
        let name = parts.joined(separator: "/")
        func skip(_ reason: String) { skipped.append(SkippedEntry(name: name, reason: reason)) }
        if ArchiveName.isLeftover([parts.last ?? ""]) { return skip("left by a Mac") }
        if parts == [".git"] { return skip("the history of the source") }
        guard !name.utf8.contains(UInt8(ascii: "\\")) else {
            throw Self.refused("\(Wording.quoted(name)) has a backslash in its name", hint: "rename it")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .disk("cannot read '\(path)'", errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: try collect(parts)
        case S_IFREG:
            if path == without { return skip("the archive itself") }
            items.append(PackagePacker.Item(name: name, file: path))
        case S_IFLNK:
            guard FileSystem.contains(root, path), let file = FileSystem.resolved(path) else {
                throw Self.refused(
                    "\(Wording.quoted(name)) is a link that leads out of the package, or nowhere",
                    hint: "put the file itself in its place")
            }
            guard case .regular? = try? FileSystem.kind(file) else {
                throw Self.refused(
                    "\(Wording.quoted(name)) is a link to a folder", hint: "put the folder itself in its place")
            }
            items.append(PackagePacker.Item(name: name, file: file))
        default: throw Self.refused("\(Wording.quoted(name)) is no file and no folder", hint: "remove it")
        }
    }

    private static func refused(_ message: String, hint: String) -> ImportError {
        ImportError(.notPackable, message, hint: hint)
    }
}

/// Writes archives with libzip.
private enum ArchiveWriter {
    /// Suffixes of files that are compressed already.
    private static let packed: Set<String> = [
        "mp4", "mov", "m4v", "mkv", "webm", "mp3", "m4a", "aac", "ogg", "opus", "flac", "png", "jpg", "jpeg", "zip",
        "heic",
    ]

    private final class Cancelling {
        let isCancelled: () -> Bool
        init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
    }

    /// Writes a new archive; nothing is left of it where that fails.
    static func write(
        _ items: [PackagePacker.Item], to path: String, isCancelled: @escaping () -> Bool
    ) throws(ImportError) {
        var code: Int32 = 0
        guard let handle = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
            throw ImportError(.disk, "cannot write '\(path)'", hint: "check the space and the permissions of the disk")
        }
        var isOpen = true
        defer {
            if isOpen { zip_discard(handle) }
        }
        func check(_ isGood: Bool, _ name: String) throws(ImportError) {
            guard !isGood else { return }
            let why = String(cString: zip_strerror(handle))
            throw ImportError(
                .disk, "cannot pack \(Wording.quoted(name)): \(why)",
                hint: "check the space and the permissions of the disk")
        }
        for item in items {
            let index: zip_int64_t
            if let file = item.file {
                let source = zip_source_file(handle, file, 0, -1)
                try check(source != nil, item.name)
                index = zip_file_add(handle, item.name, source, ZIP_FL_ENC_UTF_8)
                if index < 0 { zip_source_free(source) }
            } else {
                index = zip_dir_add(handle, item.name, ZIP_FL_ENC_UTF_8)
            }
            try check(index >= 0, item.name)
            let suffix = item.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
            let method = item.file == nil || packed.contains(suffix) ? ZIP_CM_STORE : ZIP_CM_DEFLATE
            try check(zip_set_file_compression(handle, UInt64(index), method, 9) == 0, item.name)
            // The first day that the format knows, in no zone.
            try check(zip_file_set_dostime(handle, UInt64(index), 0, 0x21, 0) == 0, item.name)
            let mode: UInt32 = item.file == nil ? 0o040755 : 0o100644
            try check(
                zip_file_set_external_attributes(
                    handle, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), mode << 16 | (item.file == nil ? 0x10 : 0)) == 0,
                item.name)
        }
        let context = Unmanaged.passRetained(Cancelling(isCancelled))
        defer { context.release() }
        zip_register_cancel_callback_with_state(
            handle,
            { _, context in
                guard let context else { return 0 }
                return Unmanaged<Cancelling>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
            }, nil, context.toOpaque())
        guard zip_close(handle) == 0 else {
            if isCancelled() { throw ImportError(.cancelled, "interrupted", hint: "nothing was written") }
            try check(false, path)
            return
        }
        isOpen = false
    }
}

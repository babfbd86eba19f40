public import Diagnostics
import Glibc
import Storage

/// What an import did.
public struct ImportReport: Sendable {
    public let packageId: String
    /// `packageId` with `.theme` or `.playlist`.
    public let id: String
    /// `theme` or `playlist`.
    public let kind: String
    /// The name of its folder in `Packages/`.
    public let folder: String
    /// Whether it took the place of an installed package.
    public let replaced: Bool
    /// The entries of the archive, those that are installed, and the others; the numbers add up.
    public let entries: ExtractedArchive
    /// What its author should know, though it loads.
    public let diagnostics: [Diagnostic]
}

/// Installs packages under a base directory, and removes them.
///
/// Works under the lock of the base directory. Whatever goes wrong, and at whatever instant the process ends, the library
/// holds the packages it held before, or those and the change as a whole.
public struct PackageImporter: Sendable {
    /// The base directory, without a slash at the end.
    public let root: String
    public var limits: ArchiveLimits
    /// False to do without exchanging folders at one instant, which some file systems cannot.
    var canExchange = true
    /// How many seconds to wait for another process.
    var patience = 10.0

    public init(root: String, limits: ArchiveLimits = .standard) {
        self.root = DeviceFolder(path: root).path
        self.limits = limits
    }

    var packages: String { root + "/Packages" }

    func lock() throws(ImportError) -> FolderLock {
        do { return try DeviceFolder(path: root).lock(patience: patience) } catch { throw ImportError(error) }
    }

    /// Installs the package in a zip archive, or replaces the one of the same package id.
    ///
    /// `isCancelled` is asked between pieces of work; when it says so, everything is as it was.
    public func importArchive(
        _ path: String, isCancelled: () -> Bool = { false }
    ) throws(ImportError) -> ImportReport {
        let archive = try Archive(path: path, limits: limits)
        let lock = try lock()
        StagingFolder.clean(root, holding: lock)
        let staging = try StagingFolder(in: root, holding: lock)
        defer { staging.remove() }
        let entries = try ExtractedArchive(archive, to: staging.package, isCancelled: isCancelled)
        let result = loadPackage(at: staging.package, shownAs: path)
        guard let package = result.package else {
            throw ImportError(
                .doesNotLoad, "the package would not load" + Self.first(result.diagnostics),
                hint: "mend what is named above", diagnostics: result.diagnostics)
        }
        guard ManifestReader.isSafeId(package.packageId) else {
            throw ImportError(
                .unsafeId, "the package id \(Wording.quoted(package.packageId)) cannot be the name of a folder",
                hint: "use 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first",
                diagnostics: result.diagnostics)
        }
        if isCancelled() { throw ImportError(.cancelled, "interrupted", hint: "nothing was changed") }
        let (folder, replaced) = try install(package, from: staging)
        return ImportReport(
            packageId: package.packageId, id: package.id, kind: package.kind, folder: folder, replaced: replaced,
            entries: entries, diagnostics: result.diagnostics)
    }

    private static func first(_ diagnostics: [Diagnostic]) -> String {
        diagnostics.first { $0.severity == .error }.map { ": " + $0.message } ?? ""
    }

    /// Puts a package that is ready in its place.
    private func install(
        _ package: Package, from staging: StagingFolder
    ) throws(ImportError) -> (folder: String, replaced: Bool) {
        try makePackages()
        let same = try InstalledFolder.all(in: packages).filter { $0.packageId == package.packageId }
        let old = same.first { $0.package?.id == package.id } ?? same.first { $0.package != nil } ?? same.first
        try FileTree.flush(staging.path)
        if let old {
            try replace(old, from: staging)
        } else {
            try checkName(package.packageId)
            try FileTree.move(staging.package, to: packages + "/" + package.packageId)
        }
        try FileTree.flush(packages)
        try FileTree.flush(root)
        return (old?.name ?? package.packageId, old != nil)
    }

    private func makePackages() throws(ImportError) {
        do { try DeviceFolder.makeFolder(packages) } catch { throw ImportError(error) }
    }

    /// Refuses a name that something unrelated has, on this file system or on one that does not tell case apart.
    private func checkName(_ name: String) throws(ImportError) {
        let names: (names: [String], undecodable: [String])
        do { names = try FileSystem.entries(packages) } catch { throw .disk("cannot read '\(packages)'", error.code) }
        guard let other = names.names.first(where: { FoldedName($0) == FoldedName(name) }) else { return }
        throw ImportError(
            .nameTaken, "there is already an unrelated \(Wording.quoted(other)) in Packages/",
            hint: "move it elsewhere, or give the package another packageId")
    }

    /// Puts the new package in the place of an installed one, whose folder keeps its name.
    private func replace(_ old: InstalledFolder, from staging: StagingFolder) throws(ImportError) {
        if canExchange, try FileTree.exchange(staging.package, old.path) { return }
        // Between the two steps the package is missing; who comes next puts it back (`StagingFolder.clean`).
        try FileTree.make(staging.replaced)
        let waiting = staging.replaced + "/" + old.name
        try FileTree.move(old.path, to: waiting)
        do throws(ImportError) {
            try FileTree.move(staging.package, to: old.path)
        } catch {
            try FileTree.move(waiting, to: old.path)
            throw error
        }
    }
}

/// Installs the package in an archive under a base directory, such as the private one of a run.
public func importPackage(archive: String, intoRoot root: String) throws(ImportError) -> ImportReport {
    try PackageImporter(root: root).importArchive(archive)
}

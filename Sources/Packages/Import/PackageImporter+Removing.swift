public import Diagnostics
import Storage

/// What a removal did, or would do.
public struct RemovalReport: Sendable {
    /// The id of the package; nil for one that did not load.
    public let id: String?
    /// The folder in `Packages/` that is gone.
    public let folder: String
    /// Whether it was the active theme or playlist.
    public let wasActive: Bool
    /// What of its kind is active now, where it was the active one; nil when nothing is left.
    public let nowActive: String?
    /// What was to be mended in `state.json`.
    public let diagnostics: [Diagnostic]
}

extension PackageImporter {
    /// Removes an installed package by its id or package id; one that does not load also by the name of its folder.
    ///
    /// The active theme or playlist only where `force` is set: then the first of the others becomes active, in `state.json`
    /// too.
    public func remove(_ word: String, force: Bool) throws(ImportError) -> RemovalReport {
        guard FileTree.exists(packages) else {
            throw ImportError(
                .notInstalled, "no package '\(word)' is installed: there is no \(packages)", hint: "check --root")
        }
        let lock = try lock()
        StagingFolder.clean(root, holding: lock)
        let folders = try InstalledFolder.all(in: packages)
        let target = try Self.find(word, in: folders)
        let library = PackageLibrary(root: root)
        let place = FileSystem.resolved(target.path)
        let active =
            target.package != nil && [library.activeTheme?.folder, library.activePlaylist?.folder].contains(place)
        let next = folders.first { $0.name != target.name && $0.package?.kind == target.package?.kind }?.package?.id
        if active, !force {
            let then = next.map { "\($0) would become active" } ?? "nothing of its kind would be left"
            throw ImportError(
                .isActive, "\(target.package?.id ?? word) is the active \(target.package?.kind ?? "package"); \(then)",
                hint: "choose another one first, or use --force")
        }
        let staging = try StagingFolder(in: root, holding: lock)
        defer { staging.remove() }
        // First the state: when it cannot be written, nothing is gone.
        var diagnostics: [Diagnostic] = []
        if active, let package = target.package, let next {
            diagnostics = try pin(next, inPlaceOf: package, holding: lock)
        }
        try FileTree.move(target.path, to: staging.package)
        try FileTree.flush(packages)
        return RemovalReport(
            id: target.package?.id, folder: target.name, wasActive: active, nowActive: active ? next : nil,
            diagnostics: diagnostics)
    }

    private static func find(_ word: String, in folders: [InstalledFolder]) throws(ImportError) -> InstalledFolder {
        if let exact = folders.first(where: { $0.package?.id == word }) { return exact }
        var found = folders.filter { $0.packageId == word }
        if found.isEmpty { found = folders.filter { $0.package == nil && $0.name == word } }
        guard let first = found.first else {
            let ids = folders.map { $0.package?.id ?? $0.name }
            let near = Wording.suggestion(for: word, among: ids + folders.compactMap(\.packageId))
            let list = ids.isEmpty ? "nothing is installed" : "installed: " + ids.joined(separator: ", ")
            throw ImportError(.notInstalled, "no package '\(word)' is installed", hint: near ?? list)
        }
        guard found.count == 1 else {
            throw ImportError(
                .ambiguous, "'\(word)' is installed \(found.count) times",
                hint: "name one of them: " + found.map { $0.package?.id ?? $0.name }.joined(separator: ", "))
        }
        return first
    }

    /// Makes `state.json` name what is active now, where it named the package that is gone; nothing else in it changes.
    private func pin(_ id: String, inPlaceOf package: Package, holding lock: FolderLock) throws(ImportError)
        -> [Diagnostic]
    {
        do {
            return try StateFile(DeviceFolder(path: root)).update(holding: lock) { state in
                switch package {
                case .theme where state.activeThemeId == package.id: [.activeTheme(id)]
                case .playlist where state.activePlaylist == .id(package.id): [.activePlaylist(.id(id))]
                default: []
                }
            }.diagnostics
        } catch let error as StorageError {
            throw ImportError(error)
        } catch {
            // Nothing else is thrown in there.
            throw ImportError(.disk, "the state cannot be changed: \(error)", hint: "check \(root)/state.json")
        }
    }
}

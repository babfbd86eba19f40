import AmbientEngine
import Diagnostics
import Foundation
import Packages
import Synchronization
import Weather

/// Packages that steps of a scenario import: unpacked once, into a folder of their own, so that pictures from before an
/// import are still drawn from what was there then.
final class ImportedPackages: PackageImporting {
    private struct State {
        /// By path: the number of the edition, or why there is none.
        var known: [String: Result<Int, PackageImportFailure>] = [:]
        /// Edition n is at n − 1.
        var packages: [Package] = []
    }

    private let state = Mutex(State())
    private let log: DiagnosticLog

    init(log: DiagnosticLog) { self.log = log }

    /// The package of an edition that an import brought; nil for edition 0.
    func package(_ edition: PackageEdition) -> Package? {
        state.withLock { state in
            let package = state.packages.indices.contains(edition.number - 1) ? state.packages[edition.number - 1] : nil
            return package?.id == edition.id ? package : nil
        }
    }

    func importPackage(
        _ path: String, into packages: InstalledPackages
    ) throws(PackageImportFailure) -> PackageImport {
        let found = state.withLock { state in
            if let known = state.known[path] { return known.map { ($0, state.packages[$0 - 1]) } }
            let result = load(path)
            switch result {
            case .success(let package):
                state.packages.append(package)
                state.known[path] = .success(state.packages.count)
            case .failure(let failure): state.known[path] = .failure(failure)
            }
            return result.map { (state.packages.count, $0) }
        }
        let (edition, package) = try found.get()
        var packages = packages
        let isReplacement = packages.install(package, edition: edition)
        return PackageImport(packages: packages, id: package.id, isReplacement: isReplacement)
    }

    private func load(_ path: String) -> Result<Package, PackageImportFailure> {
        guard FileManager.default.fileExists(atPath: path) else {
            return .failure(
                PackageImportFailure(
                    message: "there is no file '\(path)'", hint: "paths are relative to the scenario file",
                    isMissing: true))
        }
        do throws(ImportError) {
            let result = try ExtractedPackages.importing(path)
            result.diagnostics.forEach(log.add)
            guard let package = result.package else {
                return .failure(PackageImportFailure(message: "it does not load"))
            }
            return .success(package)
        } catch {
            error.diagnostics.forEach(log.add)
            return .failure(
                PackageImportFailure(message: error.message + " [\(error.code.rawValue)]", hint: error.hint))
        }
    }
}

extension InstalledPackages {
    /// Puts a package in its place, which is that of the one it replaces, else by its folder's name among the others.
    ///
    /// - Returns: whether one of that id was there.
    mutating func install(_ package: Package, edition: Int) -> Bool {
        editions[package.id] = edition
        switch package {
        case .theme(let theme):
            names[theme.id] = theme.displayName
            let entry = WeatherTheme(id: theme.id, tags: theme.weatherTags)
            if let place = themes.firstIndex(where: { $0.id == theme.id }) {
                themes[place] = entry
                return true
            }
            themes.insert(entry, at: themes.firstIndex { $0.id > theme.id } ?? themes.endIndex)
        case .playlist(let playlist):
            if playlists.contains(playlist.id) { return true }
            playlists.insert(playlist.id, at: playlists.firstIndex { $0 > playlist.id } ?? playlists.endIndex)
        case .films: break
        }
        return false
    }
}

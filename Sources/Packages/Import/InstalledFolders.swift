import Diagnostics
import StructuredText

/// A folder in `Packages/` and what its manifest says.
struct InstalledFolder {
    let name: String
    let path: String
    /// As in the manifest, also of a package that does not load; nil where it says none.
    let packageId: String?
    /// The package; nil when it does not load.
    let package: Package?

    /// All folders in the order of the library.
    static func all(in packages: String) throws(ImportError) -> [InstalledFolder] {
        let names: [String]
        do {
            names = try FileSystem.entries(packages).names
        } catch {
            if error.isMissing { return [] }
            throw .disk("cannot read '\(packages)'", error.code)
        }
        return names.compactMap { name in
            let path = packages + "/" + name
            guard (try? FileSystem.kind(path)) == .folder else { return nil }
            let package = loadPackage(at: path).package
            return InstalledFolder(
                name: name, path: path, packageId: package?.packageId ?? manifestId(path), package: package)
        }
    }

    private static func manifestId(_ path: String) -> String? {
        guard let bytes = try? FileSystem.read(path + "/manifest.json", limit: ManifestReader.largestManifest) else {
            return nil
        }
        return JSONReader.read(SourceText(name: path, bytes: bytes)).root?["packageId"]?.string
    }
}

extension Package {
    /// `theme`, `playlist` or `films`, as in its manifest.
    public var kind: String {
        switch self {
        case .theme: "theme"
        case .playlist: "playlist"
        case .films: "films"
        }
    }
}

/// Whether a package of that id can be imported: `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`, the device's rule.
public func isSafePackageId(_ id: String) -> Bool { ManifestReader.isSafeId(id) }

import Diagnostics
import StructuredText

/// Loads the package in a folder, by the rules of the device.
///
/// Never throws: whatever keeps the package from loading is among the diagnostics. File names in them start with `path`
/// as given.
public func loadPackage(at path: String) -> LoadResult {
    PackageLoader(shown: path).load()
}

/// The same for a package that people know by another path, such as that of the archive it was extracted from.
public func loadPackage(at path: String, shownAs shown: String) -> LoadResult {
    PackageLoader(shown: shown, location: path).load()
}

/// One loading of one folder.
struct PackageLoader {
    /// The folder as shown to people.
    let shown: String
    /// The folder itself.
    let location: String
    /// True for a folder that lies among packages and need not be one.
    let isHidden: Bool

    init(shown path: String, location: String? = nil, isHidden: Bool = false) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        shown = path.isEmpty ? "." : path
        self.location = location ?? shown
        self.isHidden = isHidden
    }

    func load() -> LoadResult {
        do {
            switch try FileSystem.kind(location) {
            case .folder: break
            case .regular, .other: return refused(notAFolder)
            }
        } catch {
            return refused(
                Diagnostic(
                    .error, error.isMissing ? "package.missing" : "package.unreadable",
                    "the package folder cannot be opened: \(error.reason)", file: shown, hint: "check the path"))
        }
        guard let folder = FileSystem.resolved(location) else {
            return refused(
                Diagnostic(
                    .error, "package.unreadable", "the package folder cannot be opened: its path is not UTF-8",
                    file: shown,
                    hint: "rename the folder"))
        }
        let name = shown + "/manifest.json"
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(folder + "/manifest.json", limit: ManifestReader.largestManifest)
        } catch {
            return refused(manifestFault(error, name: name, folder: folder))
        }
        var reader = ManifestReader(
            source: SourceText(name: name, bytes: bytes), folder: folder, shownFolder: shown)
        let package = reader.read()
        return LoadResult(package: package, diagnostics: bounded(reader.diagnostics, file: name))
    }

    private func refused(_ diagnostic: Diagnostic) -> LoadResult { LoadResult(package: nil, diagnostics: [diagnostic]) }

    private var notAFolder: Diagnostic {
        let hint =
            shown.hasSuffix("/manifest.json")
            ? "name the folder that holds manifest.json"
            : shown.lowercased().hasSuffix(".zip")
                ? "unpack the archive and name its folder, or install it with 'ambient package import'"
                : "a package is a folder with a manifest.json"
        return Diagnostic(
            .error, "package.not-a-folder", "the package is a file, not a folder", file: shown, hint: hint)
    }

    private func manifestFault(_ fault: FileFault, name: String, folder: String) -> Diagnostic {
        if fault.isMissing {
            return Diagnostic(
                isHidden ? .note : .error, "package.manifest-missing",
                "the folder has no manifest.json and is no package",
                file: shown, hint: manifestHint(folder))
        }
        if fault.isTooLarge {
            return Diagnostic(
                .error, "package.manifest-too-large", "the manifest is larger than 1 MiB", file: name,
                hint: "make the manifest smaller")
        }
        return Diagnostic(
            .error, "package.manifest-unreadable", "the manifest cannot be read: \(fault.reason)", file: name,
            hint: "put a readable text file in its place")
    }

    /// Says where a manifest is that was put in the wrong place or written in another case.
    private func manifestHint(_ folder: String) -> String {
        let names = (try? FileSystem.entries(folder).names)?.prefix(1000) ?? []
        if names.contains("manifest.json") {
            return "manifest.json is a link that leads nowhere; put the file in its place"
        }
        if let other = names.first(where: { $0.lowercased() == "manifest.json" }) {
            return "rename \(Wording.quoted(other)) to \"manifest.json\""
        }
        let inner = names.filter { (try? FileSystem.kind(folder + "/" + $0 + "/manifest.json")) != nil }
        if let first = inner.first {
            return inner.count == 1
                ? "the package is the folder \(Wording.quoted(first)) in it"
                : "the folder holds \(inner.count) packages, for example \(Wording.quoted(first)); name one of them"
        }
        return "add a manifest.json"
    }

    /// At most 200 diagnostics; a summary keeps the worst severity of the rest.
    private func bounded(_ diagnostics: [Diagnostic], file: String) -> [Diagnostic] {
        let most = 200
        guard diagnostics.count > most, let worst = diagnostics[most...].map(\.severity).max() else {
            return diagnostics
        }
        let summary = Diagnostic(
            worst, "package.more-diagnostics", "\(diagnostics.count - most) more findings are not shown", file: file,
            hint: "mend those above first")
        return diagnostics[..<most] + [summary]
    }
}

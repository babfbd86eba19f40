import Diagnostics
import Foundation
import Packages

/// The device's base directory (`--root`) and what a `SCENE` word means in it.
struct RootFolder {
    static let option = Option(
        "root", value: "DIR", "the device's base directory ($XDG_DATA_HOME/ambient-display)")

    let path: String

    init(_ arguments: Arguments) {
        path = arguments.value("root") ?? RootFolder.standard
    }

    private static var standard: String {
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/ambient-display" }
        return (environment["HOME"] ?? "/") + "/.local/share/ambient-display"
    }

    /// The themes that a run can show and the one it starts with.
    struct Selection {
        var themes: [ThemePackage]
        var active: ThemePackage
        /// A short name for output files.
        var name: String
    }

    /// Finds a scene: a package folder, a package archive, or the id of an installed theme; nil is the active theme.
    ///
    /// With `weather` it is the installed theme that suits it. Everything the packages' authors should know goes to `log`.
    func select(_ word: String?, weather: WeatherChoice? = nil, log: DiagnosticLog) throws(CommandFailure) -> Selection
    {
        if let word {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: word, isDirectory: &isFolder) {
                let theme = try theme(at: word, isFolder: isFolder.boolValue, log: log)
                return Selection(themes: [theme], active: theme, name: theme.packageId)
            }
            if word.contains("/") || word.hasSuffix(".zip") {
                throw CommandFailure(
                    .badInput, "there is no package '\(word)'",
                    hint: "a scene is a package folder, a package .zip or the id of an installed theme",
                    stage: "scene")
            }
        }
        let library = PackageLibrary(root: path)
        if let word {
            guard let theme = library.themes.first(where: { $0.id == word }) else {
                library.diagnostics.forEach(log.add)
                let ids = library.themes.map(\.id)
                throw CommandFailure(
                    .badInput, "'\(word)' is neither a package folder nor an installed theme",
                    hint: Wording.nearest(to: word, among: ids).map { "did you mean \($0)?" }
                        ?? (ids.isEmpty
                            ? "no themes are installed under \(path)/Packages"
                            : "installed: " + ids.joined(separator: ", ")),
                    stage: "scene")
            }
            library.report([theme], to: log)
            return Selection(themes: library.themes, active: theme, name: theme.packageId)
        }
        guard let active = weather?.theme(of: library) ?? library.activeTheme else {
            library.diagnostics.forEach(log.add)
            throw CommandFailure(
                .badInput, "no theme is installed under \(path)/Packages",
                hint: "name a package folder, for example: ambient render SamplePackages/sample-scene-sunny",
                stage: "scene")
        }
        library.report([active], to: log)
        return Selection(themes: library.themes, active: active, name: active.packageId)
    }

    private func theme(at path: String, isFolder: Bool, log: DiagnosticLog) throws(CommandFailure) -> ThemePackage {
        guard isFolder || ExtractedPackages.isArchive(path) else {
            throw CommandFailure(
                .badInput, "'\(path)' is not a package folder",
                hint: "give the folder that holds manifest.json, or a .zip of it", stage: "scene")
        }
        let result = try ExtractedPackages.load(path)
        result.diagnostics.forEach(log.add)
        switch result.package {
        case .theme(let theme): return theme
        case .playlist(let playlist):
            throw CommandFailure(
                .badInput, "'\(path)' is a playlist (\(playlist.packageId)), not a theme",
                hint: "name a theme package", stage: "scene")
        case .films(let films):
            throw CommandFailure(
                .badInput, "'\(path)' is a package of films (\(films.packageId)), not a theme",
                hint: "films are shown by the player: ambient run a scenario with 'app: player'", stage: "scene")
        case nil:
            throw CommandFailure(
                .badInput, "the package '\(path)' does not load", hint: "see the errors above", stage: "scene")
        }
    }
}

extension PackageLibrary {
    /// Logs what concerns the given themes and the library as a whole; a fault of another package is not theirs.
    func report(_ themes: [ThemePackage], to log: DiagnosticLog) {
        let shown = Set(themes.map(\.manifest.name))
        let packages = root + "/Packages/"
        for diagnostic in diagnostics {
            guard let file = diagnostic.file, file.hasPrefix(packages) else {
                log.add(diagnostic)
                continue
            }
            if shown.contains(where: { file.hasPrefix($0.dropLast("manifest.json".count)) }) { log.add(diagnostic) }
        }
    }
}

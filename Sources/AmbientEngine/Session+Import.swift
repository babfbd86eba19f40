import Scenarios

extension Session {
    /// Installs a package file as the app does: what it replaces takes effect at once.
    mutating func importPackage(_ path: String, _ step: Scenario.Step) throws(ScenarioFailure) -> StepResult.Outcome {
        guard let importer else {
            throw ScenarioFailure(
                step: step, code: "scenario.no-import", description: "this session does not import packages", hint: nil)
        }
        let result: PackageImport
        do throws(PackageImportFailure) {
            result = try importer.importPackage(path, into: packages)
        } catch {
            if error.isMissing {
                throw ScenarioFailure(
                    step: step, code: "scenario.import-missing", description: error.message, hint: error.hint)
            }
            return .failed("\(path) is not imported: \(error.message)")
        }
        imports.append(path)
        packages = result.packages
        note("imported \(result.id)" + (result.isReplacement ? ", which replaces the one before" : ""))
        guard app == .display else {
            note("the player goes on with the films of its launch")
            return .done
        }
        if let theme = packages.themes.first(where: { $0.id == sceneID }) ?? packages.themes.first {
            activate(theme: theme.id)
        }
        if let playlist, packages.playlists.contains(playlist) { activate(playlist: playlist) }
        tellWeather(.packagesChanged(themes: packages.themes, active: pinned.activeTheme))
        return .done
    }

    /// What a launch finds: the device's packages, and those that were imported since the session began.
    func installedWithImports() -> InstalledPackages {
        var packages = installed()
        guard let importer else { return packages }
        for path in imports {
            // A file that is gone meanwhile was installed all the same; what it brought is in `self.packages`.
            guard let result = try? importer.importPackage(path, into: packages) else { return self.packages }
            packages = result.packages
        }
        return packages
    }
}

import AmbientEngine
import Diagnostics
import Foundation
import Packages
import Scenarios
import Storage
import Weather

/// The device that a scenario is played on: a private copy of `--root`, and what the scenario brings along.
///
/// The copy is in memory, and nothing is ever written: what is installed was read once, so that a run does not depend
/// on what happens to the root meanwhile.
struct ScenarioDevice: Sendable {
    /// The first one is the fallback.
    private(set) var themes: [ThemePackage] = []
    /// Sources of sound by id.
    private(set) var sources: [String: Music.Source] = [:]
    /// The ids of the playlists; the first one is the fallback.
    private(set) var playlists: [String] = []
    /// What the player shows: the films of the scenes in their order, and themes, which are films with layers; without
    /// scenes those of `--root`.
    private(set) var films: [FilmLibrary.Source] = []
    /// What steps import.
    let imported: ImportedPackages
    private(set) var pinned = PinnedState(activePlaylist: .silence)

    /// What a session sees of the packages.
    var packages: InstalledPackages {
        InstalledPackages(
            themes: themes.map { WeatherTheme(id: $0.id, tags: $0.weatherTags) }, playlists: playlists,
            names: Dictionary(themes.map { ($0.id, $0.displayName) }, uniquingKeysWith: { first, _ in first }))
    }

    /// The files of a playlist.
    func source(_ edition: PackageEdition) -> Music.Source? {
        if edition.number == 0 { return sources[edition.id] }
        guard case .playlist(let playlist)? = imported.package(edition) else { return nil }
        return Music.Source(playlist)
    }

    /// Installs what a scenario names, in its order, then what `--root` holds where it is given.
    init(_ scenario: Scenario, at path: String, arguments: Arguments, log: DiagnosticLog) throws(CommandFailure) {
        func place(_ word: String) -> String { ScenarioPlan.path(word, besides: path) }
        imported = ImportedPackages(log: log)
        var library: PackageLibrary?
        if arguments.value("root") != nil {
            let root = PackageLibrary(root: RootFolder(arguments).path)
            root.report(root.themes, to: log)
            pinned = Self.pinned(root, log: log)
            let player = DevicePlayer(DeviceFolder(path: root.root))
            player.diagnostics.forEach(log.add)
            pinned.player = player.settings
            library = root
        }
        for scene in scenario.header.scenes.map(\.value) {
            if let known = library?.themes.first(where: { $0.id == scene || $0.packageId == scene }) {
                add(known)
                films.append(.theme(known))
                continue
            }
            if let known = library?.filmPackages.first(where: { $0.id == scene || $0.packageId == scene }) {
                films += known.films.map(FilmLibrary.Source.film)
                continue
            }
            if let known = library?.films.first(where: { $0.id == scene }) {
                films.append(.film(known))
                continue
            }
            if let known = library?.playlists.first(where: { $0.id == scene || $0.packageId == scene }) {
                add(known.id, Music.Source(known))
                continue
            }
            let result = try ExtractedPackages.load(place(scene))
            result.diagnostics.forEach(log.add)
            switch result.package {
            case .theme(let theme):
                add(theme)
                films.append(.theme(theme))
            case .playlist(let playlist): add(playlist.id, Music.Source(playlist))
            case .films(let package): films += FilmLibrary.sources(of: [.films(package)])
            case nil:
                throw CommandFailure(
                    .badInput, "the scenario's scene '\(scene)' is not a package",
                    hint: "paths are relative to the scenario file", stage: "scenario")
            }
        }
        if let first = themes.first { pinned.activeTheme = first.id }
        library?.themes.forEach { add($0) }
        if scenario.header.scenes.isEmpty { films = library?.films.map(FilmLibrary.Source.film) ?? [] }
        for playlist in library?.playlists ?? [] { add(playlist.id, Music.Source(playlist)) }
        try choosePlaylist(scenario, place, arguments, log)
    }

    private mutating func add(_ theme: ThemePackage) {
        if !themes.contains(where: { $0.id == theme.id }) { themes.append(theme) }
    }

    private mutating func add(_ id: String, _ source: Music.Source) {
        guard sources[id] == nil else { return }
        sources[id] = source
        playlists.append(id)
    }

    /// Makes the playlist of the option, else of the header, active.
    private mutating func choosePlaylist(
        _ scenario: Scenario, _ place: (String) -> String, _ arguments: Arguments, _ log: DiagnosticLog
    ) throws(CommandFailure) {
        let root = RootFolder(arguments)
        let source: Music.Source
        if let word = arguments.value("playlist") {
            if let known = known(word) {
                pinned.activePlaylist = .id(known)
                return
            }
            source = try Music.Source(word, root: root, log: log)
        } else if let field = scenario.header.playlist {
            if let known = known(field.value) {
                pinned.activePlaylist = .id(known)
                return
            }
            do throws(CommandFailure) {
                source = try Music.Source(place(field.value), root: root, log: log)
            } catch {
                log.add(field.place.diagnostic(.error, "scenario.bad-value", error.message, hint: error.hint))
                throw CommandFailure(.badInput, "the scenario's playlist cannot be used", stage: "playlist")
            }
        } else {
            return
        }
        add(source.name, source)
        pinned.activePlaylist = .id(source.name)
    }

    /// The id of an installed playlist that a word names.
    private func known(_ word: String) -> String? { playlists.first { $0 == word || $0 == word + ".playlist" } }

    private static func pinned(_ library: PackageLibrary, log: DiagnosticLog) -> PinnedState {
        var pinned = PinnedState(activeTheme: library.activeTheme?.id, weatherAutoTheme: library.weatherAutoTheme)
        if let playlist = library.activePlaylist { pinned.activePlaylist = .id(playlist.id) }
        if library.isSilent { pinned.activePlaylist = .silence }
        let file = library.root + "/" + WeatherSettings.fileName
        if let data = FileManager.default.contents(atPath: file) {
            let settings = WeatherSettings(SourceText(name: file, bytes: Array(data.prefix(1 << 20))))
            settings.diagnostics.forEach(log.add)
            pinned.location = settings.location
        }
        return pinned
    }
}

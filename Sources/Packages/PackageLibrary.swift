public import Diagnostics

/// What is installed under a base directory, and what is active there; only ever read.
///
/// The device goes through `Packages/` in directory order; here the order is that of the folder names' bytes, so that the
/// first installed theme is always the same.
public struct PackageLibrary: Sendable {
    /// The base directory as given.
    public let root: String
    public let themes: [ThemePackage]
    public let playlists: [PlaylistPackage]
    /// The packages of films; no film's id occurs twice.
    public let filmPackages: [FilmsPackage]
    /// The theme that `state.json` names, else the first; nil when none is installed.
    public let activeTheme: ThemePackage?
    /// The playlist that `state.json` names, else the first; nil when none is installed, and when silence was chosen.
    public let activePlaylist: PlaylistPackage?
    /// Whether silence was chosen.
    public let isSilent: Bool
    /// Whether weather chooses the theme.
    public let weatherAutoTheme: Bool
    /// About every package and the state, in the order of loading.
    public let diagnostics: [Diagnostic]

    /// Loads everything under `root`; a missing `Packages/` is an empty library.
    public init(root: String) {
        self.root = root
        let base = PackageLoader(shown: root).shown
        var loading = Loading()
        loading.loadFolders(in: base + "/Packages")
        let file = base + "/" + DeviceState.fileName
        let (state, warnings) = DeviceState.read(path: file, shown: file)
        themes = loading.themes
        playlists = loading.playlists
        filmPackages = loading.filmPackages
        weatherAutoTheme = state.weatherAutoTheme
        isSilent = state.activePlaylist == .silence
        activeTheme = themes.first { $0.id == state.activeThemeId } ?? themes.first
        let playlist = playlists.first { state.activePlaylist == .id($0.id) } ?? playlists.first
        activePlaylist = isSilent ? nil : playlist
        var diagnostics = loading.diagnostics + warnings
        for (id, place, active, kind) in [
            (state.activeThemeId, state.themePlace, activeTheme?.id, "theme"),
            (state.activePlaylist.id, state.playlistPlace, activePlaylist?.id, "playlist"),
        ] {
            guard let id, let place, id != active else { continue }
            diagnostics.append(
                place.diagnostic(
                    .warning, "state.not-installed",
                    "the active \(kind) \(Wording.quoted(id)) is not installed"
                        + (active.map { "; \(Wording.quoted($0)) is used" } ?? ""),
                    hint: "install it, or choose another \(kind)"))
        }
        self.diagnostics = diagnostics
    }

    /// All installed films, in the order of their packages.
    public var films: [FilmsPackage.Film] { filmPackages.flatMap(\.films) }

    /// The installed film of that id (`packageId.id.film`); nil if there is none.
    public func film(id: String) -> FilmsPackage.Film? {
        filmPackages.lazy.flatMap(\.films).first { $0.id == id }
    }

    /// The installed theme of that id; nil if there is none.
    public func theme(id: String) -> ThemePackage? { themes.first { $0.id == id } }

    /// The installed playlist of that id; nil if there is none.
    public func playlist(id: String) -> PlaylistPackage? { playlists.first { $0.id == id } }
}

/// A library being read.
private struct Loading {
    var themes: [ThemePackage] = []
    var playlists: [PlaylistPackage] = []
    var filmPackages: [FilmsPackage] = []
    var diagnostics: [Diagnostic] = []
    /// The folder that each id, and each package id, was first seen in.
    private var foldersById: [String: String] = [:]
    private var foldersByPackageId: [String: String] = [:]
    private var foldersByFilm: [String: String] = [:]

    mutating func loadFolders(in packages: String) {
        let names: [String]
        let undecodable: [String]
        do {
            (names, undecodable) = try FileSystem.entries(packages)
        } catch {
            diagnostics.append(
                Diagnostic(
                    error.isMissing ? .note : .error, error.isMissing ? "package.none-installed" : "package.unreadable",
                    error.isMissing
                        ? "nothing is installed: there is no folder Packages/"
                        : "the folder Packages/ cannot be opened: \(error.reason)",
                    file: packages, hint: error.isMissing ? "make it and put packages into it" : "check its permissions"
                ))
            return
        }
        for name in undecodable {
            diagnostics.append(
                Diagnostic(
                    .error, "package.name-not-utf8", "the name is not UTF-8; the package is dropped",
                    file: packages + "/" + name, hint: "rename the folder"))
        }
        for name in names { load(packages + "/" + name, name: name) }
    }

    private mutating func load(_ path: String, name: String) {
        let isHidden = name.hasPrefix(".") || name == "__MACOSX"
        if let kind = try? FileSystem.kind(path), kind != .folder {
            if isHidden { return }
            let isArchive = name.lowercased().hasSuffix(".zip")
            diagnostics.append(
                Diagnostic(
                    .note, "package.stray-file", "the file is no package and is ignored", file: path,
                    hint: isArchive ? "unpack it into a folder of its own" : "remove it, or move it elsewhere"))
            return
        }
        let result = PackageLoader(shown: path, isHidden: isHidden).load()
        diagnostics += result.diagnostics
        guard let package = result.package else { return }
        if let first = foldersById[package.id] {
            diagnostics.append(
                Diagnostic(
                    .error, "package.duplicate-id",
                    "\(Wording.quoted(package.id)) is installed twice; this one is dropped and the one in "
                        + "\(Wording.quoted(first)) is kept", file: path + "/manifest.json", path: "packageId",
                    hint: "give one of them another packageId, or remove it"))
            return
        }
        if let first = foldersByPackageId[package.packageId] {
            diagnostics.append(
                Diagnostic(
                    .note, "package.shared-id",
                    "the package id \(Wording.quoted(package.packageId)) is also that of the package in \(Wording.quoted(first))",
                    file: path + "/manifest.json", path: "packageId",
                    hint: "give one of them another packageId: importing one on the device replaces the other"))
        }
        foldersById[package.id] = name
        foldersByPackageId[package.packageId] = foldersByPackageId[package.packageId] ?? name
        switch package {
        case .theme(let theme): themes.append(theme)
        case .playlist(let playlist): playlists.append(playlist)
        case .films(let films): addFilms(films, folder: name)
        }
    }

    /// Films of two packages can meet in one id: `a` with `b.c`, and `a.b` with `c`.
    private mutating func addFilms(_ package: FilmsPackage, folder: String) {
        for film in package.films {
            guard let first = foldersByFilm[film.id] else { continue }
            diagnostics.append(
                film.place.diagnostic(
                    .error, "package.duplicate-film",
                    "the film \(Wording.quoted(film.id)) is installed twice; this one is dropped and the one in "
                        + "\(Wording.quoted(first)) is kept", hint: "give one of them another id, or remove it"))
        }
        guard let kept = package.keeping({ foldersByFilm[$0.id] == nil }) else { return }
        for film in kept.films { foldersByFilm[film.id] = folder }
        filmPackages.append(kept)
    }
}

import Diagnostics
import Foundation
import FrameCore
import MediaIO
import Packages

extension Command {
    /// `ambient package new|check|list|show|import|remove|pack`.
    static let package = group(
        name: "package", summary: "makes, checks, lists, installs and removes packages",
        details: [
            "A package is a folder with a manifest.json; DIR may be a .zip of it, which is read and not installed.",
            "Exit status: 1 check found errors; 2 wrong usage, or refused without --force or -y; 3 a bad archive or",
            "package, or one that is not installed; 4 the disk, or another ambient at work there.",
        ],
        subcommands: [packageNew, packageCheck, packageList, packageShow, packageImport, packageRemove, packagePack])

    private static let packageCheck = Command(
        name: "check", operands: "DIR|ZIP",
        summary: "every diagnostic at once: manifest, media, fonts, shaders; exit 1 on errors",
        options: [Option("strict", "warnings count as errors"), jsonOption], operandLimit: 1, run: check)

    private static let packageList = Command(
        name: "list", operands: "", summary: "the packages installed under --root",
        options: [RootFolder.option, jsonOption], operandLimit: 0, run: list)

    private static let packageShow = Command(
        name: "show", operands: "DIR|ZIP|ID", summary: "what a package holds",
        options: [RootFolder.option, jsonOption], operandLimit: 1, run: show)

    static let jsonOption = Option("json", "machine-readable result on standard output")
}

/// The operand of a command about one package.
func packageOperand(_ arguments: Arguments, _ what: String) throws(CommandFailure) -> String {
    guard let word = arguments.operands.first else { throw .usage("package \(what) needs a package") }
    return word
}

/// What loading does not see: whether the media opens, the fonts are known and the shaders compile.
private func inspect(_ theme: ThemePackage, log: DiagnosticLog) throws(CommandFailure) {
    let standard = try Arguments([], options: [])
    let library = SceneLibrary(
        themes: [theme], picture: try PictureSettings(standard), clock: try ClockSettings(standard), log: log)
    // What is said about facts.
    _ = try FilmLibrary(sources: [.theme(theme)], log: log)
    do {
        // Opening reads the time stamps only.
        try library.decodeBackground(of: theme.id)
        library.damage().forEach(log.add)
    } catch let error as CommandFailure where error.status == .badInput && log.hasErrors {
        // What is wrong stands in the log.
    } catch {
        throw CommandFailure(error, stage: "check")
    }
}

/// Whether the films can be decoded, and what does not fit their lengths.
private func inspect(_ package: FilmsPackage, log: DiagnosticLog) throws {
    let library = try FilmLibrary(sources: package.films.map(FilmLibrary.Source.film), log: log)
    // What keeps a film from being shown goes to the log.
    for index in 0..<library.filmCount { _ = try? library.film(index) }
}

/// Whether the tracks can be decoded.
private func inspect(_ playlist: PlaylistPackage, log: DiagnosticLog) {
    let source = Music.Source(playlist)
    for (index, file) in source.files.enumerated() {
        do {
            _ = try AudioTrack(path: file)
        } catch {
            log.add(source.diagnostic(index, "\(error)"))
        }
    }
}

private func check(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let path = try packageOperand(arguments, "check")
    let result = try ExtractedPackages.load(path)
    let log = DiagnosticLog()
    result.diagnostics.forEach(log.add)
    switch result.package {
    case .theme(let theme): try inspect(theme, log: log)
    case .playlist(let playlist): inspect(playlist, log: log)
    case .films(let films): try inspect(films, log: log)
    case nil: break
    }
    let isOK = result.package != nil && !log.hasErrors && !(arguments.has("strict") && log.hasWarnings)
    if arguments.has("json") {
        console.print(
            JSONText.object([
                ("package", .string(path)), ("ok", .bool(isOK)), ("diagnostics", .array(log.sorted.map(\.json))),
            ]).text)
    } else {
        console.report(log.sorted)
        console.print((["\(path): \(isOK ? "ok" : "not ok")"] + log.all.countedBySeverity).joined(separator: ", "))
    }
    if !FileManager.default.fileExists(atPath: path) { return .badInput }
    return isOK ? .done : .failedCheck
}

private func list(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let root = RootFolder(arguments)
    let library = PackageLibrary(root: root.path)
    if arguments.has("json") {
        console.print(
            JSONText.object([
                (
                    "themes",
                    .array(
                        library.themes.map { theme in
                            .object([
                                ("id", .string(theme.id)), ("displayName", .string(theme.displayName)),
                                ("active", .bool(theme.id == library.activeTheme?.id)),
                            ])
                        })
                ),
                (
                    "playlists",
                    .array(
                        library.playlists.map { playlist in
                            .object([
                                ("id", .string(playlist.id)), ("packageId", .string(playlist.packageId)),
                                ("active", .bool(playlist.id == library.activePlaylist?.id)),
                            ])
                        })
                ),
                (
                    "films",
                    .array(
                        library.films.map { film in
                            .object([("id", .string(film.id)), ("title", .string(film.title))])
                        })
                ),
            ]).text)
        return .done
    }
    console.report(library.diagnostics)
    for theme in library.themes {
        console.print("\(theme.id == library.activeTheme?.id ? "*" : " ") \(theme.id)  \(theme.displayName)")
    }
    for playlist in library.playlists {
        console.print(
            "\(playlist.id == library.activePlaylist?.id ? "*" : " ") \(playlist.id)  \(playlist.tracks.count) tracks")
    }
    for film in library.films { console.print("  \(film.id)  \(film.title)") }
    if library.themes.isEmpty, library.playlists.isEmpty, library.films.isEmpty {
        console.say("ambient: no packages are installed under \(root.path)/Packages")
    }
    return .done
}

private func show(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let word = try packageOperand(arguments, "show")
    let package: Package
    if FileManager.default.fileExists(atPath: word) {
        let result = try ExtractedPackages.load(word)
        console.report(result.diagnostics)
        guard let loaded = result.package else {
            throw CommandFailure(.badInput, "the package '\(word)' does not load", stage: "package")
        }
        package = loaded
    } else {
        let library = PackageLibrary(root: RootFolder(arguments).path)
        if let theme = library.themes.first(where: { $0.id == word || $0.packageId == word }) {
            let log = DiagnosticLog()
            library.report([theme], to: log)
            console.report(log.all)
            package = .theme(theme)
        } else if let playlist = library.playlists.first(where: { $0.id == word || $0.packageId == word }) {
            package = .playlist(playlist)
        } else if let films = library.filmPackages.first(where: { package in
            package.id == word || package.packageId == word || package.films.contains { $0.id == word }
        }) {
            package = .films(films)
        } else {
            throw CommandFailure(.badInput, "'\(word)' is neither a package folder nor installed", stage: "package")
        }
    }
    let rows: [(String, JSONText)]
    switch package {
    case .theme(let theme): rows = try describe(theme)
    case .playlist(let playlist): rows = describe(playlist)
    case .films(let films): rows = describe(films)
    }
    if arguments.has("json") {
        console.print(JSONText.object(rows).text)
    } else {
        rows.forEach { console.print($0.0 + ": " + plain($0.1)) }
    }
    return .done
}

private func describe(_ theme: ThemePackage) throws -> [(String, JSONText)] {
    let video = try LoopingVideo.probe(path: theme.backgroundVideo)
    return [
        ("type", .string("theme")), ("id", .string(theme.id)), ("displayName", .string(theme.displayName)),
        ("weatherTags", .array(theme.weatherTags.map(JSONText.string))),
        ("video", .string((theme.backgroundVideo as NSString).lastPathComponent)),
        ("videoCodec", .string(video.codec)), ("videoSize", .string(video.size.description)),
        ("videoSeconds", .number(video.duration.double)), ("videoFrames", .integer(video.frameCount)),
        ("videoColour", .string("\(video.colourMatrix), \(video.colourRange) range")),
        ("layers", .array(theme.layers.map { .string(summary(of: $0)) })),
    ]
}

private func describe(_ playlist: PlaylistPackage) -> [(String, JSONText)] {
    [
        ("type", .string("playlist")), ("id", .string(playlist.id)), ("packageId", .string(playlist.packageId)),
        ("tracks", .array(playlist.tracks.map { .string(summary(of: $0)) })),
    ]
}

private func describe(_ package: FilmsPackage) -> [(String, JSONText)] {
    [
        ("type", .string("films")), ("id", .string(package.id)), ("packageId", .string(package.packageId)),
        ("films", .array(package.films.map { .string(summary(of: $0)) })),
    ]
}

private func summary(of film: FilmsPackage.Film) -> String {
    let facts = "\(film.facts.count) fact\(film.facts.count == 1 ? "" : "s")"
    guard let info = try? LoopingVideo.probe(path: film.video) else {
        return "\(film.id): \(film.title), cannot be played, \(facts)"
    }
    let seconds = (info.duration.double * 10).rounded() / 10
    return "\(film.id): \(film.title), \(info.displaySize), \(seconds) s, \(info.codec), \(facts)"
}

private func summary(of track: PlaylistPackage.Track) -> String {
    guard let info = try? AudioTrack.probe(path: track.path) else { return "\(track.name): cannot be played" }
    let seconds = (info.duration.double * 10).rounded() / 10
    let title = [info.title, info.artist].compactMap { $0 }.joined(separator: ", ")
    return "\(track.name): \(title.isEmpty ? "untitled" : title), \(seconds) s, \(info.codec), \(info.sampleRate) Hz"
}

private func summary(of layer: LayerDescription) -> String {
    switch layer.kind {
    case .clock(let clock): "\(layer.name): \(clock.format) in \(clock.font), \(clock.size) pt"
    case .effect(let effect): "\(layer.name): " + effect.passes.map(summary).joined(separator: " → ")
    case .declined: "\(layer.name): declined"
    case .unknown: "\(layer.name): unknown kind"
    }
}

private func summary(of pass: EffectPass) -> String {
    let inputs = pass.inputs.map(\.rawValue) + pass.textures.map(\.name)
    return pass.path + (inputs.isEmpty ? "" : " (\(inputs.joined(separator: ", ")))")
}

private func plain(_ value: JSONText) -> String {
    switch value {
    case .string(let text): text
    case .array(let values): values.isEmpty ? "none" : values.map(plain).joined(separator: "\n  ").withLeadingBreak
    default: value.text
    }
}

extension String {
    /// A list starts on its own line.
    fileprivate var withLeadingBreak: String { contains("\n") ? "\n  " + self : self }
}

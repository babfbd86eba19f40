import AmbientEngine
import Compositing
import Diagnostics
import FrameCore
import MediaIO
import Packages
import StructuredText
import Synchronization

/// Diagnostics of one command, each once, in the order they came.
final class DiagnosticLog: Sendable {
    private let state = Mutex<(list: [Diagnostic], seen: Set<String>, reported: Int)>(([], [], 0))

    func add(_ diagnostic: Diagnostic) {
        let key = diagnostic.rendered() + (diagnostic.path ?? "")
        state.withLock { if $0.seen.insert(key).inserted { $0.list.append(diagnostic) } }
    }

    var all: [Diagnostic] { state.withLock { $0.list } }

    /// Those that came since this was last asked; for printing each once.
    func takeNew() -> [Diagnostic] {
        state.withLock { state in
            defer { state.reported = state.list.count }
            return Array(state.list.dropFirst(state.reported))
        }
    }

    /// The same by file and place; files in the order they came.
    var sorted: [Diagnostic] {
        let list = all
        var files: [String: Int] = [:]
        for diagnostic in list where files[diagnostic.file ?? ""] == nil {
            let next = files.count
            files[diagnostic.file ?? ""] = next
        }
        return list.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            let fileA = files[a.file ?? ""] ?? 0
            let fileB = files[b.file ?? ""] ?? 0
            if fileA != fileB { return fileA < fileB }
            let (startA, startB) = (a.span?.start ?? -1, b.span?.start ?? -1)
            return startA != startB ? startA < startB : left.offset < right.offset
        }.map(\.element)
    }

    /// Whether anything is a warning or worse.
    var hasWarnings: Bool { all.contains { $0.severity >= .warning } }
    var hasErrors: Bool { all.contains { $0.severity == .error } }
}

extension [Diagnostic] {
    /// How many there are of each severity, as `2 errors`, `1 warning`; none for none.
    var countedBySeverity: [String] {
        [Severity.error, .warning, .note].compactMap { severity in
            let count = count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
    }
}

/// Builds scenes from theme packages with the real decoder, fonts and compiler.
final class SceneLibrary: SceneProvider {
    private let themes: [String: ThemePackage]
    private let imported: ImportedPackages?
    private let picture: PictureSettings
    private let log: DiagnosticLog
    private let builder: LayerBuilder
    private let built = Mutex<[PackageEdition: (scene: Scene, video: LoopingVideo)]>([:])

    /// `imported` knows the packages that come later.
    init(
        themes: [ThemePackage], imported: ImportedPackages? = nil, picture: PictureSettings, clock: ClockSettings,
        log: DiagnosticLog
    ) {
        self.imported = imported
        self.themes = Dictionary(themes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.picture = picture
        self.log = log
        builder = LayerBuilder(clock: clock, log: log)
    }

    /// The scene of a theme that was there from the start.
    func scene(_ id: String) throws -> Scene { try scene(PackageEdition(id)) }

    private func theme(_ edition: PackageEdition) -> ThemePackage? {
        if edition.number == 0 { return themes[edition.id] }
        guard case .theme(let theme)? = imported?.package(edition) else { return nil }
        return theme
    }

    func scene(_ id: PackageEdition) throws -> Scene {
        // Building under the lock: two frames that need a new scene wait for one build.
        try built.withLock { scenes in
            if let known = scenes[id] { return known.scene }
            guard let theme = theme(id) else {
                throw CommandFailure(.badInput, "no theme '\(id.id)' is installed", stage: "scene")
            }
            // The layers first: a video that does not open should not hide what is wrong with the shaders.
            let layers = try builder.layers(of: theme)
            let video = try open(theme)
            let stack = LayerStack(
                background: video, layers: layers, size: picture.size, pointScale: picture.pointScale)
            let scene = Scene(id: theme.id, stack: stack)
            scenes[id] = (scene, video)
            return scene
        }
    }

    /// Opens a background; a fault of the file is a diagnostic at its place in the manifest.
    private func open(_ theme: ThemePackage) throws -> LoopingVideo {
        do {
            return try LoopingVideo(path: theme.backgroundVideo)
        } catch let error as MediaError where error.isInputFault {
            log.add(
                theme.backgroundVideoPlace.diagnostic(
                    .error, "media.cannot-open", "\(error)",
                    hint: "the background must be a video that FFmpeg opens, such as H.264 in MP4"))
            throw CommandFailure(.badInput, "the background of \(theme.id) cannot be opened", stage: "scene")
        }
    }

    /// Decodes the whole background of a scene, so that `damage()` knows all of it.
    func decodeBackground(of id: String) throws {
        _ = try scene(id)
        _ = try built.withLock { $0[PackageEdition(id)]?.video }?.countDamagedPictures()
    }

    /// What is known of backgrounds whose pictures could not all be decoded.
    func damage() -> [Diagnostic] {
        built.withLock { scenes in
            scenes.keys.sorted { ($0.id, $0.number) < ($1.id, $1.number) }.compactMap { id in
                guard let count = scenes[id]?.video.damagedPictureCount, count > 0, let theme = theme(id) else {
                    return nil
                }
                return theme.backgroundVideoPlace.diagnostic(
                    .warning, "media.damaged-pictures",
                    "\(count) picture\(count == 1 ? "" : "s") of the background cannot be decoded; the one before is shown",
                    hint: "encode the video again")
            }
        }
    }

    /// Where a theme's manifest describes a layer; nil for a name that no layer has.
    func place(ofLayer layer: String, scene: PackageEdition) -> DocumentPlace? {
        theme(scene)?.layers.first { $0.name == layer }?.place
    }

    /// The shader files of a layer's passes, relative to the package's content; none for a layer that is no effect.
    func shaders(ofLayer layer: String, scene: String) -> [String] {
        guard case .effect(let parameters) = themes[scene]?.layers.first(where: { $0.name == layer })?.kind else {
            return []
        }
        return parameters.passes.map(\.path)
    }
}

public import Diagnostics
import StructuredText

/// What `state.json` remembers across launches, as far as it is sound.
public struct DeviceState: Sendable {
    public static let fileName = "state.json"

    /// The playlist that was chosen.
    public enum Playlist: Sendable, Hashable {
        /// Nothing was: the first installed one is active.
        case unset
        /// Silence was, written as `null`.
        case silence
        case id(String)

        /// The id; nil for the others.
        public var id: String? {
            if case .id(let id) = self { id } else { nil }
        }
    }

    /// What is remembered anew.
    public enum Change: Sendable, Hashable {
        /// Nil forgets the theme.
        case activeTheme(String?)
        case activePlaylist(Playlist)
        case weatherAutoTheme(Bool)
    }

    /// Nil where the file does not say: the first installed theme is active.
    public let activeThemeId: String?
    public let activePlaylist: Playlist
    /// Whether weather chooses the theme.
    public let weatherAutoTheme: Bool
    /// False when the whole text is unusable: torn, empty, no JSON object, a key twice.
    public let isReadable: Bool
    /// False when anything is ignored, so that the text is worth keeping aside before it is written anew.
    public let isSound: Bool
    /// Warnings about what is ignored.
    public let diagnostics: [Diagnostic]
    /// Where the ids stand.
    let themePlace: DocumentPlace?
    let playlistPlace: DocumentPlace?

    /// What a device remembers that was never used.
    public init() { self.init(Reading()) }

    /// Reads the file's bytes.
    public init(_ source: SourceText) {
        let result = JSONReader.read(source)
        var reading = Reading()
        if let root = result.root, root.members != nil {
            reading.diagnostics = result.diagnostics
            reading.read(root, source)
        } else {
            reading.isReadable = false
            reading.isSound = false
            reading.diagnostics = [DeviceState.malformed(result, source)]
        }
        self.init(reading)
    }

    /// What is left of a file that cannot be used at all.
    init(unreadable cause: Diagnostic) {
        self.init(Reading(isReadable: false, isSound: false, diagnostics: [cause]))
    }

    private init(_ reading: Reading) {
        activeThemeId = reading.themeId
        activePlaylist = reading.playlist
        weatherAutoTheme = reading.weatherAutoTheme
        isReadable = reading.isReadable
        isSound = reading.isSound
        diagnostics = reading.diagnostics
        themePlace = reading.themePlace
        playlistPlace = reading.playlistPlace
    }

    private static func malformed(_ result: ReadResult, _ source: SourceText) -> Diagnostic {
        if let root = result.root {
            return DocumentPlace(source: source, span: root.span, path: .root).diagnostic(
                .warning, "state.malformed", "the state is \(root.kindName), not an object, and is ignored",
                hint: Reading.hint)
        }
        let first = result.diagnostics.first { $0.severity == .error }
        return Diagnostic(
            .warning, "state.malformed", "the state is ignored: \(first?.message ?? "it is no JSON")", source: source,
            span: first?.span, path: first?.path, hint: Reading.hint)
    }
}

/// A state being read.
private struct Reading {
    static let hint = "mend the file, or delete it to start afresh"

    var themeId: String?
    var playlist = DeviceState.Playlist.unset
    var weatherAutoTheme = false
    var isReadable = true
    var isSound = true
    var diagnostics: [Diagnostic] = []
    var themePlace: DocumentPlace?
    var playlistPlace: DocumentPlace?

    mutating func read(_ root: Node, _ source: SourceText) {
        let place = { (node: Node, path: DocumentPath) in DocumentPlace(source: source, span: node.span, path: path) }
        if let node = root["activeThemeId"] {
            let found = place(node, .root.key("activeThemeId"))
            if let id = node.string {
                (themeId, themePlace) = (id, found)
            } else {
                warn(node, "not a string", found)
            }
        }
        if let node = root["activePlaylistId"] {
            let found = place(node, .root.key("activePlaylistId"))
            if let id = node.string {
                (playlist, playlistPlace) = (.id(id), found)
            } else if node.isNull {
                playlist = .silence
            } else {
                warn(node, "not a string or null", found)
            }
        }
        guard let settings = root["settings"] else { return }
        let path = DocumentPath.root.key("settings")
        guard settings.members != nil else { return warn(settings, "not an object", place(settings, path)) }
        guard let auto = settings["weatherAutoTheme"] else { return }
        if let value = auto.bool {
            weatherAutoTheme = value
        } else {
            warn(auto, "not true or false", place(auto, path.key("weatherAutoTheme")), name: "weatherAutoTheme")
        }
    }

    private mutating func warn(_ node: Node, _ expected: String, _ place: DocumentPlace, name: String? = nil) {
        isSound = false
        diagnostics.append(
            place.diagnostic(
                .warning, "state.wrong-type",
                "\"\(name ?? place.path.description)\" is \(node.kindName), \(expected), and is ignored",
                hint: Reading.hint))
    }
}

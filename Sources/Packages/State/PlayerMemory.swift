public import Diagnostics
import FrameCore
public import Interaction
import StructuredText

/// What `player.json` remembers of the film player across launches, as far as it is sound.
///
/// Keys: `nextAfter` and `stopAfter` (seconds, `null` for never), `shuffle`, `facts`, `crossFade` (seconds), `lastFilm`.
public struct PlayerMemory: Sendable {
    public static let fileName = "player.json"

    public let settings: PlayerSettings
    /// False when anything is ignored, so that the text is worth keeping aside before it is written anew.
    public let isSound: Bool
    /// Warnings about what is ignored or replaced.
    public let diagnostics: [Diagnostic]

    /// What a player remembers that was never used.
    public init() {
        settings = PlayerSettings()
        isSound = true
        diagnostics = []
    }

    /// Reads the file's bytes.
    public init(_ source: SourceText) {
        let result = JSONReader.read(source)
        guard let root = result.root, root.members != nil else {
            let error = result.diagnostics.first { $0.severity == .error }
            let message = error?.message ?? "it is \(result.root?.kindName ?? "no JSON"), not an object"
            settings = PlayerSettings()
            isSound = false
            diagnostics = [
                Diagnostic(
                    .warning, "player.malformed", "the player's settings are ignored: \(message)", source: source,
                    span: error?.span ?? result.root?.span, path: error?.path, hint: PlayerReading.hint)
            ]
            return
        }
        var reading = PlayerReading(source: source, diagnostics: result.diagnostics)
        reading.read(root)
        let (settings, replaced) = reading.settings.inRange()
        for text in replaced {
            reading.diagnostics.append(
                Diagnostic(.warning, "player.out-of-range", text, file: source.name, hint: PlayerReading.hint))
        }
        self.settings = settings
        isSound = reading.isSound
        diagnostics = reading.diagnostics
    }

    /// The file with these settings, all else byte for byte as it was; an unusable text is replaced as a whole.
    public static func saving(_ settings: PlayerSettings, into old: [UInt8]?) -> [UInt8] {
        var text = ObjectText(old ?? [])
        let (settings, _) = settings.inRange()
        func seconds(_ time: Rational?) -> JSONText { time.map { .number($0.double) } ?? .null }
        text.set("nextAfter", seconds(settings.nextAfter))
        text.set("stopAfter", seconds(settings.stopAfter))
        text.set("shuffle", .bool(settings.shuffle))
        text.set("facts", .bool(settings.showsFacts))
        text.set("crossFade", seconds(settings.crossFade))
        if let film = settings.lastFilm { text.set("lastFilm", .string(film)) } else { text.remove(["lastFilm"]) }
        return text.bytes
    }
}

/// The file being read.
private struct PlayerReading {
    static let hint = "mend the file, or delete it to start afresh"

    let source: SourceText
    var diagnostics: [Diagnostic]
    var settings = PlayerSettings()
    var isSound = true

    mutating func read(_ root: Node) {
        for (key, path) in [
            ("nextAfter", \PlayerSettings.nextAfter), ("stopAfter", \PlayerSettings.stopAfter),
        ] {
            guard let node = root[key], !node.isNull else { continue }
            settings[keyPath: path] = seconds(node, key) ?? settings[keyPath: path]
        }
        if let node = root["crossFade"] { settings.crossFade = seconds(node, "crossFade") ?? settings.crossFade }
        for (key, path) in [("shuffle", \PlayerSettings.shuffle), ("facts", \PlayerSettings.showsFacts)] {
            guard let node = root[key] else { continue }
            if let isOn = node.bool {
                settings[keyPath: path] = isOn
            } else {
                warn(node, key, "not true or false")
            }
        }
        guard let node = root["lastFilm"], !node.isNull else { return }
        if let id = node.string { settings.lastFilm = id } else { warn(node, "lastFilm", "not a string") }
    }

    /// Seconds to the nearest millisecond.
    private mutating func seconds(_ node: Node, _ key: String) -> Rational? {
        guard let value = node.number, value.magnitude <= 1e9 else {
            warn(node, key, "not a number of seconds")
            return nil
        }
        return Rational(Int64((value * 1000).rounded()), 1000)
    }

    private mutating func warn(_ node: Node, _ key: String, _ expected: String) {
        isSound = false
        diagnostics.append(
            DocumentPlace(source: source, span: node.span, path: .root.key(key)).diagnostic(
                .warning, "player.wrong-type", "\"\(key)\" is \(node.kindName), \(expected), and is ignored",
                hint: PlayerReading.hint))
    }
}

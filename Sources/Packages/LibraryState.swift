import Diagnostics
import StructuredText

/// What `state.json` remembers, as far as it is sound.
struct LibraryState {
    private(set) var activeThemeId: Located<String>?
    private(set) var activePlaylistId: Located<String>?
    private(set) var weatherAutoTheme = false
    private(set) var diagnostics: [Diagnostic] = []

    /// Reads the file; nothing is remembered where it is missing or malformed.
    init(path: String, shown: String) {
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(path, limit: 1 << 20)
        } catch  where error.isMissing {
            return
        } catch {
            diagnostics = [
                Diagnostic(
                    .warning, "state.unreadable", "the state cannot be read and is ignored: \(error.reason)",
                    file: shown,
                    hint: "check the file, or delete it")
            ]
            return
        }
        let source = SourceText(name: shown, bytes: bytes)
        let result = JSONReader.read(source)
        guard let root = result.root else {
            let first = result.diagnostics.first { $0.severity == .error }
            diagnostics = [
                Diagnostic(
                    .warning, "state.malformed", "the state is ignored: \(first?.message ?? "it is no JSON")",
                    source: source,
                    span: first?.span, path: first?.path, hint: "mend the file, or delete it to start afresh")
            ]
            return
        }
        diagnostics = result.diagnostics
        guard root.members != nil else {
            warn("state.malformed", "the state is \(root.kindName), not an object, and is ignored", root, .root, source)
            return
        }
        activeThemeId = readId(root, "activeThemeId", source)
        activePlaylistId = readId(root, "activePlaylistId", source)
        guard let settings = root["settings"] else { return }
        guard settings.members != nil else {
            warn(
                "state.wrong-type", "\"settings\" is \(settings.kindName), not an object, and is ignored", settings,
                .root.key("settings"), source)
            return
        }
        guard let auto = settings["weatherAutoTheme"] else { return }
        if let value = auto.bool {
            weatherAutoTheme = value
        } else {
            warn(
                "state.wrong-type", "\"weatherAutoTheme\" is \(auto.kindName), not true or false, and is ignored", auto,
                .root.key("settings").key("weatherAutoTheme"), source)
        }
    }

    private mutating func readId(_ root: Node, _ key: String, _ source: SourceText) -> Located<String>? {
        guard let node = root[key] else { return nil }
        let path = DocumentPath.root.key(key)
        guard let id = node.string else {
            warn("state.wrong-type", "\"\(key)\" is \(node.kindName), not a string, and is ignored", node, path, source)
            return nil
        }
        return Located(id, at: DocumentPlace(source: source, span: node.span, path: path))
    }

    private mutating func warn(
        _ code: String, _ message: String, _ node: Node, _ path: DocumentPath, _ source: SourceText
    ) {
        diagnostics.append(
            DocumentPlace(source: source, span: node.span, path: path)
                .diagnostic(.warning, code, message, hint: "mend the file, or delete it to start afresh"))
    }
}

import Diagnostics
import StructuredText

/// Reads one manifest into a package and says everything that is wrong with it.
struct ManifestReader {
    let source: SourceText
    /// The package's folder: absolute, and as shown to people.
    let folder: String
    let shownFolder: String
    private(set) var diagnostics: [Diagnostic] = []
    /// Shader texts by resolved path: a hostile manifest may name one large file thousands of times.
    var shaderTexts: [String: SourceText] = [:]
    /// Resolved paths of usable textures by their names, for the same reason.
    var textureFiles: [String: String] = [:]

    init(source: SourceText, folder: String, shownFolder: String) {
        self.source = source
        self.folder = folder
        self.shownFolder = shownFolder
    }

    /// A manifest this long is no manifest.
    static let largestManifest = 1 << 20

    mutating func read() -> Package? {
        let result = JSONReader.read(source)
        diagnostics += result.diagnostics
        guard let root = result.root else { return nil }
        guard root.members != nil else {
            report(
                .error, "manifest.not-object", "the manifest is \(root.kindName), not an object", root, .root,
                hint: "write { \"packageId\": …, \"type\": …, … }")
            return nil
        }
        let packageId = readPackageId(root)
        return readType(root, packageId: packageId)
    }

    private mutating func readPackageId(_ root: Node) -> String? {
        let path = DocumentPath.root.key("packageId")
        guard let node = root["packageId"] else {
            report(
                .error, "manifest.package-id", "the key \"packageId\" is missing", root, .root,
                hint: "add \"packageId\": \"my-package\"")
            return nil
        }
        guard let id = node.string, !id.isEmpty else {
            let found = node.string == nil ? node.kindName : "an empty string"
            report(
                .error, "manifest.package-id", "the package id is \(found), not a name", node, path,
                hint: "write \"packageId\": \"my-package\"")
            return nil
        }
        if !ManifestReader.isSafeId(id) {
            report(
                .note, "manifest.package-id-unsafe",
                "the device would not import a package called \(Wording.quoted(id))",
                node, path, hint: "use 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first")
        }
        return id
    }

    /// `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`, the rule of the device's import.
    static func isSafeId(_ id: String) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool {
            byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A
        }
        guard let first = id.utf8.first, isPlain(first), id.utf8.count <= 64 else { return false }
        return id.utf8.allSatisfy { isPlain($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D }
    }

    private mutating func readType(_ root: Node, packageId: String?) -> Package? {
        let path = DocumentPath.root.key("type")
        let known = ["theme", "playlist", "films"]
        guard let node = root["type"] else {
            report(
                .error, "manifest.type", "the key \"type\" is missing", root, .root,
                hint: "add \"type\": \"theme\" or \"type\": \"playlist\"")
            return nil
        }
        switch node.string {
        case "theme":
            checkKeys(
                root, .root, known: ["packageId", "type", "theme"],
                elsewhere: ["playlist": "a theme package has no playlist; make a package of its own for it"])
            return readTheme(root, packageId: packageId).map(Package.theme)
        case "playlist":
            checkKeys(
                root, .root, known: ["packageId", "type", "playlist"],
                elsewhere: ["theme": "a playlist package has no theme; make a package of its own for it"])
            return readPlaylist(root, packageId: packageId).map(Package.playlist)
        case "films":
            report(
                .error, "package.films-later", "this version does not play packages of films yet", node, path,
                hint: "use a theme or playlist package")
        case let name?:
            report(
                .error, "manifest.type", "\(Wording.quoted(name)) is no type of package", node, path,
                hint: Wording.suggestion(for: name, among: known) ?? "write \"theme\" or \"playlist\"")
        case nil:
            report(
                .error, "manifest.type", "the type is \(node.kindName), not a string", node, path,
                hint: "write \"theme\" or \"playlist\"")
        }
        return nil
    }

    // MARK: - Reporting

    mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    /// Reports at a node.
    mutating func report(
        _ severity: Severity, _ code: String, _ message: String, _ node: Node, _ path: DocumentPath, hint: String
    ) {
        report(place(node, path).diagnostic(severity, code, message, hint: hint))
    }

    func place(_ node: Node, _ path: DocumentPath) -> DocumentPlace {
        DocumentPlace(source: source, span: node.span, path: path)
    }

    /// Warns of a value that is not what it should be, and of what is taken instead.
    mutating func reportIgnored(
        _ code: String, _ what: String, _ node: Node, _ path: DocumentPath, wanted: String, taken: String
    ) {
        report(
            .warning, code, "\(what) is \(node.kindName), not \(wanted); \(taken)", node, path, hint: "write \(wanted)")
    }

    /// Warns of keys that mean nothing here; `elsewhere` has hints for those that belong in another place.
    mutating func checkKeys(
        _ node: Node, _ path: DocumentPath, known: [String], elsewhere: [String: String] = [:]
    ) {
        let most = 10
        var unknown = 0
        for member in node.members ?? [] where !known.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
            unknown += 1
            guard unknown <= most else { continue }
            let place = DocumentPlace(source: source, span: member.keySpan, path: path.key(member.key))
            let isRemark = member.key.hasPrefix("$") || member.key.hasPrefix("_")
            let hint =
                elsewhere[member.key] ?? Wording.suggestion(for: member.key, among: known)
                ?? "remove it; known here: " + known.joined(separator: ", ")
            report(
                place.diagnostic(
                    isRemark ? .note : .warning, "manifest.unknown-key",
                    "the key \(Wording.quoted(member.key)) means nothing here and is ignored", hint: hint))
        }
        if unknown > most {
            report(
                .warning, "manifest.unknown-key", "\(unknown - most) more keys of this object are ignored", node, path,
                hint: "remove them")
        }
    }
}

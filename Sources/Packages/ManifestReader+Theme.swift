import Diagnostics
import StructuredText
import Weather

/// The `theme` section.
extension ManifestReader {
    mutating func readTheme(_ root: Node, packageId: String?) -> ThemePackage? {
        let path = DocumentPath.root.key("theme")
        guard let theme = section("theme", of: root) else { return nil }
        checkKeys(
            theme, path, known: ["displayName", "background", "weatherTags", "layers", "facts"],
            elsewhere: ["video": "it belongs in \"background\": { \"video\": … }"])
        let displayName = readDisplayName(theme, path)
        let video = readVideo(theme, path)
        let tags = readWeatherTags(theme, path)
        let layers = readLayers(theme, path)
        let facts = readFacts(of: theme, path)
        guard let packageId, let video else { return nil }
        return ThemePackage(
            packageId: packageId, displayName: displayName ?? packageId, backgroundVideo: video.value,
            backgroundVideoPlace: video.place, weatherTags: tags, layers: layers, facts: facts, folder: folder,
            manifest: source)
    }

    /// The object under a key of the root that carries the package's content.
    mutating func section(_ name: String, of root: Node) -> Node? {
        guard let node = root[name] else {
            report(
                .error, "manifest.\(name)-missing", "the key \(Wording.quoted(name)) is missing", root, .root,
                hint: "add \"\(name)\": { … }")
            return nil
        }
        guard node.members != nil else {
            report(
                .error, "manifest.\(name)-missing", "\(Wording.quoted(name)) is \(node.kindName), not an object", node,
                .root.key(name), hint: "write \"\(name)\": { … }")
            return nil
        }
        return node
    }

    private mutating func readDisplayName(_ theme: Node, _ themePath: DocumentPath) -> String? {
        let path = themePath.key("displayName")
        guard let node = theme["displayName"] else {
            report(
                .note, "manifest.display-name", "the theme has no display name; the package id is shown", theme,
                themePath,
                hint: "add \"displayName\": \"My Theme\"")
            return nil
        }
        if let name = node.string { return name }
        reportIgnored(
            "manifest.display-name", "the display name", node, path, wanted: "a string",
            taken: "the package id is shown")
        return nil
    }

    private mutating func readVideo(_ theme: Node, _ themePath: DocumentPath) -> Located<String>? {
        let backgroundPath = themePath.key("background")
        let example = "write \"background\": { \"video\": \"loop.mp4\" }"
        guard let background = theme["background"] else {
            report(
                .error, "manifest.background-missing", "the key \"background\" is missing", theme, themePath,
                hint: example)
            return nil
        }
        guard background.members != nil else {
            report(
                .error, "manifest.background-missing", "the background is \(background.kindName), not an object",
                background,
                backgroundPath, hint: example)
            return nil
        }
        checkKeys(background, backgroundPath, known: ["video"])
        let path = backgroundPath.key("video")
        guard let node = background["video"] else {
            report(
                .error, "manifest.video-name", "the key \"video\" is missing", background, backgroundPath, hint: example
            )
            return nil
        }
        guard let name = node.string, !name.isEmpty else {
            let found = node.string == nil ? node.kindName : "an empty string"
            report(.error, "manifest.video-name", "the video is \(found), not a file name", node, path, hint: example)
            return nil
        }
        let place = place(node, path)
        switch find(name, in: "Theme", what: "video", code: "video", at: place) {
        case .refused(let diagnostic):
            report(diagnostic)
            return nil
        case .found(let file, _):
            noteLinkOutside(file, what: "video", place: place)
            return Located(file, at: place)
        }
    }

    /// Notes a link that leads out of the package: it works in place, but not in an archive.
    mutating func noteLinkOutside(_ path: String, what: String, place: DocumentPlace) {
        guard !FileSystem.contains(folder, path) else { return }
        report(
            place.diagnostic(
                .note, "manifest.link-outside", "the \(what) is a link that leads out of the package",
                hint: "put the file itself into the package before you share it"))
    }

    private mutating func readWeatherTags(_ theme: Node, _ themePath: DocumentPath) -> [String] {
        let path = themePath.key("weatherTags")
        guard let node = theme["weatherTags"] else { return [] }
        guard let elements = node.elements else {
            reportIgnored(
                "manifest.weather-tags", "the list of weather tags", node, path, wanted: "an array of strings",
                taken: "weather never chooses this theme")
            return []
        }
        var tags: [String] = []
        for (index, element) in elements.enumerated() {
            let path = path.index(index)
            guard let text = element.string else {
                reportIgnored(
                    "manifest.weather-tags", "the weather tag", element, path, wanted: "a string",
                    taken: "it is ignored")
                continue
            }
            tags.append(text.lowercased())
            if let problem = WeatherTag.problem(with: text) {
                report(
                    .warning, "manifest.weather-tag-unknown", problem.message, element, path, hint: problem.hint)
            }
        }
        return tags
    }
}

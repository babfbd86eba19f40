import Diagnostics
import StructuredText

/// The `films` section.
extension ManifestReader {
    /// Titles of more characters are noted: they are sure to be cut on a card.
    private static let longestTitle = 200

    mutating func readFilms(_ root: Node, packageId: String?) -> FilmsPackage? {
        let path = DocumentPath.root.key("films")
        let example = "write \"films\": [ { \"id\": \"my-film\", \"title\": \"My Film\", \"video\": \"film.mp4\" } ]"
        guard let node = root["films"] else {
            report(.error, "manifest.films", "the key \"films\" is missing", root, .root, hint: example)
            return nil
        }
        guard let elements = node.elements, !elements.isEmpty else {
            let found = node.elements == nil ? "\(node.kindName), not an array" : "empty"
            report(.error, "manifest.films", "the list of films is \(found)", node, path, hint: example)
            return nil
        }
        var films: [FilmsPackage.Film] = []
        var places: [String: DocumentPath] = [:]
        for (index, element) in elements.enumerated() {
            let path = path.index(index)
            guard let (id, film) = readFilm(element, path, packageId: packageId ?? "") else { continue }
            if let first = places[id.value] {
                report(
                    id.place.diagnostic(
                        .error, "manifest.film-duplicate-id",
                        "the id \(Wording.quoted(id.value)) is that of \(first) already; this film is skipped",
                        hint: "give it an id of its own"))
                continue
            }
            places[id.value] = path
            if let film { films.append(film) }
        }
        guard !films.isEmpty else {
            report(
                .error, "manifest.no-film-left", "no film can be played; the package is dropped", node, path,
                hint: "put the videos into Films/ and name them here")
            return nil
        }
        guard let packageId else { return nil }
        return FilmsPackage(packageId: packageId, films: films, folder: folder, manifest: source)
    }

    /// The id of an entry and its film; no film where the video cannot be used, nil where there is no id.
    private mutating func readFilm(
        _ node: Node, _ path: DocumentPath, packageId: String
    ) -> (id: Located<String>, film: FilmsPackage.Film?)? {
        guard node.members != nil else {
            report(
                .error, "manifest.film-not-object", "the film is \(node.kindName), not an object; it is skipped", node,
                path, hint: "write { \"id\": \"my-film\", \"title\": \"My Film\", \"video\": \"film.mp4\" }")
            return nil
        }
        checkKeys(
            node, path, known: ["id", "title", "video", "posterTime", "facts"],
            elsewhere: [
                "displayName": "a film has a \"title\"", "background": "a film has its \"video\" directly in it",
                "layers": "a film has no layers; make a theme package of it",
            ])
        // All of it is read before anything is skipped, so that everything wrong is said at once.
        let id = readFilmId(node, path)
        let title = readTitle(node, path, hasId: id != nil)
        let video = readFilmVideo(node, path)
        let posterTime = readSeconds(
            node, path, key: "posterTime", code: "manifest.poster-time", what: "the time of the poster",
            limit: "0 or more", taken: "1.5 s is used"
        ) { $0 >= 0 }
        let facts = readFacts(of: node, path)
        guard let id else { return nil }
        guard let video else { return (id, nil) }
        let film = FilmsPackage.Film(
            id: "\(packageId).\(id.value).film", title: title ?? id.value, video: video.value,
            videoPlace: video.place,
            posterTime: min(posterTime?.value ?? FilmsPackage.Film.defaultPosterTime, FactDescription.latestTime),
            posterTimePlace: posterTime?.place, facts: facts, place: place(node, path))
        return (id, film)
    }

    private mutating func readFilmId(_ film: Node, _ filmPath: DocumentPath) -> Located<String>? {
        let path = filmPath.key("id")
        let hint = "add \"id\": \"my-film\""
        guard let node = film["id"] else {
            report(
                .error, "manifest.film-id", "the film has no \"id\"; it is skipped", film, filmPath, hint: hint)
            return nil
        }
        guard let id = node.string, !id.isEmpty else {
            let found = node.string == nil ? node.kindName : "an empty string"
            report(
                .error, "manifest.film-id", "the id of the film is \(found), not a name; the film is skipped", node,
                path, hint: hint)
            return nil
        }
        if !ManifestReader.isSafeId(id) {
            report(
                .note, "manifest.film-id-unsafe", "the id \(Wording.quoted(id)) is awkward in commands and scenarios",
                node, path, hint: "use 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first")
        }
        return Located(id, at: place(node, path))
    }

    private mutating func readTitle(_ film: Node, _ filmPath: DocumentPath, hasId: Bool) -> String? {
        let path = filmPath.key("title")
        let example = "add \"title\": \"My Film\""
        guard let node = film["title"] else {
            if hasId {
                report(
                    .note, "manifest.film-title", "the film has no title; its id is shown", film, filmPath,
                    hint: example)
            }
            return nil
        }
        guard let title = node.string else {
            reportIgnored("manifest.film-title", "the title", node, path, wanted: "a string", taken: "the id is shown")
            return nil
        }
        if title.allSatisfy(\.isWhitespace) {
            report(
                .warning, "manifest.film-title", "the title is blank; the id is shown", node, path, hint: example)
            return nil
        }
        if title.count > ManifestReader.longestTitle {
            report(
                .note, "manifest.film-title-long",
                "the title has \(title.count) characters and is cut where it is shown", node, path,
                hint: "a card has room for about 40")
        }
        return title
    }

    private mutating func readFilmVideo(_ film: Node, _ filmPath: DocumentPath) -> Located<String>? {
        let path = filmPath.key("video")
        let example = "write \"video\": \"film.mp4\""
        guard let node = film["video"] else {
            report(
                .error, "manifest.video-name", "the film has no \"video\"; it is skipped", film, filmPath,
                hint: example)
            return nil
        }
        guard let name = node.string, !name.isEmpty else {
            let found = node.string == nil ? node.kindName : "an empty string"
            report(
                .error, "manifest.video-name", "the video is \(found), not a file name; the film is skipped", node,
                path, hint: example)
            return nil
        }
        let place = place(node, path)
        switch find(name, in: "Films", what: "video", code: "video", at: place) {
        case .refused(let diagnostic):
            report(diagnostic)
            return nil
        case .found(let file, _):
            noteLinkOutside(file, what: "video", place: place)
            return Located(file, at: place)
        }
    }
}

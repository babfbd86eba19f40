import Diagnostics
import StructuredText

/// The `playlist` section.
extension ManifestReader {
    mutating func readPlaylist(_ root: Node, packageId: String?) -> PlaylistPackage? {
        let playlistPath = DocumentPath.root.key("playlist")
        guard let playlist = section("playlist", of: root) else { return nil }
        checkKeys(
            playlist, playlistPath, known: ["tracks"],
            elsewhere: ["displayName": "a playlist has no display name; its package id is shown"])
        let path = playlistPath.key("tracks")
        let example = "write \"tracks\": [\"song.mp3\"]"
        guard let node = playlist["tracks"] else {
            report(
                .error, "manifest.tracks", "the key \"tracks\" is missing", playlist, playlistPath, hint: example)
            return nil
        }
        guard let elements = node.elements, !elements.isEmpty else {
            let found = node.elements == nil ? "\(node.kindName), not an array" : "empty"
            report(.error, "manifest.tracks", "the list of tracks is \(found)", node, path, hint: example)
            return nil
        }
        var tracks: [PlaylistPackage.Track] = []
        for (index, element) in elements.enumerated() {
            if let track = readTrack(element, path.index(index)) { tracks.append(track) }
        }
        guard !tracks.isEmpty else {
            report(
                .error, "manifest.no-track-left", "no track can be played; the playlist is dropped", node, path,
                hint: "put the files into Playlist/ and name them here")
            return nil
        }
        guard let packageId else { return nil }
        return PlaylistPackage(packageId: packageId, tracks: tracks, folder: folder, manifest: source)
    }

    private mutating func readTrack(_ node: Node, _ path: DocumentPath) -> PlaylistPackage.Track? {
        guard let name = node.string, !name.isEmpty else {
            let found = node.string == nil ? node.kindName : "an empty string"
            report(
                .error, "manifest.track-name", "the track is \(found), not a file name; it is skipped", node, path,
                hint: "write the name of a file in Playlist/")
            return nil
        }
        let place = place(node, path)
        switch find(name, in: "Playlist", what: "track", code: "track", at: place) {
        case .refused(let diagnostic):
            report(diagnostic)
            return nil
        case .found(let file, _):
            noteLinkOutside(file, what: "track", place: place)
            return PlaylistPackage.Track(name: name, path: file, place: place)
        }
    }
}

import Diagnostics
import StructuredText

/// What became of a file that a manifest names.
enum NamedFile {
    case found(path: String, size: Int)
    case refused(Diagnostic)
}

/// Files that the manifest names.
extension ManifestReader {
    /// Looks a file up under `section` (`Theme`, `Playlist` or `Films`); `what` names it in messages, `code` in codes.
    func find(_ name: String, in section: String, what: String, code: String, at place: DocumentPlace) -> NamedFile {
        let base = folder + "/" + section
        let shown = Wording.quoted(name)
        if FileSystem.leavesFolder(name) {
            return .refused(
                place.diagnostic(
                    .error, "manifest.\(code)-outside", "the \(what) \(shown) lies outside \(section)/",
                    hint: "put the file into \(section)/ and name it relative to that folder"))
        }
        let path = FileSystem.locate(name, in: base)
        do {
            switch try FileSystem.kind(path) {
            case .regular(let size): return .found(path: path, size: size)
            case .folder:
                return .refused(
                    place.diagnostic(
                        .error, "manifest.\(code)-not-a-file", "the \(what) \(shown) is a folder",
                        hint: "name a file in it, for example \(Wording.quoted(name + "/file"))"))
            case .other:
                return .refused(
                    place.diagnostic(
                        .error, "manifest.\(code)-not-a-file", "the \(what) \(shown) is no regular file",
                        hint: "put a regular file in its place"))
            }
        } catch  where error.isMissing {
            return .refused(
                place.diagnostic(
                    .error, "manifest.\(code)-missing", "there is no \(what) \(shown) in \(section)/",
                    hint: missingHint(name, path: path, section: section)))
        } catch {
            return .refused(
                place.diagnostic(
                    .error, "manifest.\(code)-unreadable", "the \(what) \(shown) cannot be used: \(error.reason)",
                    hint: "check the file and its permissions"))
        }
    }

    /// Says where the file that was meant may be.
    private func missingHint(_ name: String, path: String, section: String) -> String {
        if name.contains("\\") { return "separate folders by /" }
        let base = folder + "/" + section
        let wanted = FileSystem.parts(of: name).last ?? name
        if let kind = try? FileSystem.kind(base), kind == .folder {
            let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? base
            let names = (try? FileSystem.entries(parent).names)?.prefix(1000) ?? []
            if let near = Wording.nearest(to: wanted, among: Array(names)) {
                return "the folder holds \(Wording.quoted(near)); did you mean that?"
            }
        } else {
            return "make the folder \(section)/ and put the file into it"
        }
        if (try? FileSystem.kind(folder + "/" + wanted)) != nil {
            return "the file lies beside manifest.json; move it into \(section)/"
        }
        return "put the file into \(section)/, or correct the name"
    }
}

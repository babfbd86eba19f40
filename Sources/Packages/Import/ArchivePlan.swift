import Glibc

/// An entry that is not installed, and why.
public struct SkippedEntry: Sendable, Hashable {
    /// The name in the archive.
    public let name: String
    /// A few words, such as `left by a Mac`.
    public let reason: String
}

/// What of an archive is extracted, and where; every entry of it has been judged.
struct ArchivePlan {
    /// A file or folder to make.
    struct Item {
        let entry: ArchiveEntry
        /// The path below the package's folder; empty for the package's folder itself.
        let parts: [String]
    }

    /// In the order of the directory.
    private(set) var items: [Item] = []
    private(set) var skipped: [SkippedEntry] = []

    /// Judges every entry: what cannot be a plain file or folder below the package's folder refuses the archive.
    init(_ entries: [ArchiveEntry], limits: ArchiveLimits) throws(ImportError) {
        var tree = NameTree()
        var kept: [ArchiveEntry] = []
        var total = 0
        for entry in entries {
            try Self.checkType(entry)
            if entry.name.isLeftover {
                skipped.append(SkippedEntry(name: entry.name.text, reason: "left by a Mac"))
                continue
            }
            if entry.name.parts.isEmpty {
                skipped.append(SkippedEntry(name: entry.name.text, reason: "the archive's own folder"))
                continue
            }
            try Self.checkContent(entry)
            let (sum, isTooLarge) = total.addingReportingOverflow(entry.size)
            guard !isTooLarge, sum <= limits.bytes else { throw Self.tooLarge(limits) }
            total = sum
            try tree.add(entry)
            kept.append(entry)
        }
        let root = try PackageRoot.find(kept)
        for entry in kept {
            guard entry.name.parts.starts(with: root) else {
                skipped.append(SkippedEntry(name: entry.name.text, reason: "outside the package's folder"))
                continue
            }
            items.append(Item(entry: entry, parts: Array(entry.name.parts.dropFirst(root.count))))
        }
    }

    static func tooLarge(_ limits: ArchiveLimits) -> ImportError {
        ImportError(
            .tooLarge, "the archive extracts to more than \(limits.bytes) bytes",
            hint: "make the package smaller, for example by encoding its video again")
    }

    /// Only plain files and folders, whatever the archive's name for them.
    private static func checkType(_ entry: ArchiveEntry) throws(ImportError) {
        switch entry.modeType {
        case 0: break
        case Int(S_IFREG):
            guard !entry.isFolder || entry.size == 0 else { throw contradictory(entry) }
        case Int(S_IFDIR):
            guard entry.isFolder else { throw contradictory(entry) }
        case Int(S_IFLNK):
            throw ImportError(
                .link, "the entry \(entry.shown) is a symbolic link", hint: "put the file itself into the archive")
        default:
            throw ImportError(
                .specialFile, "the entry \(entry.shown) is a device, pipe or socket",
                hint: "leave it out of the archive")
        }
        guard !entry.isFolder || entry.size == 0 else { throw contradictory(entry) }
    }

    private static func contradictory(_ entry: ArchiveEntry) -> ImportError {
        ImportError(
            .specialFile, "the entry \(entry.shown) is said to be both a file and a folder",
            hint: "make the archive again")
    }

    private static func checkContent(_ entry: ArchiveEntry) throws(ImportError) {
        guard !entry.isEncrypted, entry.method != 99 else {
            throw ImportError(
                .encrypted, "the entry \(entry.shown) is encrypted", hint: "make the archive again without a password")
        }
        guard [0, 8].contains(entry.method) else {
            throw ImportError(
                .method, "the entry \(entry.shown) is compressed by method \(entry.method)",
                hint: "make the archive again with the method deflate, the usual one")
        }
        guard entry.method != 0 || entry.size == entry.compressedSize else {
            throw ImportError(
                .sizeMismatch, "the entry \(entry.shown) holds more or less than it says",
                hint: "make the archive again")
        }
    }
}

/// The names of an archive as one tree, so that no two of them would be one file anywhere.
private struct NameTree {
    private final class Node {
        let entry: ArchiveEntry
        let name: String
        var isFile = false
        /// Whether the archive has an entry for it, rather than for something in it only.
        var isNamed = false
        var children: [FoldedName: Node] = [:]

        init(_ name: String, entry: ArchiveEntry) {
            self.name = name
            self.entry = entry
        }
    }

    private var top: [FoldedName: Node] = [:]

    mutating func add(_ entry: ArchiveEntry) throws(ImportError) {
        var parent: Node?
        for (depth, part) in entry.name.parts.enumerated() {
            let key = FoldedName(part)
            let isLast = depth == entry.name.parts.count - 1
            let known = parent.map { $0.children[key] } ?? top[key]
            if let known {
                guard known.name.utf8.elementsEqual(part.utf8) else {
                    throw ImportError(
                        .collidingName,
                        "the entries \(known.entry.shown) and \(entry.shown) are one name on a phone",
                        hint: "rename one of them: case and composition of letters do not tell names apart")
                }
                guard !known.isFile || isLast && !entry.isFolder, !isLast || entry.isFolder || known.isFile else {
                    throw ImportError(
                        .fileIsFolder, "the entry \(entry.shown) makes a folder of a file, or a file of a folder",
                        hint: "make the archive again")
                }
                guard !isLast || !known.isNamed else {
                    throw ImportError(
                        .duplicateName, "the entry \(entry.shown) is in the archive twice",
                        hint: "make the archive again")
                }
            }
            let node = known ?? Node(part, entry: entry)
            if isLast {
                node.isNamed = true
                node.isFile = !entry.isFolder
            }
            if let parent { parent.children[key] = node } else { top[key] = node }
            parent = node
        }
    }
}

/// Where in an archive the package is.
private enum PackageRoot {
    /// The folder, as parts: the top level, or the one visible folder in it.
    static func find(_ entries: [ArchiveEntry]) throws(ImportError) -> [String] {
        let manifests = entries.filter { !$0.isFolder && isManifest($0.name.parts) }.map(\.name.parts)
        if manifests.contains(where: { $0.count == 1 }) { return [] }
        var folders: [String] = []
        for entry in entries where entry.isFolder || entry.name.parts.count > 1 {
            let name = entry.name.parts[0]
            if !name.hasPrefix("."), !folders.contains(where: { $0 == name }) { folders.append(name) }
        }
        if folders.count == 1, manifests.contains(where: { $0.count == 2 && $0[0] == folders[0] }) { return folders }
        throw refusal(manifests, folders: folders, entries)
    }

    private static func isManifest(_ parts: [String]) -> Bool { parts.last == "manifest.json" }

    private static func refusal(
        _ manifests: [[String]], folders: [String], _ entries: [ArchiveEntry]
    ) -> ImportError {
        func quoted(_ parts: some Sequence<String>) -> String { "\"" + parts.joined(separator: "/") + "\"" }
        let places = manifests.map { quoted($0.dropLast()) }
        let message: String
        let hint: String
        if places.count > 1 {
            let more = places.count > 3 ? " and \(places.count - 3) more" : ""
            message =
                "the archive holds \(places.count) packages: in \(places.prefix(3).joined(separator: ", "))\(more)"
            hint = "make an archive of each of these folders"
        } else if let place = places.first {
            message =
                manifests[0].count == 2
                ? "manifest.json is in the folder \(place), which is not the only folder at the top of the archive"
                : "manifest.json is in the folder \(place), too deep in the archive"
            hint = "make an archive of the folder \(place)"
        } else if let other = entries.first(where: {
            !$0.isFolder && $0.name.parts.count <= 2 && $0.name.parts.last?.lowercased() == "manifest.json"
        }) {
            message = "the archive has no manifest.json, but \(other.shown)"
            hint = "rename it to manifest.json"
        } else {
            message = entries.isEmpty ? "the archive is empty" : "the archive has no manifest.json"
            hint = "a package is a folder with a manifest.json in it; make an archive of that folder"
        }
        return ImportError(.manifestMissing, message, hint: hint)
    }
}

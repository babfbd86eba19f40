import Storage

/// What became of an archive's entries; the numbers add up.
public struct ExtractedArchive: Sendable {
    /// The entries of the archive: files and folders.
    public let found: Int
    /// Those that are in the package.
    public let installed: Int
    /// The others.
    public let skipped: [SkippedEntry]

    /// Extracts the package in an archive into a new folder, which is removed again if that fails.
    ///
    /// Every entry is judged before the first byte is written. `isCancelled` is asked between pieces.
    public init(
        _ archive: String, to folder: String, limits: ArchiveLimits = .standard, isCancelled: () -> Bool = { false }
    ) throws(ImportError) {
        self = try Self(Archive(path: archive, limits: limits), to: folder, isCancelled: isCancelled)
    }

    init(_ archive: Archive, to folder: String, isCancelled: () -> Bool) throws(ImportError) {
        do throws(ImportError) {
            try Self.write(archive, to: folder, isCancelled: isCancelled)
        } catch {
            FileTree.remove(folder)
            throw error
        }
        found = archive.entryCount
        installed = archive.plan.items.count
        skipped = archive.plan.skipped
    }

    private static func write(_ archive: Archive, to folder: String, isCancelled: () -> Bool) throws(ImportError) {
        func goOn() throws(ImportError) {
            if isCancelled() { throw ImportError(.cancelled, "interrupted", hint: "nothing was changed") }
        }
        try FileTree.make(folder)
        var made: Set<[String]> = [[]]
        func makeFolders(_ parts: some Collection<String>) throws(ImportError) {
            var path: [String] = []
            for part in parts {
                path.append(part)
                guard made.insert(path).inserted else { continue }
                try FileTree.make(folder + "/" + path.joined(separator: "/"))
            }
        }
        for item in archive.plan.items {
            try goOn()
            if item.entry.isFolder {
                try makeFolders(item.parts)
                continue
            }
            try makeFolders(item.parts.dropLast())
            try FileTree.write(folder + "/" + item.parts.joined(separator: "/")) { emit throws(ImportError) in
                try archive.read(item.entry) { piece throws(ImportError) in
                    try emit(piece)
                    try goOn()
                }
            }
        }
        // The deepest first: a folder's name is in the one above it.
        for path in made.sorted(by: { $0.count > $1.count }) {
            try FileTree.flush(([folder] + path).joined(separator: "/"))
        }
    }
}

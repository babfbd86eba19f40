/// Reads an archive in memory as an import does, every byte of it, and writes nothing; how many entries it would install.
public func inspectArchive(_ bytes: [UInt8], limits: ArchiveLimits = .standard) throws(ImportError) -> Int {
    let archive = try Archive(bytes: bytes, limits: limits)
    for item in archive.plan.items where !item.entry.isFolder {
        try archive.read(item.entry) { _ throws(ImportError) in }
    }
    return archive.plan.items.count
}

/// How much an archive may hold.
public struct ArchiveLimits: Sendable, Hashable {
    /// Entries of the directory: files, folders, and what is skipped.
    public var entries: Int
    /// Bytes of all files that are not skipped, extracted.
    public var bytes: Int

    public init(entries: Int = 4096, bytes: Int = 1_500_000_000) {
        self.entries = entries
        self.bytes = bytes
    }

    /// The device's.
    public static let standard = ArchiveLimits()

    /// The deepest path, in parts.
    static let depth = 32
    /// The longest part of a path, in bytes.
    static let partLength = 255
    /// The longest path in the archive, in bytes.
    static let pathLength = 1024
}

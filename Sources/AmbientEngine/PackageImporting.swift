/// What an import changed.
public struct PackageImport: Sendable {
    /// Everything that is installed after it.
    public var packages: InstalledPackages
    /// The id of what came, such as `storm.theme`.
    public var id: String
    /// Whether a package of that id was there before.
    public var isReplacement: Bool

    public init(packages: InstalledPackages, id: String, isReplacement: Bool) {
        self.packages = packages
        self.id = id
        self.isReplacement = isReplacement
    }
}

/// Why a package file is not installed; nothing has changed.
public struct PackageImportFailure: Error, Sendable {
    /// One sentence without a full stop.
    public let message: String
    public let hint: String?
    /// Whether there is no such file at all, which is a mistake of the scenario rather than of the package.
    public let isMissing: Bool

    public init(message: String, hint: String? = nil, isMissing: Bool = false) {
        self.message = message
        self.hint = hint
        self.isMissing = isMissing
    }
}

/// The port behind which archives and folders stand.
public protocol PackageImporting: Sendable {
    /// Installs the package of a file beside others; the same file gives the same editions whenever it is asked.
    func importPackage(
        _ path: String, into packages: InstalledPackages
    ) throws(PackageImportFailure) -> PackageImport
}

public import Diagnostics
import Storage

/// Why an archive or package was refused, or work on the library failed; the library is as it was.
public struct ImportError: Error, Sendable, CustomStringConvertible {
    /// Stable names, for programs.
    public enum Code: String, Sendable, CaseIterable {
        case missing = "zip.missing"
        case notAFile = "zip.not-a-file"
        case notZipName = "zip.name"
        case unreadable = "zip.unreadable"
        case notAnArchive = "zip.not-an-archive"
        case damaged = "zip.damaged"
        case zip64 = "zip.zip64"
        case encrypted = "zip.encrypted"
        case method = "zip.method"
        case tooManyEntries = "zip.too-many-entries"
        case tooLarge = "zip.too-large"
        case unsafeName = "zip.unsafe-name"
        case longName = "zip.long-name"
        case link = "zip.link"
        case specialFile = "zip.special-file"
        case duplicateName = "zip.duplicate-name"
        case collidingName = "zip.colliding-name"
        case fileIsFolder = "zip.file-is-folder"
        case sizeMismatch = "zip.size-mismatch"
        case checksum = "zip.checksum"
        case manifestMissing = "import.manifest-missing"
        case doesNotLoad = "import.does-not-load"
        case unsafeId = "import.unsafe-id"
        case nameTaken = "import.name-taken"
        case notInstalled = "import.not-installed"
        case ambiguous = "import.ambiguous"
        case isActive = "import.is-active"
        case cancelled = "import.cancelled"
        case busy = "import.busy"
        case disk = "import.disk"
        case notPackable = "pack.refused"
        case exists = "pack.exists"
    }

    public let code: Code
    /// One sentence without a full stop, without the archive's name.
    public let message: String
    /// What to do about it.
    public let hint: String
    /// Everything that is wrong with a package that does not load.
    public let diagnostics: [Diagnostic]

    public init(_ code: Code, _ message: String, hint: String, diagnostics: [Diagnostic] = []) {
        self.code = code
        self.message = message
        self.hint = hint
        self.diagnostics = diagnostics
    }

    /// A failure of the disk, in the words of `errno`.
    static func disk(_ what: String, _ number: Int32) -> ImportError {
        ImportError(
            .disk, "\(what): \(StorageError(.system(number), "", path: "").reason)",
            hint: "check the space and the permissions of the disk")
    }

    init(_ error: StorageError) {
        let isBusy = error.code == .busy
        self.init(
            isBusy ? .busy : .disk, "\(error)",
            hint: isBusy ? "try again when it has ended" : "check the space and the permissions of the disk")
    }

    public var description: String { message }
}

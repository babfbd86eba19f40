import Glibc

/// A file operation that failed.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, for code that reacts to it.
    public enum Code: Sendable, Hashable {
        /// Another process holds the lock.
        case busy
        /// The path does not exist.
        case missing
        /// There are more bytes than may be read.
        case tooLarge
        /// A folder, pipe, socket or device stands where a file is expected.
        case notAFile
        /// The system refused; its error number.
        case system(Int32)
    }

    public let code: Code
    /// What was tried, such as `write state.json`.
    public let operation: String
    public let path: String
    /// For how many seconds a lock was waited for.
    public let waited: Double

    public init(_ code: Code, _ operation: String, path: String, waited: Double = 0) {
        self.code = code
        self.operation = operation
        self.path = path
        self.waited = waited
    }

    /// The failure that `errno` tells of.
    static func last(_ operation: String, _ path: String) -> StorageError {
        let number = errno
        switch number {
        case ENOENT, ENOTDIR: return StorageError(.missing, operation, path: path)
        case EISDIR: return StorageError(.notAFile, operation, path: path)
        default: return StorageError(.system(number), operation, path: path)
        }
    }

    /// Why, in words without a full stop.
    public var reason: String {
        switch code {
        case .busy:
            "another ambient is writing there" + (waited >= 1 ? "; waited \(Int(min(waited, 3600))) s for it" : "")
        case .missing: "it does not exist"
        case .tooLarge: "it is too large"
        case .notAFile: "it is not a file"
        case .system(ELOOP): "a symbolic link is in the way, or leads in a circle"
        case .system(let number): String(cString: strerror(number))
        }
    }

    public var description: String { "cannot \(operation) '\(path)': \(reason)" }
}

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
        /// The system refused; its error number.
        case system(Int32)
    }

    public let code: Code
    /// What was tried, such as `write state.json`.
    public let operation: String
    public let path: String

    public init(_ code: Code, _ operation: String, path: String) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// The failure that `errno` tells of.
    static func last(_ operation: String, _ path: String) -> StorageError {
        let number = errno
        return StorageError(number == ENOENT || number == ENOTDIR ? .missing : .system(number), operation, path: path)
    }

    /// Why, in words without a full stop.
    public var reason: String {
        switch code {
        case .busy: "another ambient is writing there"
        case .missing: "it does not exist"
        case .tooLarge: "it is too large"
        case .system(let number): String(cString: strerror(number))
        }
    }

    public var description: String { "cannot \(operation) '\(path)': \(reason)" }
}

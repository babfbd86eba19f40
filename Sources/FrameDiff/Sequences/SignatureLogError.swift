import Glibc

/// Why the signatures of a clip could not be kept.
public struct SignatureLogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What could not be done, such as `write to`.
    public let action: String
    /// The folder of the file.
    public let folder: String
    /// The number of the system's error; 0 when the file is shorter than what was written to it.
    public let number: Int32

    public init(action: String, folder: String, number: Int32) {
        self.action = action
        self.folder = folder
        self.number = number
    }

    public var description: String {
        let reason = number == 0 ? "it was cut short" : String(cString: strerror(number))
        return "cannot \(action) the temporary file of signatures in \(folder): \(reason)"
    }
}

public import Diagnostics

/// What a reader made of a JSON text.
public struct ReadResult: Sendable {
    /// The document; nil when there is an error.
    public let root: Node?
    /// Errors and notes in the order found.
    public let diagnostics: [Diagnostic]
}

/// How large and how deep a text may be.
public struct ReadLimits: Sendable {
    /// The largest number of bytes.
    public let bytes: Int
    /// The deepest nesting of arrays and objects, at most 256.
    public let depth: Int

    public init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = min(max(depth, 1), 256)
    }

    /// 1 MiB, 64 deep.
    public static let json = ReadLimits(bytes: 1 << 20, depth: 64)
    /// 1 MiB, 32 deep.
    public static let yaml = ReadLimits(bytes: 1 << 20, depth: 32)
}

/// Ends a reading at its first syntax error.
struct Fault: Error {
    let diagnostic: Diagnostic
}

/// More diagnostics of one kind than this help nobody; each costs a walk along its line when shown.
let mostRepeats = 20

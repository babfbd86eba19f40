/// The hashes of a recording, read from `frames.framehash`.
public struct RecordedHashes: Sendable, Hashable {
    /// The comment lines at the head, without line ends.
    public let header: [String]
    /// One for each frame, 64 digits.
    public let hashes: [String]

    /// Reads the text that FFmpeg's `framehash` muxer writes; nil if a line is not of its form.
    public init?(_ text: String) {
        var header: [String] = []
        var hashes: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") {
                header.append(String(line))
                continue
            }
            guard let hash = line.split(separator: ",").last?.drop(while: { $0 == " " }), hash.utf8.count == 64 else {
                return nil
            }
            hashes.append(String(hash))
        }
        self.header = header
        self.hashes = hashes
    }

    /// What the head says of something, such as `dimensions 0`; nil when it says nothing.
    public func fact(_ name: String) -> String? {
        let prefix = "#" + name + ": "
        return header.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}

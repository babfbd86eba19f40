/// A failure of a media file, a codec, or an output: what was attempted, on what, and why it failed.
public struct MediaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; new codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A stable name such as `unreadable`.
        public let description: String

        private init(_ name: String) { description = name }

        /// The file is missing, empty, not a regular file, or not readable.
        public static let unreadable = Code("unreadable")
        /// The file is not media that can be opened.
        public static let notMedia = Code("not-media")
        /// The file holds no video stream (a cover picture is none).
        public static let noVideo = Code("no-video")
        /// The file holds no audio stream.
        public static let noAudio = Code("no-audio")
        /// No decoder for the codec, or a format of pictures or samples that cannot be used.
        public static let unsupported = Code("unsupported")
        /// Not one picture or sample could be decoded, or the time stamps make no sense.
        public static let damaged = Code("damaged")
        /// A picture, track or file is larger than what is accepted.
        public static let limit = Code("limit")
        /// A setting or size that the output format cannot have; nothing was written.
        public static let badSetting = Code("bad-setting")
        /// The output exists already and may not be replaced.
        public static let exists = Code("exists")
        /// Writing failed: permissions, a full disk, a missing folder.
        public static let cannotWrite = Code("cannot-write")
        /// The encoder or muxer failed.
        public static let encoder = Code("encoder")
        /// The reader of a pipe has gone; a command ends quietly.
        public static let readerClosed = Code("reader-closed")
        /// Memory ran out.
        public static let outOfMemory = Code("out-of-memory")
    }

    public let code: Code
    /// What was attempted, as a verb phrase: `open video`.
    public let operation: String
    /// The file concerned; nil when there is none.
    public let path: String?
    /// Why it failed, without a full stop.
    public let reason: String

    public init(_ code: Code, _ operation: String, path: String? = nil, reason: String) {
        self.code = code
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    /// One sentence: `cannot open video clip.mp4: the file is empty`.
    public var description: String {
        "cannot \(operation)" + (path.map { " " + $0 } ?? "") + ": " + reason
    }

    /// Whether the fault lies with a file that was to be read.
    public var isInputFault: Bool {
        [.unreadable, .notMedia, .noVideo, .noAudio, .unsupported, .damaged, .limit].contains(code)
    }
}

/// Why text cannot be set: a font or a piece of the system is missing, or a name means nothing.
public struct DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is; stable.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// A font that everything needs is not installed.
        public static let fontMissing = Code(description: "font-missing")
        /// A font file is there but cannot be read.
        public static let fontUnreadable = Code(description: "font-unreadable")
        /// The text library failed.
        public static let libraryFailed = Code(description: "library-failed")
        /// A size that is not a number above zero.
        public static let invalidSize = Code(description: "invalid-size")
        /// A locale identifier that names no locale.
        public static let unknownLocale = Code(description: "unknown-locale")
        /// A time zone identifier that names no zone.
        public static let unknownTimeZone = Code(description: "unknown-time-zone")
        /// The system has no time zone data.
        public static let timeZoneDataMissing = Code(description: "time-zone-data-missing")
        /// A date and time that cannot be read.
        public static let invalidWallClock = Code(description: "invalid-wall-clock")
        /// A date pattern beyond the length limit.
        public static let patternTooLong = Code(description: "pattern-too-long")
    }

    public let code: Code
    /// What is wrong, as a sentence without a full stop.
    public let message: String
    /// What to do about it, where there is something to say.
    public let hint: String?

    init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The message, and the hint in brackets.
    public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}

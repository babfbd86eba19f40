public import FrameCore

/// Why there are no conditions; the theme is kept.
public struct WeatherFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// No answer within the time allowed.
        case timeout
        /// No connection, no such host, a broken transfer.
        case unreachable
        /// An HTTP status other than 200.
        case status(Int)
        /// An answer that does not say what was asked for.
        case badAnswer
    }

    public let kind: Kind
    /// One sentence without a full stop.
    public let sentence: String
    /// Seconds that the service asks to wait, at least 0; nil where it does not say.
    public let retryAfter: Rational?

    public init(_ kind: Kind, _ sentence: String, retryAfter: Rational? = nil) {
        self.kind = kind
        self.sentence = sentence
        self.retryAfter = retryAfter.map { max($0, .zero) }
    }

    /// Whether the service asks to be left alone for a while: statuses 429 and 500 to 599.
    public var isBusy: Bool {
        if case .status(let status) = kind { status == 429 || (500...599).contains(status) } else { false }
    }
}

/// How much of a server's time and data one question may take.
public struct HTTPLimits: Hashable, Sendable {
    /// Seconds from the start to the last byte, however slowly they come; above 0.
    public var seconds: Double
    /// Seconds until a connection stands; above 0.
    public var connectSeconds: Double
    /// Bytes of the body after unpacking.
    public var bytes: Int
    /// Redirects that are followed.
    public var redirects: Int

    public init(seconds: Double = 15, connectSeconds: Double = 10, bytes: Int = 1 << 20, redirects: Int = 5) {
        self.seconds = seconds
        self.connectSeconds = connectSeconds
        self.bytes = bytes
        self.redirects = redirects
    }

    /// Bytes of all headers, those of redirects included.
    static let headerBytes = 64 << 10

    /// The seconds as libcurl wants them: whole milliseconds from 1 to a day.
    static func milliseconds(_ seconds: Double) -> Int {
        seconds > 0 ? Int(min(max((seconds * 1000).rounded(.up), 1), 86_400_000)) : 1
    }
}

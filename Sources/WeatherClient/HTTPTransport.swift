internal import CCurl
import FrameCore
public import Weather

/// The network through libcurl.
public struct HTTPTransport: WeatherTransport {
    /// One base URL for all questions; nil: each service's own.
    public let base: String?

    public init(base: String? = nil) { self.base = base }

    public func send(_ request: WeatherRequest) -> Result<WeatherAnswer, WeatherFailure> {
        .failure(WeatherFailure(.unreachable, "the network cannot be reached"))
    }
}

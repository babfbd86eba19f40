import Diagnostics
public import Weather

/// The network through libcurl: one question, one connection.
///
/// Only http and https, certificates are verified, and a question that starts on https stays there, whatever the
/// redirects say. Proxies come from the environment (`https_proxy`, `no_proxy`), as everybody expects of curl, but
/// this machine itself is always asked directly.
public struct HTTPTransport: WeatherTransport {
    /// One base URL for all questions; nil: each service's own.
    public let base: String?
    public let limits: HTTPLimits
    /// What the server is told who asks, such as `ambient/1.0`.
    public let userAgent: String

    public init(base: String? = nil, userAgent: String = "ambient", limits: HTTPLimits = HTTPLimits()) {
        self.base = base
        self.userAgent = userAgent
        self.limits = limits
    }

    /// Whether a text can stand before the paths of the service: an http or https address without a query.
    public static func isUsable(base: String) -> Bool {
        guard base.utf8.count <= 2000, base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let scheme = scheme(of: base)
        else { return false }
        let rest = base.dropFirst(scheme.count + 3)
        return rest.first.map { !"/:?#".contains($0) } == true && !rest.contains { "?#\\".contains($0) }
    }

    /// `http` or `https`; nil for anything else.
    static func scheme(of url: String) -> String? {
        ["http", "https"].first { url.lowercased().hasPrefix($0 + "://") }
    }

    public func send(_ request: WeatherRequest) -> Result<WeatherAnswer, WeatherFailure> {
        if let base, !HTTPTransport.isUsable(base: base) {
            return .failure(WeatherFailure(.unreachable, "\(Wording.quoted(base)) is no http or https address"))
        }
        return HTTPExchange(url: request.url(base: base), userAgent: userAgent, limits: limits).run()
    }
}

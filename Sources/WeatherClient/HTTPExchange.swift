internal import CCurl
import Diagnostics
import Glibc
import Weather

/// One question and its answer.
struct HTTPExchange {
    let url: String
    let userAgent: String
    let limits: HTTPLimits

    func run() -> Result<WeatherAnswer, WeatherFailure> {
        guard let handle = CurlHandle(limit: limits.bytes) else {
            return .failure(WeatherFailure(.unreachable, "the network library cannot be started"))
        }
        guard let scheme = HTTPTransport.scheme(of: url), !url.utf8.contains(0) else {
            return .failure(WeatherFailure(.unreachable, "\(Wording.quoted(url)) is no http or https address"))
        }
        handle.set(CURLOPT_URL, url)
        handle.set(CURLOPT_USERAGENT, userAgent)
        handle.set(CURLOPT_PROTOCOLS_STR, scheme)
        handle.set(CURLOPT_REDIR_PROTOCOLS_STR, scheme == "https" ? "https" : "http,https")
        handle.set(CURLOPT_FOLLOWLOCATION, 1)
        handle.set(CURLOPT_MAXREDIRS, max(limits.redirects, 0))
        handle.set(CURLOPT_TIMEOUT_MS, HTTPLimits.milliseconds(limits.seconds))
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, HTTPLimits.milliseconds(limits.connectSeconds))
        handle.set(CURLOPT_NOSIGNAL, 1)
        // Without it the end would wait for a name that is still being looked up.
        handle.set(CURLOPT_QUICK_EXIT, 1)
        handle.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        handle.set(CURLOPT_NOPROXY, HTTPExchange.withoutProxy)
        let code = handle.perform()
        guard code == CURLE_OK else { return .failure(failure(code, handle)) }
        return .success(
            WeatherAnswer(
                status: handle.number(CURLINFO_RESPONSE_CODE), retryAfter: handle.header("Retry-After"),
                body: handle.body))
    }

    /// The hosts that are asked directly: this machine, and what the environment lists.
    ///
    /// Setting the option takes the place of the environment, so its list is repeated here.
    private static var withoutProxy: String {
        let listed = (getenv("no_proxy") ?? getenv("NO_PROXY")).map { String(cString: $0) } ?? ""
        if listed == "*" { return listed }
        return "localhost,127.0.0.0/8,::1" + (listed.isEmpty ? "" : "," + listed)
    }

    /// One sentence about what libcurl reports.
    private func failure(_ code: CURLcode, _ handle: CurlHandle) -> WeatherFailure {
        func unreachable(_ sentence: String) -> WeatherFailure { WeatherFailure(.unreachable, sentence) }
        if handle.isTooLarge {
            return WeatherFailure(.badAnswer, "the answer is larger than \(limits.bytes >> 10) KiB")
        }
        if handle.hasTooManyHeaders {
            let limit = HTTPLimits.headerBytes >> 10
            return WeatherFailure(.badAnswer, "the headers of the answer are larger than \(limit) KiB")
        }
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            let isConnected = handle.microseconds(CURLINFO_PRETRANSFER_TIME_T) > 0
            let spent = Double(handle.microseconds(CURLINFO_TOTAL_TIME_T)) / 1e6
            let limit = !isConnected && spent < limits.seconds ? limits.connectSeconds : limits.seconds
            let what =
                !isConnected
                ? "no connection with \(host) came about"
                : handle.body.isEmpty ? "no answer came" : "the answer did not end"
            return WeatherFailure(.timeout, "\(what) within \(HTTPExchange.words(limit))")
        case CURLE_COULDNT_RESOLVE_HOST: return unreachable("the host \(host) cannot be found (is there a network?)")
        case CURLE_COULDNT_RESOLVE_PROXY: return unreachable("the proxy's host cannot be found")
        case CURLE_COULDNT_CONNECT:
            let reason = Int32(truncatingIfNeeded: handle.number(CURLINFO_OS_ERRNO))
            return unreachable(
                reason == ECONNREFUSED
                    ? "\(host) refuses the connection"
                    : "no connection with \(host)" + (reason == 0 ? "" : ": " + String(cString: strerror(reason))))
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
            return unreachable("no secure connection with \(host): " + detail(code, handle))
        case CURLE_TOO_MANY_REDIRECTS: return unreachable("\(host) redirects more than \(limits.redirects) times")
        case CURLE_UNSUPPORTED_PROTOCOL where handle.number(CURLINFO_RESPONSE_CODE) == 0:
            return WeatherFailure(.badAnswer, "the answer is not HTTP")
        case CURLE_UNSUPPORTED_PROTOCOL:
            return unreachable("\(host) redirects to an address that is not followed: " + detail(code, handle))
        case CURLE_URL_MALFORMAT: return unreachable("an address is malformed: " + detail(code, handle))
        case CURLE_GOT_NOTHING: return unreachable("\(host) closes the connection without an answer")
        case CURLE_PARTIAL_FILE: return unreachable("the answer breaks off before its end")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return unreachable("the connection with \(host) broke: " + detail(code, handle))
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return WeatherFailure(.badAnswer, "the answer cannot be taken in: " + detail(code, handle))
        default: return unreachable("\(host) cannot be asked: " + detail(code, handle))
        }
    }

    /// libcurl's words, fit to stand behind a colon.
    private func detail(_ code: CURLcode, _ handle: CurlHandle) -> String {
        let own = handle.detail
        let text = own.isEmpty ? String(cString: curl_easy_strerror(code)) : own
        return Wording.printable(String(text.prefix(160)).replacing("\n", with: " "))
    }

    /// The host of the address, with its port, without a password.
    private var host: String {
        let rest = url.drop { $0 != ":" }.dropFirst(3).prefix { !"/?#".contains($0) }
        return Wording.printable(String(rest.split(separator: "@").last ?? rest))
    }

    private static func words(_ seconds: Double) -> String {
        let tenths = (min(max(seconds, 0), 86_400) * 10).rounded()
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10)) s" : "\(tenths / 10) s"
    }
}

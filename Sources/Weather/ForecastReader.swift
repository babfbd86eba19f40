import Diagnostics
import FrameCore
import StructuredText

/// Reads the body of a forecast's answer.
///
/// Needs numbers in `current.weather_code` and `current.is_day` (where any number but 0, and `true`, is day).
/// A code with decimals is cut to a whole number, as the device does. Everything else in the answer is ignored.
public func parseForecast(_ body: [UInt8]) -> Result<WeatherConditions, WeatherFailure> {
    AnswerText.read(body).flatMap { root in
        guard let current = root["current"], current.members != nil else {
            return .failure(AnswerText.missing("current", root["current"], wanted: "an object"))
        }
        guard let code = current["weather_code"]?.number else {
            return .failure(AnswerText.missing("weather_code", current["weather_code"], wanted: "a number"))
        }
        guard code.magnitude < 0x1p31 else {
            return .failure(WeatherFailure(.badAnswer, "the weather code of the answer is out of range"))
        }
        let isDay: Bool
        switch current["is_day"]?.value {
        case .number(let number, text: _)?: isDay = number != 0
        case .bool(let value)?: isDay = value
        default: return .failure(AnswerText.missing("is_day", current["is_day"], wanted: "a number"))
        }
        return .success(WeatherConditions(code: Int(code), isDay: isDay))
    }
}

/// Reads a whole answer to `WeatherRequest.forecast`; anything but status 200 is a failure.
///
/// `now` is the time in seconds since 1970, for a `Retry-After` that is a date.
public func readForecast(_ answer: WeatherAnswer, now: Int? = nil) -> Result<WeatherConditions, WeatherFailure> {
    if let failure = AnswerText.statusFailure(answer, now: now) { return .failure(failure) }
    return parseForecast(answer.body)
}

/// What the answers of the service have in common.
enum AnswerText {
    /// The object that the body holds; its mistakes and the service's own error message are failures.
    static func read(_ body: [UInt8]) -> Result<Node, WeatherFailure> {
        func bad(_ sentence: String) -> Result<Node, WeatherFailure> {
            .failure(WeatherFailure(.badAnswer, sentence))
        }
        guard let first = body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return bad("the answer is empty")
        }
        if first == UInt8(ascii: "<") { return bad("the answer is a web page, not JSON") }
        let result = JSONReader.read(
            SourceText(name: "answer", bytes: body), limits: ReadLimits(bytes: WeatherRequest.sizeLimit, depth: 64))
        guard let root = result.root else {
            let error = result.diagnostics.first { $0.severity == .error }
            return bad("the answer cannot be read: \(Wording.printable(error?.message ?? "it is no JSON"))")
        }
        guard root.members != nil else { return bad("the answer is \(root.kindName), not an object") }
        if root["error"]?.bool == true {
            return bad("the service reports an error" + (reason(root).map { ": " + $0 } ?? ""))
        }
        return .success(root)
    }

    static func missing(_ key: String, _ node: Node?, wanted: String) -> WeatherFailure {
        guard let node else { return WeatherFailure(.badAnswer, "\"\(key)\" is missing in the answer") }
        return WeatherFailure(.badAnswer, "\"\(key)\" is \(node.kindName) in the answer, not \(wanted)")
    }

    /// The failure that a status other than 200 is, with the reason that the service gives.
    static func statusFailure(_ answer: WeatherAnswer, now: Int?) -> WeatherFailure? {
        guard answer.status != 200 else { return nil }
        var sentence = "the service answers with status \(answer.status)"
        if answer.status == 429 { sentence += ", too many requests" }
        var wait = answer.retryAfter.flatMap { RetryAfter.seconds($0, now: now) }
        let root = JSONReader.read(SourceText(name: "answer", bytes: answer.body)).root
        if let reason = root.flatMap(reason) {
            sentence += ": " + reason
            // The quotas are of a minute, an hour and a day, and the answers name the one that is used up.
            let isLong = ["daily", "tomorrow", "hourly", "next hour"].contains { reason.lowercased().contains($0) }
            if wait == nil, answer.status == 429, isLong { wait = WeatherController.pollInterval }
        }
        return WeatherFailure(.status(answer.status), sentence, retryAfter: wait)
    }

    /// The service's own words, in quotes and cut short.
    private static func reason(_ root: Node) -> String? {
        root["reason"]?.string.map { Wording.quoted($0, limit: 160) }
    }
}

/// The header `Retry-After` (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Seconds to wait, 0 to 10⁹; nil for what is neither a number of seconds nor a date, or a date without `now`.
    static func seconds(_ text: String, now: Int?) -> Rational? {
        let text = DecimalText.trimmed(text[...])
        let longest = 1_000_000_000
        if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            return Rational(min(Int(text) ?? longest, longest))
        }
        guard let now, let date = date(text), now.magnitude < 1 << 60 else { return nil }
        return Rational(min(max(date - now, 0), longest))
    }

    /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = number(parts[1], 1...31),
            let month = months.firstIndex(where: { $0 == parts[2] }), let year = number(parts[3], 1970...9999)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        // The year begins in March, so that the leap day is its last.
        let shifted = month < 2 ? year - 1 : year
        let ofYear = ((month + 10) % 12 * 153 + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}

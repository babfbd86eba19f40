/// A forecast that answers what it is told to: for scenarios, tests and runs without a network.
public struct ScriptedForecast: Sendable {
    /// The faults that a scenario can name.
    public enum Fault: String, CaseIterable, Sendable {
        case tooManyRequests = "429"
        case serverError = "500"
        case timeout = "timeout"
        case html = "html"
    }

    /// What the next refreshes are answered with.
    public enum Answer: Hashable, Sendable {
        case conditions(WeatherConditions)
        case failure(Fault)
    }

    /// Stays until it is set again; nil until it was set once, which is a failure too.
    public var answer: Answer?

    public init(_ answer: Answer? = nil) { self.answer = answer }

    /// The answer as it would come over the wire, so that it passes the same readers as a real one.
    public func respond() -> Result<WeatherAnswer, WeatherFailure> {
        switch answer {
        case .conditions(let conditions)?:
            let body =
                "{\"current\": {\"weather_code\": \(conditions.code), \"is_day\": \(conditions.isDay ? 1 : 0)}}"
            return .success(WeatherAnswer(status: 200, body: Array(body.utf8)))
        case .failure(.tooManyRequests)?:
            let body =
                #"{"error": true, "reason": "Minutely API request limit exceeded. Please try again in one minute."}"#
            return .success(WeatherAnswer(status: 429, body: Array(body.utf8)))
        case .failure(.serverError)?:
            return .success(WeatherAnswer(status: 500, body: Array("Internal Server Error".utf8)))
        case .failure(.timeout)?:
            return .failure(
                WeatherFailure(.timeout, "no answer came within \(WeatherRequest.timeLimit) s"))
        case .failure(.html)?:
            return .success(
                WeatherAnswer(status: 200, body: Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8)))
        case nil:
            return .failure(WeatherFailure(.unreachable, "no weather was set"))
        }
    }

    /// What the controller is told.
    public var result: Result<WeatherConditions, WeatherFailure> { respond().flatMap { readForecast($0) } }
}

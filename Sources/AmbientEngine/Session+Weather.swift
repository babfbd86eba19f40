import FrameCore
import Weather

extension Session {
    /// Lets the next answer or timer happen.
    mutating func takeNextEvent(at time: Rational) {
        now = max(now, time)
        if player != nil, player?.nextEvent.map({ $0 <= time }) == true { return advancePlayer(to: now) }
        if let due = answer, due.time <= time {
            answer = nil
            tellWeather(.fetchFinished(due.result))
        } else {
            timer = nil
            tellWeather(.timerFired)
        }
        followSettings()
    }

    /// Tells the controller something and does what it wants.
    mutating func tellWeather(_ event: WeatherEvent) {
        for effect in weather.handle(event, at: now) {
            switch effect {
            case .startFetch: answer = (now + latency, forecast.result)
            case .activateTheme(let id, _): activate(theme: id)
            case .log(let line): note(line)
            case .scheduleNext(let time): timer = time
            }
        }
        // An answer that takes no time is there before anybody can look.
        if let due = answer, due.time <= now { takeNextEvent(at: now) }
    }

    /// How long the scripted forecast takes: nothing, unless it is to run into the time limit.
    private var latency: Rational {
        forecast.answer == .failure(.timeout) ? Rational(WeatherRequest.timeLimit) : .zero
    }
}

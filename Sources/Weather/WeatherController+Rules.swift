import FrameCore

/// When to ask, and what an answer changes.
extension WeatherController {
    /// Asks now, or as soon as it may be; in the background or while off it does nothing.
    mutating func want(_ effects: inout [WeatherEffect]) {
        guard isMatching, isActive else { return }
        if let asked {
            // The answer under way will do, unless it is about another city.
            if !asked.isSamePlace(as: location) { isWanted = true }
            return
        }
        if let notBefore, now < notBefore {
            if !isWanted {
                let wait = WeatherController.words(notBefore - now)
                effects.append(.log("weather: the service asked to be left alone; it is asked again in \(wait)"))
            }
            isWanted = true
            return
        }
        isWanted = false
        guard let location else {
            nextPoll = now + WeatherController.pollInterval
            effects.append(.log("weather: no location is set; the theme is kept"))
            return
        }
        asked = location
        effects.append(.startFetch(location))
    }

    mutating func switchMatching(_ isOn: Bool, _ effects: inout [WeatherEffect]) {
        guard isOn != isMatching else { return }
        isMatching = isOn
        guard isOn else {
            isWanted = false
            return
        }
        guard isActive else { return }
        if let conditions { decide(conditions, "last known", &effects) }
        want(&effects)
    }

    mutating func move(to place: WeatherLocation?) {
        if location?.isSamePlace(as: place) != true { conditions = nil }
        location = place
    }

    mutating func finish(
        _ result: Result<WeatherConditions, WeatherFailure>, _ effects: inout [WeatherEffect]
    ) {
        guard let asked else {
            effects.append(.log("weather: an answer that was not asked for is ignored"))
            return
        }
        self.asked = nil
        nextPoll = now + WeatherController.pollInterval
        let isCurrent = asked.isSamePlace(as: location)
        switch result {
        case .success(let answer):
            refusals = 0
            notBefore = nil
            if isCurrent {
                conditions = answer
                if isMatching, isActive { decide(answer, "now", &effects) }
            }
        case .failure(let failure):
            if failure.isBusy { refused(failure) } else { refusals = 0 }
            var line = "weather: \(failure.sentence); the theme is kept"
            if isMatching, isActive, isCurrent, let next = nextDeadline {
                line += ", asked again in \(WeatherController.words(next - now))"
            }
            effects.append(.log(line))
        }
        // A city chosen meanwhile: whatever came back was about another one.
        if !isCurrent || isWanted { want(&effects) }
    }

    /// Notes a refusal, after which nothing is asked for a while.
    private mutating func refused(_ failure: WeatherFailure) {
        let poll = WeatherController.pollInterval
        // Doubling ends at the poll: 60 s · 2⁶ is longer.
        let growing = WeatherController.firstWait * Rational(1 << min(refusals, 6))
        refusals += 1
        // What the service asks for counts, except that it may neither be hammered nor keep us away beyond the poll.
        let wait = min(max(failure.retryAfter ?? .zero, growing), poll)
        notBefore = now + wait
        if failure.retryAfter != nil { nextPoll = now + wait }
    }

    private mutating func decide(
        _ conditions: WeatherConditions, _ when: String, _ effects: inout [WeatherEffect]
    ) {
        let made = WeatherDecision(conditions, themes: themes, active: activeTheme, random: &random)
        decision = made
        let weather =
            "\(when) \(conditions.condition.rawValue) by \(conditions.period.rawValue) (code \(conditions.code))"
        if made.changed, let theme = made.theme {
            activeTheme = theme
            effects.append(.activateTheme(id: theme, reason: made.reason))
            effects.append(.log("weather: \(weather); the theme is \(theme): \(made.reason)"))
        } else {
            effects.append(.log("weather: \(weather); \(made.reason)"))
        }
    }

    /// A time span for people: `45 min`, `2 min 30 s`, `60 s` is `1 min`.
    static func words(_ span: Rational) -> String {
        let seconds = max(span.ceiling, 0)
        let (minutes, rest) = (seconds / 60, seconds % 60)
        if minutes == 0 { return "\(rest) s" }
        return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
    }
}

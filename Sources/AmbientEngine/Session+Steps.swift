import FrameCore
public import Scenarios
import Weather

extension Session {
    /// Plays one step; an assertion sees the state at the present time, after everything at or before it.
    ///
    /// A `repeat` or `include` plays its steps and ends as the first of them that failed, else as the last. A step that
    /// cannot be played changes nothing.
    @discardableResult
    public mutating func play(_ step: Scenario.Step) throws(ScenarioFailure) -> StepResult {
        switch step.kind {
        case .repeat, .include:
            var first: StepResult?
            var last: StepResult?
            try play(Scenario.Occurrences(steps: [step])) { result in
                if first == nil, !result.isOK { first = result }
                last = result
                return true
            }
            return first ?? last
                ?? StepResult(step: step, rounds: [], time: now, outcome: .done, log: takeLog())
        default: return try play(step, rounds: [])
        }
    }

    /// Plays steps in order, handing out each result as it comes, until `visit` says no.
    public mutating func play(
        _ steps: some Sequence<Scenario.Occurrence>, visit: (StepResult) -> Bool
    ) throws(ScenarioFailure) {
        for occurrence in steps {
            guard visit(try play(occurrence)) else { return }
        }
    }

    /// Plays one step out of a list with repeats and includes.
    @discardableResult
    public mutating func play(_ occurrence: Scenario.Occurrence) throws(ScenarioFailure) -> StepResult {
        try play(occurrence.step, rounds: occurrence.rounds)
    }

    private mutating func play(_ step: Scenario.Step, rounds: [Int]) throws(ScenarioFailure) -> StepResult {
        let outcome = try outcome(of: step)
        if keepsScript { keep(step.kind) }
        return StepResult(step: step, rounds: rounds, time: now, outcome: outcome, log: takeLog())
    }

    private mutating func takeLog() -> [SessionLogLine] {
        defer { log = [] }
        return log
    }

    private mutating func outcome(of step: Scenario.Step) throws(ScenarioFailure) -> StepResult.Outcome {
        switch step.kind {
        case .wait(let duration):
            pass(until: try end(of: duration, step))
        case .waitUntil(let condition, let timeout):
            if let scene = condition.scene { try checkTheme(scene, step) }
            return waitUntil(condition, until: try end(of: timeout, step), timeout)
        case .pressButton(let button, _, _): note("the display does not react to the button \(button.rawValue)")
        case .tap: note("the display does not react to taps")
        case .longPress: note("a long press opens the settings, which this version does not show yet")
        case .swipe: note("the display does not react to swipes")
        case .setTheme(let id):
            try checkTheme(id, step)
            guard weather.allowsManualTheme else {
                return .failed(
                    "the theme follows the weather, so it is not changed by hand: it stays \(sceneID)")
            }
            activate(theme: id)
            tellWeather(.themeActivatedByUser(id))
        case .setPlaylist(let id):
            activate(playlist: try id.map { id throws(ScenarioFailure) in try installedPlaylist(id, step) })
        case .setWeather(let weather): forecast.answer = ScriptedForecast.Answer(weather)
        case .setSetting(let changes): for change in changes { set(change) }
        case .importPackage(let file): return try importPackage(step.resolved(file), step)
        case .background: leave()
        case .activate: enter()
        case .relaunch: launch()
        case .assertState, .assertFocus, .assertScene, .assertTimer, .assertLevels, .assertFrame:
            return try assertion(step)
        case .repeat, .include: break
        }
        return .done
    }

    // MARK: - Time

    private func end(of duration: Rational, _ step: Scenario.Step) throws(ScenarioFailure) -> Rational {
        let end = now + max(duration, .zero)
        guard end <= Scenario.longestTime else {
            throw ScenarioFailure(
                step: step, code: "scenario.too-long", description: "the run would last more than ten years",
                hint: "wait less, or repeat less often")
        }
        return end
    }

    private mutating func waitUntil(
        _ condition: WaitCondition, until end: Rational, _ timeout: Rational
    ) -> StepResult.Outcome {
        while !holds(condition) {
            guard let due = nextEvent, due <= end else {
                pass(until: end)
                return .failed(
                    "\(Session.words(condition)) did not come within \(timeout.double) s: it is "
                        + "\(Session.words(actual(of: condition)))")
            }
            takeNextEvent(at: due)
        }
        return .done
    }

    // MARK: - Inputs

    private mutating func leave() {
        guard state != .background else { return note("the app is in the background already") }
        state = .background
        noteChange()
        tellWeather(.enteredBackground)
    }

    private mutating func enter() {
        guard state == .background else { return note("the app is in front already") }
        state = .ambient
        noteChange()
        tellWeather(.becameActive)
    }

    private mutating func set(_ change: SettingChange) {
        switch change {
        case .weatherAutoTheme(let isOn):
            pinned.weatherAutoTheme = isOn
            tellWeather(.matchingSwitched(isOn))
        case .location(let place):
            // The parser has checked the ranges.
            let location = WeatherLocation(name: place.name ?? "", latitude: place.latitude, longitude: place.longitude)
            pinned.location = location
            tellWeather(.cityChanged(location))
        case .stopAfter: note("the display has no setting stopAfter")
        case .nextAfter: note("the display has no setting nextAfter")
        case .shuffle: note("the display has no setting shuffle")
        case .facts: note("the display has no setting facts")
        case .crossFade: note("the display has no setting crossFade")
        }
    }

    func checkTheme(_ id: String, _ step: Scenario.Step) throws(ScenarioFailure) {
        let ids = packages.themes.map(\.id)
        guard !ids.contains(id) else { return }
        throw ScenarioFailure(
            step: step, code: "scenario.unknown-theme",
            description: "no theme '\(id)' is installed; there are " + ids.joined(separator: ", "),
            hint: "list its package under 'scenes:'")
    }

    /// The id of an installed playlist, which may be named by its package too, as the settings show it.
    private func installedPlaylist(_ word: String, _ step: Scenario.Step) throws(ScenarioFailure) -> String {
        if let id = packages.playlists.first(where: { $0 == word }) { return id }
        if let id = packages.playlists.first(where: { $0 == word + ".playlist" }) { return id }
        let known = packages.playlists
        throw ScenarioFailure(
            step: step, code: "scenario.unknown-playlist",
            description: "no playlist '\(word)' is installed; there "
                + (known.isEmpty ? "is none" : "are " + known.joined(separator: ", ")),
            hint: "list its package under 'scenes:', or name it as 'playlist:'")
    }
}

extension ScriptedForecast.Answer {
    fileprivate init(_ answer: Scenarios.WeatherAnswer) {
        switch answer {
        case .forecast(let code, let isDay): self = .conditions(WeatherConditions(code: code, isDay: isDay))
        case .failure(.tooManyRequests): self = .failure(.tooManyRequests)
        case .failure(.serverError): self = .failure(.serverError)
        case .failure(.timeout): self = .failure(.timeout)
        case .failure(.html): self = .failure(.html)
        }
    }
}

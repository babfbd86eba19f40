import FrameCore
public import Scenarios
import Weather

extension Session {
    /// The session so far as the text of a scenario that replays to the same frames.
    ///
    /// Only of a session that keeps its script. `header` says what the session was started with, the active theme
    /// first; what a header cannot say of the device's memory becomes steps before the first.
    public func scenarioText(header: ScenarioHeader) -> String {
        Scenario.text(header: header, steps: (remembered + script).map { Scenario.Step($0) })
    }

    /// Steps that bring a fresh device to what this one remembered at its launch.
    private var remembered: [Scenario.Kind] {
        var changes: [SettingChange] = []
        if let place = initial.location, place != .placeholder {
            changes.append(
                .location(
                    SettingChange.Location(latitude: place.latitude, longitude: place.longitude, name: place.name)))
        }
        if initial.weatherAutoTheme { changes.append(.weatherAutoTheme(true)) }
        return changes.isEmpty ? [] : [.setSetting(changes)]
    }

    /// Adds a step to the script; waits that follow each other are one.
    mutating func keep(_ kind: Scenario.Kind) {
        if case .wait(let more) = kind, case .wait(let time)? = script.last {
            script[script.count - 1] = .wait(time + more)
        } else {
            script.append(kind)
        }
    }
}

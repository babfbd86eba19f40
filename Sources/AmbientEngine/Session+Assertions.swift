import FrameCore
import Scenarios

extension Session {
    /// What an assertion finds now.
    func assertion(_ step: Scenario.Step) throws(ScenarioFailure) -> StepResult.Outcome {
        switch step.kind {
        case .assertState(let expected):
            return verdict("state", expected.rawValue, state.rawValue)
        case .assertScene(let expected):
            try checkTheme(expected, step)
            return verdict("scene", expected, sceneID)
        case .assertFocus(let expected):
            // The display has nothing that could have the focus.
            return verdict("focus", expected.description, "none")
        case .assertTimer(let expected):
            for (name, reading) in [("nextAfter", expected.nextAfter), ("stopAfter", expected.stopAfter)] {
                guard let reading else { continue }
                let words =
                    switch reading {
                    case .off: "off"
                    case .left(let seconds): "\(seconds.double) s"
                    }
                return verdict("timer \(name)", words, "none: the display has no timers")
            }
            return .done
        case .assertLevels(let expected):
            return .pending(
                .levels(expected, at: now, layerStart: timeline.changes.last?.time ?? .zero))
        case .assertFrame(let expected):
            return .pending(.frame(expected, number: timeline.rate.lastFrame(atOrBefore: now)))
        default: return .done
        }
    }

    private func verdict(_ what: String, _ expected: String, _ actual: String) -> StepResult.Outcome {
        expected == actual ? .done : .failed("expected \(what) \(expected), but it is \(actual)")
    }

    func holds(_ condition: WaitCondition) -> Bool {
        (condition.state.map { $0 == state } ?? true) && condition.focus == nil
            && (condition.scene.map { $0 == sceneID } ?? true)
    }

    /// What is so now, of the parts that a condition names.
    func actual(of condition: WaitCondition) -> WaitCondition {
        WaitCondition(state: condition.state.map { _ in state }, scene: condition.scene.map { _ in sceneID })
    }

    static func words(_ condition: WaitCondition) -> String {
        let parts = [
            condition.state.map { "state \($0.rawValue)" }, condition.focus.map { "focus \($0)" },
            condition.scene.map { "scene \($0)" },
        ].compactMap { $0 }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}

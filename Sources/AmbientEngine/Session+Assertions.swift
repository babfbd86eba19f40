import FrameCore
import Scenarios

extension Session {
    /// What an assertion finds now.
    func assertion(_ step: Scenario.Step) throws(ScenarioFailure) -> StepResult.Outcome {
        switch step.kind {
        case .assertState(let expected):
            return verdict("state", expected.rawValue, state.rawValue)
        case .assertScene(let expected):
            try checkScene(expected, step)
            return verdict("scene", expected, sceneID)
        case .assertFocus(let expected):
            return verdict("focus", expected.description, player?.focus?.description ?? "none")
        case .assertTimer(let expected):
            for (name, reading, left) in [
                ("nextAfter", expected.nextAfter, player?.nextAfterLeft),
                ("stopAfter", expected.stopAfter, player?.stopAfterLeft),
            ] {
                guard let reading else { continue }
                let outcome = verdict("timer \(name)", reading, left)
                if outcome != .done { return outcome }
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

    /// A timer that shows whole seconds shows them rounded up, as its chip does.
    private func verdict(
        _ name: String, _ expected: TimerExpectation.Reading, _ actual: Rational?
    ) -> StepResult.Outcome {
        guard player != nil else {
            let words = if case .left(let seconds) = expected { "\(seconds.double) s" } else { "off" }
            return verdict(name, words, "none: the display has no timers")
        }
        switch (expected, actual) {
        case (.off, nil): return .done
        case (.off, let left?): return verdict(name, "off", "\(left.double) s")
        case (.left(let wanted), nil): return verdict(name, "\(wanted.double) s", "off")
        case (.left(let wanted), let left?):
            let shown = wanted.denominator == 1 ? Rational(left.ceiling) : left
            return shown == wanted ? .done : verdict(name, "\(wanted.double) s", "\(left.double) s")
        }
    }

    func holds(_ condition: WaitCondition) -> Bool {
        (condition.state.map { $0 == state } ?? true) && (condition.focus.map { $0 == player?.focus } ?? true)
            && (condition.scene.map { $0 == sceneID } ?? true)
    }

    /// What is so now, of the parts that a condition names.
    func actual(of condition: WaitCondition) -> WaitCondition {
        WaitCondition(
            state: condition.state.map { _ in state }, focus: condition.focus.flatMap { _ in player?.focus },
            scene: condition.scene.map { _ in sceneID })
    }

    static func words(_ condition: WaitCondition) -> String {
        let parts = [
            condition.state.map { "state \($0.rawValue)" }, condition.focus.map { "focus \($0)" },
            condition.scene.map { "scene \($0)" },
        ].compactMap { $0 }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}

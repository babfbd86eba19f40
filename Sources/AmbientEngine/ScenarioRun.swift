public import FrameCore
public import Scenarios

/// What became of one step.
public struct StepResult: Sendable {
    public let step: Scenario.Step
    public let isAssertion: Bool
    public let isOK: Bool
    /// Expected and actual values of a failed step; nothing when it is fine.
    public let message: String
}

/// A scenario that cannot be played on.
public struct ScenarioFailure: Error, Sendable, CustomStringConvertible {
    public let step: Scenario.Step
    public let description: String
}

/// A scenario played on its virtual clock: simulated, nothing drawn.
public struct ScenarioRun: Sendable {
    /// Which scene shows when.
    public private(set) var timeline: Timeline
    public private(set) var results: [StepResult] = []
    /// The time of the last step, in seconds of the run.
    public private(set) var now: Rational = .zero

    private let installed: [String]

    /// Starts with the first of the installed themes active.
    ///
    /// - Parameters:
    ///   - installed: the ids of the themes that can be chosen; not empty.
    ///   - start: Unix seconds at frame 0.
    public init?(installed: [String], rate: FrameRate, start: Rational) {
        guard let first = installed.first else { return nil }
        self.installed = installed
        timeline = Timeline(sceneID: first, rate: rate, start: start)
    }

    /// Plays one step; an assertion sees the state at the present time, after everything at or before it.
    ///
    /// Steps may come one at a time, from a file or from a live session.
    public mutating func play(_ step: Scenario.Step) throws(ScenarioFailure) {
        var message = ""
        var isAssertion = false
        switch step.kind {
        case .wait(let duration):
            now = now + duration
        case .setTheme(let id):
            try checkInstalled(id, step)
            _ = timeline.setScene(id, at: now)
        case .assertScene(let id):
            try checkInstalled(id, step)
            isAssertion = true
            let actual = timeline.activeSceneID
            if actual != id { message = "expected scene \(id), but it is \(actual)" }
        default:
            throw ScenarioFailure(step: step, description: "this version does not play '\(step.name)' yet")
        }
        results.append(
            StepResult(
                step: step, isAssertion: isAssertion, isOK: message.isEmpty,
                message: message))
    }

    private func checkInstalled(_ id: String, _ step: Scenario.Step) throws(ScenarioFailure) {
        guard !installed.contains(id) else { return }
        throw ScenarioFailure(
            step: step,
            description: "no theme '\(id)' is installed; there are " + installed.joined(separator: ", "))
    }

    /// How many assertions held and how many did not.
    public var counts: (passed: Int, failed: Int) {
        let assertions = results.filter(\.isAssertion)
        let passed = assertions.count(where: \.isOK)
        return (passed, assertions.count - passed)
    }
}

extension Scenario.Step: CustomStringConvertible {
    /// The step as written, on one line.
    public var description: String { place.source.line(line).trimmingPrefix { $0 == " " || $0 == "-" }.description }
}

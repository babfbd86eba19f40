public import FrameCore
public import Scenarios

/// What became of one step.
public struct StepResult: Sendable {
    /// How a step ended.
    public enum Outcome: Sendable, Equatable {
        case done
        /// One sentence that holds the expected and the actual value.
        case failed(String)
        /// The step asks for something that only drawing or listening can tell.
        case pending(SessionCheck)
    }

    public let step: Scenario.Step
    /// The round of every `repeat` around the step, from 1, outermost first.
    public let rounds: [Int]
    /// Seconds of the run when the step ended.
    public let time: Rational
    public var outcome: Outcome
    /// What happened since the step before that is worth a line and is no error.
    public let log: [SessionLogLine]

    /// Whether the step passes or fails, so that it counts: assertions and `waitUntil`.
    public var isCheck: Bool {
        if case .waitUntil = step.kind { return true }
        return step.kind.isAssertion
    }

    /// True unless the step failed; pending ones are not known yet.
    public var isOK: Bool {
        if case .failed = outcome { return false }
        return true
    }

    /// The sentence of a failed step; empty for others.
    public var message: String {
        if case .failed(let sentence) = outcome { return sentence }
        return ""
    }
}

/// What a step wants to know of the picture or the sound.
///
/// It is asked of the session as it is then: what is played at the same instant but later does not count.
public enum SessionCheck: Sendable, Equatable {
    /// The levels at a time of the run, of a layer of sensitivity 1 that was built with the scene.
    indirect case levels(LevelExpectation, at: Rational, layerStart: Rational)
    /// The frame shown at the time of the step: the last one at or before it.
    indirect case frame(FrameExpectation, number: Int)
}

/// One line of a session's log.
public struct SessionLogLine: Sendable, Hashable {
    /// Seconds of the run.
    public let time: Rational
    public let text: String
}

/// What a session is in, from some time on.
public struct SessionMoment: Sendable, Hashable {
    /// Seconds of the run.
    public let time: Rational
    public let state: SessionState
    public let sceneID: String
    /// Nil is silence.
    public let playlist: String?
}

/// A step that cannot be played.
public struct ScenarioFailure: Error, Sendable, CustomStringConvertible {
    public let step: Scenario.Step
    /// A stable code, such as `scenario.unknown-theme`.
    public let code: String
    public let description: String
    public let hint: String?
}

extension Scenario.Step: CustomStringConvertible {
    /// The step as written, on one line.
    public var description: String { place.source.line(line).trimmingPrefix { $0 == " " || $0 == "-" }.description }
}

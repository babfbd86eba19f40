import FrameCore
import Scenarios

extension Session {
    /// Adds a step to the script; waits that follow each other are one.
    mutating func keep(_ kind: Scenario.Kind) {
        if case .wait(let more) = kind, case .wait(let time)? = script.last {
            script[script.count - 1] = .wait(time + more)
        } else {
            script.append(kind)
        }
    }
}

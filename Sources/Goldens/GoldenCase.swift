import Diagnostics
import FrameCore
import StructuredText

/// One golden case: what is drawn, and what is accepted.
public struct GoldenCase: Sendable {
    public let name: String
}

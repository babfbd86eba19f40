public import Diagnostics
public import FrameCore
public import StructuredText

/// A scenario file: what to run, and what happens when on its virtual clock.
public struct Scenario: Sendable {
    public let header: ScenarioHeader
    public let steps: [Step]
    public let source: SourceText

    /// One step.
    public struct Step: Sendable {
        public let kind: Kind
        /// The name as written, such as `setTheme`.
        public let name: String
        public let place: DocumentPlace

        /// The line of the step, from 1.
        public var line: Int { place.location.line }
    }

    /// What a step does.
    public enum Kind: Sendable, Equatable {
        /// Lets time pass, in seconds.
        case wait(Rational)
        /// Makes an installed theme active.
        case setTheme(String)
        /// Fails the run unless that theme is shown.
        case assertScene(String)
    }
}

/// What a scenario runs on; options on the command line override it, nil means their default.
public struct ScenarioHeader: Sendable {
    public var device: Located<DevicePreset>?
    public var orientation: Located<Orientation>?
    /// Pixels; both sides 1 to 8192.
    public var size: Located<PixelSize>?
    public var fps: Located<FrameRate>?
    /// Package folders, relative to the scenario file, or ids; the first theme is active.
    public var scenes: [Located<String>] = []
    /// An ISO 8601 time as written, not yet checked.
    public var start: Located<String>?
    /// A time zone as written, not yet checked.
    public var timeZone: Located<String>?
    /// A locale as written, not yet checked.
    public var locale: Located<String>?
    public var seed: Located<UInt64>?
    /// What is rendered.
    public var record: Located<RecordRange>?

    /// The half-open range of time that is rendered; nil ends are those of the run.
    public struct RecordRange: Sendable, Equatable {
        public var from: Rational?
        public var to: Rational?

        public init(from: Rational? = nil, to: Rational? = nil) {
            self.from = from
            self.to = to
        }
    }
}

/// Reads a scenario; nil when it has an error.
///
/// All errors are reported, each with line and column.
public func parseScenario(_ text: SourceText) -> (Scenario?, [Diagnostic]) {
    var parser = ScenarioParser(source: text)
    let scenario = parser.parse()
    return (scenario, parser.diagnostics)
}

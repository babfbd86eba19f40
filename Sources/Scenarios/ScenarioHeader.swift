public import FrameCore
public import StructuredText

/// What a scenario runs on; options on the command line override it, nil means their default.
public struct ScenarioHeader: Sendable {
    public var app: Located<ScenarioApp>?
    public var device: Located<DevicePreset>?
    public var orientation: Located<Orientation>?
    /// Pixels; both sides 1 to 8192.
    public var size: Located<PixelSize>?
    public var fps: Located<FrameRate>?
    /// Package folders, relative to the scenario file, or ids; the first theme is active.
    public var scenes: [Located<String>] = []
    /// A playlist package, folder or file, relative to the scenario file, or an id.
    public var playlist: Located<String>?
    /// An ISO 8601 time as written, not yet checked.
    public var start: Located<String>?
    /// A time zone as written, not yet checked.
    public var timeZone: Located<String>?
    /// A locale as written, not yet checked.
    public var locale: Located<String>?
    public var seed: Located<UInt64>?
    /// What is rendered: windows in rising order that do not overlap; never empty.
    public var windows: Located<[RecordRange]>?
    /// Words that `isSelected` chooses by.
    public var tags: [Located<String>] = []

    public init() {}

    /// From the start of the first window to the end of the last.
    public var record: Located<RecordRange>? {
        guard let windows, let first = windows.value.first, let last = windows.value.last else { return nil }
        return Located(RecordRange(from: first.from, to: last.to), at: windows.place)
    }

    /// A half-open range of time that is rendered; nil ends are those of the run.
    public struct RecordRange: Sendable, Equatable {
        public var from: Rational?
        public var to: Rational?

        public init(from: Rational? = nil, to: Rational? = nil) {
            self.from = from
            self.to = to
        }
    }
}

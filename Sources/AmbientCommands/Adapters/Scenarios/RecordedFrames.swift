import FrameCore
import Scenarios

/// The frames of a run that go into its clip: one stretch or several, one after another.
struct RecordedFrames: Sendable {
    /// In rising order; none is empty.
    let ranges: [Range<Int>]
    /// The place of each range's first frame in the clip.
    private let places: [Int]
    /// How many frames the clip has.
    let count: Int

    init(_ ranges: [Range<Int>]) {
        self.ranges = ranges.filter { !$0.isEmpty }
        var places: [Int] = []
        var count = 0
        for range in self.ranges {
            places.append(count)
            count += range.count
        }
        self.places = places
        self.count = count
    }

    /// The windows of a header, of a run that lasts until `end`; the options go before them.
    ///
    /// Nothing without a clip, unless the options name frames.
    init(
        _ header: ScenarioHeader, end: Rational, arguments: Arguments, rate: FrameRate
    ) throws(CommandFailure) {
        let isAsked = Self.isAsked(arguments)
        guard isAsked || arguments.value("output") != nil else {
            self.init([])
            return
        }
        let hull = header.record?.value
        let from = hull?.from ?? .zero
        guard !isAsked, let windows = header.windows?.value, windows.count > 1 else {
            self.init([try FrameRange(arguments, rate: rate, from: from, to: hull?.to ?? max(end, from)).frames])
            return
        }
        self.init(
            windows.map { window in
                let first = rate.firstFrame(atOrAfter: window.from ?? .zero)
                return first..<max(first, rate.firstFrame(atOrAfter: window.to ?? end))
            })
        guard count <= FrameRange.limit else { throw .usage("that is more than \(FrameRange.limit) frames") }
    }

    /// Whether the options name frames.
    static func isAsked(_ arguments: Arguments) -> Bool {
        FrameRange.options.contains { arguments.value($0.name) != nil }
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// The time of the last frame; nil where there is none.
    func lastTime(_ rate: FrameRate) -> Rational? {
        ranges.last.map { rate.time(ofFrame: $0.upperBound - 1) }
    }

    /// The frame of the run at a place in the clip, which must be one of `count`.
    func frame(at place: Int) -> Int {
        let range = range(of: place)
        return ranges[range].lowerBound + place - places[range]
    }

    /// The range that holds a sample of the clip's 48 kHz sound: its first sample, its first frame, and where the next
    /// one begins.
    func window(atSample sample: Int, rate: FrameRate) -> (start: Int, frame: Int, end: Int?) {
        var low = 0
        var high = places.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if sampleStart(middle, rate) <= sample { low = middle } else { high = middle - 1 }
        }
        guard ranges.indices.contains(low) else { return (0, 0, nil) }
        return (
            sampleStart(low, rate), ranges[low].lowerBound,
            low + 1 < places.count ? sampleStart(low + 1, rate) : nil
        )
    }

    private func sampleStart(_ range: Int, _ rate: FrameRate) -> Int {
        Music.outputSample(at: rate.time(ofFrame: places[range]))
    }

    private func range(of place: Int) -> Int {
        var low = 0
        var high = places.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if places[middle] <= place { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

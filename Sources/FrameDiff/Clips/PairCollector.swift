import FrameCore
import Glibc

/// Adds up the differences of pairs of frames, in the order of the clip, in memory that does not grow with it.
struct PairCollector {
    /// Changed stretches that are kept; more are only counted.
    static let eventLimit = 1000
    /// Values of the timeline.
    static let timelineLimit = 2000
    /// Frames alike between two changed ones that do not end a stretch.
    private static let bridgedGap = 2

    private(set) var events: [ClipEvent] = []
    private(set) var unlistedEvents = 0
    private(set) var pairs = 0
    private(set) var differing = 0
    private(set) var firstDifference: Int?
    private(set) var maxDelta: Int?
    private(set) var differingPixels: Int?
    private var squaredError = 0.0
    private var samples = 0.0
    private var similarities = 0.0
    private var similarityCount = 0
    private var timeline: [Float] = []
    private var framesPerValue = 1
    private var open: (event: ClipEvent, score: Float)?

    /// One compared pair: `difference` is nil when only hashes are known, `isBeyond` says whether it is accepted.
    mutating func add(
        _ numbers: FramePairNumbers, isBeyond: Bool, difference: FrameDifference?, box: PixelRectangle? = nil
    ) {
        pairs += 1
        if let difference {
            maxDelta = max(maxDelta ?? 0, difference.maxDelta)
            differingPixels = (differingPixels ?? 0) + difference.differingPixels
            squaredError += Double(difference.squaredError)
            samples += Double(difference.comparedPixels) * 3
            if let ssim = difference.ssim {
                similarities += ssim
                similarityCount += 1
            }
        }
        guard isBeyond else { return }
        differing += 1
        firstDifference = min(firstDifference ?? numbers.expected, numbers.expected)
        let score = Self.score(difference, box: box)
        mark(numbers.expected, score)
        let box = box ?? difference?.boundingBox
        if case (var event, let worst)? = open, numbers.expected - event.event.last <= Self.bridgedGap + 1 {
            event.event.last = numbers.expected
            event.event.count += 1
            event.boundingBox = union(event.boundingBox, box)
            if let difference {
                event.maxDelta = max(event.maxDelta ?? 0, difference.maxDelta)
                event.mostPixels = max(event.mostPixels ?? 0, difference.pixelsBeyond)
            }
            if score > worst { event.worst = numbers }
            open = (event, max(score, worst))
        } else {
            close()
            let event = SequenceEvent(kind: .changed, first: numbers.expected, last: numbers.expected, count: 1)
            open = (
                ClipEvent(
                    event: event, worst: numbers, boundingBox: box, maxDelta: difference?.maxDelta,
                    mostPixels: difference?.pixelsBeyond), score
            )
        }
    }

    private mutating func mark(_ frame: Int, _ score: Float) {
        guard frame >= 0 else { return }
        while frame / framesPerValue >= Self.timelineLimit {
            framesPerValue *= 2
            timeline = stride(from: 0, to: timeline.count, by: 2).map { place in
                max(timeline[place], place + 1 < timeline.count ? timeline[place + 1] : 0)
            }
        }
        let place = frame / framesPerValue
        while timeline.count <= place { timeline.append(0) }
        timeline[place] = max(timeline[place], score)
    }

    /// Expected frames that are missing or out of place.
    mutating func mark(_ frames: ClosedRange<Int>) {
        mark(frames.upperBound, 1)
        // By now the last frame has a place, so each value of the timeline is touched once.
        for frame in stride(from: frames.lowerBound, to: frames.upperBound, by: framesPerValue) { mark(frame, 1) }
    }

    private mutating func close() {
        guard let (event, _) = open else { return }
        open = nil
        if events.count < Self.eventLimit { events.append(event) } else { unlistedEvents += 1 }
    }

    /// Ends the last stretch, and gives the timeline of a clip of so many frames.
    mutating func finish(frames: Int) -> [Float] {
        close()
        if frames > 0 { mark(frames - 1, 0) }
        return timeline
    }

    /// Peak signal-to-noise ratio in dB; nil when no pixels were compared.
    var psnr: Double? {
        guard samples > 0 else { return nil }
        return squaredError == 0 ? .infinity : decibels(255 * 255 * samples / squaredError)
    }

    var ssim: Double? { similarityCount > 0 ? similarities / Double(similarityCount) : nil }

    /// How much a frame differs, 0 to 1: the root of the share of its pixels, so that small regions are seen.
    private static func score(_ difference: FrameDifference?, box: PixelRectangle?) -> Float {
        guard let difference, difference.comparedPixels > 0 else { return 1 }
        let area = box.map { $0.width * $0.height } ?? difference.pixelsBeyond
        let share = Float(area) / Float(difference.comparedPixels)
        return min(1, max(0.08, share.squareRoot()))
    }
}

/// The smallest rectangle that holds both.
func union(_ one: PixelRectangle?, _ other: PixelRectangle?) -> PixelRectangle? {
    guard let one, let other else { return one ?? other }
    let (x, y) = (min(one.x, other.x), min(one.y, other.y))
    return PixelRectangle(
        x: x, y: y, width: max(one.x + one.width, other.x + other.width) - x,
        height: max(one.y + one.height, other.y + other.height) - y)
}

/// 10 · log₁₀ of a power ratio, to four decimals: the last bits of the logarithm differ between machines.
public func decibels(_ ratio: Double) -> Double { (100_000 * log10(ratio)).rounded() / 10_000 }

public import FrameCore
import Synchronization

/// The audio levels of a run: pure functions of time, to be asked in any order from any thread.
///
/// Spectrum and gain belong to the run; every layer has its own attack and release, from the time it is built.
///
/// Any time costs a bounded amount of sound (at most 48 s), however long the run is: the gain depends on the last
/// 28 s only, and attack and release start afresh at fixed points, every 10 s, 10 s before they are used. What a level
/// was 300 ticks ago has then shrunk by 0.85³⁰⁰ < 10⁻²¹, far below the last bit of a float32. So the levels are those of
/// a recursion from the layer's start: the gain always to the last bit, the levels as soon as the sound has moved once;
/// while a level stands still, up to three units in the last place, a thousandth of the 1/4096 that is shown.
public final class LevelTimeline: Sendable {
    /// Ticks a second of the run; tick k is at k / 30 s.
    public static let tickRate = 30
    /// Bands of the spectrum, from low to high.
    public static let bandCount = 32
    /// Levels that a shader sees.
    public static let levelCount = 64
    /// Samples that are analysed for one tick.
    public static let blockLength = 4096

    private let state: Mutex<State>

    /// Creates the levels of a run whose sound comes from `block`.
    ///
    /// `block` gives the samples that belong to a tick ≥ 0: up to 4096 of one track at its own rate, of which the first
    /// channel counts (zeros where it lies outside the track, see `AudioAlignment`); nil where nothing plays. It is
    /// called by one thread at a time, and must give the same block each time; what it throws is thrown on to the
    /// caller. Throws `AnalysisError` where memory is missing.
    public init(block: @escaping @Sendable (_ tick: Int) throws -> PCMBlock?) throws {
        state = Mutex(State(spectra: try SpectrumHistory(block: block)))
    }

    /// The 32 bands at a tick after gain, 0 to 1; zeros before the run.
    public func spectrum(atTick tick: Int) throws -> [Float] {
        guard tick >= 0, tick <= LevelTimeline.lastTick else {
            return [Float](repeating: 0, count: LevelTimeline.bandCount)
        }
        return try state.withLock { try $0.spectra.spectrum(atTick: tick) }
    }

    /// The 64 levels that a layer built at `layerStart` sees at `time`, both in seconds of the run.
    ///
    /// Multiples of 1/4096 in 0…1. Zeros before the layer's first tick, which is the first at or after its start;
    /// between two ticks, values between theirs. `sensitivity` is clamped to 0…10.
    public func levels(at time: Rational, layerStart: Rational = .zero, sensitivity: Float = 1) throws -> [Float] {
        let ticks = time * Rational(LevelTimeline.tickRate)
        let tick = ticks.floor
        let firstTick = max((layerStart * Rational(LevelTimeline.tickRate)).ceiling, 0)
        guard tick >= firstTick, tick < LevelTimeline.lastTick else {
            return [Float](repeating: 0, count: LevelTimeline.levelCount)
        }
        let fraction = (ticks - Rational(tick)).float
        let layer = Layer(firstTick: firstTick, sensitivity: sensitivity > 0 ? min(sensitivity, 10) : 0)
        let (now, next) = try state.withLock { state in
            let now = try state.levels(of: layer, atTick: tick)
            return (now, fraction > 0 ? try state.levels(of: layer, atTick: tick + 1) : now)
        }
        return zip(now, next).map { now, next in
            ((now + (next - now) * fraction) * 4096 + 0.5).rounded(.down) / 4096
        }
    }

    /// Beyond a thousand years there is silence, and no arithmetic that could overflow.
    private static let lastTick = 1 << 40
}

/// What makes the levels of one layer differ from those of another.
private struct Layer: Hashable {
    let firstTick: Int
    let sensitivity: Float
}

private struct State {
    /// Ticks between two fixed points, and from one to its first use: 10 s.
    static let segmentLength = 300
    /// Segments that are kept, of 77 kB each.
    static let segmentLimit = 32

    struct SegmentKey: Hashable {
        let layer: Layer
        let number: Int
    }

    /// The levels of a layer over the ticks of one segment, as far as they were needed.
    struct Segment {
        /// The next tick to go on to.
        var nextTick: Int
        var envelope = LevelEnvelope()
        /// 64 levels for each tick from the segment's first, or the layer's if that is later.
        var levels: [Float] = []
    }

    var spectra: SpectrumHistory
    var segments = RecentlyUsed<SegmentKey, Segment>(limit: segmentLimit)

    init(spectra: consuming SpectrumHistory) { self.spectra = spectra }

    /// The unrounded levels of a layer at one of its ticks.
    mutating func levels(of layer: Layer, atTick tick: Int) throws -> [Float] {
        let key = SegmentKey(layer: layer, number: tick / State.segmentLength)
        let first = max(key.number * State.segmentLength, layer.firstTick)
        var segment =
            segments.take(key)
            ?? Segment(nextTick: max((key.number - 1) * State.segmentLength, layer.firstTick))
        defer { segments.insert(segment, for: key) }
        while segment.nextTick <= tick {
            segment.envelope.advance(
                to: try spectra.spectrum(atTick: segment.nextTick), sensitivity: layer.sensitivity)
            if segment.nextTick >= first { segment.levels += segment.envelope.levels }
            segment.nextTick += 1
        }
        let begin = (tick - first) * LevelTimeline.levelCount
        return Array(segment.levels[begin..<(begin + LevelTimeline.levelCount)])
    }
}
